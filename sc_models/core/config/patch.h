// Changes attributes of one component, or global parameters, of a configuration file: all of a patch or nothing.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "sc_models/core/config/fault.h"

namespace headroom {

struct PatchResult {
  Faults faults;
  nlohmann::ordered_json parameters;  ///< all of them after the change, each with its limits and meaning
  std::string text;                   ///< the whole file anew
  bool lost_comments = false;
};

/// What is patched: a file and a patch, each with its name for messages.
struct PatchInput {
  std::string_view text;
  std::string file;
  std::string_view patch;
  std::string patch_file;
};

[[nodiscard]] PatchResult patch_component(const PatchInput& input, const std::string& component);
[[nodiscard]] PatchResult patch_global(const PatchInput& input);

}  // namespace headroom
