#include "sc_models/policy/uet/pdc_ids.h"

#include <bit>

#include "sc_models/core/check.h"

namespace headroom {

PdcIds::PdcIds(PdcId first, PdcId last) : first_(first), size_(last - first + 1u), used_((size_ + 63) / 64) {
  // Places after the range's end are never free.
  if (size_ % 64 != 0) used_.back() = ~std::uint64_t{0} << (size_ % 64);
}

std::optional<PdcId> PdcIds::take() {
  if (count_ == size_) return std::nullopt;
  // The rest of the word that next_ is in, then whole words; at the end what comes before next_ in the first one.
  std::size_t word = next_ / 64;
  std::uint64_t free = ~used_[word] & ~std::uint64_t{0} << (next_ % 64);
  while (free == 0) {
    word = word + 1 == used_.size() ? 0 : word + 1;
    free = ~used_[word];
  }
  const auto place = static_cast<std::uint32_t>(64 * word) + static_cast<std::uint32_t>(std::countr_zero(free));
  used_[word] |= std::uint64_t{1} << (place % 64);
  next_ = place + 1 == size_ ? 0 : place + 1;
  ++count_;
  return static_cast<PdcId>(first_ + place);
}

void PdcIds::give_back(PdcId id) {
  HEADROOM_CHECK(id >= first_ && id - first_ < static_cast<int>(size_) && in_use(id), "PDC id {} is not in use", id);
  used_[(id - first_) / 64u] &= ~(std::uint64_t{1} << ((id - first_) % 64u));
  --count_;
}

}  // namespace headroom
