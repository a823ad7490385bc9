// Fields of the topology section that have a value of their own.
#pragma once

#include <cstdint>
#include <string>

#include "sc_models/core/params/configuration.h"

namespace headroom {

struct TopologyFields {
  TopologyKind kind{};
  std::uint64_t servers = 0;
  std::string rack_switch;
};

}  // namespace headroom
