#pragma once

#include <compare>
#include <cstdint>

#include "sc_models/core/units.h"

namespace headroom {

/// An exact decimal number: mantissa / 10^scale, scale 0 to 18. Shares of a buffer are held as written, since 0.9 of
/// 256,000 is not exact in binary.
class Fraction {
 public:
  constexpr Fraction() = default;
  constexpr Fraction(std::int64_t mantissa, unsigned scale) : mantissa_(mantissa), scale_(scale) {}

  /// This share of `total` to the nearest byte, halves up [C].
  [[nodiscard]] constexpr Bytes of(Bytes total) const {
    const Int128 power = pow10(scale_);
    const Int128 twice = 2 * static_cast<Int128>(mantissa_) * total.count() + power;
    const Int128 floor = twice >= 0 ? twice / (2 * power) : -((-twice + 2 * power - 1) / (2 * power));
    return Bytes(static_cast<std::int64_t>(floor));
  }
  [[nodiscard]] constexpr bool is_zero() const { return mantissa_ == 0; }
  [[nodiscard]] constexpr double value() const {
    return static_cast<double>(mantissa_) / static_cast<double>(pow10(scale_));
  }
  [[nodiscard]] constexpr std::int64_t mantissa() const { return mantissa_; }
  [[nodiscard]] constexpr unsigned scale() const { return scale_; }
  friend constexpr bool operator==(const Fraction& a, const Fraction& b) { return (a <=> b) == 0; }
  friend constexpr std::strong_ordering operator<=>(const Fraction& a, const Fraction& b) {
    return static_cast<Int128>(a.mantissa_) * pow10(b.scale_) <=> static_cast<Int128>(b.mantissa_) * pow10(a.scale_);
  }

 private:
  static constexpr std::int64_t pow10(unsigned n) {
    std::int64_t power = 1;
    while (n-- > 0) power *= 10;
    return power;
  }
  std::int64_t mantissa_ = 0;
  unsigned scale_ = 0;
};

}  // namespace headroom
