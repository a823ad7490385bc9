// What must not change a record of Ultra Ethernet runs: running again, the order of keys and components, progress, how
// PCIe is simulated, how work is scheduled, and whether bytes are carried.
#include <gtest/gtest.h>

#include <ostream>

#include "testbench/common/csv.h"
#include "testbench/common/nic_attributes.h"
#include "testbench/common/recorded_run.h"

namespace headroom {
namespace {

using nlohmann::ordered_json;
using test::RecordedRuns;
using test::RecordFiles;
using test::Sets;
using test::operator+;

/// The same object with the keys of every object the other way round.
ordered_json reversed(const ordered_json& value) {
  ordered_json result = value;
  if (value.is_object()) {
    result = ordered_json::object();
    for (auto item = value.rbegin(); item != value.rend(); ++item) result[item.key()] = reversed(item.value());
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) result[i] = reversed(value[i]);
  }
  return result;
}

/// An example with smaller messages, so that it ends soon.
ordered_json small_example(const std::string& name, const std::string& size) {
  const auto path = std::filesystem::path(HEADROOM_SOURCE_DIR) / "examples" / name;
  ordered_json json = ordered_json::parse(file_content(path), nullptr, true, true);
  json["workload"]["patterns"][0]["message_size"] = size;
  return json;
}

/// Both spraying kinds that look at what comes back meet links that lose a frame in fifty.
ordered_json lossy_rack() {
  return ordered_json::parse(R"({
    "components": {
      "Nic": { "model": "ScalaUETNIC", "typedParameters": {
        "NetworkInterface": { "TransmissionMedium": { "LossProbability": 0.02 } },
        "TransportProcessingLayers": { "ScalaUETPdsManager": {
          "PrefetchBufferEnable": true, "PacketSprayingType": "Recycled Entropy Packet Spraying",
          "AckRequestEveryNthPacket": 3 } } } },
      "Tor": { "model": "ScalaSwitch", "typedParameters": {
        "NetworkInterface": { "TransmissionMedium": { "LossProbability": 0.02 } } } } },
    "topology": { "type": "rack", "servers": 4, "nic": "Nic", "switch": "Tor" },
    "workload": { "application": "ScalaRDMA", "flows": [
      { "src": 0, "dst": 3, "message_size": "150KB", "messages": 3, "outstanding": 2 },
      { "src": 1, "dst": 3, "message_size": "70001B", "messages": 2 },
      { "src": 3, "dst": 1, "verb": "SEND", "message_size": "50KB", "messages": 2, "pdc": "per_flow" },
      { "src": 2, "dst": 0, "message_size": "0B", "messages": 5 } ] } })");
}

struct UetRunCase {
  const char* name;
  ordered_json json;
  const char* busy;  ///< a column of uet-transport-stats that shows that the run is not an easy one
  friend std::ostream& operator<<(std::ostream& out, const UetRunCase& c) { return out << c.name; }
};

/// Every record there is, often.
const Sets kEveryUetRecord = {"components.Nic.TransportProcessingLayers.ScalaUETMonitor.EnableUETMonitor=true",
                              "components.Nic.EnableEventLogging=true",
                              "components.Nic.EnableBufferStats=true",
                              "simulation.EnablePfcEventLogging=true",
                              "simulation.EnablePCIeStatsLogging=true",
                              "simulation.RecordMessages=true",
                              "simulation.EnableNetworkBufferStatsReporting=true",
                              "simulation.NDStatsReportInterval=0.00002",
                              "simulation.NetworkBufferStatsReportingInterval=0.00003"};

class UetDeterminism : public testing::TestWithParam<UetRunCase> {
 protected:
  void SetUp() override {
    ASSERT_EQ(run("first"), 0);
    const CsvTable stats(runs.files("first").at("case-uet-transport-stats-0.csv"));
    std::int64_t busy = 0;
    for (const std::string& count : stats.column(GetParam().busy)) busy += std::stoll(count);
    ASSERT_GT(busy, 0) << "a run without " << GetParam().busy << " shows little";
    ASSERT_GT(CsvTable(runs.files("first").at("case-uet-monitor-0.csv")).size(), 500u);
  }
  int run(const std::string& out, const Sets& sets = {}, ProgressMode progress = ProgressMode::kOff) {
    return runs.run(runs.configuration(GetParam().json.dump()), out, kEveryUetRecord + sets, progress);
  }
  void expect_same(const std::string& out) { EXPECT_EQ(test::differences(runs.files("first"), runs.files(out)), ""); }
  RecordedRuns runs;
};

