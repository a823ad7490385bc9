#pragma once

#include <cstdint>

#include "sc_models/core/check.h"
#include "sc_models/core/units.h"

namespace headroom {

/// Decides which PFC frame one receive pool sends. The caller owns the pool and the refresh timer.
/// Invariant: a refresh is pending exactly while pausing().
class PfcGate {
 public:
  enum class Send : std::uint8_t { kNothing, kXoff, kXon };

  PfcGate() = default;
  PfcGate(Bytes xoff, Bytes xon) : xoff_(xoff), xon_(xon) {}

  /// `filled`: occupancy with the arriving frame counted in, whether or not it will be admitted.
  [[nodiscard]] Send on_arrival(Bytes filled) {
    if (pausing_ || filled < xoff_) return Send::kNothing;
    pausing_ = true;
    return Send::kXoff;
  }
  /// `filled`: occupancy after the release.
  [[nodiscard]] Send on_release(Bytes filled) { return pausing_ && filled <= xon_ ? resume() : Send::kNothing; }
  /// Half a pause time after the last pause frame. Below Xoff it resumes, also above Xon [S].
  [[nodiscard]] Send on_refresh(Bytes filled) {
    HEADROOM_CHECK(pausing_, "PfcGate: refresh without a pause");
    return filled >= xoff_ ? Send::kXoff : resume();
  }
  [[nodiscard]] bool pausing() const { return pausing_; }

 private:
  Send resume() {
    pausing_ = false;
    return Send::kXon;
  }
  Bytes xoff_, xon_;
  bool pausing_ = false;
};

}  // namespace headroom
