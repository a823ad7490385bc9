// Writes nodes back as JSON text, and turns them into nlohmann values.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "sc_models/core/config/json_node.h"

namespace headroom {

/// Indented by two, one key a line, lists without objects on one line, numbers as they were read.
[[nodiscard]] std::string write_json(const JsonNode& node);
[[nodiscard]] nlohmann::ordered_json to_json(const JsonNode& node);
/// Without places.
[[nodiscard]] JsonNode from_json(const nlohmann::ordered_json& json);

}  // namespace headroom
