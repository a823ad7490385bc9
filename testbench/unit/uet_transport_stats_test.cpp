// Columns of uet-transport-stats: names and order as records.md 3.2 and uet-transport.md 9.1 list them, each with the
// counter or sample it shows.
#include "sc_models/core/records/uet_transport_stats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "testbench/common/csv.h"
#include "testbench/common/record_fakes.h"
#include "testbench/common/temporary_folder.h"

namespace headroom {
namespace {

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

/// Counters that have a column and its twin, then the columns of sample blocks, then ours, as the documents list them.
const std::string kCounters =
    "total_pkts_sent total_pkts_rcvd write_pkts_sent write_pkts_rcvd ack_pkts_sent ack_pkts_rcvd nack_pkts_sent "
    "nack_pkts_rcvd wqes_created wqes_completed num_out_of_order_events_on_nic max_out_of_order_on_flow "
    "num_dup_events_on_nic probe_sent probe_ack_rcvd num_rto num_rtx max_tx_count m_marked_pkts_sent "
    "m_marked_pkts_rcvd num_quick_adapt";
const std::string kSamples =
    "ivl_calc_min_rcvr_cwnd_pen calc_mean_rcvr_cwnd_pen ivl_calc_mean_rcvr_cwnd_pen ivl_calc_max_rcvr_cwnd_pen "
    "calc_min_cwnd_bytes ivl_calc_min_cwnd_bytes calc_mean_cwnd_bytes ivl_calc_mean_cwnd_bytes ivl_calc_max_cwnd_bytes "
    "ivl_min_calc_avg_q_delay_usec avg_calc_avg_q_delay_usec ivl_avg_calc_avg_q_delay_usec max_calc_avg_q_delay_usec "
    "ivl_max_calc_avg_q_delay_usec ivl_min_calc_rtt_usec max_calc_rtt_usec ivl_max_calc_rtt_usec avg_calc_rtt_usec "
    "ivl_avg_calc_rtt_usec ivl_calc_min_bytes_in_flight calc_mean_bytes_in_flight ivl_calc_mean_bytes_in_flight "
    "ivl_calc_max_bytes_in_flight";
const std::string kOurs =
    "num_md num_fulfil num_fast_acks num_penalty_acks inc_prop_bytes inc_fair_bytes inc_fast_bytes inc_eta_bytes "
    "dec_md_bytes dec_qa_bytes dec_trim_bytes dec_rto_bytes dec_pen_bytes dec_base_bytes base_rtt_drops "
    "min_base_rtt_ns "
    "reps_explore reps_reuse reps_stale_reuse reps_freeze reps_unfreeze efd stale_nack late_ack rx_no_pdc blk_window "
    "blk_egress blk_prefetch";

CsvRow expected_header() {
  CsvRow header = words("time_utc sim_time_sec component_name fep_id");
  for (const std::string& name : words(kCounters)) header.push_back(name), header.push_back("ivl_" + name);
  for (const std::string& name : words(kSamples)) header.push_back(name);
  for (const std::string& name : words(kOurs)) header.push_back("x_" + name), header.push_back("x_ivl_" + name);
  header.push_back("x_time_ps");
  return header;
}

class UetTransportStatsTest : public testing::Test {
 protected:
  UetTransportStatsTest() { record_.emplace(folder_, "run", std::vector<UetProbe*>{&engine_}); }
  CsvTable table() {
    record_->file().close();
    return CsvTable(file_content(temporary_.path() / "run-uet-transport-stats-0.csv"));
  }
  UetStats& stats() { return engine_.counters; }

