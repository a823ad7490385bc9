// Headroom that a pause needs, by the guidance of the seed.
#pragma once

#include "sc_models/core/int128.h"
#include "sc_models/core/units.h"

namespace headroom {

/// Bytes that can still arrive after a pause is asked for [S], rounded up.
[[nodiscard]] inline std::int64_t advised_headroom(BitRate rate, Ps delay, Bytes mtu) {
  const Int128 both_ways = static_cast<Int128>(2) * rate.count() * delay.count();
  constexpr Int128 kPerByte = static_cast<Int128>(8) * kPsPerSecond;
  return static_cast<std::int64_t>((both_ways + kPerByte - 1) / kPerByte + static_cast<Int128>(2) * mtu.count());
}

}  // namespace headroom
