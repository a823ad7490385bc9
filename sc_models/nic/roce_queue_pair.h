#pragma once

#include "sc_models/core/frame.h"
#include "sc_models/policy/ack_coalescer.h"
#include "sc_models/policy/lazy_timer.h"
#include "sc_models/policy/psn_stamps.h"
#include "sc_models/policy/qp_receiver.h"
#include "sc_models/policy/qp_sender.h"
#include "sc_models/policy/rate_loop.h"

namespace headroom {

/// The two ends of a queue pair as one of them sees it. Local numbers count up from 1 on each NIC.
struct QueuePairParams {
  QpNumber local = 0;
  Ipv4 remote = 0;
  QpNumber remote_qp = 0;
  unsigned data_class = 0, control_class = 1;
};

/// One end of a queue pair: both directions, with the policies that decide for it.
struct RoceQueuePair {
  /// An ACK or NAK that found no room in its pool. A later one takes its place in line, but an ACK never replaces a
  /// NAK.
  struct PendingAnswer {
    bool waiting = false;
    FrameKind kind = FrameKind::kAck;
    Psn named = 0;
  };

  RoceQueuePair(Psn initial_psn, Bytes mss, BitRate line_rate)
      : sender(initial_psn, mss), rate_loop(line_rate), receiver(initial_psn) {}

  /// A number is reserved when a higher one is taken before it.
  enum class State : std::uint8_t { kReserved, kOpen, kClosed };

  QueuePairParams ends;
  State state = State::kReserved;
  QpSender sender;
  LazyTimer transport_timer;
  RateLoop rate_loop;
  PsnStamps sent;
  std::uint64_t retransmitted = 0;  ///< packets whose number had been sent before
  QpReceiver receiver;
  AckCoalescer coalescer;
  LazyTimer ack_timer;
  PendingAnswer pending;
};

}  // namespace headroom
