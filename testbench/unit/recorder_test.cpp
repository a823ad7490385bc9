#include "sc_models/core/records/recorder.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <set>

#include "sc_models/core/agenda.h"
#include "sc_models/core/records/record_schedule.h"
#include "testbench/common/csv.h"
#include "testbench/common/record_fakes.h"
#include "testbench/common/temporary_folder.h"

namespace headroom {
namespace {

/// A run of two servers on a rack switch, with probes instead of a model.
class RecorderTest : public testing::Test {
 protected:
  RecorderTest() {
    params_.name = "run";
    params_.nd_stats_interval = params_.buffer_stats_interval = kMillisecond;
    probes_.ports = {&nic1_, &rack_, &nic0_};
    probes_.flows = {{FlowParams{}, host_node(0, 3), host_node(1, 4)}};
    probes_.flows[0].params.name = "flow0";
    probes_.flows[0].params.destination = 1;
    probes_.flows[0].params.message_size = 1'000'000;
  }
  /// A whole run: periodic rows as the agenda makes them, until `end`.
  void run(Ps end, const std::vector<FlowResult>& results = {{}}) {
    OutputFolder folder(temporary_.path());
    Recorder recorder(folder, params_, probes_);
    Agenda agenda;
    struct Model final : AgendaClient {
      void due(Ps, AgendaTag) override {}
    } model;
    const RecordSchedule schedule(agenda, recorder, params_.start_time + params_.client_start_offset);
    agenda.at(end, Rank(Due::kPost, 0, 0), model, 0);  // there is something to do until the end
    agenda.run(end);
    recorder.finish(end, results);
  }
  CsvTable table(const std::string& record) const {
    return CsvTable(file_content(temporary_.path() / ("run-" + record + "-0.csv")));
  }
  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(temporary_.path()))
      if (entry.path().extension() == ".csv") names.insert(entry.path().filename().string());
    return names;
  }
  TemporaryFolder temporary_;
  SimulationParams params_;
  FakePort nic0_{nic_port(0, 1)}, nic1_{nic_port(1, 2)}, rack_{rack_port(0, 0)};
  FakeTiers tiers_;
  RunProbes probes_;
};

