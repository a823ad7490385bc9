#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace headroom {

/// Objects that are lent by number, from 1. An object is made once, keeps its place and what it has allocated, and is
/// lent again as it was given back.
template <class T>
class Slots {
 public:
  /// Makes another object from `args` only while more are lent than ever before.
  template <class... Args>
  [[nodiscard]] std::uint32_t take(Args&&... args) {
    if (free_.empty()) {
      items_.push_back(std::make_unique<T>(std::forward<Args>(args)...));
      free_.reserve(items_.capacity());
      return static_cast<std::uint32_t>(items_.size());
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    return number;
  }
  void give_back(std::uint32_t number) { free_.push_back(number); }
  [[nodiscard]] T& operator[](std::uint32_t number) { return *items_[number - 1]; }
  [[nodiscard]] const T& operator[](std::uint32_t number) const { return *items_[number - 1]; }
  /// Objects ever made; those not lent are among them.
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(items_.size()); }
  [[nodiscard]] std::size_t in_use() const { return items_.size() - free_.size(); }

 private:
  std::vector<std::unique_ptr<T>> items_;
  std::vector<std::uint32_t> free_;
};

}  // namespace headroom
