// Every configuration of examples/, with the figures that its page in docs/examples derives or states.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <numeric>

#include "testbench/common/program.h"

namespace headroom {
namespace {

using test::ProgramResult;
using test::RunFiles;
using testing::HasSubstr;
using testing::Not;

class Example : public test::ProgramTest {
 protected:
  void run_example(const std::string& name, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"run", std::string(HEADROOM_EXAMPLES) + "/" + name + ".json", "--out", name};
    arguments.insert(arguments.end(), more.begin(), more.end());
    result = headroom(arguments);
    ASSERT_EQ(result.code, 0) << result.err;
    files_.emplace(folder() / name, name);
    summary = files_->summary();
    EXPECT_EQ(summary["stop_reason"], "workload_complete");
    EXPECT_EQ(summary["invariants"]["violated"].size(), 0u);
  }
  [[nodiscard]] CsvTable table(const std::string& record) const { return files_->table(record); }
  /// Times of the events of one kind at a node, in the order of the file.
  [[nodiscard]] std::vector<std::int64_t> times(const std::string& node, const std::string& event) const {
    const CsvTable events = table("pfc-events");
    std::vector<std::int64_t> found;
    for (std::size_t i = 0; i < events.size(); ++i)
      if (events.at(i, "component_name") == node && events.at(i, "event") == event)
        found.push_back(std::stoll(events.at(i, "time_ps")));
    return found;
  }
  /// Occupancy at the event of that time.
  [[nodiscard]] std::string occupancy(std::int64_t time) const {
    const CsvTable events = table("pfc-events");
    for (std::size_t i = 0; i < events.size(); ++i)
      if (events.at(i, "time_ps") == std::to_string(time)) return events.at(i, "occupancy_B");
    return "no such event";
  }
  /// Last row of a record in which `column` is `value`.
  [[nodiscard]] static std::size_t last_row(const CsvTable& rows, const std::string& column, const std::string& value) {
    for (std::size_t i = rows.size(); i-- > 0;)
      if (rows.at(i, column) == value) return i;
    throw std::runtime_error("no row with " + value);
  }
  ProgramResult result;
  nlohmann::ordered_json summary;

