#pragma once

#include <string>
#include <vector>

#include "sc_models/core/records/column.h"
#include "sc_models/core/records/periodic_record.h"
#include "sc_models/core/records/probes.h"

namespace headroom {

struct PcieRow {
  RowTime time;
  const PcieProbe::Identity& link;
  PcieProbe::End end;
  PcieEndStats total;
  Bytes payload_before, wire_before;

  [[nodiscard]] BitRate rate() const {
    const auto i = static_cast<std::size_t>(end);
    return link.lane_rate[i] * static_cast<std::int64_t>(link.lane_count[i]);
  }
  [[nodiscard]] Bytes payload() const { return total.payload - payload_before; }
  [[nodiscard]] Bytes wire() const { return total.wire - wire_before; }
};

[[nodiscard]] const Record<PcieRow>& pcie_stats_record();

/// `pcie-stats`: two rows a NIC, what each end of its host link sends.
class PcieStats final : public PeriodicRecord {
 public:
  PcieStats(OutputFolder& folder, std::string run, const std::vector<PcieProbe*>& links);
  void sample(Ps now, Ps since) override;
  RecordFile& file() override { return table_.file(); }

 private:
  struct End {
    PcieProbe* probe;
    PcieProbe::End end;
    Bytes payload, wire;
  };
  const std::string run_;
  RecordTable<PcieRow> table_;
  std::vector<End> ends_;
};

}  // namespace headroom
