#include "sc_models/core/records/roce_transport_stats.h"

#include <utility>

namespace headroom {
namespace {

using RoceColumns = std::vector<Column<RoceRow>>;

/// A counter as two columns: since the start, and `ivl_`, in the interval.
template <std::uint64_t (*Count)(const RoceStats&)>
void counter(RoceColumns& columns, const std::string& name, const std::string& meaning) {
  columns.push_back({name, Format::kInteger, [](const RoceRow& r) -> Cell { return Count(r.total); }, meaning});
  columns.push_back({"ivl_" + name, Format::kInteger,
                     [](const RoceRow& r) -> Cell { return Count(r.total) - Count(r.before); },
                     "the same in the interval"});
}

std::uint64_t none(const RoceStats&) { return 0; }
std::uint64_t control_sent(const RoceStats& s) { return s.acks_sent + s.naks_sent + s.cnps_sent; }
std::uint64_t all_sent(const RoceStats& s) { return s.data_sent + control_sent(s); }
std::uint64_t all_drops(const RoceStats& s) {
  return s.drops_no_qp_data + s.drops_no_qp_control + s.drops_after_nak + s.drops_ghost_ack;
}
template <std::uint64_t RoceStats::*Field>
std::uint64_t count(const RoceStats& s) {
  return s.*Field;
}

double mean_microseconds(Ps sum, std::uint64_t samples) {
  return samples == 0 ? 0.0 : microseconds(sum) / static_cast<double>(samples);
}

void packets(RoceColumns& c) {
  counter<all_sent>(c, "num_pkts_sent", "num_verb_pkts_sent + num_non_verb_pkts_sent");
  counter<count<&RoceStats::data_sent>>(c, "num_verb_pkts_sent",
                                        "data packets, retransmissions included, when handed to the egress queue");
  counter<control_sent>(c, "num_non_verb_pkts_sent", "ACKs, NAKs and CNPs sent");
  counter<none>(c, "num_conn_pkts_sent", "0: connections are not modelled");
  counter<none>(c, "num_conn_pkts_recvd", "0: connections are not modelled");
  counter<count<&RoceStats::data_sent>>(c, "rdma_write_cnt",
                                        "data packets sent, retransmissions included, whatever the verb");
  counter<none>(c, "rdma_send_cnt", "0: data packets of SEND count in rdma_write_cnt");
  counter<none>(c, "rdma_atomic_cnt", "0: no atomics");
  counter<count<&RoceStats::acks_sent>>(c, "num_acks_sent", "ACKs sent");
  counter<count<&RoceStats::acks_received>>(c, "num_acks_recvd", "ACKs received");
  counter<none>(c, "num_sacks_sent", "0: no selective acknowledgement");
  counter<none>(c, "num_sacks_recvd", "0: no selective acknowledgement");
  counter<count<&RoceStats::naks_sent>>(c, "num_nacks_sent", "NAKs sent");
  counter<count<&RoceStats::naks_received>>(c, "num_nacks_recvd", "NAKs received");
  counter<count<&RoceStats::writes_received>>(
      c, "num_writes_recvd", "data packets that reached a queue pair: in order, duplicate, or behind a gap");
  counter<none>(c, "num_sends_recvd", "0: data packets of SEND count in num_writes_recvd");
  counter<count<&RoceStats::cnps_sent>>(c, "num_cnp_sent", "CNPs sent, when queued");
  counter<count<&RoceStats::cnps_received>>(c, "num_cnp_recvd", "CNPs received");
  counter<count<&RoceStats::out_of_order>>(c, "num_seq_out_of_order",
                                           "gaps found as a receiver, one for each NAK sent");
  counter<count<&RoceStats::duplicates>>(c, "num_duplicate", "duplicate data packets received");
}

void reorder_buffer(RoceColumns& c) {
  for (const char* name : {"ivl_min_size_reorder_buf_psn", "max_size_reorder_buf_psn", "ivl_max_size_reorder_buf_psn",
                           "avg_size_reorder_buf_psn", "ivl_avg_size_reorder_buf_psn"})
    c.push_back({name, Format::kInteger, [](const RoceRow&) -> Cell { return 0; }, "0: packets are not reordered"});
}

void round_trips(RoceColumns& c) {
  c.push_back(
      {"ivl_min_calc_rtt_usec", Format::kReal,
       [](const RoceRow& r) -> Cell { return microseconds(r.round_trips.interval_min); },
       "smallest round trip of the interval: arrival of an ACK that retires PSNs minus the end of serialization "
       "of the latest transmission of the packet it names"});
  c.push_back({"max_calc_rtt_usec", Format::kReal,
               [](const RoceRow& r) -> Cell { return microseconds(r.round_trips.max); },
               "largest round trip since the start"});
  c.push_back({"ivl_max_calc_rtt_usec", Format::kReal,
               [](const RoceRow& r) -> Cell { return microseconds(r.round_trips.interval_max); },
               "largest round trip of the interval"});
  c.push_back({"avg_calc_rtt_usec", Format::kReal,
               [](const RoceRow& r) -> Cell { return mean_microseconds(r.round_trips.sum, r.round_trips.count); },
               "mean round trip since the start"});
  c.push_back({"ivl_avg_calc_rtt_usec", Format::kReal,
               [](const RoceRow& r) -> Cell {
                 return mean_microseconds(r.round_trips.interval_sum, r.round_trips.interval_count);
               },
               "mean round trip of the interval"});
}

void drops(RoceColumns& c) {
  counter<all_drops>(c, "num_rx_drops", "sum of the next four");
  counter<count<&RoceStats::drops_no_qp_data>>(c, "num_rx_drops_no_qp_data", "data that matches no queue pair");
  counter<count<&RoceStats::drops_no_qp_control>>(c, "num_rx_drops_no_qp_ctrl",
                                                  "ACKs, NAKs and CNPs that match no queue pair");
  counter<count<&RoceStats::drops_after_nak>>(c, "num_rx_drops_after_nak",
                                              "the packet that drew a NAK and every later one until the gap fills");
  counter<count<&RoceStats::drops_ghost_ack>>(c, "num_rx_drops_ghost_ack", "ACKs and NAKs for a PSN not yet sent");
  counter<count<&RoceStats::payload_discards>>(c, "num_tx_payload_discards",
                                               "fetched payload dropped before it was numbered");
}

void ours(RoceColumns& c) {
  c.push_back({"x_gen_stall_us", Format::kMicroseconds,
               [](const RoceRow& r) -> Cell { return r.gauges.generation_stall; },
               "time since the start in which generation was stopped for want of room"});
  c.push_back({"x_outstanding_psns", Format::kInteger,
               [](const RoceRow& r) -> Cell { return r.gauges.outstanding_psns; }, "PSNs sent and not retired, now"});
  c.push_back({"x_congested_qps", Format::kInteger, [](const RoceRow& r) -> Cell { return r.gauges.congested_qps; },
               "queue pairs in a congestion episode, now"});
  c.push_back({"x_min_rate_gbps", Format::kReal, [](const RoceRow& r) -> Cell { return r.gauges.min_rate_gbps; },
               "lowest rate of the queue pairs with work, now"});
  c.push_back({"x_mean_rate_gbps", Format::kReal, [](const RoceRow& r) -> Cell { return r.gauges.mean_rate_gbps; },
               "mean rate of the queue pairs with work, now"});
  c.push_back({"x_goodput_tx_gbps", Format::kReal,
               [](const RoceRow& r) -> Cell {
                 return gbps(r.total.first_time_payload_sent - r.before.first_time_payload_sent, r.time.interval());
               },
               "payload sent for the first time in the interval x 8 / its length"});
  c.push_back({"x_goodput_rx_gbps", Format::kReal,
               [](const RoceRow& r) -> Cell {
                 return gbps(r.total.payload_accepted - r.before.payload_accepted, r.time.interval());
               },
               "payload accepted in order in the interval x 8 / its length"});
  c.push_back({"x_rtx_pkts", Format::kInteger, [](const RoceRow& r) -> Cell { return r.total.retransmitted; },
               "data packets since the start whose PSN had been sent before"});
  c.push_back({"x_rtx_B", Format::kInteger, [](const RoceRow& r) -> Cell { return r.total.retransmitted_bytes; },
               "their payload"});
  c.push_back({"x_ce_pkts_recvd", Format::kInteger, [](const RoceRow& r) -> Cell { return r.total.ce_received; },
               "packets received with the CE mark since the start"});
}

RoceColumns all_columns() {
  RoceColumns c{
      utc_column<RoceRow>(),
      sim_time_column<RoceRow>(),
      {"component_name", Format::kText, [](const RoceRow& r) -> Cell { return r.node.name; }, "`server<i>.nic`"},
      {"node_id", Format::kInteger, [](const RoceRow& r) -> Cell { return r.node.id; }, "number of the NIC"},
  };
  packets(c);
  reorder_buffer(c);
  counter<count<&RoceStats::wqes_created>>(c, "num_wqe_created", "work requests posted");
  counter<count<&RoceStats::wqes_completed>>(c, "num_wqe_completed",
                                             "work requests completed by the ACK of their last packet");
  counter<count<&RoceStats::go_backs>>(c, "num_rtx", "NAKs that caused a go-back + timer expiries");
  counter<count<&RoceStats::timeouts>>(c, "num_rto", "expiries of the transport timer");
  round_trips(c);
  drops(c);
  ours(c);
  c.push_back(exact_time_column<RoceRow>());
  return c;
}

}  // namespace

const Record<RoceRow>& roce_transport_stats_record() {
  static const Record<RoceRow> record{"roce-transport-stats", "`EnableRoceTransportStats`",
                                      "each `NDStatsReportInterval` and at the end, one for each RoCE NIC",
                                      all_columns()};
  return record;
}

RoceTransportStats::RoceTransportStats(OutputFolder& folder, std::string run, const std::vector<RoceProbe*>& engines)
    : run_(std::move(run)), table_(folder, run_, roce_transport_stats_record()) {
  for (RoceProbe* engine : engines) engines_.push_back({engine, {}});
}

void RoceTransportStats::sample(Ps now, Ps since) {
  for (Engine& engine : engines_) {
    const RoceStats total = engine.probe->stats();
    DelaySamples& round_trips = engine.probe->round_trips();
    table_.add(
        {{run_, now, since}, engine.probe->node(), total, engine.before, engine.probe->gauges(now), round_trips});
    engine.before = total;
    round_trips.begin_interval();
  }
}

}  // namespace headroom
