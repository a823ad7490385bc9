// The two deadlines that begin with each transmission of a data packet, when its serialization ends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "sc_models/core/check.h"
#include "sc_models/core/params/uet_nic.h"
#include "sc_models/core/units.h"

namespace headroom {

/// Deadlines further away than this (53 days) never come; a time of a run and one of them still make a time.
inline constexpr Ps kFarthestDeadline = kNever / 2;

/// Until a transmission times out; `retransmissions` of the packet went before it, whatever caused them. The first
/// value is the attribute itself [C].
[[nodiscard]] inline Ps retransmission_timeout(const PdsParams& params, std::uint64_t retransmissions) {
  if (params.fixed_retransmit_time) return std::min(params.fixed_retransmit_timeout, kFarthestDeadline);
  if (retransmissions == 0) return std::min(params.initial_retransmit_timeout, kFarthestDeadline);
  const std::uint64_t doublings = std::min(retransmissions, params.maximum_backoff_count);
  HEADROOM_CHECK(doublings < 32, "retransmission timer: {} doublings", doublings);
  const Int128 scaled = Int128{params.initial_retransmit_timeout.count()} << doublings;
  return Ps(static_cast<std::int64_t>(std::min(scaled, Int128{kFarthestDeadline.count()})));
}

/// Until a transmission that is still in flight counts as a failure of its path. None: only Recycled Entropy Packet
/// Spraying looks for failures, and not with a multiplier of 0.
[[nodiscard]] inline std::optional<Ps> failure_deadline(const PdsParams& params, Ps base_rtt) {
  const std::uint64_t multiplier = params.failure_detection_multiplier;
  if (params.spraying != PacketSpraying::kRecycledEntropy || multiplier == 0) return std::nullopt;
  const UInt128 product = UInt128{multiplier} * static_cast<std::uint64_t>(base_rtt.count());
  constexpr auto farthest = static_cast<std::uint64_t>(kFarthestDeadline.count());
  return Ps(static_cast<std::int64_t>(std::min(product, UInt128{farthest})));
}

}  // namespace headroom
