#pragma once

#include <string>

#include "sc_models/check/block_checker.h"
#include "sc_models/check/trace.h"

namespace headroom {

struct TraceVerdict {
  Scoreboard scoreboard;
  /// Where and why the rest was not compared: after a departure the block was told what contradicts the policy's state.
  std::string stopped;
};

/// Compares the trace with the block's policy. Throws TraceFault when what the block was told contradicts itself though
/// nothing has departed; `file` is named in it.
[[nodiscard]] TraceVerdict check_trace(const Trace& trace, const std::string& file, std::string_view block,
                                       const CheckSettings& settings);

}  // namespace headroom
