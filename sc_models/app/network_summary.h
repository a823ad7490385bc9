#pragma once

#include <string>
#include <vector>

#include "sc_models/app/network.h"
#include "sc_models/core/records/summary.h"

namespace headroom {

/// What each flow has come to, in flow order.
[[nodiscard]] std::vector<FlowResult> flow_results(const Network& network);

/// Everything that `summary.json` says of the model as it stands at `now`; what only the run knows is left to it.
[[nodiscard]] Summary summarize(Network& network, const std::vector<FlowIdentity>& flows,
                                const std::vector<FlowResult>& results, Ps now);

}  // namespace headroom