  TemporaryFolder temporary_;
  OutputFolder folder_{temporary_.path()};
  FakeUet engine_{nic_node(0, 1)};
  std::optional<UetTransportStats> record_;
};

TEST_F(UetTransportStatsTest, HasTheColumnsOfTheDocumentInItsOrder) { EXPECT_EQ(table().header(), expected_header()); }

TEST_F(UetTransportStatsTest, WritesZerosBeforeAnythingHasHappened) {
  record_->sample(kMillisecond, Ps{0});
  std::string row = "1970-01-01T00:00:00Z,0.001,server0.nic,1";
  for (std::size_t i = 4; i + 1 < expected_header().size(); ++i) row += ",0";
  EXPECT_EQ(table().size(), 1u);
  const std::string text = file_content(temporary_.path() / "run-uet-transport-stats-0.csv");
  EXPECT_EQ(text.substr(text.find('\n') + 1), row + ",1000000000\n");
}

/// A column and the counter behind it.
struct CounterCase {
  const char* column;
  void (*set)(UetStats&, std::uint64_t);
  const char* sum = nullptr;  ///< column that adds it up
};

Bytes bytes(std::uint64_t count) { return Bytes(static_cast<std::int64_t>(count)); }

const std::vector<CounterCase> kCounterCases{
    {"write_pkts_sent", [](UetStats& s, std::uint64_t v) { s.data_sent = v; }, "total_pkts_sent"},
    {"write_pkts_rcvd", [](UetStats& s, std::uint64_t v) { s.data_received = v; }, "total_pkts_rcvd"},
    {"ack_pkts_sent", [](UetStats& s, std::uint64_t v) { s.acks_sent = v; }, "total_pkts_sent"},
    {"ack_pkts_rcvd", [](UetStats& s, std::uint64_t v) { s.acks_received = v; }, "total_pkts_rcvd"},
    {"nack_pkts_sent", [](UetStats& s, std::uint64_t v) { s.nacks_sent = v; }, "total_pkts_sent"},
    {"nack_pkts_rcvd", [](UetStats& s, std::uint64_t v) { s.nacks_received = v; }, "total_pkts_rcvd"},
    {"wqes_created", [](UetStats& s, std::uint64_t v) { s.wqes_created = v; }},
    {"wqes_completed", [](UetStats& s, std::uint64_t v) { s.wqes_completed = v; }},
    {"num_out_of_order_events_on_nic", [](UetStats& s, std::uint64_t v) { s.out_of_order = v; }},
    {"num_dup_events_on_nic", [](UetStats& s, std::uint64_t v) { s.duplicates = v; }},
    {"probe_sent", [](UetStats& s, std::uint64_t v) { s.probes_sent = v; }},
    {"probe_ack_rcvd", [](UetStats& s, std::uint64_t v) { s.probe_acks_received = v; }},
    {"num_rto", [](UetStats& s, std::uint64_t v) { s.timeouts = v; }},
    {"num_rtx", [](UetStats& s, std::uint64_t v) { s.retransmissions = v; }},
    {"m_marked_pkts_sent", [](UetStats& s, std::uint64_t v) { s.marked_sent = v; }},
    {"m_marked_pkts_rcvd", [](UetStats& s, std::uint64_t v) { s.marked_received = v; }},
    {"num_quick_adapt", [](UetStats& s, std::uint64_t v) { s.window.quick_adapts = v; }},
    {"x_num_md", [](UetStats& s, std::uint64_t v) { s.window.decreases = v; }},
    {"x_num_fulfil", [](UetStats& s, std::uint64_t v) { s.window.fulfils = v; }},
    {"x_num_fast_acks", [](UetStats& s, std::uint64_t v) { s.window.fast_acks = v; }},
    {"x_num_penalty_acks", [](UetStats& s, std::uint64_t v) { s.window.penalty_acks = v; }},
    {"x_inc_prop_bytes", [](UetStats& s, std::uint64_t v) { s.window.added_proportional = bytes(v); }},
    {"x_inc_fair_bytes", [](UetStats& s, std::uint64_t v) { s.window.added_fair = bytes(v); }},
    {"x_inc_fast_bytes", [](UetStats& s, std::uint64_t v) { s.window.added_fast = bytes(v); }},
    {"x_inc_eta_bytes", [](UetStats& s, std::uint64_t v) { s.window.added_eta = bytes(v); }},
    {"x_dec_md_bytes", [](UetStats& s, std::uint64_t v) { s.window.cut_decrease = bytes(v); }},
    {"x_dec_qa_bytes", [](UetStats& s, std::uint64_t v) { s.window.cut_quick_adapt = bytes(v); }},
    {"x_dec_trim_bytes", [](UetStats& s, std::uint64_t v) { s.window.cut_trim = bytes(v); }},
    {"x_dec_rto_bytes", [](UetStats& s, std::uint64_t v) { s.window.cut_timeout = bytes(v); }},
    {"x_dec_pen_bytes", [](UetStats& s, std::uint64_t v) { s.window.cut_penalty = bytes(v); }},
    {"x_dec_base_bytes", [](UetStats& s, std::uint64_t v) { s.window.cut_base_rtt = bytes(v); }},
    {"x_base_rtt_drops", [](UetStats& s, std::uint64_t v) { s.window.base_rtt_drops = v; }},
    {"x_reps_explore", [](UetStats& s, std::uint64_t v) { s.spraying.explore = v; }},
    {"x_reps_reuse", [](UetStats& s, std::uint64_t v) { s.spraying.reuse = v; }},
    {"x_reps_stale_reuse", [](UetStats& s, std::uint64_t v) { s.spraying.stale_reuse = v; }},
    {"x_reps_freeze", [](UetStats& s, std::uint64_t v) { s.spraying.freeze = v; }},
    {"x_reps_unfreeze", [](UetStats& s, std::uint64_t v) { s.spraying.unfreeze = v; }},
    {"x_efd", [](UetStats& s, std::uint64_t v) { s.spraying.failures_detected = v; }},
    {"x_stale_nack", [](UetStats& s, std::uint64_t v) { s.stale_nacks = v; }},
    {"x_late_ack", [](UetStats& s, std::uint64_t v) { s.late_acks = v; }},
    {"x_rx_no_pdc", [](UetStats& s, std::uint64_t v) { s.no_pdc = v; }},
    {"x_blk_window", [](UetStats& s, std::uint64_t v) { s.blocked_window = v; }},
    {"x_blk_egress", [](UetStats& s, std::uint64_t v) { s.blocked_egress = v; }},
    {"x_blk_prefetch", [](UetStats& s, std::uint64_t v) { s.blocked_prefetch = v; }},
};

// Shows `before`, then `after` in the column, their difference in its twin, and 0 in every other column.
TEST(UetTransportStats, ShowACounterInItsColumnsAndInNoOther) {
  for (const CounterCase& c : kCounterCases) {
    SCOPED_TRACE(c.column);
    const TemporaryFolder temporary;
    OutputFolder folder(temporary.path());
    FakeUet engine(nic_node(0, 1));
    UetTransportStats record(folder, "run", {&engine});
    c.set(engine.counters, 1'000);
    record.sample(kMillisecond, Ps{0});
    c.set(engine.counters, 1'234);
    record.sample(2 * kMillisecond, kMillisecond);
    record.file().close();
    const std::string text = file_content(temporary.path() / "run-uet-transport-stats-0.csv");
    const CsvTable rows(text);
    std::vector<std::string> shown{c.column};
    if (c.sum) shown.push_back(c.sum);
    for (const std::string& name : shown) {
      const std::string twin = name.substr(0, 2) == "x_" ? "x_ivl_" + name.substr(2) : "ivl_" + name;
      EXPECT_EQ(rows.column(name), (CsvRow{"1000", "1234"})) << name;
      EXPECT_EQ(rows.column(twin), (CsvRow{"1000", "234"})) << twin;
    }
    const CsvRow last = parse_csv(text)[2];
    const auto zeros = static_cast<std::size_t>(std::count(last.begin(), last.end(), "0"));
    // All but the four of identity, the exact time and the pairs above.
    EXPECT_EQ(zeros, rows.header().size() - 5 - 2 * shown.size());
  }
}

// Every counter of the document is in the list above, shown as a sum, or a peak, or a smallest value.
TEST_F(UetTransportStatsTest, LeavesNoCounterColumnUntested) {
  std::size_t others = 0;
  for (const std::string& name : words(kCounters))
    others += std::none_of(kCounterCases.begin(), kCounterCases.end(), [&](const auto& c) { return c.column == name; });
  EXPECT_EQ(others, 4u);  // total_pkts_sent, total_pkts_rcvd, max_out_of_order_on_flow, max_tx_count
  others = 0;
  for (const std::string& name : words(kOurs))
    others += std::none_of(kCounterCases.begin(), kCounterCases.end(),
                           [&](const auto& c) { return c.column == "x_" + name; });
  EXPECT_EQ(others, 1u);  // x_min_base_rtt_ns
}

TEST_F(UetTransportStatsTest, TotalsAddDataAcksAndNacksButNoProbes) {
  stats().data_sent = 1, stats().acks_sent = 20, stats().nacks_sent = 300, stats().probes_sent = 4'000;
  stats().data_received = 5, stats().acks_received = 60, stats().nacks_received = 700;
  stats().probe_acks_received = 8'000;
  record_->sample(kMillisecond, Ps{0});
  EXPECT_EQ(table().column("total_pkts_sent"), CsvRow{"321"});
  EXPECT_EQ(table().column("total_pkts_rcvd"), CsvRow{"765"});
}

TEST_F(UetTransportStatsTest, PeaksAreThoseOfRunAndInterval) {
  stats().out_of_order_held.add(7), stats().out_of_order_held.add(5);
  stats().transmissions.add(3);
  record_->sample(kMillisecond, Ps{0});
  stats().out_of_order_held.add(6);
  stats().transmissions.add(4);
  record_->sample(2 * kMillisecond, kMillisecond);
  record_->sample(3 * kMillisecond, 2 * kMillisecond);
  const CsvTable rows = table();
  EXPECT_EQ(rows.column("max_out_of_order_on_flow"), (CsvRow{"7", "7", "7"}));
  EXPECT_EQ(rows.column("ivl_max_out_of_order_on_flow"), (CsvRow{"7", "6", "0"}));
  EXPECT_EQ(rows.column("max_tx_count"), (CsvRow{"3", "4", "4"}));
  EXPECT_EQ(rows.column("ivl_max_tx_count"), (CsvRow{"3", "4", "0"}));
}

// Two ACKs in the first millisecond, one in the second, none in the third.
TEST_F(UetTransportStatsTest, BlocksOfAnAckAreSampledTogether) {
  stats().sample_ack(Ps{6'000'000}, 500'000.0, 10, Ps{6'000'000});
  stats().sample_ack(Ps{8'000'000}, 1'500'000.0, 30, Ps{5'924'000});
  record_->sample(kMillisecond, Ps{0});
  stats().sample_ack(Ps{13'000'000}, 4'000'000.0, 127, Ps{5'924'000});
  record_->sample(2 * kMillisecond, kMillisecond);
  record_->sample(3 * kMillisecond, 2 * kMillisecond);
  const CsvTable rows = table();
  EXPECT_EQ(rows.column("ivl_min_calc_rtt_usec"), (CsvRow{"6", "13", "0"}));
  EXPECT_EQ(rows.column("max_calc_rtt_usec"), (CsvRow{"8", "13", "13"}));
  EXPECT_EQ(rows.column("ivl_max_calc_rtt_usec"), (CsvRow{"8", "13", "0"}));
  EXPECT_EQ(rows.column("avg_calc_rtt_usec"), (CsvRow{"7", "9", "9"}));
  EXPECT_EQ(rows.column("ivl_avg_calc_rtt_usec"), (CsvRow{"7", "13", "0"}));
  EXPECT_EQ(rows.column("ivl_min_calc_avg_q_delay_usec"), (CsvRow{"0.5", "4", "0"}));
  EXPECT_EQ(rows.column("avg_calc_avg_q_delay_usec"), (CsvRow{"1", "2", "2"}));
  EXPECT_EQ(rows.column("ivl_avg_calc_avg_q_delay_usec"), (CsvRow{"1", "4", "0"}));
  EXPECT_EQ(rows.column("max_calc_avg_q_delay_usec"), (CsvRow{"1.5", "4", "4"}));
  EXPECT_EQ(rows.column("ivl_max_calc_avg_q_delay_usec"), (CsvRow{"1.5", "4", "0"}));
  EXPECT_EQ(rows.column("ivl_calc_min_rcvr_cwnd_pen"), (CsvRow{"10", "127", "0"}));
  EXPECT_EQ(rows.column("calc_mean_rcvr_cwnd_pen"), (CsvRow{"20", "55.6666667", "55.6666667"}));
  EXPECT_EQ(rows.column("ivl_calc_mean_rcvr_cwnd_pen"), (CsvRow{"20", "127", "0"}));
  EXPECT_EQ(rows.column("ivl_calc_max_rcvr_cwnd_pen"), (CsvRow{"30", "127", "0"}));
  EXPECT_EQ(rows.column("x_min_base_rtt_ns"), (CsvRow{"5924", "5924", "5924"}));
  EXPECT_EQ(rows.column("x_ivl_min_base_rtt_ns"), (CsvRow{"5924", "5924", "0"}));
}

TEST_F(UetTransportStatsTest, BlocksOfATransmissionAreSampledTogether) {
  stats().sample_transmission(450'000, 0);
  stats().sample_transmission(450'000, 4'184);
  record_->sample(kMillisecond, Ps{0});
  stats().sample_transmission(41'840, 8'368);
  record_->sample(2 * kMillisecond, kMillisecond);
  record_->sample(3 * kMillisecond, 2 * kMillisecond);
  const CsvTable rows = table();
  EXPECT_EQ(rows.column("calc_min_cwnd_bytes"), (CsvRow{"450000", "41840", "41840"}));
  EXPECT_EQ(rows.column("ivl_calc_min_cwnd_bytes"), (CsvRow{"450000", "41840", "0"}));
  EXPECT_EQ(rows.column("calc_mean_cwnd_bytes"), (CsvRow{"450000", "313946.667", "313946.667"}));
  EXPECT_EQ(rows.column("ivl_calc_mean_cwnd_bytes"), (CsvRow{"450000", "41840", "0"}));
  EXPECT_EQ(rows.column("ivl_calc_max_cwnd_bytes"), (CsvRow{"450000", "41840", "0"}));
  EXPECT_EQ(rows.column("ivl_calc_min_bytes_in_flight"), (CsvRow{"0", "8368", "0"}));
  EXPECT_EQ(rows.column("calc_mean_bytes_in_flight"), (CsvRow{"2092", "4184", "4184"}));
  EXPECT_EQ(rows.column("ivl_calc_mean_bytes_in_flight"), (CsvRow{"2092", "8368", "0"}));
  EXPECT_EQ(rows.column("ivl_calc_max_bytes_in_flight"), (CsvRow{"4184", "8368", "0"}));
}

}  // namespace
}  // namespace headroom
