#pragma once

#include <string>
#include <string_view>

#include "sc_models/core/records/column.h"
#include "sc_models/core/records/identity.h"

namespace headroom {

/// One member of an equal-cost set of a switch.
struct LoadBalancingRow {
  struct Counters {
    Bytes bytes;
    std::uint64_t packets = 0, assignments = 0, moved_in = 0, moved_out = 0, paused_skips = 0, paused_selections = 0;
  };
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
