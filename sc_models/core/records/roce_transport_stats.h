#pragma once

#include <string>
#include <vector>

#include "sc_models/core/records/column.h"
#include "sc_models/core/records/periodic_record.h"
#include "sc_models/core/records/probes.h"

namespace headroom {

struct RoceRow {
  RowTime time;
  const NodeIdentity& node;
  RoceStats total, before;
  RoceGauges gauges;
  const DelaySamples& round_trips;
};

[[nodiscard]] const Record<RoceRow>& roce_transport_stats_record();

/// `roce-transport-stats`: one row a RoCE NIC.
class RoceTransportStats final : public PeriodicRecord {
 public:
  RoceTransportStats(OutputFolder& folder, std::string run, const std::vector<RoceProbe*>& engines);
  void sample(Ps now, Ps since) override;
  RecordFile& file() override { return table_.file(); }

 private:
  struct Engine {
    RoceProbe* probe;
    RoceStats before;
  };
  const std::string run_;
  RecordTable<RoceRow> table_;
  std::vector<Engine> engines_;
};

}  // namespace headroom
