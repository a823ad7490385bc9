// The workload section: limits and the parameters that only its reader needs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "sc_models/core/params/configuration.h"

namespace headroom {

struct RdmaParams {
  unsigned data_class = 0, control_class = 0;
};

inline constexpr std::size_t kMaxFlows = 4'000'000;
/// Why so many flows are refused, if they are.
[[nodiscard]] std::optional<std::string> too_many_flows(std::size_t count);

}  // namespace headroom
