// One row of a component's attribute table: all that is known about one attribute.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "sc_models/core/config/decimal.h"
#include "sc_models/core/config/unit.h"
#include "sc_models/core/units.h"

namespace headroom {

enum class Origin : std::uint8_t { kSeed, kCompanion, kExtension };
[[nodiscard]] std::string_view origin_name(Origin origin);

/// One attribute's value as it was written and as the model gets it.
struct Value {
  bool present = false;  ///< false: optional and left out
  Decimal number;        ///< as written, in `unit`
  std::string unit;
  bool flag = false;
  std::string text;                  ///< strings, enums and lists
  std::int64_t base = 0;             ///< in bytes, bit/s, ps or 1; number of an enum's choice
  std::array<Decimal, 8> entries{};  ///< of a list whose entries are numbers

  friend bool operator==(const Value&, const Value&) = default;
};

/// Puts a value into its member of the parameters.
using Store = void (*)(void* params, const Value& value);

/// Why two runs that differ in an attribute alone write the same records, and who says so.
struct NoEffect {
  std::string_view why;
  Origin source = Origin::kExtension;
};

struct Attribute {
  std::string_view path = {};  ///< keys from the component's typedParameters down, separated by '/'
  Type type = Type::kBool;
  Store store = nullptr;
  std::string_view fallback = {};       ///< the Default, as a configuration would write it; empty: none
  std::string_view min = {}, max = {};  ///< likewise, inclusive, for lists of each entry; empty: not limited here
  Origin origin = Origin::kExtension;
  std::string_view meaning = {};
  std::span<const std::string_view> choices = {};  ///< of an enum, in the order of its enumerators
  std::string_view range_code = "OUT_OF_RANGE";    ///< fault code when outside min..max
  bool readonly = false;
  std::optional<NoEffect> no_effect = {};           ///< of an attribute that changes no record
  std::span<const std::string_view> stopping = {};  ///< names beside the choices that may be written and stop a run

  [[nodiscard]] std::string_view key() const { return path.substr(path.rfind('/') + 1); }
};

namespace detail {

template <class P, class T>
P owner(T P::*);

template <class T>
void assign(T& member, const Value& value) {
  if constexpr (std::is_same_v<T, bool>) {
    member = value.flag;
  } else if constexpr (std::is_same_v<T, double>) {
    member = value.number.real();
  } else if constexpr (std::is_same_v<T, std::string>) {
    member = value.text;
  } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    member = static_cast<T>(value.base);
  } else {
    member = T(value.base);
  }
}

template <class T>
void assign(std::optional<T>& member, const Value& value) {
  if (value.present) member.emplace(value.base);
}

template <class T>
void assign(std::array<T, kTrafficClasses>& member, const Value& value) {
  for (unsigned i = 0; i < kTrafficClasses; ++i) {
    if constexpr (std::is_same_v<T, Fraction>) {
      member[i] = value.entries[i].fraction().value_or(Fraction());
    } else {
      member[i] = static_cast<T>(value.entries[i].integer().value_or(0));
    }
  }
}

template <auto First, auto... Rest>
void store(void* params, const Value& value) {
  auto& owned = *static_cast<decltype(owner(First))*>(params);
  assign(((owned.*First).*....*Rest), value);
}

}  // namespace detail

/// The store function of the member reached by these member pointers, one after the other.
template <auto First, auto... Rest>
inline constexpr Store field = &detail::store<First, Rest...>;

/// The same row, for an attribute that changes no record.
constexpr Attribute without_effect(Attribute row, Origin source, std::string_view why) {
  row.no_effect = NoEffect{why, source};
  return row;
}

/// For an attribute that is known and checked but of which the model needs nothing.
inline void store_nothing(void*, const Value&) {}

}  // namespace headroom
