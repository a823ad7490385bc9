// Values from the command line, put into the document before it is read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sc_models/core/config/fault.h"
#include "sc_models/core/config/json_node.h"

namespace headroom {

inline constexpr std::string_view kConfigurationSections[] = {"simulation", "components", "topology", "workload"};

struct Overrides {
  std::vector<std::string> sets;     ///< PATH=VALUE
  std::optional<std::string> seed;   ///< simulation.Seed
  std::optional<std::string> until;  ///< simulation.Duration
};

/// JSON where the text is JSON, else a string without quotes.
[[nodiscard]] JsonNode loose_value(const std::string& text, Place place);

void apply(const Overrides& overrides, JsonNode& root, Faults& faults);

}  // namespace headroom
