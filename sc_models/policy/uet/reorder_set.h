#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sc_models/core/frame.h"
#include "sc_models/core/ring.h"

namespace headroom {

/// What the receiver remembers of a message from its last packet until nothing before that packet is missing.
struct MessageEnd {
  Psn last = 0;                         ///< number of the message's last packet
  std::uint32_t flow = 0, message = 0;  ///< of the workload
  std::uint32_t length = 0;
};

/// Packets of one PDC received ahead of their turn: a bit for each number in a power-of-two ring, and the message ends
/// among them in order of number. Grows with the span of the numbers in it and never shrinks.
/// Invariant: every member is less than capacity() - 64 after the floor, the number that the PDC expects next.
class ReorderSet {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t capacity() const { return 64 * words_.size(); }

  /// `floor`, here and below: the number expected next, never after a member.
  void insert(Psn psn, Psn floor);
  void erase(Psn psn);
  [[nodiscard]] bool contains(Psn psn, Psn floor) const {
    return psn - floor < capacity() && (word(psn) >> (psn % 64) & 1) != 0;
  }
  /// Bit i: `base` + i is in the set. `base` is not before the floor.
  [[nodiscard]] std::uint64_t block(Psn base, Psn floor) const;

  void add_end(const MessageEnd& end);
  /// Message ends at or before `last`, the earliest first; false: none left.
  [[nodiscard]] bool take_end(Psn last, MessageEnd& end);

 private:
  [[nodiscard]] std::size_t index(Psn psn) const { return psn / 64 & (words_.size() - 1); }
  [[nodiscard]] std::uint64_t word(Psn psn) const { return words_[index(psn)]; }
  void grow(Psn floor, std::size_t span);

  std::vector<std::uint64_t> words_;
  std::size_t size_ = 0;
  Ring<MessageEnd> ends_;
};

/// Lends reorder sets to the PDCs that have a gap, and takes them back empty; one for a NIC. A PDC without a gap holds
/// none, so the ends that linger for late packets cost little.
class ReorderSets {
 public:
  [[nodiscard]] ReorderSet& take() {
    if (free_.empty()) {
      sets_.push_back(std::make_unique<ReorderSet>());
      free_.reserve(sets_.size());
      return *sets_.back();
    }
    ReorderSet& set = *free_.back();
    free_.pop_back();
    return set;
  }
  void give_back(ReorderSet& set) { free_.push_back(&set); }
  [[nodiscard]] std::size_t in_use() const { return sets_.size() - free_.size(); }

 private:
  std::vector<std::unique_ptr<ReorderSet>> sets_;
  std::vector<ReorderSet*> free_;
};

}  // namespace headroom
