#pragma once

#include <string>
#include <vector>

#include "sc_models/app/network.h"

namespace headroom {

/// Sentences for a person who asks why a run went as it did: which transmissions were held and by whom, which host
/// could not keep up and what would cure it, what was dropped. Empty when nothing stood in the way.
[[nodiscard]] std::vector<std::string> findings(Network& network, Ps now);

}  // namespace headroom
