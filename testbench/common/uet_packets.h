// Packets of UET PDCs as an engine shows them to its observer, with values that a test sets.
#pragma once

#include <optional>

#include "sc_models/core/uet_observer.h"

namespace headroom::test {

/// Server i has the address 32.0.0.(i+1).
[[nodiscard]] inline UetPdcEnd end_of(std::uint32_t server, PdcId number) { return {(32u << 24 | 1) + server, number}; }

/// A frame and what its engine says of it.
struct UetPacket {
  UetPacket(FrameKind kind, UetDirection way, UetPdcEnd here, UetPdcEnd there, UetConnection of)
      : direction(way), local(here), remote(there), connection(of) {
    frame.kind = kind;
  }
  [[nodiscard]] UetPacketView view() const {
    UetPacketView view{.time = time,
                       .frame = frame,
                       .direction = direction,
                       .connection = connection,
                       .local = local,
                       .remote = remote};
    view.wqe = wqe;
    view.nic_prefetched = nic_prefetched, view.pdc_prefetched = pdc_prefetched;
    view.fetched = fetched, view.in_flight = in_flight, view.window = window;
    view.penalty = penalty;
    view.round_trip = round_trip;
    view.routine = routine, view.fulfil = fulfil;
    view.base_rtt = base_rtt, view.delay = delay, view.average_delay = average_delay;
    view.spray = spray;
    return view;
  }

  Ps time;
  Frame frame{};
  UetDirection direction;
  UetPdcEnd local, remote;
  UetConnection connection;
  std::uint64_t wqe = 0;
  Bytes nic_prefetched, pdc_prefetched, fetched, in_flight, window;
  unsigned penalty = 0;
  std::optional<Ps> round_trip;
  UetRoutine routine{};
  unsigned fulfil = 0;
  Ps base_rtt;
  std::optional<Ps> delay;
  double average_delay = 0;
  std::optional<RepsState> spray;
};

}  // namespace headroom::test
