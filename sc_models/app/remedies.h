#pragma once

#include <string>
#include <vector>

#include "sc_models/app/network.h"

namespace headroom {

/// What stood in the way of a run, and what would change that.
struct Remedy {
  std::string why, cure;
};

/// Hosts too slow for their ports, ports of the switch that several senders share, packets dropped for want of room,
/// pools in which no packet fits. Empty when nothing stood in the way.
[[nodiscard]] std::vector<Remedy> remedies(Network& network, Ps now);

}  // namespace headroom
