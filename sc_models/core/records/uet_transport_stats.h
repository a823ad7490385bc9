#pragma once

#include <string>
#include <vector>

#include "sc_models/core/records/column.h"
#include "sc_models/core/records/periodic_record.h"
#include "sc_models/core/records/probes.h"

namespace headroom {

struct UetRow {
  RowTime time;
  const NodeIdentity& node;
  const UetStats &total, &before;
};

[[nodiscard]] const Record<UetRow>& uet_transport_stats_record();

/// `uet-transport-stats`: one row a UET NIC with `EnableTransportStats`.
class UetTransportStats final : public PeriodicRecord {
 public:
  UetTransportStats(OutputFolder& folder, std::string run, const std::vector<UetProbe*>& engines);
  void sample(Ps now, Ps since) override;
  RecordFile& file() override { return table_.file(); }

 private:
  struct Engine {
    UetProbe* probe;
    UetStats before;
  };
  const std::string run_;
  RecordTable<UetRow> table_;
  std::vector<Engine> engines_;
};

}  // namespace headroom
