#include "sc_models/core/records/net_buff_stats.h"

#include <fmt/format.h>

#include <utility>

namespace headroom {
namespace {

Bytes entered(const NetBuffRow& row) { return row.meter.enqueued_bytes - row.before.enqueued_bytes; }
Bytes left(const NetBuffRow& row) { return row.meter.dequeued_bytes - row.before.dequeued_bytes; }

}  // namespace

const Record<NetBuffRow>& net_buff_stats_record() {
  using Row = NetBuffRow;
  static const Record<Row> record{
      "net-buff-stats",
      "`EnableNetworkBufferStatsReporting`, and `EnableBufferStats` of at least one NIC",
      "each `NetworkBufferStatsReportingInterval` and at the end, one for each pool of each NIC with "
      "`EnableBufferStats`, receive pools first",
      {
          job_column<Row>(),
          utc_column<Row>(),
          sim_time_column<Row>(),
          {"component_name", Format::kText, [](const Row& r) -> Cell { return r.pool.node.name; }, "`server<i>.nic`"},
          {"node_id", Format::kInteger, [](const Row& r) -> Cell { return r.pool.node.id; }, "number of the NIC"},
          {"buffer_id", Format::kText, [](const Row& r) -> Cell { return r.name; },
           "`RX_TC<n>_BUFFER` or `TX_TC<n>_BUFFER`"},
          {"tc", Format::kInteger, [](const Row& r) -> Cell { return r.pool.traffic_class; }, "traffic class"},
          {"occupancy_B", Format::kInteger, [](const Row& r) -> Cell { return r.meter.filled(); },
           "bytes in the pool now. RX: charged bytes (frame without its 18 B of Ethernet), data until PCIe has "
           "accepted "
           "the write or the packet is discarded; TX: reserved frame bytes until serialized; PFC frames never"},
          {"max_occupancy_B", Format::kInteger, [](const Row& r) -> Cell { return r.meter.peak; },
           "largest occupancy since the start"},
          {"buffer_max_size_B", Format::kInteger, [](const Row& r) -> Cell { return r.pool.size; }, "size of the pool"},
          {"num_enq", Format::kInteger, [](const Row& r) -> Cell { return r.meter.enqueued; },
           "packets charged or reserved since the start"},
          {"num_deq", Format::kInteger, [](const Row& r) -> Cell { return r.meter.dequeued; },
           "packets released since the start"},
          {"interval_num_enq", Format::kInteger,
           [](const Row& r) -> Cell { return r.meter.enqueued - r.before.enqueued; },
           "packets charged or reserved in the interval"},
          {"interval_num_deq", Format::kInteger,
           [](const Row& r) -> Cell { return r.meter.dequeued - r.before.dequeued; },
           "packets released in the interval"},
          {"interval_enq_B", Format::kInteger, [](const Row& r) -> Cell { return entered(r); },
           "bytes charged or reserved in the interval"},
          {"interval_deq_B", Format::kInteger, [](const Row& r) -> Cell { return left(r); },
           "bytes released in the interval"},
          {"interval_max_occupancy_B", Format::kInteger, [](const Row& r) -> Cell { return r.meter.interval_peak(); },
           "largest occupancy of the interval, its value at the interval's start included"},
          {"enq_Gbps", Format::kReal, [](const Row& r) -> Cell { return gbps(entered(r), r.time.interval()); },
           "interval_enq_B x 8 / length of the interval"},
          {"deq_Gbps", Format::kReal, [](const Row& r) -> Cell { return gbps(left(r), r.time.interval()); },
           "interval_deq_B x 8 / length of the interval"},
          {"overflow", Format::kInteger, [](const Row& r) -> Cell { return r.meter.refused; },
           "since the start; RX: packets dropped; TX: reservations that failed"},
          {"percent_occupancy", Format::kReal,
           [](const Row& r) -> Cell {
             return percent(static_cast<double>(r.meter.filled().count()), static_cast<double>(r.pool.size.count()));
           },
           "occupancy_B in percent of the size"},
          {"x_interval_mean_occupancy_B", Format::kReal,
           [](const Row& r) -> Cell {
             const Ps length = r.time.interval();
             return length > Ps{0} ? r.integral / static_cast<double>(length.count()) : 0.0;
           },
           "mean occupancy of the interval, weighted by time"},
          {"x_xoff_B", Format::kInteger, [](const Row& r) -> Cell { return r.pool.xoff; },
           "occupancy at which a receive pool sends a pause, else 0"},
          {"x_xon_B", Format::kInteger, [](const Row& r) -> Cell { return r.pool.xon; },
           "occupancy at which it sends the resume, else 0"},
          exact_time_column<Row>(),
      }};
  return record;
}

NetBuffStats::NetBuffStats(OutputFolder& folder, std::string run, const std::vector<PoolProbe*>& pools)
    : run_(std::move(run)), table_(folder, run_, net_buff_stats_record()) {
  for (PoolProbe* probe : pools) {
    const PoolProbe::Identity& pool = probe->identity();
    const char* side = pool.direction == PoolProbe::Direction::kReceive ? "RX" : "TX";
    pools_.push_back({probe, fmt::format("{}_TC{}_BUFFER", side, pool.traffic_class), {}});
  }
}

void NetBuffStats::sample(Ps now, Ps since) {
  for (Pool& pool : pools_) {
    PoolMeter& meter = pool.probe->meter();
    const double integral = meter.interval_integral(now);
    table_.add({{run_, now, since}, pool.probe->identity(), pool.name, meter, pool.before, integral});
    pool.before = {meter.enqueued, meter.dequeued, meter.enqueued_bytes, meter.dequeued_bytes};
    meter.begin_interval(now);
  }
}

}  // namespace headroom
