#include "sc_models/core/records/switch_buffers.h"

#include <algorithm>
#include <array>
#include <utility>

namespace headroom {
namespace {

using Row = SwitchBufferRow;
using Kind = SwitchBufferProbe::Kind;

constexpr std::array<std::string_view, 3> kBufferNames{"egressQueue", "ingressUsage", "hdrm"};

double of_limit(const Row& row, double value) { return percent(value, static_cast<double>(row.limit.count())); }
double largest_of_limit(const Row& row) { return of_limit(row, static_cast<double>(row.samples.max.count())); }

const Column<Row> kName{"component_name", Format::kText, [](const Row& r) -> Cell { return r.node.name; },
                        "name of the switch"};
const Column<Row> kTier{"tier", Format::kInteger, [](const Row& r) -> Cell { return r.node.tier; },
                        "0 spine, 1 fabric, 2 rack"};
const Column<Row> kNode{"node_id", Format::kInteger, [](const Row& r) -> Cell { return r.node.id; },
                        "number of the switch"};
const Column<Row> kPool{"pool_num", Format::kInteger, [](const Row& r) -> Cell { return r.pool; }, "pool"};
const Column<Row> kCount{"ivl_count", Format::kInteger, [](const Row& r) -> Cell { return r.samples.count; },
                         "samples of the interval: one at each admission, the value after it"};
const Column<Row> kMin{"ivl_min_bytes", Format::kInteger, [](const Row& r) -> Cell { return r.samples.min; },
                       "smallest sample"};
const Column<Row> kMax{"ivl_max_bytes", Format::kInteger, [](const Row& r) -> Cell { return r.samples.max; },
                       "largest sample"};
const Column<Row> kMean{"ivl_mean_bytes", Format::kReal, [](const Row& r) -> Cell { return r.mean(); },
                        "mean of the samples"};

}  // namespace

const Record<Row>& switch_aggregate_buffers_record() {
  static const Record<Row> record{
      "scala-switch-agg-buff-stats",
      "where there are switches",
      "each `BufferStatsReportInterval` of the switch and at the end; for each pool `egressQueue` ul, dl, "
      "`ingressUsage` ul, dl, `sharedBuffer` -; sides without a port are left out",
      {
          utc_column<Row>(),
          sim_time_column<Row>(),
          kName,
          kTier,
          kNode,
          {"buff_id", Format::kText, [](const Row& r) -> Cell { return r.buffer; },
           "`egressQueue`: the admitting port's queue in the pool; `ingressUsage`: what the arriving port holds of it; "
           "`sharedBuffer`: the pool as a whole"},
          {"uldl", Format::kText, [](const Row& r) -> Cell { return r.direction; },
           "`ul` or `dl` ports; `-` for the pool as a whole"},
          kPool,
          {"total_bytes", Format::kInteger, [](const Row& r) -> Cell { return r.samples.sum; },
           "sum of the samples of the interval"},
          {"buffer_limit", Format::kInteger, [](const Row& r) -> Cell { return r.limit; }, "size of the pool"},
          kCount,
          kMin,
          kMax,
          kMean,
          {"ivl_max_pct_util", Format::kReal, [](const Row& r) -> Cell { return largest_of_limit(r); },
           "ivl_max_bytes in percent of buffer_limit"},
          {"ivl_mean_pct_util", Format::kReal, [](const Row& r) -> Cell { return of_limit(r, r.mean()); },
           "ivl_mean_bytes in percent of buffer_limit"},
          exact_time_column<Row>(),
      }};
  return record;
}

const Record<Row>& switch_port_buffers_record() {
  static const Record<Row> record{
      "scala-switch-buff-stats",
      "`ReportPerPortBufferStats` of a switch",
      "each `BufferStatsReportInterval` of the switch and at the end, one for each port, pool and buffer that has a "
      "sample in the interval",
      {
          utc_column<Row>(),
          sim_time_column<Row>(),
          kName,
          kTier,
          kNode,
          {"buff_id", Format::kText, [](const Row& r) -> Cell { return r.buffer; },
           "`egressQueue`, `ingressUsage` or `hdrm`"},
          {"ifid", Format::kInteger, [](const Row& r) -> Cell { return r.ifid; }, "number of the port"},
          {"uldl", Format::kText, [](const Row& r) -> Cell { return r.direction; }, "`ul` or `dl` port"},
          kPool,
          {"buff_limit", Format::kInteger, [](const Row& r) -> Cell { return r.limit; },
           "the port and pool's own limit: static egress limit, Xoff threshold, headroom"},
          kCount,
          kMin,
          kMax,
          kMean,
          {"ivl_max_pct_util", Format::kReal, [](const Row& r) -> Cell { return std::min(100.0, largest_of_limit(r)); },
           "ivl_max_bytes in percent of buff_limit, at most 100"},
          {"ivl_mean_pct_util", Format::kReal,
           [](const Row& r) -> Cell { return std::min(100.0, of_limit(r, r.mean())); },
           "ivl_mean_bytes in percent of buff_limit, at most 100"},
          exact_time_column<Row>(),
      }};
  return record;
}

SwitchAggregateBuffers::SwitchAggregateBuffers(OutputFolder& folder, std::string run)
    : run_(std::move(run)), table_(folder, run_, switch_aggregate_buffers_record()) {}

void SwitchAggregateBuffers::sample(SwitchBufferProbe& probe, Ps now, Ps since) {
  const auto has_side = [&probe](bool up) {
    return std::any_of(probe.ports().begin(), probe.ports().end(), [up](const auto& port) { return port.up == up; });
  };
  for (const unsigned pool : probe.pools()) {
    const Bytes size = probe.pool_size(pool);
    for (const Kind kind : {Kind::kEgressQueue, Kind::kIngressUsage}) {
      for (const bool up : {true, false}) {
        if (!has_side(up)) continue;
        table_.add({{run_, now, since},
                    probe.node(),
                    kBufferNames[static_cast<std::size_t>(kind)],
                    0,
                    up ? "ul" : "dl",
                    pool,
                    size,
                    probe.take_group(kind, up, pool)});
      }
    }
    table_.add({{run_, now, since}, probe.node(), "sharedBuffer", 0, "-", pool, size, probe.take_pool(pool)});
  }
}

SwitchPortBuffers::SwitchPortBuffers(OutputFolder& folder, std::string run)
    : run_(std::move(run)), table_(folder, run_, switch_port_buffers_record()) {}

void SwitchPortBuffers::sample(SwitchBufferProbe& probe, Ps now, Ps since) {
  for (const auto& port : probe.ports()) {
    for (const unsigned pool : probe.pools()) {
      for (const Kind kind : {Kind::kEgressQueue, Kind::kIngressUsage, Kind::kHeadroom}) {
        const BufferSamples samples = probe.take_port(kind, port.ifid, pool);
        if (samples.count == 0) continue;
        table_.add({{run_, now, since},
                    probe.node(),
                    kBufferNames[static_cast<std::size_t>(kind)],
                    port.ifid,
                    port.up ? "ul" : "dl",
                    pool,
                    probe.limit(kind, port.ifid, pool),
                    samples});
      }
    }
  }
}

}  // namespace headroom
