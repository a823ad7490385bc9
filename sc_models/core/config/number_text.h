// Numbers with and without units as text, and their limits.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "sc_models/core/config/attribute.h"

namespace headroom {

/// "256KB" taken apart; blanks before the unit are allowed. Nothing when no number stands first.
struct WithUnit {
  Decimal number;
  std::string_view unit;
};
[[nodiscard]] std::optional<WithUnit> split_unit(std::string_view text);

/// A limit or default of a table row in bytes, bit/s, ps or 1.
[[nodiscard]] Decimal in_base(Type type, std::string_view text);
[[nodiscard]] Decimal in_base(Type type, const Decimal& number, std::string_view unit);

/// The number as JSON, when JSON's doubles can hold it exactly enough to be read back as the same decimal.
[[nodiscard]] std::optional<nlohmann::ordered_json> json_number(const Decimal& number);

}  // namespace headroom
