#pragma once

#include <cstdint>

#include "sc_models/core/random.h"

namespace headroom {

/// What a node draws random numbers for. One stream each, so that one mechanism never shifts another's draws [C].
enum class RandomPurpose : std::uint8_t { kLoadBalancing = 1, kEcnMarking = 2, kLinkLoss = 3 };

/// The stream of one purpose at one node. `node` counts servers, then racks, fabrics and spines: not the numbering of
/// the records. `port`: where a purpose has a stream for each port.
[[nodiscard]] constexpr RandomStream node_stream(std::uint64_t seed, std::uint64_t run_number, std::uint32_t node,
                                                 RandomPurpose purpose, std::uint32_t port = 0) {
  const std::uint64_t run = mix64(seed + (1 + run_number) * 0x9E3779B97F4A7C15u);
  return RandomStream(
      mix64(run ^ std::uint64_t{node} << 32 ^ std::uint64_t{port} << 8 ^ static_cast<std::uint64_t>(purpose)));
}

}  // namespace headroom
