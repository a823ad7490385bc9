#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace headroom {

/// A field of `N` whole bytes in network order. Has no alignment, so that structs of such fields are packet layouts.
template <std::size_t N>
class BigEndian {
 public:
  using Narrow = std::conditional_t<N == 1, std::uint8_t, std::uint16_t>;
  using Wide = std::conditional_t<N <= 4, std::uint32_t, std::uint64_t>;
  using Value = std::conditional_t<N <= 2, Narrow, Wide>;

  constexpr BigEndian() = default;
  constexpr BigEndian(Value value) {  // implicit, so that a field can be assigned its value
    for (std::size_t i = 0; i < N; ++i) bytes_[i] = static_cast<std::uint8_t>(value >> 8 * (N - 1 - i));
  }
  [[nodiscard]] constexpr Value value() const {
    std::uint64_t value = 0;
    for (const std::uint8_t byte : bytes_) value = value << 8 | byte;
    return static_cast<Value>(value);
  }

 private:
  std::array<std::uint8_t, N> bytes_{};
};

}  // namespace headroom
