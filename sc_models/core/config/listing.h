// The attribute tables as text for people and programs.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "sc_models/core/config/model.h"

namespace headroom {

using ModelList = std::span<const Model* const>;

/// One line an attribute, in columns.
[[nodiscard]] std::string attribute_table(ModelList models);
/// One object an attribute.
[[nodiscard]] nlohmann::ordered_json attribute_json(ModelList models);
/// The page docs/attributes.md.
[[nodiscard]] std::string attribute_markdown(ModelList models);

/// `typedParameters` of a model with all that is known about each attribute, at its Default.
[[nodiscard]] nlohmann::ordered_json model_parameters(const Model& model);
/// JSON Schema of a model's `typedParameters` (or of a section of the file).
[[nodiscard]] nlohmann::ordered_json model_schema(const Model& model);
/// JSON Schema of a whole configuration file.
[[nodiscard]] nlohmann::ordered_json file_schema();

}  // namespace headroom
