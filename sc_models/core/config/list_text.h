// The written form of list attributes and of free strings.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "sc_models/core/config/decimal.h"
#include "sc_models/core/units.h"

namespace headroom {

/// What breaks the form of `[a, b, c, d, e, f, g, h]`, if anything does.
[[nodiscard]] std::optional<std::string> list_fault(std::string_view text);
/// The eight entries of a list of the right form.
[[nodiscard]] std::array<std::string_view, kTrafficClasses> split_list(std::string_view text);
/// The same as numbers; 0 where an entry is none.
[[nodiscard]] std::array<Decimal, kTrafficClasses> list_entries(std::string_view text);

/// The first character a string may not contain.
[[nodiscard]] std::optional<char> forbidden_character(std::string_view text);

/// Letters, digits, '-' and '_', the first a letter or digit, 1 to `longest` of them.
[[nodiscard]] bool is_name(std::string_view text, std::size_t longest);

}  // namespace headroom
