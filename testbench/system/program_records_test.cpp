// Which records a run writes, and that what stands in them agrees with itself and with each other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <ostream>
#include <set>

#include "testbench/common/program.h"
#include "testbench/common/scenario.h"

namespace headroom {
namespace {

using test::flow;
using test::lanes;
using test::rack;
using test::RunFiles;
using test::operator+;

const std::set<std::string> kByDefault = {"application-report",
                                          "ecn-pfc-stats",
                                          "flows",
                                          "nd-stats",
                                          "perf",
                                          "roce-transport-stats",
                                          "scala-switch-agg-buff-stats",
                                          "scala-switch-load-balancing-stats",
                                          "tier-hop",
                                          "topology-report"};

struct Switch {
  std::string name;
  std::vector<std::string> assignments;
  std::set<std::string> added, removed;
  friend std::ostream& operator<<(std::ostream& out, const Switch& s) { return out << s.name; }
};
class ARecordSwitch : public test::ProgramTest, public testing::WithParamInterface<Switch> {};

// records.md 1.5
TEST_P(ARecordSwitch, AddsAndRemovesExactlyItsRecords) {
  std::set<std::string> expected = kByDefault;
  expected.insert(GetParam().added.begin(), GetParam().added.end());
  for (const std::string& record : GetParam().removed) expected.erase(record);
  ASSERT_EQ(run("case", rack(2, flow(0, 1, "10KB")), test::sets(GetParam().assignments)).code, 0);
  const std::vector<std::string> records = files("case").records();
  EXPECT_EQ(std::set<std::string>(records.begin(), records.end()), expected);
  for (const std::string& record : records) EXPECT_FALSE(files("case").table(record).header().empty()) << record;
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, ARecordSwitch,
    testing::Values(
        Switch{"None", {}, {}, {}},
        Switch{"NetDevice", {"simulation.EnableNetDeviceStatLogging=false"}, {}, {"nd-stats"}},
        Switch{"PfcEcn", {"simulation.EnablePFCECNStatsLogging=false"}, {}, {"ecn-pfc-stats"}},
        Switch{"Transport", {"simulation.EnableRoceTransportStats=false"}, {}, {"roce-transport-stats"}},
        Switch{"Perf", {"simulation.EnablePerfLogging=false"}, {}, {"perf"}},
        Switch{"Reports", {"simulation.EnableReports=false"}, {}, {"application-report", "topology-report"}},
        Switch{"TierHop", {"simulation.EnableTierHopLogging=false"}, {}, {"tier-hop"}},
        Switch{"Pcie", {"simulation.EnablePCIeStatsLogging=true"}, {"pcie-stats"}, {}},
        Switch{"PfcEvents", {"simulation.EnablePfcEventLogging=true"}, {"pfc-events"}, {}},
        Switch{"Messages", {"simulation.RecordMessages=true"}, {"messages"}, {}},
        Switch{"CpuMem", {"simulation.EnableCpuMemStats=true"}, {"cpu-mem-stats"}, {}},
        // case 12: both or nothing
        Switch{"BuffersOfTheNicAlone", {"components.Nic.EnableBufferStats=true"}, {}, {}},
        Switch{"BuffersOfTheSimulationAlone", {"simulation.EnableNetworkBufferStatsReporting=true"}, {}, {}},
        Switch{"Buffers",
               {"components.Nic.EnableBufferStats=true", "simulation.EnableNetworkBufferStatsReporting=true"},
               {"net-buff-stats"},
               {}},
        Switch{"SwitchPorts",
               {"components.Tor.SharedBufferManager.ReportPerPortBufferStats=true"},
               {"scala-switch-buff-stats"},
               {}},
        Switch{"LoadBalancing",
               {"components.Tor.EnableLoadBalancingStats=false"},
               {},
               {"scala-switch-load-balancing-stats"}}),
    [](const auto& test_case) { return test_case.param.name; });

/// A number of at most `places` decimals as an integer, times 10^places.
std::int64_t scaled(const std::string& text, std::size_t places) {
  const std::size_t point = std::min(text.find('.'), text.size());
  std::string digits = text.substr(0, point);
  std::string decimals = point < text.size() ? text.substr(point + 1) : "";
  if (decimals.size() > places) throw std::runtime_error("too many decimals in " + text);
  decimals.resize(places, '0');
  return std::stoll(digits + decimals);
}

/// An interval column, the cumulative one it belongs to, and the decimal places of both.
struct Pair {
  std::string interval, total;
  std::size_t places = 0, total_places = 0;
};

class RecordsOfALongRun : public test::ProgramTest {
 protected:
  void SetUp() override {
    // Pauses, drops and retransmissions: the pool of the slow receiver is small and its headroom too small.
    const std::vector<std::string> assignments =
        lanes("SlowNic", "7.88Gbps", 16) +
        std::vector<std::string>{"components.SlowNic.NetworkInterface.IngressBufferManager.TotalBufferSize=44445B",
                                 "components.Nic.TransportProcessingLayers.RoceTransportLayer.RetransmitTimeout=30us",
                                 "simulation.NDStatsReportInterval=0.00001",
                                 "simulation.NetworkBufferStatsReportingInterval=0.000013",
                                 "simulation.EnableNetworkBufferStatsReporting=true",
                                 "simulation.EnablePCIeStatsLogging=true",
                                 "simulation.EnablePfcEventLogging=true",
                                 "simulation.RecordMessages=true",
                                 "components.Nic.EnableBufferStats=true",
                                 "components.SlowNic.EnableBufferStats=true",
                                 "components.Tor.SharedBufferManager.ReportPerPortBufferStats=true",
                                 "components.Tor.SharedBufferManager.BufferStatsReportInterval=17us"};
    const std::string flows = flow(0, 2, "400KB", R"("messages": 6, "queue_pairs": 3)") + "," +
                              flow(1, 2, "300KB", R"("messages": 3, "verb": "SEND")") + "," + flow(2, 0, "1MB");
    const auto result = run("case", rack(3, flows), test::sets(assignments));
    ASSERT_EQ(result.code, 0) << result.err;
  }
  /// Rows of one thing: those in which all of `key` agree.
  static std::map<CsvRow, std::vector<std::size_t>> series(const CsvTable& table, const std::vector<std::string>& key) {
    std::map<CsvRow, std::vector<std::size_t>> result;
    for (std::size_t i = 0; i < table.size(); ++i) {
      CsvRow values;
      for (const std::string& column : key) values.push_back(table.at(i, column));
      result[values].push_back(i);
    }
    return result;
  }
  void expect_sums(const std::string& record, const std::vector<std::string>& key, const std::vector<Pair>& pairs) {
    const CsvTable table = files("case").table(record);
    ASSERT_GT(table.size(), 3u) << record;
    for (const auto& [names, rows] : series(table, key)) {
      for (const Pair& pair : pairs) {
        std::int64_t sum = 0;
        for (const std::size_t row : rows) {
          sum += scaled(table.at(row, pair.interval), pair.places);
          ASSERT_EQ(sum, scaled(table.at(row, pair.total), pair.total_places))
              << record << " " << pair.interval << " up to row " << row << " of " << names[0];
        }
      }
    }
  }
};

TEST_F(RecordsOfALongRun, StandInTimeOrderAndEndWithTheirTime) {
  const std::set<std::string> ours = {"flows", "messages", "pfc-events"};
  for (const std::string& record : files("case").records()) {
    const CsvTable table = files("case").table(record);
    const auto has = [&table](const std::string& column) {
      return std::find(table.header().begin(), table.header().end(), column) != table.header().end();
    };
    EXPECT_EQ(table.header().back() == "x_time_ps", !ours.contains(record)) << record;
    const std::string time = ours.contains(record) ? "time_ps" : "x_time_ps";
    std::int64_t before = 0;
    for (std::size_t i = 0; has(time) && i < table.size(); ++i) {
      const std::int64_t now = std::stoll(table.at(i, time));
      ASSERT_LE(before, now) << record;
      before = now;
      ASSERT_EQ(has("sim_time_sec") ? scaled(table.at(i, "sim_time_sec"), 12) : now, now) << record;
    }
  }
}

// records.md, case 17
TEST_F(RecordsOfALongRun, HaveTheColumnsOfTheProductFirst) {
  const std::map<std::string, std::size_t> published = {{"nd-stats", 22},
                                                        {"ecn-pfc-stats", 24},
                                                        {"net-buff-stats", 21},
                                                        {"roce-transport-stats", 74},
                                                        {"perf", 12},
                                                        {"application-report", 10},
                                                        {"topology-report", 16},
                                                        {"scala-switch-agg-buff-stats", 16},
                                                        {"scala-switch-buff-stats", 16}};
  for (const auto& [record, count] : published) {
    const CsvTable table = files("case").table(record);
    for (std::size_t i = 0; i < table.header().size(); ++i)
      EXPECT_EQ(table.header()[i].starts_with("x_"), i >= count) << record << " " << table.header()[i];
  }
}

TEST_F(RecordsOfALongRun, HaveIntervalsThatAddUpToTheirTotals) {
  const std::vector<std::string> port = {"component_name", "ifid"};
  expect_sums(
      "nd-stats", port,
      {{"interval_bytes_tx_MB", "total_bytes_tx_GB", 6, 9}, {"interval_bytes_rx_MB", "total_bytes_rx_GB", 6, 9}});
  expect_sums("ecn-pfc-stats", {"component_name", "ifid", "priority"},
              {{"interval_total_time_xoff_usec", "pfc_time_paused_usec", 6, 6},
               {"interval_total_time_xoff_egr_occ_usec", "total_xoff_time_egr_occ_usec", 6, 6}});
  expect_sums("net-buff-stats", {"component_name", "buffer_id"},
              {{"interval_num_enq", "num_enq"}, {"interval_num_deq", "num_deq"}});
  expect_sums("pcie-stats", {"component_name", "x_end"},
              {{"x_ivl_payload_B", "x_payload_B"}, {"x_ivl_wire_B", "x_wire_B"}});
  expect_sums("tier-hop", {"job_id"}, {{"rackInt", "rack"}, {"spineInt", "spine"}});
  std::vector<Pair> counters;
  const CsvTable roce = files("case").table("roce-transport-stats");
  for (const std::string& column : roce.header())
    if (column.starts_with("ivl_") && !column.ends_with("_usec") && !column.ends_with("_psn"))
      counters.push_back({column, column.substr(4)});
  EXPECT_EQ(counters.size(), 30u);
  expect_sums("roce-transport-stats", {"component_name"}, counters);
}

// roce-transport.md 12 and records.md 3.1
TEST_F(RecordsOfALongRun, KeepTheIdentitiesOfTheTransport) {
  const CsvTable roce = files("case").table("roce-transport-stats");
  const CsvTable ports = files("case").table("nd-stats");
  const auto value = [&](std::size_t row, const char* column) { return std::stoll(roce.at(row, column)); };
  std::int64_t dropped = 0, discarded = 0, duplicates = 0, retransmitted = 0, sent = 0, received = 0;
  for (std::size_t row = roce.size() - 3; row < roce.size(); ++row) {
    EXPECT_EQ(value(row, "num_pkts_sent"), value(row, "num_verb_pkts_sent") + value(row, "num_non_verb_pkts_sent"));
    EXPECT_EQ(value(row, "num_non_verb_pkts_sent"),
              value(row, "num_acks_sent") + value(row, "num_nacks_sent") + value(row, "num_cnp_sent"));
    EXPECT_EQ(value(row, "rdma_write_cnt"), value(row, "num_verb_pkts_sent"));
    EXPECT_EQ(value(row, "num_rx_drops"),
              value(row, "num_rx_drops_no_qp_data") + value(row, "num_rx_drops_no_qp_ctrl") +
                  value(row, "num_rx_drops_after_nak") + value(row, "num_rx_drops_ghost_ack"));
    EXPECT_EQ(value(row, "num_wqe_created"), value(row, "num_wqe_completed"));
    EXPECT_EQ(value(row, "num_nacks_sent"), value(row, "num_seq_out_of_order"));
    EXPECT_LE(value(row, "num_rtx"), value(row, "num_nacks_recvd") + value(row, "num_rto"));
    dropped += std::stoll(ports.at(ports.size() - 3 + row - (roce.size() - 3), "rx_drops"));
    discarded += value(row, "num_rx_drops_after_nak");
    duplicates += value(row, "num_duplicate");
    retransmitted += value(row, "x_rtx_pkts");
    sent += value(row, "num_verb_pkts_sent");
    received += value(row, "num_writes_recvd");
  }
  const std::int64_t in_order = files("case").summary()["work"]["packets"];
  EXPECT_EQ(in_order, 6 * 98 + 3 * 74 + 245) << "400,000, 300,000 and 1,000,000 B in packets of 4,096 B";
  EXPECT_EQ(sent, in_order + retransmitted);
  EXPECT_EQ(received, in_order + duplicates + discarded) << "data packets that reached a queue pair";
  EXPECT_EQ(sent, received + dropped);
  EXPECT_GT(dropped, 0) << "the run was made to lose something";
  std::int64_t by_flow = 0;
  for (const std::string& cell : files("case").table("flows").column("retransmitted_packets"))
    by_flow += std::stoll(cell);
  EXPECT_EQ(by_flow, retransmitted);
}

TEST_F(RecordsOfALongRun, CountEachPauseInEveryRecordThatKnowsOfIt) {
  const CsvTable events = files("case").table("pfc-events"), classes = files("case").table("ecn-pfc-stats");
  std::map<CsvRow, std::map<std::string, std::int64_t>> counted;
  for (std::size_t i = 0; i < events.size(); ++i)
    ++counted[{events.at(i, "component_name"), events.at(i, "ifid"), events.at(i, "tc")}][events.at(i, "event")];
  const auto rows = series(classes, {"component_name", "ifid", "priority"});
  EXPECT_EQ(rows.size(), counted.size());
  for (auto& [port, count] : counted) {
    ASSERT_TRUE(rows.contains(port)) << port[0];
    const std::size_t last = rows.at(port).back();
    EXPECT_EQ(std::stoll(classes.at(last, "pfcxoff_tx")), count["xoff_tx"] + count["refresh_tx"]);
    EXPECT_EQ(std::stoll(classes.at(last, "x_pfc_refresh_tx")), count["refresh_tx"]);
    EXPECT_EQ(std::stoll(classes.at(last, "pfcxon_tx")), count["xon_tx"]);
    EXPECT_EQ(std::stoll(classes.at(last, "pfcxoff_rx")), count["xoff_rx"]);
    EXPECT_EQ(std::stoll(classes.at(last, "pfcxon_rx")), count["xon_rx"]);
    EXPECT_EQ(std::stoll(classes.at(last, "x_pause_expired")), count["resume"]);
  }
}

TEST_F(RecordsOfALongRun, HaveEveryMessageOnce) {
  EXPECT_EQ(files("case").table("perf").size(), 10u);
  const CsvTable messages = files("case").table("messages");
  EXPECT_EQ(messages.size(), 10u);
  std::set<std::pair<std::string, std::string>> seen;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    seen.emplace(messages.at(i, "flow"), messages.at(i, "message"));
    const auto at = [&](const char* column) { return std::stoll(messages.at(i, column)); };
    EXPECT_LE(at("post_ps"), at("start_ps"));
    EXPECT_LT(at("start_ps"), at("sent_ps"));
    EXPECT_LT(at("sent_ps"), at("end_ps"));
    EXPECT_LT(at("start_ps"), at("received_ps"));
  }
  EXPECT_EQ(seen.size(), 10u);
}

class PeriodicRows : public test::ProgramTest {};

// records.md, cases 2 to 4
TEST_F(PeriodicRows, ComeAtEachIntervalAndAtTheEnd) {
  const std::string text = test::back_to_back(flow(0, 1, "1KB", R"("messages": 100000)"));
  const auto times = [&](const std::vector<std::string>& more) {
    EXPECT_EQ(run("case", text, more).code, 0);
    CsvRow rows = files("case").table("roce-transport-stats").column("sim_time_sec");
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
  };
  EXPECT_EQ(times({"--until", "2500us"}), (CsvRow{"0.001", "0.002", "0.0025"}));
  EXPECT_EQ(times({"--until", "3500us", "--set", "simulation.StartTime=0.001", "--set",
                   "simulation.ClientStartOffset=0.001"}),
            (CsvRow{"0.003", "0.0035"}));
  EXPECT_EQ(times({"--until", "300us"}), (CsvRow{"0.0003"}));
  EXPECT_EQ(times({"--until", "2ms"}), (CsvRow{"0.001", "0.002"})) << "one row where both fall together";
}

TEST_F(PeriodicRows, EndWithTheRunTimeOfTheProduct) {
  const auto result = run("case", test::back_to_back(flow(0, 1, "1KB", R"("messages": 100000)")),
                          test::sets({"simulation.StartTime=0.0001", "simulation.WarmUp=0.0002",
                                      "simulation.RunTime=0.0003", "simulation.CoolDown=0.0004"}));
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(files("case").summary()["stop_reason"], "duration");
  EXPECT_EQ(files("case").summary()["sim_time_ps"], 1'000'000'000) << "their sum";
}

}  // namespace
}  // namespace headroom
