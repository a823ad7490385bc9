#pragma once

#include <cstdint>

#include "sc_models/core/units.h"

namespace headroom {

/// One quantum of a pause, in bit times.
inline constexpr std::int64_t kQuantumBits = 512;
inline constexpr std::uint64_t kLargestQuanta = 65'535;

/// How long a pause of `quanta` holds its receiver: the quanta at the link's rate, and its delay [S].
[[nodiscard]] constexpr Ps pause_time(std::uint64_t quanta, BitRate rate, Ps delay) {
  const Int128 scaled = static_cast<Int128>(kQuantumBits) * quanta * kPsPerSecond;
  return Ps{static_cast<std::int64_t>(scaled / rate.count())} + delay;
}

/// How long after a pause its sender looks at the pool again: half the pause time, rounded down.
[[nodiscard]] constexpr Ps refresh_interval(std::uint64_t quanta, BitRate rate, Ps delay) {
  return pause_time(quanta, rate, delay) / 2;
}

}  // namespace headroom
