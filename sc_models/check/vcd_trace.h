#pragma once

#include <string>
#include <string_view>

#include "sc_models/check/trace.h"

namespace headroom {

struct VcdTrace {
  Trace trace;
  Clock clock;  ///< as measured
};

/// Reads a dump that has the ports of a block of rtl_ref, sampled before each rising edge of its clock. `scope`: where
/// the ports stand, "top.dut"; empty: the one scope that has them all. Throws TraceFault.
[[nodiscard]] VcdTrace read_vcd_trace(std::string_view text, const std::string& file, std::string_view block,
                                      const std::string& scope);

}  // namespace headroom
