// A decimal number held exactly as it was written.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sc_models/core/fraction.h"
#include "sc_models/core/int128.h"

namespace headroom {

/// mantissa x 10^exponent without trailing zeros in the mantissa, so a number is whole exactly when exponent >= 0.
class Decimal {
 public:
  static constexpr int kMaxDigits = 30;  ///< significant digits that may be written

  constexpr Decimal() = default;
  explicit Decimal(std::int64_t whole) : Decimal(whole, 0) {}

  /// Reads `-12.5e3` from the start of `text`; `used` is how much of it. Nothing when no number stands there, or one
  /// with more than kMaxDigits significant digits or an exponent beyond 4 digits.
  static std::optional<Decimal> parse_prefix(std::string_view text, std::size_t& used);
  /// The whole of `text` is a number.
  static std::optional<Decimal> parse(std::string_view text);

  [[nodiscard]] bool negative() const { return mantissa_ < 0; }
  [[nodiscard]] bool zero() const { return mantissa_ == 0; }
  [[nodiscard]] bool whole() const { return exponent_ >= 0; }
  /// The number as an integer, when it is whole and fits.
  [[nodiscard]] std::optional<std::int64_t> integer() const;
  /// The number as a fraction, when it has at most 18 decimals and fits.
  [[nodiscard]] std::optional<Fraction> fraction() const;
  /// x factor x 10^power, exactly; factor is at most 2^20.
  [[nodiscard]] Decimal scaled(std::int64_t factor, int power) const;
  /// The nearest double.
  [[nodiscard]] double real() const;
  /// Plain digits, with an exponent only where there would be more than kMaxDigits of them: exact, and read back by
  /// parse.
  [[nodiscard]] std::string text() const;

  friend bool operator==(const Decimal& a, const Decimal& b) = default;
  friend std::strong_ordering operator<=>(const Decimal& a, const Decimal& b);

 private:
  Decimal(Int128 mantissa, int exponent);
  Int128 mantissa_ = 0;
  int exponent_ = 0;
};

/// The shortest text that is read back as this double; nlohmann's own is now and then longer than that.
[[nodiscard]] std::string shortest_text(double value);

}  // namespace headroom
