#include "sc_models/core/config/decimal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

namespace headroom {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

Int128 power_of_ten(int n) {
  Int128 power = 1;
  while (n-- > 0) power *= 10;
  return power;
}

int digits(Int128 magnitude) {
  int count = 0;
  for (; magnitude != 0; magnitude /= 10) ++count;
  return count;
}

std::string plain(Int128 value) {
  if (value == 0) return "0";
  std::string out;
  const bool negative = value < 0;
  for (; value != 0; value /= 10) out += static_cast<char>('0' + std::abs(static_cast<int>(value % 10)));
  if (negative) out += '-';
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace

Decimal::Decimal(Int128 mantissa, int exponent) : mantissa_(mantissa), exponent_(mantissa == 0 ? 0 : exponent) {
  while (mantissa_ != 0 && mantissa_ % 10 == 0) mantissa_ /= 10, ++exponent_;
}

std::optional<Decimal> Decimal::parse_prefix(std::string_view text, std::size_t& used) {
  std::size_t at = 0;
  const bool negative = at < text.size() && text[at] == '-';
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  Int128 mantissa = 0;
  int exponent = 0, significant = 0, zeros = 0;  // zeros: read after a significant digit and not yet taken in
  bool any = false, point = false;
  for (; at < text.size() && (is_digit(text[at]) || (text[at] == '.' && !point)); ++at) {
    if (text[at] == '.') {
      point = true;
      continue;
    }
    any = true;
    if (point) --exponent;
    if (text[at] == '0') {
      if (significant > 0) ++zeros;
      continue;
    }
    significant += zeros + 1;
    if (significant > kMaxDigits) return std::nullopt;
    mantissa = mantissa * power_of_ten(zeros + 1) + (text[at] - '0');
    zeros = 0;
  }
  if (!any) return std::nullopt;
  exponent += zeros;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    std::size_t from = at + 1;
    const bool down = from < text.size() && text[from] == '-';
    if (from < text.size() && (text[from] == '-' || text[from] == '+')) ++from;
    std::size_t to = from;
    int value = 0;
    for (; to < text.size() && is_digit(text[to]); ++to) {
      value = value * 10 + (text[to] - '0');
      if (value > 9'999) return std::nullopt;
    }
    if (to > from) {
      exponent += down ? -value : value;
      at = to;
    }
  }
  used = at;
  return Decimal(negative ? -mantissa : mantissa, exponent);
}

std::optional<Decimal> Decimal::parse(std::string_view text) {
  std::size_t used = 0;
  const std::optional<Decimal> number = parse_prefix(text, used);
  return number && used == text.size() ? number : std::nullopt;
}

std::optional<std::int64_t> Decimal::integer() const {
  const Int128 magnitude = mantissa_ < 0 ? -mantissa_ : mantissa_;
  if (exponent_ < 0 || exponent_ > 19 || digits(magnitude) + exponent_ > 19) return std::nullopt;
  const Int128 value = mantissa_ * power_of_ten(exponent_);
  if (value > INT64_MAX || value < INT64_MIN) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

std::optional<Fraction> Decimal::fraction() const {
  if (exponent_ < -18 || (exponent_ < 0 && digits(mantissa_ < 0 ? -mantissa_ : mantissa_) > 18)) return std::nullopt;
  if (exponent_ < 0) return Fraction(static_cast<std::int64_t>(mantissa_), static_cast<unsigned>(-exponent_));
  const std::optional<std::int64_t> value = integer();
  if (!value) return std::nullopt;
  return Fraction(*value, 0);
}

Decimal Decimal::scaled(std::int64_t factor, int power) const { return {mantissa_ * factor, exponent_ + power}; }

double Decimal::real() const {
  const std::string written = text();
  double value = 0;
  const std::from_chars_result result = std::from_chars(written.data(), written.data() + written.size(), value);
  if (result.ec == std::errc::result_out_of_range) return std::strtod(written.c_str(), nullptr);
  return value;
}

std::string Decimal::text() const {
  const bool negative = mantissa_ < 0;
  std::string out = plain(negative ? -mantissa_ : mantissa_);
  const int count = static_cast<int>(out.size()), point = count + exponent_;  // digits before the point
  if (exponent_ >= 0 && point <= kMaxDigits) {
    out.append(static_cast<std::size_t>(exponent_), '0');
  } else if (exponent_ < 0 && -exponent_ <= kMaxDigits) {
    if (point <= 0) out.insert(0, static_cast<std::size_t>(1 - point), '0');
    out.insert(out.size() - static_cast<std::size_t>(-exponent_), ".");
  } else {
    if (count > 1) out.insert(1, ".");
    out += "e" + std::to_string(point - 1);
  }
  return negative ? "-" + out : out;
}

std::strong_ordering operator<=>(const Decimal& a, const Decimal& b) {
  const auto sign = [](const Decimal& d) { return d.mantissa_ > 0 ? 1 : d.mantissa_ < 0 ? -1 : 0; };
  if (sign(a) != sign(b) || sign(a) == 0) return sign(a) <=> sign(b);
  const Int128 x = a.mantissa_ < 0 ? -a.mantissa_ : a.mantissa_, y = b.mantissa_ < 0 ? -b.mantissa_ : b.mantissa_;
  std::strong_ordering magnitude = digits(x) + a.exponent_ <=> digits(y) + b.exponent_;
  if (magnitude == 0) {  // the same leading power of ten: aligned, both have as many digits as the longer one
    const int least = std::min(a.exponent_, b.exponent_);
    magnitude = x * power_of_ten(a.exponent_ - least) <=> y * power_of_ten(b.exponent_ - least);
  }
  return sign(a) > 0 ? magnitude : 0 <=> magnitude;
}

std::string shortest_text(double value) {
  std::array<char, 32> text{};
  const std::to_chars_result result = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), result.ptr};
}

}  // namespace headroom
