#include "sc_models/core/config/pattern.h"

#include <algorithm>
#include <numeric>

namespace headroom {

RandomStream workload_stream(std::uint64_t seed, WorkloadStream kind, std::uint64_t pattern, std::uint64_t server) {
  const std::uint64_t purpose = (std::uint64_t{0x574C0000} + static_cast<std::uint32_t>(kind)) << 32;
  return RandomStream(mix64(mix64(seed + 0x9E3779B97F4A7C15u) ^ purpose ^ ((pattern << 20) + server)));
}

std::vector<std::uint32_t> permutation(const PatternParams& params, std::uint32_t n, RandomStream stream) {
  std::vector<std::uint32_t> to(n);
  std::iota(to.begin(), to.end(), 0u);
  switch (params.kind) {
    case PermutationKind::kRandom:  // Sattolo's shuffle: one cycle through all [C]
      for (std::uint32_t i = n - 1; i >= 1; --i) std::swap(to[i], to[stream.draw(i)]);
      break;
    case PermutationKind::kShift:
    case PermutationKind::kBisection: {
      const std::uint64_t by = params.kind == PermutationKind::kBisection ? n / 2 : params.by;
      for (std::uint32_t& position : to) position = static_cast<std::uint32_t>((position + by) % n);
      break;
    }
    case PermutationKind::kPairs:
      for (std::uint32_t& position : to) position ^= 1u;
      break;
  }
  return to;
}

std::vector<std::uint32_t> chosen(ChooseSenders choose, std::vector<std::uint32_t> candidates, std::size_t count,
                                  RandomStream stream) {
  if (choose == ChooseSenders::kRandom)
    for (std::size_t i = 0; i < count; ++i)
      std::swap(candidates[i], candidates[i + stream.draw(candidates.size() - i)]);
  candidates.resize(count);
  std::sort(candidates.begin(), candidates.end());
  return candidates;
}

}  // namespace headroom
