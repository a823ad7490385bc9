#include "sc_models/core/records/uet_transport_stats.h"

#include <utility>

#include "sc_models/core/records/uet_transport_columns.h"

namespace headroom {
namespace uet_columns {
namespace {

std::uint64_t all_sent(const S& s) { return s.data_sent + s.acks_sent + s.nacks_sent; }
std::uint64_t all_received(const S& s) { return s.data_received + s.acks_received + s.nacks_received; }

void packets(Columns& c) {
  counter<all_sent>(c, "total_pkts_sent", "write_pkts_sent + ack_pkts_sent + nack_pkts_sent; no probes");
  counter<all_received>(c, "total_pkts_rcvd", "write_pkts_rcvd + ack_pkts_rcvd + nack_pkts_rcvd; no probes");
  counter<count<&S::data_sent>>(c, "write_pkts_sent",
                                "data packets, retransmissions included, when handed to the egress queue");
  counter<count<&S::data_received>>(
      c, "write_pkts_rcvd", "data packets, trimmed and duplicate ones included, after admission to the receive pool");
  counter<count<&S::acks_sent>>(c, "ack_pkts_sent", "ACKs, answers to probes included, when handed down");
  counter<count<&S::acks_received>>(c, "ack_pkts_rcvd",
                                    "ACKs, answers to probes and those for closed PDCs included, after admission");
  counter<count<&S::nacks_sent>>(c, "nack_pkts_sent", "NACKs: one for each trimmed packet received");
  counter<count<&S::nacks_received>>(c, "nack_pkts_rcvd", "NACKs, those that are ignored included");
}

void events(Columns& c) {
  counter<count<&S::wqes_created>>(c, "wqes_created", "work requests posted");
  counter<count<&S::wqes_completed>>(c, "wqes_completed", "work requests of which every byte is acknowledged");
  counter<count<&S::out_of_order>>(c, "num_out_of_order_events_on_nic",
                                   "data packets received ahead of the next one expected");
  peak<&S::out_of_order_held>(c, "max_out_of_order_on_flow", "most such packets that one PDC has held at once");
  counter<count<&S::duplicates>>(c, "num_dup_events_on_nic", "data packets received that were here already");
  counter<count<&S::probes_sent>>(c, "probe_sent", "probes of the base round trip, when handed down");
  counter<count<&S::probe_acks_received>>(c, "probe_ack_rcvd", "answers to probes, after admission");
  counter<count<&S::timeouts>>(c, "num_rto", "retransmission timers that expired with their packet in flight");
  counter<count<&S::retransmissions>>(c, "num_rtx", "data packets sent again, when handed to the egress queue");
  peak<&S::transmissions>(c, "max_tx_count", "most transmissions of one packet");
  counter<count<&S::marked_sent>>(c, "m_marked_pkts_sent",
                                  "ACKs sent that echo a congestion mark, answers to probes included");
  counter<count<&S::marked_received>>(c, "m_marked_pkts_rcvd",
                                      "ACKs of data received that echo a mark and gave a round trip");
  counter<count<&S::window, &UetWindowCounts::quick_adapts>>(c, "num_quick_adapt", "windows cut by Quick Adapt");
}

void penalties(Columns& c) {
  c.push_back({"ivl_calc_min_rcvr_cwnd_pen", Format::kInteger, sampled<&S::penalty, Span::kInterval, Part::kMin>,
               "smallest receiver penalty of the interval, at each data ACK that gives a round trip"});
  c.push_back(
      {"calc_mean_rcvr_cwnd_pen", Format::kReal, sampled<&S::penalty, Span::kRun, Part::kMean>, "mean of the run"});
  c.push_back({"ivl_calc_mean_rcvr_cwnd_pen", Format::kReal, sampled<&S::penalty, Span::kInterval, Part::kMean>,
               "mean of the interval"});
  c.push_back({"ivl_calc_max_rcvr_cwnd_pen", Format::kInteger, sampled<&S::penalty, Span::kInterval, Part::kMax>,
               "largest of the interval"});
}

void windows(Columns& c) {
  c.push_back({"calc_min_cwnd_bytes", Format::kInteger, sampled<&S::congestion_window, Span::kRun, Part::kMin>,
               "smallest congestion window of the run, at each first transmission of a data packet"});
  c.push_back({"ivl_calc_min_cwnd_bytes", Format::kInteger, sampled<&S::congestion_window, Span::kInterval, Part::kMin>,
               "smallest of the interval"});
  c.push_back({"calc_mean_cwnd_bytes", Format::kReal, sampled<&S::congestion_window, Span::kRun, Part::kMean>,
               "mean of the run"});
  c.push_back({"ivl_calc_mean_cwnd_bytes", Format::kReal, sampled<&S::congestion_window, Span::kInterval, Part::kMean>,
               "mean of the interval"});
  c.push_back({"ivl_calc_max_cwnd_bytes", Format::kInteger, sampled<&S::congestion_window, Span::kInterval, Part::kMax>,
               "largest of the interval"});
}

void delays(Columns& c) {
  c.push_back({"ivl_min_calc_avg_q_delay_usec", Format::kReal,
               sampled<&S::average_delay, Span::kInterval, Part::kMin, kMicrosecond>,
               "smallest average queueing delay of the interval, after each data ACK that gives a round trip"});
  c.push_back({"avg_calc_avg_q_delay_usec", Format::kReal,
               sampled<&S::average_delay, Span::kRun, Part::kMean, kMicrosecond>, "mean of the run"});
  c.push_back({"ivl_avg_calc_avg_q_delay_usec", Format::kReal,
               sampled<&S::average_delay, Span::kInterval, Part::kMean, kMicrosecond>, "mean of the interval"});
  c.push_back({"max_calc_avg_q_delay_usec", Format::kReal,
               sampled<&S::average_delay, Span::kRun, Part::kMax, kMicrosecond>, "largest of the run"});
  c.push_back({"ivl_max_calc_avg_q_delay_usec", Format::kReal,
               sampled<&S::average_delay, Span::kInterval, Part::kMax, kMicrosecond>, "largest of the interval"});
}

void round_trips(Columns& c) {
  c.push_back({"ivl_min_calc_rtt_usec", Format::kReal, sampled<&S::rtt, Span::kInterval, Part::kMin, kMicrosecond>,
               "smallest round trip of the interval: arrival of a data ACK minus the end of serialization of the "
               "packet it names, less the time for which the receiver held the ACK"});
  c.push_back({"max_calc_rtt_usec", Format::kReal, sampled<&S::rtt, Span::kRun, Part::kMax, kMicrosecond>,
               "largest of the run"});
  c.push_back({"ivl_max_calc_rtt_usec", Format::kReal, sampled<&S::rtt, Span::kInterval, Part::kMax, kMicrosecond>,
               "largest of the interval"});
  c.push_back(
      {"avg_calc_rtt_usec", Format::kReal, sampled<&S::rtt, Span::kRun, Part::kMean, kMicrosecond>, "mean of the run"});
  c.push_back({"ivl_avg_calc_rtt_usec", Format::kReal, sampled<&S::rtt, Span::kInterval, Part::kMean, kMicrosecond>,
               "mean of the interval"});
}

void in_flight(Columns& c) {
  c.push_back(
      {"ivl_calc_min_bytes_in_flight", Format::kInteger, sampled<&S::in_flight, Span::kInterval, Part::kMin>,
       "fewest bytes in flight in the interval, at each first transmission of a data packet before it is added"});
  c.push_back(
      {"calc_mean_bytes_in_flight", Format::kReal, sampled<&S::in_flight, Span::kRun, Part::kMean>, "mean of the run"});
  c.push_back({"ivl_calc_mean_bytes_in_flight", Format::kReal, sampled<&S::in_flight, Span::kInterval, Part::kMean>,
               "mean of the interval"});
  c.push_back({"ivl_calc_max_bytes_in_flight", Format::kInteger, sampled<&S::in_flight, Span::kInterval, Part::kMax>,
               "most of the interval"});
}

Columns all_columns() {
  Columns c{
      utc_column<Row>(),
      sim_time_column<Row>(),
      {"component_name", Format::kText, [](const Row& r) -> Cell { return r.node.name; }, "`server<i>.nic`"},
      {"fep_id", Format::kInteger, [](const Row& r) -> Cell { return r.node.id; },
       "number of the NIC, as `node_id` elsewhere"},
  };
  packets(c);
  events(c);
  penalties(c);
  windows(c);
  delays(c);
  round_trips(c);
  in_flight(c);
  append_own_columns(c);
  c.push_back(exact_time_column<Row>());
  return c;
}

}  // namespace
}  // namespace uet_columns

const Record<UetRow>& uet_transport_stats_record() {
  static const Record<UetRow> record{
      "uet-transport-stats", "`EnableTransportStats` of a UET NIC",
      "each `NDStatsReportInterval` and at the end, one for each UET NIC with the switch, all its PDCs together",
      uet_columns::all_columns()};
  return record;
}

UetTransportStats::UetTransportStats(OutputFolder& folder, std::string run, const std::vector<UetProbe*>& engines)
    : run_(std::move(run)), table_(folder, run_, uet_transport_stats_record()) {
  for (UetProbe* engine : engines) engines_.push_back({engine, {}});
}

void UetTransportStats::sample(Ps now, Ps since) {
  for (Engine& engine : engines_) {
    const UetStats total = engine.probe->stats();
    table_.add({{run_, now, since}, engine.probe->node(), total, engine.before});
    engine.before = total;
    engine.probe->begin_interval();
  }
}

}  // namespace headroom
