#pragma once

#include "sc_models/core/class_mask.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/ring.h"
#include "sc_models/policy/pause_timers.h"

namespace headroom {

/// Frames that wait for one port, a queue for each class, of which the peer's pauses hold some. Does not own them.
/// Invariant: a class is among waiting() exactly while its queue is not empty.
class PausableQueues {
 public:
  void push(Ps now, unsigned c, Frame& frame) {
    queues_[c].push_back(&frame);
    if ((waiting_ & class_bit(c)) != 0) return;
    waiting_ |= class_bit(c);
    pauses_.set_waiting(now, c, true);
  }
  /// The oldest frame of a class that has one.
  [[nodiscard]] Frame* pop(Ps now, unsigned c) {
    Frame* const frame = queues_[c].pop_front();
    if (queues_[c].empty()) {
      waiting_ &= ~class_bit(c);
      pauses_.set_waiting(now, c, false);
    }
    return frame;
  }

  [[nodiscard]] ClassMask waiting() const { return waiting_; }
  /// Classes that have a frame and are not held.
  [[nodiscard]] ClassMask ready() const { return waiting_ & ~pauses_.held(); }
  [[nodiscard]] const Ring<Frame*>& queue(unsigned c) const { return queues_[c]; }
  [[nodiscard]] PauseTimers& pauses() { return pauses_; }
  [[nodiscard]] const PauseTimers& pauses() const { return pauses_; }

 private:
  PauseTimers pauses_;
  PerClass<Ring<Frame*>> queues_;
  ClassMask waiting_ = 0;
};

}  // namespace headroom
