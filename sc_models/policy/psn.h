// Arithmetic of packet sequence numbers: 24 bits on the wire, 64 bits inside, so that a message may have more packets
// than the wire has numbers.
#pragma once

#include <cstdint>

#include "sc_models/core/frame.h"

namespace headroom {

/// A sequence number counted on without wrapping. Signed, since a number received may lie before the first one.
using PsnCount = std::int64_t;

/// Most numbers that may lie between the oldest unacknowledged one and one being sent: half the ring less one.
inline constexpr PsnCount kPsnWindow = (1 << 23) - 1;

[[nodiscard]] constexpr Psn to_wire(PsnCount number) { return static_cast<Psn>(number) & 0xFFFFFFu; }

/// d(a, b): how far `a` is after `b`, from -2^23 to 2^23 - 1.
[[nodiscard]] constexpr std::int32_t psn_difference(Psn a, Psn b) {
  return static_cast<std::int32_t>((a - b) << 8) >> 8;
}

/// The number that `psn` stands for: the one nearest to `reference` that has these 24 bits.
[[nodiscard]] constexpr PsnCount place(Psn psn, PsnCount reference) {
  return reference + psn_difference(psn, to_wire(reference));
}

}  // namespace headroom
