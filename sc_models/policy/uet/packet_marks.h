#pragma once

#include "sc_models/core/dscp.h"
#include "sc_models/core/params/uet_nic.h"

namespace headroom {

/// What a NIC writes into the DSCP of a data packet. ACKs, NACKs, probes and their answers are DscpRole::kControl.
[[nodiscard]] constexpr DscpRole data_role(const PdsParams& params, bool retransmission) {
  if (retransmission && params.distinct_dscp_for_retransmits) return DscpRole::kTrimmableRetransmission;
  return params.trimming ? DscpRole::kTrimmable : DscpRole::kNoTrim;
}

}  // namespace headroom
