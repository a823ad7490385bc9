#pragma once

#include <string>
#include <string_view>

#include "sc_models/core/records/column.h"
#include "sc_models/core/records/identity.h"
#include "sc_models/core/stats.h"

namespace headroom {

/// One member of an equal-cost set of a switch.
struct LoadBalancingRow {
  using Counters = PathStats;
  RowTime time;
  const PortIdentity& port;
  std::uint64_t group;
  std::string_view members;
  std::uint64_t members_count;
  Ps formed;
  std::uint64_t flow_table_slots;
  Counters total, before;
  Bytes group_interval_bytes;
};

[[nodiscard]] const Record<LoadBalancingRow>& load_balancing_record();

}  // namespace headroom
