// Sizes, times and rates as tagged integers, so that bytes plus time does not compile.
#pragma once

#include <compare>
#include <cstdint>

namespace headroom {

/// For products of sizes, times and rates that do not fit in 64 bits.
__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

/// A whole number of one unit. Arithmetic stays inside the unit; scaling is by plain integers.
template <class Unit>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(std::int64_t count) : count_(count) {}
  [[nodiscard]] constexpr std::int64_t count() const { return count_; }

  constexpr auto operator<=>(const Quantity&) const = default;
  constexpr Quantity operator-() const { return Quantity(-count_); }
  constexpr Quantity& operator+=(Quantity other) { return count_ += other.count_, *this; }
  constexpr Quantity& operator-=(Quantity other) { return count_ -= other.count_, *this; }
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return a += b; }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return a -= b; }
  friend constexpr Quantity operator*(Quantity a, std::int64_t n) { return Quantity(a.count_ * n); }
  friend constexpr Quantity operator*(std::int64_t n, Quantity a) { return a * n; }
  friend constexpr Quantity operator/(Quantity a, std::int64_t n) { return Quantity(a.count_ / n); }

 private:
  std::int64_t count_ = 0;
};

using Ps = Quantity<struct PicosecondUnit>;
using Bytes = Quantity<struct ByteUnit>;
using BitRate = Quantity<struct BitPerSecondUnit>;

inline constexpr std::int64_t kPsPerSecond = 1'000'000'000'000;
inline constexpr Ps kNever{INT64_MAX};
inline constexpr unsigned kTrafficClasses = 8;

/// Time of one isolated unit of `n` bytes at `rate`, rounded down to whole picoseconds. n below 1.1 MB; rate above 0.
[[nodiscard]] constexpr Ps duration(Bytes n, BitRate rate) { return Ps(n.count() * 8 * kPsPerSecond / rate.count()); }

}  // namespace headroom
