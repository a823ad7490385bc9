#pragma once

#include "sc_models/check/block_checker.h"
#include "sc_models/check/trace.h"

namespace headroom {

/// Compares the trace with the block's policy. Throws TraceFault when what the block was told contradicts itself;
/// `file` is named in it.
[[nodiscard]] Scoreboard check_trace(const Trace& trace, const std::string& file, std::string_view block,
                                     const CheckSettings& settings);

}  // namespace headroom
