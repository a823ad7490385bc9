#pragma once

#include <array>
#include <string>

#include "sc_models/core/records/column.h"
#include "sc_models/core/records/periodic_record.h"
#include "sc_models/core/records/probes.h"

namespace headroom {

struct TierRow {
  RowTime time;
  std::array<std::uint64_t, 3> total, before;
};

[[nodiscard]] const Record<TierRow>& tier_hop_record();

/// `tier-hop`: one row a run.
class TierHop final : public PeriodicRecord {
 public:
  TierHop(OutputFolder& folder, std::string run, TierProbe& tiers);
  void sample(Ps now, Ps since) override;
  RecordFile& file() override { return table_.file(); }

 private:
  const std::string run_;
  RecordTable<TierRow> table_;
  TierProbe& tiers_;
  std::array<std::uint64_t, 3> before_{};
};

}  // namespace headroom
