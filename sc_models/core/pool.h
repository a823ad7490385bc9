#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace headroom {

/// Lends objects of one kind and takes them back; allocates only while more are lent than ever before.
template <class T>
class Pool {
 public:
  [[nodiscard]] T& take() {
    if (free_.empty()) {
      blocks_.push_back(std::make_unique<T[]>(kBlock));
      free_.reserve(blocks_.size() * kBlock);
      for (std::size_t i = kBlock; i-- > 0;) free_.push_back(&blocks_.back()[i]);
    }
    T& item = *free_.back();
    free_.pop_back();
    item = T{};
    return item;
  }
  void give_back(T& item) { free_.push_back(&item); }
  [[nodiscard]] std::size_t in_use() const { return blocks_.size() * kBlock - free_.size(); }

 private:
  static constexpr std::size_t kBlock = 64;
  std::vector<std::unique_ptr<T[]>> blocks_;
  std::vector<T*> free_;
};

}  // namespace headroom
