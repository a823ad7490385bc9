#include "sc_models/core/records/format.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>

#include "sc_models/core/check.h"

namespace headroom {
namespace {

struct FormatText {
  std::string_view code, explanation;
};
constexpr std::array<FormatText, 10> kFormats{{
    {"I", "integer, decimal"},
    {"T", "seconds, from whole picoseconds: exact, at most 12 decimal places, no trailing zeros, no exponent"},
    {"U", "microseconds, from whole picoseconds: exact, at most 6 decimal places"},
    {"N", "nanoseconds, from whole picoseconds: exact, at most 3 decimal places"},
    {"G", "10^9 bytes, exact"},
    {"M", "10^6 bytes, exact"},
    {"F", "computed real number, at most 9 significant digits (`%.9g`)"},
    {"B", "`1` or `0`"},
    {"S", "text; quoted when it holds a comma, a quote or a line end"},
    {"Z", "simulated time since 1970-01-01T00:00:00Z, whole seconds, rounded down"},
}};

template <class Integer>
void append_integer(std::string& out, Integer value) {
  if (value >= 0 && value < 10) {  // most counters of most rows
    out += static_cast<char>('0' + value);
    return;
  }
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  out.append(digits, static_cast<std::size_t>(end - digits));
}

/// `value` in `width` digits, its lowest ones.
void put_digits(char* at, std::uint64_t value, unsigned width) {
  for (unsigned i = width; i-- > 0; value /= 10) at[i] = static_cast<char>('0' + value % 10);
}

bool needs_quotes(std::string_view text) {
  for (const char c : text)
    if (c == ',' || c == '"' || c == '\r' || c == '\n') return true;
  return false;
}

std::int64_t signed_integer(
    const std::variant<std::monostate, std::int64_t, std::uint64_t, double, std::string_view>& v) {
  if (const auto* number = std::get_if<std::int64_t>(&v)) return *number;
  const auto* number = std::get_if<std::uint64_t>(&v);
  HEADROOM_CHECK(number && *number <= INT64_MAX, "record: a cell of this form needs an integer below 2^63");
  return static_cast<std::int64_t>(*number);
}

}  // namespace

std::string_view code(Format format) { return kFormats[static_cast<std::size_t>(format)].code; }
std::string_view explanation(Format format) { return kFormats[static_cast<std::size_t>(format)].explanation; }

void append_decimal(std::string& out, std::int64_t value, unsigned places) {
  // Negation in the unsigned domain is defined for every value.
  std::uint64_t magnitude = static_cast<std::uint64_t>(value);
  if (value < 0) {
    out += '-';
    magnitude = 0 - magnitude;
  }
  std::uint64_t one = 1;
  for (unsigned i = 0; i < places; ++i) one *= 10;
  append_integer(out, magnitude / one);
  const std::uint64_t rest = magnitude % one;
  if (rest == 0) return;
  char digits[20];
  put_digits(digits, rest, places);
  while (digits[places - 1] == '0') --places;
  out += '.';
  out.append(digits, places);
}

void append_real(std::string& out, double value) {
  HEADROOM_CHECK(std::isfinite(value), "record: {} is not a number that can be written", value);
  if (value == 0) {  // nor minus zero
    out += '0';
    return;
  }
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 9).ptr;
  out.append(digits, static_cast<std::size_t>(end - digits));
}

void append_text(std::string& out, std::string_view text) {
  if (!needs_quotes(text)) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void append_utc(std::string& out, Ps since_epoch) {
  HEADROOM_CHECK(since_epoch >= Ps{0}, "record: {} ps lies before the start of the run", since_epoch.count());
  append_utc_seconds(out, since_epoch.count() / kPsPerSecond);
}

void append_utc_seconds(std::string& out, std::int64_t since_epoch) {
  using namespace std::chrono;
  const sys_seconds time{seconds{since_epoch}};
  const auto midnight = floor<days>(time);
  const year_month_day date{midnight};
  const hh_mm_ss clock{time - midnight};
  char text[] = "0000-00-00T00:00:00Z";
  put_digits(&text[0], static_cast<unsigned>(static_cast<int>(date.year())), 4);
  put_digits(&text[5], static_cast<unsigned>(date.month()), 2);
  put_digits(&text[8], static_cast<unsigned>(date.day()), 2);
  put_digits(&text[11], static_cast<std::uint64_t>(clock.hours().count()), 2);
  put_digits(&text[14], static_cast<std::uint64_t>(clock.minutes().count()), 2);
  put_digits(&text[17], static_cast<std::uint64_t>(clock.seconds().count()), 2);
  out += text;
}

void Cell::append_to(std::string& out, Format format) const {
  if (std::holds_alternative<std::monostate>(value_)) return;
  switch (format) {
    case Format::kInteger:
      if (const auto* number = std::get_if<std::uint64_t>(&value_)) return append_integer(out, *number);
      return append_integer(out, signed_integer(value_));
    case Format::kSeconds: return append_decimal(out, signed_integer(value_), 12);
    case Format::kMicroseconds: return append_decimal(out, signed_integer(value_), 6);
    case Format::kNanoseconds: return append_decimal(out, signed_integer(value_), 3);
    case Format::kGigabytes: return append_decimal(out, signed_integer(value_), 9);
    case Format::kMegabytes: return append_decimal(out, signed_integer(value_), 6);
    case Format::kUtc: return append_utc(out, Ps{signed_integer(value_)});
    case Format::kFlag: return append_integer(out, signed_integer(value_) != 0 ? 1 : 0);
    case Format::kReal: {
      const auto* number = std::get_if<double>(&value_);
      HEADROOM_CHECK(number, "record: a real cell needs a real value");
      return append_real(out, *number);
    }
    case Format::kText: {
      const auto* text = std::get_if<std::string_view>(&value_);
      HEADROOM_CHECK(text, "record: a text cell needs text");
      return append_text(out, *text);
    }
  }
}

}  // namespace headroom