// records.md, case 2: the last interval is half as long, so the same bytes are twice the rate.
TEST_F(RecorderTest, WritesRowsEveryIntervalAndAtTheEnd) {
  run(Ps{2'500'000'000});
  const CsvTable rows = table("nd-stats");
  EXPECT_EQ(rows.column("sim_time_sec"),
            (CsvRow{"0.001", "0.001", "0.001", "0.002", "0.002", "0.002", "0.0025", "0.0025", "0.0025"}));
  EXPECT_EQ(rows.column("component_name"), (CsvRow{"rack0", "server0.nic", "server1.nic", "rack0", "server0.nic",
                                                   "server1.nic", "rack0", "server0.nic", "server1.nic"}));
}

TEST_F(RecorderTest, MeasuresTheLastIntervalByItsOwnLength) {
  OutputFolder folder(temporary_.path());
  Recorder recorder(folder, params_, probes_);
  recorder.sample(0, kMillisecond);
  recorder.sample(0, 2 * kMillisecond);
  nic0_.stats.tx_bytes = Bytes{1'000'000};
  recorder.finish(Ps{2'500'000'000}, {{}});
  // 8,000,000 bit in 0.5 ms.
  EXPECT_EQ(table("nd-stats").at(7, "tx_rate_Gbps"), "16");
}

TEST_F(RecorderTest, WritesNoSecondRowWhenTheRunEndsOnAnInterval) {
  run(2 * kMillisecond);
  EXPECT_EQ(table("nd-stats").column("x_time_ps"),
            (CsvRow{"1000000000", "1000000000", "1000000000", "2000000000", "2000000000", "2000000000"}));
}

// records.md, case 3.
TEST_F(RecorderTest, BeginsAfterStartTimeAndClientStartOffset) {
  params_.start_time = params_.client_start_offset = kMillisecond;
  run(Ps{3'500'000'000});
  EXPECT_EQ(table("nd-stats").at(0, "sim_time_sec"), "0.003");
  EXPECT_EQ(table("nd-stats").size(), 6u);
}

// records.md, case 4.
TEST_F(RecorderTest, WritesOneRowForARunShorterThanAnInterval) {
  run(Ps{300'000'000});
  EXPECT_EQ(table("nd-stats").column("sim_time_sec"), (CsvRow{"0.0003", "0.0003", "0.0003"}));
}

TEST_F(RecorderTest, SamplesAfterEverythingElseDueAtTheTime) {
  OutputFolder folder(temporary_.path());
  Recorder recorder(folder, params_, probes_);
  Agenda agenda;
  struct Model final : AgendaClient {
    explicit Model(FakePort& p) : port(p) {}
    void due(Ps, AgendaTag) override { ++port.stats.tx_frames; }
    FakePort& port;
  } model(nic0_);
  const RecordSchedule schedule(agenda, recorder, Ps{0});
  Decision decision{Rank(Due::kPortDecision, 0, 0), &model, 0};
  agenda.at(kMillisecond, Rank(Due::kGenerate, 9, 0), model, 0);
  agenda.decide(decision);
  agenda.run(kMillisecond);
  recorder.finish(kMillisecond, {{}});
  EXPECT_EQ(table("nd-stats").at(1, "total_packets_tx"), "2");
}

TEST_F(RecorderTest, OpensWhatIsSwitchedOnAndNothingElse) {
  run(Ps{1});
  const std::set<std::string> defaults{"run-nd-stats-0.csv",       "run-ecn-pfc-stats-0.csv",
                                       "run-perf-0.csv",           "run-roce-transport-stats-0.csv",
                                       "run-flows-0.csv",          "run-application-report-0.csv",
                                       "run-topology-report-0.csv"};
  EXPECT_EQ(files(), defaults);
  params_.enable_net_device_stats = params_.enable_pfc_ecn_stats = params_.enable_roce_stats = false;
  params_.enable_perf = params_.enable_reports = params_.enable_tier_hop = false;
  run(Ps{1});
  EXPECT_EQ(files(), (std::set<std::string>{"run-flows-0.csv"}));
  FakeSwitchBuffer buffer;
  buffer.each_port = true;
  FakePcie pcie({nic_node(0, 1), {}, {}});
  probes_.tiers = &tiers_;
  probes_.switches = {&buffer};
  probes_.pcie = {&pcie};
  FakePaths paths;
  probes_.load_balancing = {&paths};
  params_.enable_pcie_stats = params_.enable_pfc_events = params_.record_messages = true;
  params_.enable_tier_hop = params_.enable_cpu_mem_stats = true;
  run(Ps{1});
  EXPECT_EQ(files(), (std::set<std::string>{
                         "run-flows-0.csv", "run-pcie-stats-0.csv", "run-pfc-events-0.csv", "run-messages-0.csv",
                         "run-tier-hop-0.csv", "run-cpu-mem-stats-0.csv", "run-scala-switch-agg-buff-stats-0.csv",
                         "run-scala-switch-buff-stats-0.csv", "run-scala-switch-load-balancing-stats-0.csv"}));
  EXPECT_EQ(table("scala-switch-load-balancing-stats").size(), 0u);
}

// records.md 1.1 and 1.5: the switches of the three UET records are attributes of UET NICs.
TEST_F(RecorderTest, OpensTheRecordsThatSomeUetNicSwitchesOn) {
  const auto uet_files = [this] {
    std::set<std::string> names = files();
    std::erase_if(names, [](const std::string& name) { return name.rfind("run-uet-", 0) != 0; });
    return names;
  };
  run(Ps{1});
  EXPECT_EQ(uet_files(), std::set<std::string>{});
  FakeUet second(nic_node(1, 2)), first(nic_node(0, 1));
  probes_.uet = {&second, &first};
  run(Ps{1});
  EXPECT_EQ(uet_files(), (std::set<std::string>{"run-uet-transport-stats-0.csv"}));
  EXPECT_EQ(table("uet-transport-stats").column("fep_id"), (CsvRow{"1", "2"}));
  probes_.uet.clear();
  probes_.uet_events = true;
  probes_.uet_monitor.emplace();
  run(Ps{1});
  EXPECT_EQ(uet_files(), (std::set<std::string>{"run-uet-events-0.csv", "run-uet-monitor-0.csv"}));
  EXPECT_EQ(table("uet-events").size(), 0u);
  EXPECT_EQ(table("uet-monitor").size(), 0u);
}

TEST_F(RecorderTest, WritesUetEventsAndPacketsWhenTold) {
  probes_.uet_events = true;
  UetMonitorParams& settings = probes_.uet_monitor.emplace();
  settings.enable = true;
  settings.filter_fep_id = settings.filter_local_ip = settings.filter_remote_ip = settings.filter_pdc = "All";
  OutputFolder folder(temporary_.path());
  Recorder recorder(folder, params_, probes_);
  recorder.uet_events()->write(nic_node(0, 1), {Ps{5}, UetEventKind::kPdcCreated, {1, 1}, {2, 0}});
  const Frame frame{};
  recorder.uet_monitor()->write(nic_node(0, 1), {.time = Ps{6}, .frame = frame});
  recorder.finish(Ps{7}, {{}});
  EXPECT_EQ(table("uet-events").column("x_time_ps"), CsvRow{"5"});
  EXPECT_EQ(table("uet-monitor").column("x_time_ps"), CsvRow{"6"});
}

// records.md, cases 12 and 13. Pools are probed only of NICs with EnableBufferStats.
TEST_F(RecorderTest, WritesNetBuffStatsOnlyWhenBothSwitchesAreOn) {
  using Direction = PoolProbe::Direction;
  FakePool tx1({nic_node(0, 1), Direction::kTransmit, 1, Bytes{25'600}, {}, {}});
  FakePool rx1({nic_node(0, 1), Direction::kReceive, 1, Bytes{400'000}, {}, {}});
  FakePool tx0({nic_node(0, 1), Direction::kTransmit, 0, Bytes{230'400}, {}, {}});
  FakePool rx0({nic_node(0, 1), Direction::kReceive, 0, Bytes{3'600'000}, {}, {}});
  params_.enable_buffer_stats = true;
  run(Ps{1});
  EXPECT_EQ(files().count("run-net-buff-stats-0.csv"), 0u);
  params_.enable_buffer_stats = false;
  probes_.pools = {&tx1, &rx1, &tx0, &rx0};
  run(Ps{1});
  EXPECT_EQ(files().count("run-net-buff-stats-0.csv"), 0u);
  params_.enable_buffer_stats = true;
  run(kMillisecond);
  const CsvTable rows = table("net-buff-stats");
  EXPECT_EQ(rows.column("buffer_max_size_B"), (CsvRow{"3600000", "400000", "230400", "25600"}));
  EXPECT_EQ(rows.column("buffer_id"), (CsvRow{"RX_TC0_BUFFER", "RX_TC1_BUFFER", "TX_TC0_BUFFER", "TX_TC1_BUFFER"}));
}

// records.md 2.6: a switch has an interval of its own, and both its records share the samples.
TEST_F(RecorderTest, SamplesASwitchAtItsOwnInterval) {
  FakeSwitchBuffer buffer;
  buffer.every = Ps{400'000'000};
  buffer.each_port = true;
  buffer.headroom = {1, Bytes{5}, Bytes{5}, Bytes{5}};
  buffer.shared = {2, Bytes{7}, Bytes{3}, Bytes{4}};
  probes_.switches = {&buffer};
  run(kMillisecond);
  const CsvTable rows = table("scala-switch-agg-buff-stats");
  // Down ports only, one pool: three rows a time.
  EXPECT_EQ(rows.size(), 9u);
  EXPECT_EQ(rows.at(2, "sim_time_sec"), "0.0004");
  EXPECT_EQ(rows.at(5, "sim_time_sec"), "0.0008");
  EXPECT_EQ(rows.at(8, "sim_time_sec"), "0.001");
  EXPECT_EQ(rows.at(2, "ivl_count"), "2");
  EXPECT_EQ(rows.at(5, "ivl_count"), "0");
  EXPECT_EQ(table("scala-switch-buff-stats").column("sim_time_sec"), (CsvRow{"0.0004"}));
}

// records.md 4.1.
TEST_F(RecorderTest, PerfPrintsTheSampleOfTheDocument) {
  params_.name = "rack";
  OutputFolder folder(temporary_.path());
  Recorder recorder(folder, params_, probes_);
  recorder.message_acknowledged({0, 0, Ps{0}, Ps{0}, Ps{20'000'000}, Ps{23'000'000}, Ps{24'000'000}});
  recorder.finish(Ps{24'000'000}, {{}});
  EXPECT_EQ(file_content(temporary_.path() / "rack-perf-0.csv"),
            "job_id,time_utc,sim_time_sec,metric_name,perf_metric_usec,metric_path,metric_aggregation_id,node_id,"
            "transaction_number,start_time_sec,transfer_size_b,application_name,x_time_ps\n"
            "rack,1970-01-01T00:00:00Z,0.000024,ScalaApp,24,ScalaRDMA.WRITE.flow0,0,3,0,0,1000000,flow0,24000000\n");
}

TEST_F(RecorderTest, MessagesHoldTheFiveInstants) {
  params_.record_messages = true;
  OutputFolder folder(temporary_.path());
  Recorder recorder(folder, params_, probes_);
  recorder.message_complete({0, 7, Ps{1}, Ps{2}, Ps{3}, Ps{5}, Ps{4}});
  recorder.finish(Ps{5}, {{}});
  EXPECT_EQ(file_content(temporary_.path() / "run-messages-0.csv"),
            "flow,message,bytes,post_ps,start_ps,sent_ps,received_ps,end_ps\nflow0,7,1000000,1,2,3,5,4\n");
}

TEST_F(RecorderTest, FlowsLeaveEmptyWhatAnOpenFlowDoesNotHave) {
  FlowIdentity second = probes_.flows[0], third = second;
  second.params.name = "a,b";
  second.params.verb = Verb::kSend;
  second.params.messages = 2;
  third.params.name = "never";
  probes_.flows.push_back(second);
  probes_.flows.push_back(third);
  run(Ps{40'000'000}, {{1, Ps{4'000'000}, Ps{24'000'000}, 3}, {1, Ps{0}, Ps{24'000'000}, 0}, {}});
  // 8,000,000 bit in 20 us.
  EXPECT_EQ(file_content(temporary_.path() / "run-flows-0.csv"),
            "flow,src,dst,verb,message_size,messages,completed,bytes,start_ps,end_ps,fct_usec,goodput_gbps,"
            "retransmitted_packets\n"
            "flow0,0,1,WRITE,1000000,1,1,1000000,4000000,24000000,20,400,3\n"
            "\"a,b\",0,1,SEND,1000000,2,1,1000000,0,,,,0\n"
            "never,0,1,WRITE,1000000,1,0,0,,,,,0\n");
}

TEST_F(RecorderTest, HasEventRowsOnDiskWithEachPeriodicRow) {
  params_.enable_pfc_events = true;
  OutputFolder folder(temporary_.path());
  Recorder recorder(folder, params_, probes_);
  recorder.pfc_events()->write("rack0", 0, {Ps{5}, PfcEventKind::kResume, 0, Bytes{0}, 0});
  recorder.sample(0, kMillisecond);
  EXPECT_EQ(table("pfc-events").size(), 1u);
  EXPECT_EQ(table("nd-stats").size(), 3u);
}

TEST_F(RecorderTest, WritesWhatItStillCanWhenTheDiskFillsUpAndThenSaysSo) {
  ::signal(SIGXFSZ, SIG_IGN);
  OutputFolder folder(temporary_.path());
  Recorder recorder(folder, params_, probes_);
  const rlimit small{1500, RLIM_INFINITY}, none{RLIM_INFINITY, RLIM_INFINITY};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_THROW(
      {
        for (int i = 1; i < 10; ++i) recorder.sample(0, i * kMillisecond);
      },
      RecordError);
  EXPECT_NO_THROW(recorder.finish(10 * kMillisecond, {{}})) << "the error has been reported, and all else is written";
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &none), 0);
  EXPECT_GT(table("nd-stats").size(), 0u);
  EXPECT_EQ(table("flows").size(), 1u);
}

// records.md, cases 5 and 6.
TEST(NodeNumbers, CountSwitchesFromTheTopThenNicsThenHosts) {
  const NodeNumbers rack{0, 0, 1, 2};
  EXPECT_EQ(rack.rack(0), 0u);
  EXPECT_EQ(rack.nic(0), 1u);
  EXPECT_EQ(rack.nic(1), 2u);
  EXPECT_EQ(rack.host(0), 3u);
  EXPECT_EQ(rack.host(1), 4u);
  const NodeNumbers leaf_spine{2, 0, 4, 32};
  EXPECT_EQ(leaf_spine.spine(1), 1u);
  EXPECT_EQ(leaf_spine.rack(0), 2u);
  EXPECT_EQ(leaf_spine.rack(3), 5u);
  EXPECT_EQ(leaf_spine.nic(0), 6u);
  EXPECT_EQ(leaf_spine.nic(31), 37u);
  EXPECT_EQ(leaf_spine.host(0), 38u);
}

}  // namespace
}  // namespace headroom
