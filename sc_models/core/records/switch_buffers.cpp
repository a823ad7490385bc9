#include "sc_models/core/records/switch_buffers.h"

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

using Kind = SwitchBufferProbe::Kind;

std::string_view name(Kind kind) {
  return kind == Kind::kEgressQueue ? "egressQueue" : kind == Kind::kIngressUsage ? "ingressUsage" : "hdrm";
}
std::string_view name(LinkDirection direction) { return direction == LinkDirection::kUp ? "ul" : "dl"; }

double of_limit(const SwitchBufferRow& row, double value) {
  return percent(value, static_cast<double>(row.limit.count()));
}
double largest_of_limit(const SwitchBufferRow& row) {
  return of_limit(row, static_cast<double>(row.samples.max.count()));
}

const Column<SwitchBufferRow> kName{"component_name", Format::kText,
                                    [](const SwitchBufferRow& r) -> Cell { return r.node.name; }, "name of the switch"};
const Column<SwitchBufferRow> kTier{"tier", Format::kInteger,
                                    [](const SwitchBufferRow& r) -> Cell { return r.node.tier; },
                                    "0 spine, 1 fabric, 2 rack"};
const Column<SwitchBufferRow> kNode{"node_id", Format::kInteger,
                                    [](const SwitchBufferRow& r) -> Cell { return r.node.id; }, "number of the switch"};
const Column<SwitchBufferRow> kPool{"pool_num", Format::kInteger,
                                    [](const SwitchBufferRow& r) -> Cell { return r.pool; }, "pool"};
const Column<SwitchBufferRow> kCount{"ivl_count", Format::kInteger,
                                     [](const SwitchBufferRow& r) -> Cell { return r.samples.count; },
                                     "samples of the interval: one at each admission, the value after it"};
const Column<SwitchBufferRow> kMin{"ivl_min_bytes", Format::kInteger,
                                   [](const SwitchBufferRow& r) -> Cell { return r.samples.min; }, "smallest sample"};
const Column<SwitchBufferRow> kMax{"ivl_max_bytes", Format::kInteger,
                                   [](const SwitchBufferRow& r) -> Cell { return r.samples.max; }, "largest sample"};
const Column<SwitchBufferRow> kMean{"ivl_mean_bytes", Format::kReal,
                                    [](const SwitchBufferRow& r) -> Cell { return r.mean(); }, "mean of the samples"};

}  // namespace

const Record<SwitchBufferRow>& switch_aggregate_buffers_record() {
  static const Record<SwitchBufferRow> record{
      "scala-switch-agg-buff-stats",
      "where there are switches",
      "each `BufferStatsReportInterval` of the switch and at the end; for each pool `egressQueue` ul, dl, "
      "`ingressUsage` ul, dl, `sharedBuffer` -; sides without a port are left out",
      {
          utc_column<SwitchBufferRow>(),
          sim_time_column<SwitchBufferRow>(),
          kName,
          kTier,
          kNode,
          {"buff_id", Format::kText, [](const SwitchBufferRow& r) -> Cell { return r.buffer; },
           "`egressQueue`: the admitting port's queue in the pool; `ingressUsage`: what the arriving port holds of it; "
           "`sharedBuffer`: the pool as a whole"},
          {"uldl", Format::kText, [](const SwitchBufferRow& r) -> Cell { return r.direction; },
           "`ul` or `dl` ports; `-` for the pool as a whole"},
          kPool,
          {"total_bytes", Format::kInteger, [](const SwitchBufferRow& r) -> Cell { return r.samples.sum; },
           "sum of the samples of the interval"},
          {"buffer_limit", Format::kInteger, [](const SwitchBufferRow& r) -> Cell { return r.limit; },
           "size of the pool"},
          kCount,
          kMin,
          kMax,
          kMean,
          {"ivl_max_pct_util", Format::kReal, [](const SwitchBufferRow& r) -> Cell { return largest_of_limit(r); },
           "ivl_max_bytes in percent of buffer_limit"},
          {"ivl_mean_pct_util", Format::kReal, [](const SwitchBufferRow& r) -> Cell { return of_limit(r, r.mean()); },
           "ivl_mean_bytes in percent of buffer_limit"},
          exact_time_column<SwitchBufferRow>(),
      }};
  return record;
}

