#include "sc_models/core/records/tier_hop.h"

#include <utility>

namespace headroom {
namespace {

template <std::size_t Tier>
Cell total(const TierRow& row) {
  return row.total[Tier];
}
template <std::size_t Tier>
Cell in_interval(const TierRow& row) {
  return row.total[Tier] - row.before[Tier];
}

}  // namespace

const Record<TierRow>& tier_hop_record() {
  using Row = TierRow;
  static const Record<Row> record{
      "tier-hop",
      "`EnableTierHopLogging`, where there are switches",
      "each `NDStatsReportInterval` and at the end, one for the run",
      {
          job_column<Row>(),
          utc_column<Row>(),
          sim_time_column<Row>(),
          {"spine", Format::kInteger, total<0>,
           "frames other than PFC since the start whose serialization ended on a spine switch"},
          {"fabric", Format::kInteger, total<1>, "likewise on a fabric switch"},
          {"rack", Format::kInteger, total<2>, "likewise on a rack switch"},
          {"spineInt", Format::kInteger, in_interval<0>, "spine, in the interval"},
          {"fabricInt", Format::kInteger, in_interval<1>, "fabric, in the interval"},
          {"rackInt", Format::kInteger, in_interval<2>, "rack, in the interval"},
          exact_time_column<Row>(),
      }};
  return record;
}

TierHop::TierHop(OutputFolder& folder, std::string run, TierProbe& tiers)
    : run_(std::move(run)), table_(folder, run_, tier_hop_record()), tiers_(tiers) {}

void TierHop::sample(Ps now, Ps since) {
  const std::array<std::uint64_t, 3> total = tiers_.forwarded();
  table_.add({{run_, now, since}, total, before_});
  before_ = total;
}

}  // namespace headroom
