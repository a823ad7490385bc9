#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sc_models/core/frame.h"

namespace headroom {

/// Finds the receiving end of a packet by its sender's address and id. Ends are never removed: a closed one answers
/// late packets until a later PDC with the same key takes its place [C]. Open addressing, so that a look-up touches one
/// cache line.
class ReceivingEnds {
 public:
  /// The number stored under the key; 0 when there is none.
  [[nodiscard]] std::uint32_t find(Ipv4 sender, PdcId id) const {
    return slots_.empty() ? 0 : slots_[place(key(sender, id))].number;
  }
  void add(Ipv4 sender, PdcId id, std::uint32_t number) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    slots_[place(key(sender, id))] = {key(sender, id), number};
    ++size_;
  }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::uint64_t key = 0;  ///< 0: empty, as no id is 0
    std::uint32_t number = 0;
  };
  static std::uint64_t key(Ipv4 sender, PdcId id) { return std::uint64_t{sender} << 16 | id; }
  /// Where the key is, or would be.
  [[nodiscard]] std::size_t place(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> 32) & mask;
    while (slots_[at].key != 0 && slots_[at].key != key) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 16 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.key != 0) slots_[place(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace headroom
