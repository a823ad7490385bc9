// Reads JSON with `//` and `/* */` comments into nodes that know their line.
#pragma once

#include <string_view>

#include "sc_models/core/config/fault.h"
#include "sc_models/core/config/json_node.h"

namespace headroom {

/// Syntax errors, keys that stand twice and nesting beyond 64 levels become faults; what could be read is returned.
[[nodiscard]] JsonNode read_json(std::string_view text, Source source, Faults& faults);

}  // namespace headroom
