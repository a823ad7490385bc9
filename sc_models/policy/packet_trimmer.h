#pragma once

#include "sc_models/core/frame.h"

namespace headroom {

/// Cuts a data packet that found no room down to IP, UDP and the 16 B of its packet delivery header, which go on so
/// that its receiver can ask for it again. ECN, ports and the class in its DSCP stay as they are. `last_hop`: the port
/// it leaves by faces a NIC.
inline void trim(Frame& frame, bool last_hop) {
  frame.wire_bytes = kUetControlBytes;
  frame.payload_bytes = 0;
  frame.role = last_hop ? DscpRole::kTrimmedLastHop : DscpRole::kTrimmed;
}

}  // namespace headroom
