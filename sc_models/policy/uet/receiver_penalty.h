#pragma once

#include <cmath>
#include <cstdint>

#include "sc_models/core/params/uet_nic.h"
#include "sc_models/core/units.h"

namespace headroom {

/// The penalty, 0 to 127, that a receiver's ACKs ask for: it grows with the fill of the data class's receive pool, the
/// packet that is acknowledged included.
class ReceiverPenalty {
 public:
  explicit ReceiverPenalty(const NsccParams& params)
      : low_(params.receiver_low_threshold), high_(params.receiver_high_threshold) {}

  [[nodiscard]] std::uint8_t of(Bytes occupied, Bytes pool) const {
    const double percent = 100.0 * static_cast<double>(occupied.count()) / static_cast<double>(pool.count());
    if (percent >= high_) return kFull;  // first, so that high <= low divides by nothing
    if (percent < low_) return 0;
    return static_cast<std::uint8_t>(std::floor(kFull * (percent - low_) / (high_ - low_)));
  }

 private:
  static constexpr std::uint8_t kFull = 127;
  double low_, high_;  ///< percent
};

}  // namespace headroom
