// Reads one attribute's value, in either form, by the rules for writing it (reference P4 to P17).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sc_models/core/config/attribute.h"
#include "sc_models/core/config/json_node.h"

namespace headroom {

/// Why a value is refused.
struct Refusal {
  std::string code, message;
};

/// A configuration file accepts bare values ("2MB", 7, [1, 0, ...]); a patch only { "value", "unit", "type" }.
enum class Form : std::uint8_t { kFile, kPatch };

/// The value at `node`. `stored`: what the attribute held so far, whose other keys a patch may repeat.
[[nodiscard]] std::variant<Value, Refusal> read_value(const Attribute& attribute, const JsonNode& node, Form form,
                                                      const Value& stored);
/// The Default; throws ModelError when the table itself is wrong.
[[nodiscard]] Value default_value(const Attribute& attribute);

/// What is not checked when a value is written: that a list's entries are numbers in range, that a name does not stop
/// the run [S]. One a bad entry.
[[nodiscard]] std::vector<Refusal> check_entries(const Attribute& attribute, const Value& value);

/// `min` to `max` in words, or empty.
[[nodiscard]] std::string range_text(const Attribute& attribute);

/// { "value", "unit", "type" }
[[nodiscard]] nlohmann::ordered_json leaf(const Attribute& attribute, const Value& value);
/// The same with default, limits, choices, meaning and origin.
[[nodiscard]] nlohmann::ordered_json full_leaf(const Attribute& attribute, const Value& value);
/// As a bare value of a configuration file: 7, true, "2MB", "[1, 0, ...]".
[[nodiscard]] nlohmann::ordered_json bare(const Attribute& attribute, const Value& value);

}  // namespace headroom
