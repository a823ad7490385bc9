#pragma once

#include <filesystem>
#include <string>

#include "sc_models/app/findings.h"
#include "sc_models/app/network.h"
#include "sc_models/core/records/summary.h"

namespace headroom {

/// What a person sees at the end of a run: how it ended, what its flows achieved, what was paused or dropped, why, what
/// would cure it, and where the records are.
[[nodiscard]] std::string run_table(const Network& network, const Summary& summary, const Findings& findings,
                                    const std::filesystem::path& folder);

}  // namespace headroom
