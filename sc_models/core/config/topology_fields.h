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
  std::uint64_t racks = 0, servers_per_rack = 0, spines = 0;
};

}  // namespace headroom
