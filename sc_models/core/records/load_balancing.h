#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sc_models/core/records/column.h"
#include "sc_models/core/records/identity.h"
#include "sc_models/core/records/periodic_record.h"
#include "sc_models/core/records/probes.h"
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

/// `scala-switch-load-balancing-stats`: rows of one switch at its own interval; all switches share the file.
class LoadBalancingStats final : public PeriodicRecord {
 public:
  /// `table` and `probe` outlive it.
  LoadBalancingStats(std::string run, RecordTable<LoadBalancingRow>& table, const LoadBalancingProbe& probe)
      : run_(std::move(run)), table_(table), probe_(probe) {}
  void sample(Ps now, Ps since) override;
  RecordFile& file() override { return table_.file(); }

 private:
  struct Member {
    PortIdentity port;
    std::size_t set, index;
    PathStats before;
  };
  struct Set {
    std::string ports;  ///< as the row has them
    Bytes before;       ///< of all members
    Bytes in_interval;
  };
  void meet_new_sets();

  const std::string run_;
  RecordTable<LoadBalancingRow>& table_;
  const LoadBalancingProbe& probe_;
  std::vector<Set> sets_;
  std::vector<Member> members_;  ///< in the order of the rows: by port, then set
};

}  // namespace headroom
