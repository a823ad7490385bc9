#pragma once

#include <string>
#include <vector>

#include "sc_models/core/records/column.h"
#include "sc_models/core/records/periodic_record.h"
#include "sc_models/core/records/probes.h"

namespace headroom {

struct EcnPfcRow {
  RowTime time;
  const PortIdentity& port;
  unsigned traffic_class;
  PfcStats pfc;
  PauseClock::Times paused, blocked;  ///< blocked: paused while packets of the class waited

  /// Nothing has happened yet: the row is left out.
  [[nodiscard]] bool blank() const;
};

[[nodiscard]] const Record<EcnPfcRow>& ecn_pfc_stats_record();

/// `ecn-pfc-stats`: one row a port and class on which PFC or ECN has ever acted.
class EcnPfcStats final : public PeriodicRecord {
 public:
  EcnPfcStats(OutputFolder& folder, std::string run, std::vector<PortProbe*> ports);
  void sample(Ps now, Ps since) override;
  RecordFile& file() override { return table_.file(); }

 private:
  const std::string run_;
  RecordTable<EcnPfcRow> table_;
  const std::vector<PortProbe*> ports_;
};

}  // namespace headroom
