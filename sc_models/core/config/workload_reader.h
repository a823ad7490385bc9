// The workload section: limits and the parameters that only its reader needs.
#pragma once

#include <cstddef>

#include "sc_models/core/params/configuration.h"

namespace headroom {

struct RdmaParams {
  unsigned data_class = 0, control_class = 0;
};

inline constexpr std::size_t kMaxFlows = 4'000'000;

}  // namespace headroom
