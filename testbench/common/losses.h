// Which frames a wire of the tests loses.
#pragma once

#include "sc_models/core/frame.h"

namespace headroom::test {

/// Loses the packet `psn` the first `times` it comes.
inline auto lose_data(Psn psn, int times = 1) {
  return [psn, times](const Frame& f) mutable { return f.kind == FrameKind::kData && f.psn == psn && times-- > 0; };
}

}  // namespace headroom::test
