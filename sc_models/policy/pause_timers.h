#pragma once

#include "sc_models/core/class_mask.h"
#include "sc_models/core/params/nic.h"
#include "sc_models/core/stats.h"

namespace headroom {

/// Which classes of one port the peer holds by PFC, until when, and for how long in all. The owner wakes it at the
/// times it asks for; one that has become too early or pointless does no harm.
/// Invariant: while a class is held, a wake-up at or before its end has been asked for and is still to come.
class PauseTimers {
 public:
  /// A pause frame: holds the class for `duration` from now, whatever was left of the pause before [S]. Returns when
  /// to wake, or kNever if a wake-up asked for earlier will do.
  [[nodiscard]] Ps pause(Ps now, unsigned c, Ps duration);
  /// A frame with quanta 0. Returns whether it ended a pause.
  bool resume(Ps now, unsigned c);

  struct Wake {
    bool resumed;  ///< the pause ran out just now
    Ps again;      ///< when to wake next; kNever if not at all
  };
  [[nodiscard]] Wake wake(Ps now, unsigned c);

  /// The class's queue became non-empty or empty: only time in which a pause holds something back counts as blocked.
  void set_waiting(Ps now, unsigned c, bool waiting) { classes_[c].clock.set_waiting(now, waiting); }

  [[nodiscard]] ClassMask held() const { return held_; }
  [[nodiscard]] bool held(unsigned c) const { return (held_ & class_bit(c)) != 0; }
  /// When the pause of a held class ends unless another frame comes.
  [[nodiscard]] Ps end(unsigned c) const { return classes_[c].end; }
  /// xoff_rx, xon_rx and expired are counted here.
  [[nodiscard]] const PfcStats& stats(unsigned c) const { return classes_[c].stats; }
  [[nodiscard]] PauseClock& clock(unsigned c) { return classes_[c].clock; }

 private:
  struct Class {
    Ps end = kNever;
    Ps wake = kNever;  ///< earliest wake-up still to come
    PfcStats stats;
    PauseClock clock;
  };
  void run(Ps now, unsigned c);

  PerClass<Class> classes_{};
  ClassMask held_ = 0;
};

}  // namespace headroom
