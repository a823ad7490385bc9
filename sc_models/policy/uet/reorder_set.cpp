#include "sc_models/policy/uet/reorder_set.h"

#include <bit>

#include "sc_models/core/check.h"

namespace headroom {

namespace {
bool before(Psn a, Psn b) { return static_cast<std::int32_t>(a - b) < 0; }
}  // namespace

void ReorderSet::insert(Psn psn, Psn floor) {
  const std::size_t span = std::size_t{psn - floor} + 1;
  // One word more than the span needs, so that no word holds numbers of both ends of it.
  if (span + 64 > capacity()) grow(floor, span + 64);
  std::uint64_t& bits = words_[index(psn)];
  const std::uint64_t bit = std::uint64_t{1} << (psn % 64);
  HEADROOM_CHECK((bits & bit) == 0, "reorder set: packet {} is in it already", psn);
  bits |= bit;
  ++size_;
}

void ReorderSet::erase(Psn psn) {
  std::uint64_t& bits = words_[index(psn)];
  const std::uint64_t bit = std::uint64_t{1} << (psn % 64);
  HEADROOM_CHECK((bits & bit) != 0, "reorder set: packet {} is not in it", psn);
  bits &= ~bit;
  --size_;
}

std::uint64_t ReorderSet::block(Psn base, Psn floor) const {
  // Members lie a word below the capacity, so a word that reaches beyond it has none of its own, but may be the
  // floor's.
  const auto bits_from = [&](Psn psn) { return psn - floor + 64 <= capacity() ? word(psn) >> (psn % 64) : 0; };
  const Psn shift = base % 64;
  if (shift == 0) return bits_from(base);
  return bits_from(base) | bits_from(base - shift + 64) << (64 - shift);
}

void ReorderSet::grow(Psn floor, std::size_t span) {
  std::vector<std::uint64_t> larger(std::bit_ceil((span + 63) / 64));
  // Word by word: the numbers from the floor's word on keep their place modulo the new size.
  const Psn first = floor - floor % 64;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const Psn psn = first + static_cast<Psn>(64 * i);
    larger[psn / 64 & (larger.size() - 1)] = word(psn);
  }
  words_ = std::move(larger);
}

void ReorderSet::add_end(const MessageEnd& end) {
  if (ends_.empty() || before(end.last, ends_.front().last)) {
    ends_.push_front(end);
    return;
  }
  ends_.push_back(end);
  for (std::size_t i = ends_.size() - 1; i > 0 && before(ends_[i].last, ends_[i - 1].last); --i) {
    std::swap(ends_[i], ends_[i - 1]);
  }
}

bool ReorderSet::take_end(Psn last, MessageEnd& end) {
  if (ends_.empty() || before(last, ends_.front().last)) return false;
  end = ends_.pop_front();
  return true;
}

}  // namespace headroom
