#include "sc_models/core/records/pcie_stats.h"

#include <utility>

namespace headroom {
namespace {

double mean_nanoseconds(const DelaySamples& samples) {
  return samples.interval_count == 0 ? 0.0
                                     : nanoseconds(samples.interval_sum) / static_cast<double>(samples.interval_count);
}

}  // namespace

const Record<PcieRow>& pcie_stats_record() {
  using Row = PcieRow;
  static const Record<Row> record{
      "pcie-stats",
      "`EnablePCIeStatsLogging`",
      "each `NDStatsReportInterval` and at the end, two for each NIC: what its own end sends, then what the host's end "
      "sends, each with that end's two buffers",
      {
          utc_column<Row>(),
          sim_time_column<Row>(),
          {"component_name", Format::kText, [](const Row& r) -> Cell { return r.link.nic.name; }, "`server<i>.nic`"},
          {"node_id", Format::kInteger, [](const Row& r) -> Cell { return r.link.nic.id; }, "number of the NIC"},
          {"x_end", Format::kText, [](const Row& r) -> Cell { return r.end == PcieProbe::End::kNic ? "nic" : "host"; },
           "sending end: `nic` (towards the host) or `host`"},
          {"x_lane_bps", Format::kInteger,
           [](const Row& r) -> Cell { return r.link.lane_rate[static_cast<std::size_t>(r.end)].count(); },
           "bit/s of one lane"},
          {"x_lane_count", Format::kInteger,
           [](const Row& r) -> Cell { return r.link.lane_count[static_cast<std::size_t>(r.end)]; }, "lanes"},
          {"x_tlps_posted", Format::kInteger, [](const Row& r) -> Cell { return r.total.posted; },
           "transfers of writes since the start, each when it starts"},
          {"x_tlps_nonposted", Format::kInteger, [](const Row& r) -> Cell { return r.total.nonposted; },
           "read requests, likewise"},
          {"x_tlps_completion", Format::kInteger, [](const Row& r) -> Cell { return r.total.completion; },
           "transfers of answers, likewise"},
          {"x_payload_B", Format::kInteger, [](const Row& r) -> Cell { return r.total.payload; },
           "payload since the start"},
          {"x_wire_B", Format::kInteger, [](const Row& r) -> Cell { return r.total.wire; },
           "bytes on the link since the start, the overhead of each transfer included"},
          {"x_ivl_payload_B", Format::kInteger, [](const Row& r) -> Cell { return r.payload(); },
           "payload of the interval"},
          {"x_ivl_wire_B", Format::kInteger, [](const Row& r) -> Cell { return r.wire(); },
           "bytes on the link in the interval"},
          {"x_payload_rate_gbps", Format::kReal,
           [](const Row& r) -> Cell { return gbps(r.payload(), r.time.interval()); },
           "x_ivl_payload_B x 8 / length of the interval"},
          {"x_link_percent_util", Format::kReal,
           [](const Row& r) -> Cell {
             return percent(gbps(r.wire(), r.time.interval()) * 1e9, static_cast<double>(r.rate().count()));
           },
           "x_ivl_wire_B x 8 / length of the interval, in percent of lane rate x lanes"},
          {"x_busy_us", Format::kMicroseconds, [](const Row& r) -> Cell { return r.total.busy; },
           "time since the start with a transfer on the link"},
          {"x_stall_us", Format::kMicroseconds, [](const Row& r) -> Cell { return r.total.stall; },
           "time since the start in which the link was idle while a transfer waited for room at the other end"},
          {"x_tx_header_max_B", Format::kInteger, [](const Row& r) -> Cell { return r.total.tx_header_max; },
           "largest fill of the transmit header buffer in the interval, 20 B a slot"},
          {"x_tx_data_max_B", Format::kInteger, [](const Row& r) -> Cell { return r.total.tx_data_max; },
           "likewise of the transmit data buffer"},
          {"x_rx_header_max_B", Format::kInteger, [](const Row& r) -> Cell { return r.total.rx_header_max; },
           "likewise of the receive header buffer"},
          {"x_rx_data_max_B", Format::kInteger, [](const Row& r) -> Cell { return r.total.rx_data_max; },
           "likewise of the receive data buffer"},
          {"x_reads_open_max", Format::kInteger, [](const Row& r) -> Cell { return r.total.reads_open_max; },
           "most read requests issued and not complete in the interval; host end: 0"},
          {"x_read_latency_mean_ns", Format::kReal,
           [](const Row& r) -> Cell { return mean_nanoseconds(r.total.read_latency); },
           "mean time from the issue of a read to its last byte in the interval; host end: 0"},
          {"x_read_latency_max_ns", Format::kReal,
           [](const Row& r) -> Cell { return nanoseconds(r.total.read_latency.interval_max); }, "the largest one"},
          {"x_write_wait_mean_ns", Format::kReal,
           [](const Row& r) -> Cell { return mean_nanoseconds(r.total.write_wait); },
           "mean time from the offer of a write to its acceptance in the interval; host end: 0"},
          {"x_write_wait_max_ns", Format::kReal,
           [](const Row& r) -> Cell { return nanoseconds(r.total.write_wait.interval_max); }, "the largest one"},
          exact_time_column<Row>(),
      }};
  return record;
}

PcieStats::PcieStats(OutputFolder& folder, std::string run, const std::vector<PcieProbe*>& links)
    : run_(std::move(run)), table_(folder, run_, pcie_stats_record()) {
  for (PcieProbe* link : links)
    for (const PcieProbe::End end : {PcieProbe::End::kNic, PcieProbe::End::kHost})
      ends_.push_back({link, end, Bytes{0}, Bytes{0}});
}

void PcieStats::sample(Ps now, Ps since) {
  for (End& end : ends_) {
    const PcieEndStats total = end.probe->read(end.end, now);
    table_.add({{run_, now, since}, end.probe->identity(), end.end, total, end.payload, end.wire});
    end.payload = total.payload;
    end.wire = total.wire;
    if (end.end == PcieProbe::End::kHost) end.probe->begin_interval(now);  // both ends have their rows
  }
}

}  // namespace headroom
