#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace headroom {

/// First-in first-out queue over one power-of-two array that grows when full and never shrinks, so that a queue in
/// steady state allocates nothing.
template <class T>
class Ring {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] T& front() { return slots_[head_]; }
  [[nodiscard]] const T& front() const { return slots_[head_]; }
  [[nodiscard]] T& back() { return (*this)[size_ - 1]; }
  [[nodiscard]] T& operator[](std::size_t i) { return slots_[(head_ + i) & mask_]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return slots_[(head_ + i) & mask_]; }

  void push_back(T item) {
    if (size_ == mask_ + 1) grow();
    slots_[(head_ + size_++) & mask_] = std::move(item);
  }
  void push_front(T item) {
    if (size_ == mask_ + 1) grow();
    head_ = (head_ - 1) & mask_;
    slots_[head_] = std::move(item);
    ++size_;
  }
  T pop_front() {
    T item = std::move(slots_[head_]);
    head_ = (head_ + 1) & mask_;
    --size_;
    return item;
  }

 private:
  void grow() {
    std::vector<T> larger(slots_.empty() ? 8 : 2 * slots_.size());
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move((*this)[i]);
    slots_ = std::move(larger);
    mask_ = slots_.size() - 1;
    head_ = 0;
  }

  std::vector<T> slots_;
  std::size_t mask_ = SIZE_MAX;  ///< size of the array, less one
  std::size_t head_ = 0, size_ = 0;
};

}  // namespace headroom
