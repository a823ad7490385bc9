// Which servers send to which in a pattern, without a configuration around it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sc_models/core/random.h"
#include "sc_models/core/units.h"

namespace headroom {

enum class PatternKind : std::uint8_t { kIncast, kPermutation };
enum class ChooseSenders : std::uint8_t { kFirst, kRandom };
enum class PermutationKind : std::uint8_t { kRandom, kShift, kBisection, kPairs };

struct PatternParams {
  PatternKind pattern{};
  std::uint32_t destination = 0;
  ChooseSenders choose{};
  PermutationKind kind{};
  std::uint64_t by = 1;
  Ps start_spread = {};
};

/// What the random streams of workloads are for; each has its own, so that one pattern never shifts another [C].
enum class WorkloadStream : std::uint32_t { kPermutation = 1, kArrivals = 2, kSenders = 3, kStartSpread = 4 };

/// `pattern`: its number in the list; `server`: 0 where the stream is the pattern's.
[[nodiscard]] RandomStream workload_stream(std::uint64_t seed, WorkloadStream kind, std::uint64_t pattern,
                                           std::uint64_t server);

/// For each position the one it sends to, never itself; `n` at least 2, even for kBisection and kPairs.
[[nodiscard]] std::vector<std::uint32_t> permutation(const PatternParams& params, std::uint32_t n, RandomStream stream);

/// `count` of the ascending `candidates`, ascending.
[[nodiscard]] std::vector<std::uint32_t> chosen(ChooseSenders choose, std::vector<std::uint32_t> candidates,
                                                std::size_t count, RandomStream stream);

}  // namespace headroom