const Record<SwitchBufferRow>& switch_port_buffers_record() {
  static const Record<SwitchBufferRow> record{
      "scala-switch-buff-stats",
      "`ReportPerPortBufferStats` of a switch",
      "each `BufferStatsReportInterval` of the switch and at the end, one for each port, pool and buffer that has a "
      "sample in the interval",
      {
          utc_column<SwitchBufferRow>(),
          sim_time_column<SwitchBufferRow>(),
          kName,
          kTier,
          kNode,
          {"buff_id", Format::kText, [](const SwitchBufferRow& r) -> Cell { return r.buffer; },
           "`egressQueue`, `ingressUsage` or `hdrm`"},
          {"ifid", Format::kInteger, [](const SwitchBufferRow& r) -> Cell { return r.ifid; }, "number of the port"},
          {"uldl", Format::kText, [](const SwitchBufferRow& r) -> Cell { return r.direction; }, "`ul` or `dl` port"},
          kPool,
          {"buff_limit", Format::kInteger, [](const SwitchBufferRow& r) -> Cell { return r.limit; },
           "the port and pool's own limit: static egress limit, Xoff threshold, headroom"},
          kCount,
          kMin,
          kMax,
          kMean,
          {"ivl_max_pct_util", Format::kReal,
           [](const SwitchBufferRow& r) -> Cell { return std::min(100.0, largest_of_limit(r)); },
           "ivl_max_bytes in percent of buff_limit, at most 100"},
          {"ivl_mean_pct_util", Format::kReal,
           [](const SwitchBufferRow& r) -> Cell { return std::min(100.0, of_limit(r, r.mean())); },
           "ivl_mean_bytes in percent of buff_limit, at most 100"},
          exact_time_column<SwitchBufferRow>(),
      }};
  return record;
}

SwitchAggregateBuffers::SwitchAggregateBuffers(OutputFolder& folder, std::string run)
    : run_(std::move(run)), table_(folder, run_, switch_aggregate_buffers_record()) {}

void SwitchAggregateBuffers::sample(const SwitchBufferProbe& probe, Ps now, Ps since) {
  const RowTime time{run_, now, since};
  for (const unsigned pool : probe.pools()) {
    const Bytes size = probe.pool_size(pool);
    for (const Kind kind : {Kind::kEgressQueue, Kind::kIngressUsage}) {
      for (const LinkDirection direction : {LinkDirection::kUp, LinkDirection::kDown}) {
        if (std::count(probe.ports().begin(), probe.ports().end(), direction) == 0) continue;
        table_.add(
            {time, probe.node(), name(kind), 0, name(direction), pool, size, probe.group(kind, direction, pool)});
      }
    }
    table_.add({time, probe.node(), "sharedBuffer", 0, "-", pool, size, probe.shared_buffer(pool)});
  }
}

SwitchPortBuffers::SwitchPortBuffers(OutputFolder& folder, std::string run)
    : run_(std::move(run)), table_(folder, run_, switch_port_buffers_record()) {}

void SwitchPortBuffers::sample(const SwitchBufferProbe& probe, Ps now, Ps since) {
  const RowTime time{run_, now, since};
  for (std::uint32_t ifid = 0; ifid < probe.ports().size(); ++ifid) {
    for (const unsigned pool : probe.pools()) {
      for (const Kind kind : {Kind::kEgressQueue, Kind::kIngressUsage, Kind::kHeadroom}) {
        const SampleMeter samples = probe.port(kind, ifid, pool);
        if (samples.count == 0) continue;
        const Bytes limit = probe.limit(kind, ifid, pool);
        table_.add({time, probe.node(), name(kind), ifid, name(probe.ports()[ifid]), pool, limit, samples});
      }
    }
  }
}

}  // namespace headroom
