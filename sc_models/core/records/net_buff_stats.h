#pragma once

#include <string>
#include <vector>

#include "sc_models/core/records/column.h"
#include "sc_models/core/records/periodic_record.h"
#include "sc_models/core/records/probes.h"

namespace headroom {

struct NetBuffRow {
  /// What a pool had moved when the interval began.
  struct Before {
    std::uint64_t enqueued = 0, dequeued = 0;
    Bytes enqueued_bytes, dequeued_bytes;
  };
  RowTime time;
  const PoolProbe::Identity& pool;
  const std::string& name;
  const PoolMeter& meter;
  Before before;
  double integral;  ///< of the occupancy over the interval, in byte picoseconds
};

[[nodiscard]] const Record<NetBuffRow>& net_buff_stats_record();

/// `net-buff-stats`: one row a pool of a NIC.
class NetBuffStats final : public PeriodicRecord {
 public:
  NetBuffStats(OutputFolder& folder, std::string run, const std::vector<PoolProbe*>& pools);
  void sample(Ps now, Ps since) override;
  RecordFile& file() override { return table_.file(); }

 private:
  struct Pool {
    PoolProbe* probe;
    std::string name;  ///< buffer_id
    NetBuffRow::Before before;
  };
  const std::string run_;
  RecordTable<NetBuffRow> table_;
  std::vector<Pool> pools_;
};

}  // namespace headroom
