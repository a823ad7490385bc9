#pragma once

#include <cstdint>

#include "sc_models/core/units.h"

namespace headroom {

/// A timer that is restarted far more often than it expires. It has at most one reminder on its owner's agenda; a
/// restart only moves the deadline, and a reminder that comes early is asked for again.
/// Needs deadlines that never move back, as those of a fixed interval do not.
class LazyTimer {
 public:
  enum class Outcome : std::uint8_t { kIdle, kEarly, kExpired };

  /// Starts or restarts it. True: the owner must ask for a reminder at `deadline`.
  [[nodiscard]] bool start(Ps deadline) {
    deadline_ = deadline;
    const bool ask = !reminder_;
    reminder_ = true;
    return ask;
  }
  void stop() { deadline_ = kNever; }
  /// The reminder has come. kEarly: the owner must ask for another one at deadline(). kExpired: it is stopped now.
  [[nodiscard]] Outcome on_reminder(Ps now) {
    if (deadline_ != kNever && now < deadline_) return Outcome::kEarly;
    reminder_ = false;
    if (deadline_ == kNever) return Outcome::kIdle;
    deadline_ = kNever;
    return Outcome::kExpired;
  }
  [[nodiscard]] bool running() const { return deadline_ != kNever; }
  [[nodiscard]] Ps deadline() const { return deadline_; }

 private:
  Ps deadline_ = kNever;
  bool reminder_ = false;
};

}  // namespace headroom
