#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sc_models/core/records/column.h"
#include "sc_models/core/records/periodic_record.h"
#include "sc_models/core/records/probes.h"

namespace headroom {

struct TrimRow {
  RowTime time;
  const PortIdentity& port;
  TrimStats total;
};

[[nodiscard]] const Record<TrimRow>& trim_stats_record();

/// `x-switch-trim-stats`: one row for each port of the switches that trim.
class SwitchTrimStats final : public PeriodicRecord {
 public:
  SwitchTrimStats(OutputFolder& folder, std::string run, std::vector<TrimProbe*> ports)
      : run_(std::move(run)), table_(folder, run_, trim_stats_record()), ports_(std::move(ports)) {}
  void sample(Ps now, Ps since) override {
    for (const TrimProbe* port : ports_) table_.add({{run_, now, since}, port->identity(), port->trimmed()});
  }
  RecordFile& file() override { return table_.file(); }

 private:
  const std::string run_;
  RecordTable<TrimRow> table_;
  const std::vector<TrimProbe*> ports_;
};

}  // namespace headroom
