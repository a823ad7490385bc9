#pragma once

#include <string>
#include <vector>

#include "sc_models/core/records/column.h"
#include "sc_models/core/records/periodic_record.h"
#include "sc_models/core/records/probes.h"

namespace headroom {

struct NdRow {
  RowTime time;
  const PortIdentity& port;
  PortStats total, before;
  PortProbe::Drops drops;

  [[nodiscard]] Bytes sent() const { return total.tx_bytes - before.tx_bytes; }
  [[nodiscard]] Bytes received() const { return total.rx_bytes - before.rx_bytes; }
};

[[nodiscard]] const Record<NdRow>& nd_stats_record();
/// Where links can lose frames.
[[nodiscard]] const Record<NdRow>& lossy_nd_stats_record();

/// `nd-stats`: one row a port.
class NdStats final : public PeriodicRecord {
 public:
  NdStats(OutputFolder& folder, std::string run, const std::vector<PortProbe*>& ports, bool lossy_links = false);
  void sample(Ps now, Ps since) override;
  RecordFile& file() override { return table_.file(); }

 private:
  struct Port {
    PortProbe* probe;
    PortStats before;
  };
  const std::string run_;
  RecordTable<NdRow> table_;
  std::vector<Port> ports_;
};

}  // namespace headroom
