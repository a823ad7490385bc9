// From part of a path to where the attribute stands in a document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sc_models/core/config/json_node.h"

namespace headroom {

/// The paths from the top of the document to attributes whose last keys are those of `path`, as many of them as any
/// attribute shares; empty when no attribute has even the last one.
[[nodiscard]] std::vector<std::string> full_paths(const JsonNode& root, std::string_view path);

/// "did you mean A or B?" of full_paths, or nothing.
[[nodiscard]] std::string full_path_hint(const JsonNode& root, std::string_view path);

}  // namespace headroom
