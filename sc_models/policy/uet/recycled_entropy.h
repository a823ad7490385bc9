#pragma once

#include <cstdint>
#include <vector>

#include "sc_models/core/random.h"
#include "sc_models/core/uet_observer.h"
#include "sc_models/core/uet_stats.h"
#include "sc_models/core/units.h"

namespace headroom {

/// Recycled Entropy Packet Spraying of one group: values that came back unmarked are used again, oldest first; without
/// one a random value explores. A path failure freezes it, and then also used values serve again.
/// Invariant: the valid values are the `valid()` ones before the place where the next is written.
class RecycledEntropy {
 public:
  RecycledEntropy(std::uint64_t size_bits, std::uint64_t values, Ps freezing_timeout, std::uint64_t seed,
                  std::int64_t exploration_packets)
      : values_(values),
        freezing_timeout_(freezing_timeout),
        exploration_packets_(exploration_packets),
        cache_(std::size_t{1} << size_bits),
        random_(seed) {}

  [[nodiscard]] std::uint16_t next();
  /// A value has come back without a mark. Freezing ends here, once it has lasted long enough.
  void recycle(std::uint16_t value, Ps now);
  void path_failure(Ps now);

  [[nodiscard]] RepsState state() const {
    return frozen_ ? RepsState::kFrozen : to_explore_ > 0 ? RepsState::kExplore : RepsState::kNormal;
  }
  [[nodiscard]] std::uint64_t valid() const { return valid_; }
  [[nodiscard]] const UetSprayingCounts& counts() const { return counts_; }

 private:
  [[nodiscard]] std::uint16_t explore();
  [[nodiscard]] std::uint16_t at(std::uint64_t index) const { return cache_[index & (cache_.size() - 1)]; }

  const std::uint64_t values_;
  const Ps freezing_timeout_;
  const std::int64_t exploration_packets_;
  std::vector<std::uint16_t> cache_;  ///< a power of 2 of them
  RandomStream random_;
  std::uint64_t written_ = 0;  ///< in all; the next goes to this place
  std::uint64_t valid_ = 0;    ///< not used since they were written: the last ones
  std::uint64_t stale_next_ = 0;
  std::int64_t to_explore_ = 0;  ///< packets left of the exploration window
  bool frozen_ = false;
  Ps frozen_since_;
  UetSprayingCounts counts_;
};

}  // namespace headroom
