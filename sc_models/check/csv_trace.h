#pragma once

#include <string>
#include <string_view>

#include "sc_models/check/block_format.h"
#include "sc_models/check/trace.h"

namespace headroom {

/// Reads a trace of events: a header line, then one event a line in time order. Throws TraceFault at the first fault.
/// `file` is named in it.
[[nodiscard]] Trace read_csv_trace(std::string_view text, const std::string& file, const BlockFormat& block);

}  // namespace headroom
