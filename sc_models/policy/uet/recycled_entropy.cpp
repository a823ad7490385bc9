#include "sc_models/policy/uet/recycled_entropy.h"

#include <algorithm>

namespace headroom {

std::uint16_t RecycledEntropy::next() {
  if (to_explore_ > 0) {
    // One packet in as many as there are places, the last of the window among them.
    const auto left = static_cast<std::uint64_t>(to_explore_--);
    if ((left - 1) % cache_.size() == 0) return explore();
  }
  if (valid_ > 0) {
    ++counts_.reuse;
    return at(written_ - valid_--);
  }
  const std::uint64_t filled = std::min<std::uint64_t>(written_, cache_.size());
  if (!frozen_ || filled == 0) return explore();
  ++counts_.stale_reuse;
  const std::uint64_t place = stale_next_;
  stale_next_ = (place + 1) % filled;
  return cache_[place];
}

std::uint16_t RecycledEntropy::explore() {
  ++counts_.explore;
  return static_cast<std::uint16_t>(random_.draw(values_));
}

void RecycledEntropy::recycle(std::uint16_t value, Ps now) {
  cache_[written_++ & (cache_.size() - 1)] = value;
  valid_ = std::min<std::uint64_t>(valid_ + 1, cache_.size());  // else the oldest has been overwritten
  if (!frozen_ || now - frozen_since_ < freezing_timeout_) return;
  frozen_ = false;
  to_explore_ = exploration_packets_;
  ++counts_.unfreeze;
}

void RecycledEntropy::path_failure(Ps now) {
  if (frozen_ || to_explore_ > 0) return;
  frozen_ = true;
  frozen_since_ = now;
  stale_next_ = 0;
  ++counts_.freeze;
}

}  // namespace headroom
