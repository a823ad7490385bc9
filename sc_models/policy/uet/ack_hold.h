#pragma once

#include <cstdint>

#include "sc_models/core/frame.h"
#include "sc_models/core/ring.h"
#include "sc_models/core/units.h"

namespace headroom {

/// Holds each data ACK of a NIC for as long as its packet is going to wait for the host, and tells the sender how long
/// that was. First in, first out. NACKs and answers to probes do not pass through it and may overtake.
class AckHold {
 public:
  /// `host_rate`: of PCIe towards the host.
  explicit AckHold(BitRate host_rate) : host_rate_(host_rate) {}

  /// `occupied`: the data class's receive pool, the packet that is acknowledged included. Fills in the ACK's service
  /// time; true: the hold was empty, so a reminder for next() is needed.
  bool hold(Ps now, Bytes occupied, Frame& ack);
  [[nodiscard]] bool empty() const { return held_.empty(); }
  [[nodiscard]] std::size_t size() const { return held_.size(); }
  /// When the head leaves; kNever when there is none.
  [[nodiscard]] Ps next() const { return held_.empty() ? kNever : held_.front().release; }
  /// The head if its time has come, else null.
  [[nodiscard]] Frame* release(Ps now) { return next() <= now ? held_.pop_front().ack : nullptr; }

 private:
  struct Held {
    Ps release;
    Frame* ack = nullptr;
  };
  /// Until what the pool holds has gone to the host.
  [[nodiscard]] Ps time_to_host(Bytes occupied) const;

  BitRate host_rate_;
  Ps latest_;  ///< release of the ACK held last
  Ring<Held> held_;
};

}  // namespace headroom