 private:
  std::optional<RunFiles> files_;
};

// [S] the worked example of the default configuration, read from the records
TEST_F(Example, DefaultHasTheSeedsPoolsAndNothingWaits) {
  run_example("default", {"--set", "components.Nic.EnableBufferStats=true", "--set",
                          "simulation.EnableNetworkBufferStatsReporting=true"});
  const CsvTable pools = table("net-buff-stats");
  ASSERT_EQ(pools.size(), 8u) << "four pools of each NIC, at the end";
  for (const std::size_t nic : {0u, 4u}) {
    const std::vector<std::vector<std::string>> expected = {{"RX_TC0_BUFFER", "3600000", "2880000", "1440000"},
                                                            {"RX_TC1_BUFFER", "400000", "320000", "160000"},
                                                            {"TX_TC0_BUFFER", "230400", "0", "0"},
                                                            {"TX_TC1_BUFFER", "25600", "0", "0"}};
    for (std::size_t i = 0; i < 4; ++i) {
      const CsvRow row = {pools.at(nic + i, "buffer_id"), pools.at(nic + i, "buffer_max_size_B"),
                          pools.at(nic + i, "x_xoff_B"), pools.at(nic + i, "x_xon_B")};
      EXPECT_EQ(row, expected[i]);
    }
  }
  EXPECT_EQ(pools.at(2, "max_occupancy_B"), "228470") << "55 packets of 4,154 B";
  EXPECT_EQ(pools.at(4, "max_occupancy_B"), "4136") << "one packet";
  EXPECT_EQ(table("ecn-pfc-stats").size(), 0u);

  EXPECT_EQ(table("flows").at(0, "fct_usec"), "203.471683");
  EXPECT_NEAR(std::stod(table("flows").at(0, "goodput_gbps")), 80'000 / 203.471683, 1e-6);
  EXPECT_EQ(summary["work"]["packets"], 2442);
  EXPECT_EQ(summary["work"]["packet_hops"], 5172);
  const CsvTable roce = table("roce-transport-stats");
  EXPECT_EQ(roce.at(1, "num_acks_sent"), "144");
  EXPECT_THAT(result.out, HasSubstr("default: complete after 203.471683 us"));
  EXPECT_THAT(result.out, Not(HasSubstr("paused")));
  EXPECT_THAT(result.out, Not(HasSubstr("cure")));
}

TEST_F(Example, SlowHostPausesTheSwitchWhichPausesTheSender) {
  run_example("slow_host");
  const auto pauses = times("server1.nic", "xoff_tx"), resumes = times("server1.nic", "xon_tx");
  ASSERT_EQ(pauses.size(), 7u);
  ASSERT_EQ(resumes.size(), 7u);
  EXPECT_EQ(pauses[0], 90'409'563);
  EXPECT_EQ(resumes[0], 90'409'563 + 41'992'400) << "the refresh interval";
  EXPECT_EQ(occupancy(pauses[0]), "2878656") << "696 frames, without the one that arrives";
  EXPECT_EQ(occupancy(resumes[0]), "2266528");
  for (std::size_t i = 0; i + 1 < pauses.size(); ++i) {
    const std::int64_t cycle = pauses[i + 1] - pauses[i];
    EXPECT_TRUE(cycle == 59'890'120 || cycle == 59'973'200) << cycle;
  }
  EXPECT_EQ(times("rack0", "xoff_rx").at(0), 90'511'243);
  EXPECT_EQ(times("rack0", "xoff_tx").at(0), 104'599'323);
  EXPECT_EQ(times("rack0", "xon_tx").at(0), 140'894'723);
  EXPECT_EQ(times("rack0", "xoff_tx").size(), 6u);
  EXPECT_EQ(times("rack0", "xon_tx").size(), 6u);
  EXPECT_TRUE(times("rack0", "refresh_tx").empty());
  EXPECT_TRUE(times("server1.nic", "refresh_tx").empty());
  // A pause asks for 65,535 quanta.
  const CsvTable events = table("pfc-events");
  EXPECT_EQ(events.at(0, "quanta"), "65535");

  EXPECT_EQ(table("flows").at(0, "end_ps"), "497085563");
  EXPECT_EQ(summary["sim_time_ps"], 677'172'332);
  const auto pool = summary["nodes"]["server1"]["ingress"]["0"];
  EXPECT_EQ(pool["peak_bytes"], 2'891'064);
  EXPECT_EQ(pool["dropped_packets"], 0);
  // The PCIe link never idles: 10,664,088 B at 126.08 Gbps are 676.655 us of the run.
  EXPECT_NEAR(summary["nodes"]["server1"]["pcie"]["to_host_busy"].get<double>(), 676.655 / 677.172, 1e-5);
  EXPECT_EQ(summary["nodes"]["server1"]["pcie"]["to_host_payload_bytes"], 10'000'000);
}

TEST_F(Example, SlowHostSaysWhatWasPausedForHowLongWhyAndWhatCuresIt) {
  run_example("slow_host");
  EXPECT_THAT(result.out,
              HasSubstr("slow_host: complete after 677.172332 us; 1 of 1 flows done, 2,442 packets delivered"));
  // server0 is held from 101.68 ns after each pause of the switch to 101.68 ns after its XON.
  const auto pauses = times("rack0", "xoff_tx"), resumes = times("rack0", "xon_tx");
  std::int64_t held = 0;
  for (std::size_t i = 0; i < pauses.size(); ++i) held += resumes[i] - pauses[i];
  EXPECT_EQ(held, 246'257'400);
  EXPECT_THAT(
      result.out,
      HasSubstr(
          "server0               0  246.257      36.4       6  rack0    its backlog there reached Xoff, 700,000 B"));
  EXPECT_THAT(
      result.out,
      HasSubstr(
          "rack0 to server1      0  293.947      43.4       7  server1  its receive pool reached Xoff, 2,880,000 B"));
  EXPECT_THAT(result.out, HasSubstr("why   server1 is too slow for its port: PCIe, 16 lanes of 7.88 Gbps, takes "
                                    "118.229 Gbps of payload, the port brings 394.415"));
  EXPECT_THAT(result.out, HasSubstr("cure  a PCIe link of 420.607 Gbps, as 14 lanes of 31.52 Gbps"));
  EXPECT_LE(std::count(result.out.begin(), result.out.end(), '\n'), 20) << "short";
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 132u) << line;
}

// docs/examples/slow_host.md: 14 lanes of 31.52 Gbps keep up, 13 do not.
TEST_F(Example, SlowHostIsCuredByTheLinkItNames) {
  const std::string lanes =
      "components.SlowNic.HostInterface.NICSide.PCIeGen3.0.NicDeviceLayer.NicPCIeInterface.PhysicalLayer.";
  run_example("slow_host", test::sets({lanes + "LaneBps=31.52Gbps", lanes + "LaneCount=14"}));
  EXPECT_EQ(table("pfc-events").size(), 0u);
  EXPECT_EQ(summary["nodes"]["server1"]["ingress"]["0"]["peak_bytes"], 4'136);
  run_example("slow_host",
              test::sets({lanes + "LaneBps=31.52Gbps", lanes + "LaneCount=13", "workload.flows.0.message_size=150MB"}));
  EXPECT_GT(table("pfc-events").size(), 0u) << "at 2.44 ms, as P19 says";
}

TEST_F(Example, IncastIsHeldBackBySwitchAndSharedEvenly) {
  run_example("incast");
  EXPECT_EQ(summary["sim_time_ps"], 325'176'883);
  EXPECT_NEAR(summary["flows"]["goodput_gbps"].get<double>(), 393.632, 0.001);
  EXPECT_EQ(summary["nodes"]["server8"]["pfc"]["0"]["xoff_tx"], 0);
  EXPECT_EQ(summary["nodes"]["server8"]["ingress"]["0"]["peak_bytes"], 4'136);
  const CsvTable events = table("pfc-events");
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(events.at(i, "event"), "xoff_tx");
    EXPECT_EQ(events.at(i, "ifid"), std::to_string(i == 0 ? 7 : i - 1));
    EXPECT_EQ(events.at(i, "time_ps"), i == 0 ? "16285283" : "16368363");
    EXPECT_EQ(events.at(i, "occupancy_B"), "698984") << "169 frames and the 170th";
  }
  const CsvTable ports = table("nd-stats");
  for (const std::string& drops : ports.column("rx_drops")) EXPECT_EQ(drops, "0");
  EXPECT_THAT(result.out, HasSubstr("server0-7      0  185.862 to 221.005  57.2 to 68.0      49  rack0  its backlog"))
      << "eight alike are one line";
  EXPECT_GT(summary["nodes"]["rack0"]["ingress"]["0"]["headroom_peak_bytes"], 0);
  EXPECT_THAT(result.out, HasSubstr("headroom used, B"));
  EXPECT_EQ(summary["findings"].size(), 2u);
}

TEST_F(Example, TwoClassesHoldsOneOfThem) {
  run_example("two_classes");
  const CsvTable flows = table("flows");
  EXPECT_EQ(flows.at(0, "fct_usec"), "446.870483");
  EXPECT_EQ(flows.at(1, "fct_usec"), "41.220363");
  EXPECT_EQ(times("rack0", "xoff_tx"), std::vector<std::int64_t>{64'388'603});
  EXPECT_EQ(times("rack0", "xon_tx"), std::vector<std::int64_t>{99'306'403});
  EXPECT_EQ(occupancy(99'306'403), "297792") << "72 frames";
  EXPECT_EQ(times("server0.nic", "xoff_rx"), std::vector<std::int64_t>{64'490'283});
  EXPECT_EQ(times("server0.nic", "xon_rx"), std::vector<std::int64_t>{99'408'083});
  const CsvTable pauses = table("ecn-pfc-stats");
  EXPECT_EQ(pauses.at(last_row(pauses, "component_name", "server0.nic"), "pfc_time_paused_usec"), "34.9178");
  EXPECT_EQ(summary["nodes"]["server1"]["pfc"]["2"]["xoff_rx"], 0);
}

TEST_F(Example, LossyDropsAndRepairs) {
  run_example("lossy");
  EXPECT_EQ(table("flows").at(0, "end_ps"), "600371132");
  EXPECT_EQ(summary["sim_time_ps"], 677'172'332) << "the host link never idles";
  const CsvTable roce = table("roce-transport-stats"), ports = table("nd-stats");
  const std::size_t sender = last_row(roce, "component_name", "server0.nic"), receiver = roce.size() - 1;
  EXPECT_EQ(ports.at(ports.size() - 1, "rx_drops"), "224");
  EXPECT_EQ(roce.at(sender, "num_verb_pkts_sent"), "7209");
  EXPECT_EQ(roce.at(sender, "num_nacks_recvd"), "127");
  EXPECT_EQ(roce.at(sender, "num_rto"), "0");
  EXPECT_EQ(roce.at(receiver, "num_rx_drops_after_nak"), "4543");
  EXPECT_EQ(table("flows").at(0, "retransmitted_packets"), "4767") << "7,209 - 2,442 = 224 + 4,543";
  EXPECT_EQ(summary["nodes"]["server1"]["ingress"]["0"]["peak_bytes"], 899'216)
      << "217 full frames and the last one, of 1,704 B";
  EXPECT_THAT(result.out,
              HasSubstr("server1 dropped 224 packets of class 0: its receive pool, 900,000 B, was full, and "
                        "PFC is off for the class"));
}

TEST_F(Example, LossyDropsItsFirstPacketWhenThePageSays) {
  for (const auto& [until, drops] : {std::pair{"33582842ps", "0"}, {"33582843ps", "1"}}) {
    result = headroom({"run", std::string(HEADROOM_EXAMPLES) + "/lossy.json", "--out", "lossy", "--until", until});
    ASSERT_EQ(result.code, 0) << result.err;
    const CsvTable ports = RunFiles(folder() / "lossy", "lossy").table("nd-stats");
    EXPECT_EQ(ports.at(ports.size() - 1, "rx_drops"), drops) << until;
  }
}

TEST_F(Example, CableDropsAlthoughPfcIsOn) {
  run_example("cable");
  EXPECT_THAT(result.err, HasSubstr("warning: ")) << "the headroom is too small, and validation says so";
  EXPECT_EQ(times("server1.nic", "xoff_tx"), (std::vector<std::int64_t>{110'309'563, 313'182'843}));
  EXPECT_EQ(times("rack0", "xoff_rx").at(0), 130'311'243);
  EXPECT_EQ(times("server1.nic", "refresh_tx"), (std::vector<std::int64_t>{162'251'963, 365'125'243}));
  EXPECT_EQ(times("server1.nic", "xon_tx"), (std::vector<std::int64_t>{214'194'363, 417'067'643}));
  EXPECT_EQ(occupancy(162'251'963), "3130952") << "757 frames";
  EXPECT_EQ(occupancy(214'194'363), "2357520") << "570 frames";
  const CsvTable roce = table("roce-transport-stats"), ports = table("nd-stats");
  EXPECT_EQ(ports.at(ports.size() - 1, "rx_drops"), "4") << "two at each of the two overflows";
  EXPECT_EQ(roce.at(roce.size() - 1, "num_nacks_sent"), "2");
  EXPECT_EQ(roce.at(roce.size() - 1, "num_rx_drops_after_nak"), "835");
  EXPECT_EQ(table("flows").at(0, "retransmitted_packets"), "839");
  EXPECT_EQ(table("flows").at(0, "end_ps"), "520611003");
  EXPECT_EQ(summary["sim_time_ps"], 697'072'332) << "slow_host, and 19.9 us more of cable";
  EXPECT_EQ(summary["nodes"]["server1"]["ingress"]["0"]["peak_bytes"], 3'598'320);
  EXPECT_THAT(result.out, HasSubstr("cure  1,997,687 B above Xoff, or 2,008,368 B to be safe"));
}

// docs/examples/cable.md: what cures it
TEST_F(Example, CableIsCuredByTheHeadroomItNames) {
  const std::string buffer = "components.FarNic.NetworkInterface.IngressBufferManager.";
  run_example("cable", test::sets({buffer + "PfcStaticXoffThreshold=[0.445, 0.445, 0, 0, 0, 0, 0, 0]",
                                   buffer + "PfcXonResumeThreshold=[0.2, 0.2, 0, 0, 0, 0, 0, 0]"}));
  EXPECT_EQ(summary["nodes"]["server1"]["ingress"]["0"]["dropped_packets"], 0);
  EXPECT_GT(summary["nodes"]["server1"]["pfc"]["0"]["xoff_tx"], 0);
  run_example("cable", test::sets({buffer + "TotalBufferSize=11.1MB"}));
  EXPECT_EQ(summary["nodes"]["server1"]["ingress"]["0"]["dropped_packets"], 0);
}

// ---- Ultra Ethernet; the times are derived in docs/examples

constexpr char kPdsManager[] = "components.Nic.TransportProcessingLayers.ScalaUETPdsManager.";

/// Sum of the last rows of all NICs.
std::int64_t total(const CsvTable& rows, const std::string& column) {
  std::map<std::string, std::int64_t> last;
  for (std::size_t i = 0; i < rows.size(); ++i) last[rows.at(i, "component_name")] = std::stoll(rows.at(i, column));
  return std::accumulate(last.begin(), last.end(), std::int64_t{0},
                         [](auto sum, const auto& e) { return sum + e.second; });
}

double last_completion(const CsvTable& flows) {
  double last = 0;
  for (std::size_t i = 0; i < flows.size(); ++i) last = std::max(last, std::stod(flows.at(i, "fct_usec")));
  return last;
}

TEST_F(Example, UetDefaultTakesTheTimeThatItsPageDerives) {
  run_example("uet_default");
  EXPECT_EQ(table("flows").at(0, "end_ps"), "41653693");
  EXPECT_EQ(table("uet-events").size(), 8u) << "five at the sender, three at the receiver";
}

TEST_F(Example, UetDefaultIsBelow45MicrosecondsBackToBackToo) {
  std::ifstream file(std::string(HEADROOM_EXAMPLES) + "/uet_default.json");
  auto config = nlohmann::json::parse(file, nullptr, true, true);
  config["topology"] = {{"type", "back_to_back"}, {"servers", 2}, {"nic", "Nic"}};
  std::ofstream(folder() / "pair.json") << config;
  ASSERT_EQ(headroom({"run", "pair.json", "--out", "pair"}).code, 0);
  // A wire and the store-and-forward of a full packet less on the way, a wire and an ACK on the way back.
  const std::int64_t less = 100'000 + 84'040 + 100'000 + 1'560;
  EXPECT_EQ(RunFiles(folder() / "pair", "pair").table("flows").at(0, "end_ps"), std::to_string(41'653'693 - less));
}

constexpr double kIncastFloor = 15 * 2'051'834 * 8 / 400e3;  // microseconds of the receiver's wire

TEST_F(Example, UetIncastWithTrimmingEndsWithinOnePercentOfTheWiresFloor) {
  run_example("uet_incast");
  const double last = last_completion(table("flows"));
  EXPECT_NEAR(kIncastFloor, 615.55, 0.005);
  EXPECT_GT(last, kIncastFloor);
  EXPECT_LT(last, 1.01 * kIncastFloor);
  const CsvTable stats = table("uet-transport-stats");
  EXPECT_GT(total(stats, "num_rtx"), 0);
  EXPECT_EQ(total(stats, "num_rtx"), total(stats, "nack_pkts_rcvd"));
  EXPECT_EQ(total(stats, "num_rto"), 0);
}

TEST_F(Example, UetIncastWithoutTrimmingEndsWithinAQuarterOfTheWiresFloor) {
  run_example("uet_incast", {"--set", std::string(kPdsManager) + "TrimmingEnabled=false", "--set",
                             "components.Tor.PacketTrimmer.TrimmingEnabled=false", "--set",
                             "components.Tor.PacketTrimmer.TrimmingStatsEnabled=false"});
  EXPECT_LT(last_completion(table("flows")), 1.25 * kIncastFloor);
  const CsvTable stats = table("uet-transport-stats");
  EXPECT_GT(total(stats, "num_rto"), 0);
  EXPECT_EQ(total(stats, "nack_pkts_rcvd"), 0);
}

TEST_F(Example, UetSprayUsesThePathsThatAnswer) {
  const std::string spraying = std::string(kPdsManager) + "PacketSprayingType=";
  std::map<std::string, double> ends;
  for (const std::string how : {"None", "Default Packet Spraying", "Recycled Entropy Packet Spraying"}) {
    run_example("uet_spray", {"--force", "--set", spraying + how});
    ends[how] = last_completion(table("flows"));
  }
  EXPECT_LT(ends["Default Packet Spraying"], ends["None"]);
  EXPECT_LT(ends["Recycled Entropy Packet Spraying"], 0.5 * ends["Default Packet Spraying"]);
  EXPECT_GT(ends["Recycled Entropy Packet Spraying"], 41.036);
}

TEST_F(Example, UetSprayOverEqualSpinesTakesAThirdOfTheTimeOfOnePathEach) {
  const std::string spraying = std::string(kPdsManager) + "PacketSprayingType=";
  const std::string equal = "components.SlowSpine.NetworkInterface.DownlinkNetworkInterface.DataRate=400Gbps";
  run_example("uet_spray", {"--set", equal, "--set", spraying + "None"});
  const double none = last_completion(table("flows"));
  run_example("uet_spray", {"--force", "--set", equal, "--set", spraying + "Default Packet Spraying"});
  EXPECT_LT(last_completion(table("flows")), 0.35 * none);
}

TEST_F(Example, UetReceiverPenaltyKeepsThePoolFromRunningOver) {
  run_example("uet_receiver_penalty");
  const CsvTable stats = table("uet-transport-stats");
  EXPECT_GT(total(stats, "x_num_penalty_acks"), 0);
  EXPECT_GT(total(stats, "x_dec_pen_bytes"), 0);
  EXPECT_EQ(total(stats, "num_rtx"), 0);
  const auto& pool = summary["nodes"]["server8"]["ingress"]["0"];
  EXPECT_EQ(pool["dropped_packets"], 0);
  EXPECT_GT(pool["peak_bytes"], 900'000) << "a quarter of the pool";
  // 16 MB at 16 x 7.88 Gbps x 4,096 / 4,368 are 1,082.6 us.
  EXPECT_NEAR(summary["sim_time_ps"].get<double>() / 1e6, 16e6 * 8 / (126.08e3 * 4096 / 4368), 1.5);
}

TEST_F(Example, MixedIsRefusedWithItsReason) {
  for (const char* command : {"run", "validate"}) {
    const ProgramResult refused = headroom({command, std::string(HEADROOM_EXAMPLES) + "/mixed.json"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err + refused.out, HasSubstr("server 2 carries Roce, a ScalaRoceNic"));
  }
}

}  // namespace
}  // namespace headroom
