#pragma once

#include <cstdint>

#include "sc_models/core/frame.h"
#include "sc_models/core/params/uet_nic.h"
#include "sc_models/core/units.h"

namespace headroom {

/// What congestion control derives once, when its group is created: sizes in bytes, times in ps. Reals are doubles,
/// evaluated from left to right, so that anyone can repeat them to the last bit [C].
struct NsccConstants {
  NsccConstants(const NsccParams& params, Bytes mss, bool trimming, BitRate link);

  /// Ceiling of the window at a base round trip that was measured; floor(1.5 x L x rtt / 8).
  [[nodiscard]] std::int64_t ceiling(Ps base_rtt) const;

  std::int64_t packet;         ///< nominal size of a full one
  std::int64_t gbps;           ///< of the link, whole, rounded down
  std::int64_t bdp;            ///< of the link at the first base round trip
  std::int64_t first_ceiling;  ///< of the window, until a lower base round trip is measured
  std::int64_t fulfil_bytes;   ///< more received than this apply the increase that has gathered
  Ps first_base_rtt, fulfil_period, target;
  double gain;            ///< of this network over the reference
  double proportional;    ///< bytes per ps below target
  double fair, additive;  ///< bytes
};

}  // namespace headroom
