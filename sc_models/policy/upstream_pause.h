#pragma once

#include <cstdint>
#include <utility>

#include "sc_models/core/check.h"
#include "sc_models/core/units.h"

namespace headroom {

/// Timing of the pause that a switch port holds its sender under for one pool: repeated every interval whatever the
/// occupancy (a NIC looks at it), until it is stopped. Keeps one agenda entry, which is left to run out when the pause
/// stops and taken over when it starts again.
/// Invariant: a repeat is due exactly while active().
class UpstreamPause {
 public:
  enum class Wake : std::uint8_t { kIdle, kEarly, kRepeat };

  [[nodiscard]] bool active() const { return due_ != kNever; }
  /// When the agenda entry has to be, if one is asked for.
  [[nodiscard]] Ps next_repeat() const { return due_; }

  /// The pause is sent now. True: make an agenda entry for next_repeat().
  [[nodiscard]] bool start(Ps now, Ps interval) {
    HEADROOM_CHECK(!active(), "upstream pause: started twice");
    due_ = now + interval;
    return !std::exchange(entry_, true);
  }
  void stop() {
    HEADROOM_CHECK(active(), "upstream pause: stopped without a pause");
    due_ = kNever;
  }
  /// The agenda entry is served. kRepeat: send the pause again. Unless kIdle: make an entry for next_repeat().
  [[nodiscard]] Wake wake(Ps now, Ps interval) {
    entry_ = active();
    if (!active()) return Wake::kIdle;
    if (now < due_) return Wake::kEarly;
    due_ = now + interval;
    return Wake::kRepeat;
  }

 private:
  Ps due_ = kNever;
  bool entry_ = false;
};

}  // namespace headroom
