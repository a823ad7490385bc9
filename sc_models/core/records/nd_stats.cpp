#include "sc_models/core/records/nd_stats.h"

#include <utility>

#include "sc_models/core/records/port_columns.h"

namespace headroom {
namespace {

double utilization(const NdRow& row, Bytes amount) {
  return percent(gbps(amount, row.time.interval()) * 1e9, static_cast<double>(row.port.link_rate.count()));
}

Record<NdRow> make_record() {
  using Row = NdRow;
  return {
      "nd-stats",
      "`EnableNetDeviceStatLogging`",
      "each `NDStatsReportInterval` and at the end, one for each connected port",
      {
          utc_column<Row>(),
          sim_time_column<Row>(),
          component_name_column<Row>(),
          {"nd_name", Format::kText, [](const Row& r) -> Cell { return r.port.node.device(); },
           "`headroom::NicPort` or `headroom::SwitchPort`"},
          component_type_column<Row>(),
          ifid_column<Row>(),
          uldl_column<Row>(),
          node_id_column<Row>(),
          tier_column<Row>(),
          subtier_column<Row>(),
          {"total_packets_tx", Format::kInteger, [](const Row& r) -> Cell { return r.total.tx_frames; },
           "frames sent since the start, PFC and CNP included, each at the end of its serialization"},
          {"total_packets_rx", Format::kInteger, [](const Row& r) -> Cell { return r.total.rx_frames; },
           "frames received since the start, each at its last bit, before admission: later drops are included"},
          {"total_bytes_tx_GB", Format::kGigabytes, [](const Row& r) -> Cell { return r.total.tx_bytes; },
           "their bytes, Ethernet header and frame check sequence included"},
          {"total_bytes_rx_GB", Format::kGigabytes, [](const Row& r) -> Cell { return r.total.rx_bytes; },
           "likewise received"},
          {"interval_bytes_tx_MB", Format::kMegabytes, [](const Row& r) -> Cell { return r.sent(); },
           "bytes sent in the interval"},
          {"interval_bytes_rx_MB", Format::kMegabytes, [](const Row& r) -> Cell { return r.received(); },
           "bytes received in the interval"},
          {"tx_rate_Gbps", Format::kReal, [](const Row& r) -> Cell { return gbps(r.sent(), r.time.interval()); },
           "bytes sent in the interval x 8 / its length"},
          {"rx_rate_Gbps", Format::kReal, [](const Row& r) -> Cell { return gbps(r.received(), r.time.interval()); },
           "bytes received in the interval x 8 / its length"},
          {"tx_link_percent_util", Format::kReal, [](const Row& r) -> Cell { return utilization(r, r.sent()); },
           "tx_rate_Gbps in percent of the link's rate, the lower one of its two ends"},
          {"rx_link_percent_util", Format::kReal, [](const Row& r) -> Cell { return utilization(r, r.received()); },
           "rx_rate_Gbps likewise"},
          {"tx_drops", Format::kInteger, [](const Row& r) -> Cell { return r.drops.tx; },
           "since the start; switch: packets refused at egress admission on this port; NIC: 0"},
          {"rx_drops", Format::kInteger, [](const Row& r) -> Cell { return r.drops.rx; },
           "since the start; switch: packets refused at ingress admission on this port; NIC: packets that the "
           "receive pool could not hold"},
          exact_time_column<Row>(),
      }};
}

/// The same with one column more.
Record<NdRow> make_lossy_record() {
  Record<NdRow> record = make_record();
  record.columns.push_back(
      {"x_link_lost", Format::kInteger, [](const NdRow& r) -> Cell { return r.total.lost; },
       "frames sent since the start that the link lost; only where a `LossProbability` is above 0"});
  return record;
}

}  // namespace

const Record<NdRow>& nd_stats_record() {
  static const Record<NdRow> record = make_record();
  return record;
}

const Record<NdRow>& lossy_nd_stats_record() {
  static const Record<NdRow> record = make_lossy_record();
  return record;
}

NdStats::NdStats(OutputFolder& folder, std::string run, const std::vector<PortProbe*>& ports, bool lossy_links)
    : run_(std::move(run)), table_(folder, run_, lossy_links ? lossy_nd_stats_record() : nd_stats_record()) {
  for (PortProbe* port : ports) ports_.push_back({port, {}});
}

void NdStats::sample(Ps now, Ps since) {
  for (Port& port : ports_) {
    const PortStats total = port.probe->traffic();
    table_.add({{run_, now, since}, port.probe->identity(), total, port.before, port.probe->drops()});
    port.before = total;
  }
}

}  // namespace headroom
