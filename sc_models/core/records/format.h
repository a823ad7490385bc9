// The text forms of the cells of a record. Integers stay integers: nothing passes through a double but `kReal`.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "sc_models/core/units.h"

namespace headroom {

/// How a cell is written [R].
enum class Format : std::uint8_t {
  kInteger,       ///< decimal
  kSeconds,       ///< from picoseconds, exact, at most 12 places
  kMicroseconds,  ///< from picoseconds, exact, at most 6 places
  kNanoseconds,   ///< from picoseconds, exact, at most 3 places
  kGigabytes,     ///< bytes / 10^9, exact
  kMegabytes,     ///< bytes / 10^6, exact
  kReal,          ///< as %.9g
  kFlag,          ///< 1 or 0
  kText,          ///< quoted as RFC 4180 says
  kUtc,           ///< from picoseconds since 1970-01-01T00:00:00Z, whole seconds, rounded down
};

/// The letter under which the documentation lists a format, and what it stands for.
[[nodiscard]] std::string_view code(Format format);
[[nodiscard]] std::string_view explanation(Format format);

/// One value on its way into a record. Text is only referred to.
class Cell {
 public:
  Cell() = default;  ///< an empty cell
  template <std::unsigned_integral T>
  requires(!std::same_as<T, bool>) Cell(T value) : value_(std::uint64_t{value}) {}
  template <std::signed_integral T>
  Cell(T value) : value_(std::int64_t{value}) {}
  Cell(bool value) : value_(std::uint64_t{value}) {}
  Cell(double value) : value_(value) {}
  Cell(Ps value) : value_(value.count()) {}
  Cell(Bytes value) : value_(value.count()) {}
  Cell(std::string_view value) : value_(value) {}
  Cell(const std::string& value) : value_(std::string_view(value)) {}
  Cell(const char* value) : value_(std::string_view(value)) {}

  /// Appends the value in the given form; ModelError when the value is not of that kind.
  void append_to(std::string& out, Format format) const;

 private:
  std::variant<std::monostate, std::int64_t, std::uint64_t, double, std::string_view> value_;
};

/// `value` / 10^`places`, exactly, without trailing zeros.
void append_decimal(std::string& out, std::int64_t value, unsigned places);
void append_real(std::string& out, double value);
/// In double quotes, with quotes doubled, when it holds a comma, a quote or a line end.
void append_text(std::string& out, std::string_view text);
void append_utc(std::string& out, Ps since_epoch);
void append_utc_seconds(std::string& out, std::int64_t since_epoch);

}  // namespace headroom
