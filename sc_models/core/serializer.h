#pragma once

#include "sc_models/core/units.h"

namespace headroom {

/// Turns the bytes of one direction of a link into times. The remainder of each division is carried through a busy
/// period, so that its k-th unit ends at start + floor(8e12 x bytes so far / rate). A unit that starts after the end
/// of the one before, or at another rate, begins a new period.
class Serializer {
 public:
  /// When the last bit of `n` bytes leaves that start at `now` (or at the end of the unit before, if that is later).
  Ps send(Ps now, Bytes n, BitRate rate) {
    if (busy_until_ < now || rate != rate_) {
      if (busy_until_ < now) busy_until_ = now;
      rate_ = rate;
      carry_ = 0;
    }
    const std::int64_t scaled = n.count() * 8 * kPsPerSecond + carry_;
    carry_ = scaled % rate.count();
    return busy_until_ += Ps{scaled / rate.count()};
  }
  [[nodiscard]] Ps busy_until() const { return busy_until_; }

 private:
  Ps busy_until_{-1};
  BitRate rate_{1};
  std::int64_t carry_ = 0;
};

}  // namespace headroom