TEST_P(UetDeterminism, TheSameRunTwiceAndWithProgressShown) {
  ASSERT_EQ(run("second"), 0);
  expect_same("second");
  ASSERT_EQ(run("shown", {}, ProgressMode::kOn), 0);
  expect_same("shown");
}

TEST_P(UetDeterminism, ComponentsAndKeysInTheOtherOrder) {
  ASSERT_NE(reversed(GetParam().json)["components"].begin().key(), "Nic");
  ASSERT_EQ(runs.run(runs.configuration(reversed(GetParam().json).dump()), "second", kEveryUetRecord), 0);
  expect_same("second");
}

TEST_P(UetDeterminism, TheConfigurationThatRanRunAgain) {
  ASSERT_EQ(runs.run(runs.out("first") / "config.json", "second"), 0);
  expect_same("second");
}

TEST_P(UetDeterminism, PcieByTransferAndStrictScheduling) {
  const Sets tlp = {"simulation.PcieGranularity=tlp"}, strict = {"simulation.Scheduling=strict"};
  ASSERT_EQ(run("tlp", tlp), 0);
  expect_same("tlp");
  ASSERT_EQ(run("strict", strict), 0);
  expect_same("strict");
  ASSERT_EQ(run("both", tlp + strict), 0);
  expect_same("both");
}

// The bytes are compared at the run's end. That they are carried changes no time and no number of a packet, so no
// record; only the laws that are checked are more.
TEST_P(UetDeterminism, BytesCarried) {
  ASSERT_EQ(run("carried", {"simulation.CarryData=true"}), 0);
  RecordFiles plain = runs.files("first"), carried = runs.files("carried");
  EXPECT_NE(plain.at("summary.json").find("\"violated\": []"), std::string::npos);
  EXPECT_NE(carried.at("summary.json").find("\"violated\": []"), std::string::npos);
  plain.erase("summary.json"), carried.erase("summary.json");
  EXPECT_EQ(test::differences(plain, carried), "");
}

INSTANTIATE_TEST_SUITE_P(Runs, UetDeterminism,
                         testing::Values(UetRunCase{"Incast", small_example("uet_incast.json", "100KB"),
                                                    "nack_pkts_rcvd"},
                                         UetRunCase{"Spray", small_example("uet_spray.json", "200KB"), "x_reps_reuse"},
                                         UetRunCase{"Lossy", lossy_rack(), "num_rto"}),
                         [](const auto& c) { return std::string(c.param.name); });

// Nothing is lost: the times of every message are the same with bytes and without, in whole runs.
TEST(UetCarriedData, OfALosslessRunChangesNoTime) {
  RecordedRuns runs;
  const auto config = runs.configuration(
      R"({ "components": { "Nic": { "model": "ScalaUETNIC" }, "Tor": { "model": "ScalaSwitch" } },
           "topology": { "type": "rack", "servers": 3, "nic": "Nic", "switch": "Tor" },
           "workload": { "application": "ScalaRDMA", "flows": [
             { "src": 0, "dst": 2, "message_size": "123457B", "messages": 3 },
             { "src": 1, "dst": 2, "message_size": "65537B", "messages": 4, "pdc": "per_flow" },
             { "src": 2, "dst": 0, "message_size": "1B", "messages": 5 } ] } })");
  const Sets messages = {"simulation.RecordMessages=true"};
  ASSERT_EQ(runs.run(config, "plain", messages), 0);
  ASSERT_EQ(runs.run(config, "carried", messages + Sets{"simulation.CarryData=true"}), 0);
  const std::string times = runs.files("plain").at("case-messages-0.csv");
  EXPECT_EQ(CsvTable(times).size(), 12u);
  EXPECT_EQ(times, runs.files("carried").at("case-messages-0.csv"));
  const CsvTable flows(runs.files("plain").at("case-flows-0.csv"));
  EXPECT_EQ(flows.column("retransmitted_packets"), (CsvRow{"0", "0", "0"}));
}

}  // namespace
}  // namespace headroom
