// What must not change a record: running again, the order in which components and keys are written down, progress.
#include <gtest/gtest.h>

#include "testbench/common/recorded_run.h"

namespace headroom {
namespace {

using test::RecordedRuns;

const std::string kFlows = R"("workload": { "application": "ScalaRDMA", "flows": [
    { "src": 0, "dst": 2, "message_size": "1MB", "queue_pairs": 2, "messages": 2 },
    { "src": 1, "dst": 2, "message_size": "500001B" }, { "dst": 1, "src": 2, "message_size": "300000B" } ] })";
const std::string kSimulation =
    R"("simulation": { "EnablePfcEventLogging": true, "EnablePCIeStatsLogging": true, "RecordMessages": true,
                       "NDStatsReportInterval": 0.00002 })";
const std::string kNic = R"("Nic": { "model": "ScalaRoceNic" })";
const std::string kSlowNicText = R"("SlowNic": { "model": "ScalaRoceNic", "typedParameters": {
    "NetworkInterface": { "IngressBufferManager": { "TotalBufferSize": "300KB" } },
    "HostInterface": { "NICSide": { "PCIeGen3.0": { "NicDeviceLayer": { "NicPCIeInterface": {
      "PhysicalLayer": { "LaneBps": "7.88Gbps", "LaneCount": 16 } } } } } } } })";
/// The same with its keys the other way round.
const std::string kSlowNicReversed = R"("SlowNic": { "typedParameters": {
    "HostInterface": { "NICSide": { "PCIeGen3.0": { "NicDeviceLayer": { "NicPCIeInterface": {
      "PhysicalLayer": { "LaneCount": 16, "LaneBps": "7.88Gbps" } } } } } },
    "NetworkInterface": { "IngressBufferManager": { "TotalBufferSize": "300KB" } } }, "model": "ScalaRoceNic" })";
const std::string kTor = R"("Tor": { "model": "ScalaSwitch" })";
const std::string kTopology = R"("topology": { "type": "rack", "servers": 3, "switch": "Tor",
    "nic": [ { "servers": "0-1", "nic": "Nic" }, { "servers": "2", "nic": "SlowNic" } ] })";
const std::string kTopologyReversed = R"("topology": {
    "nic": [ { "nic": "SlowNic", "servers": "2" }, { "nic": "Nic", "servers": "0-1" } ],
    "switch": "Tor", "servers": 3, "type": "rack" })";

const std::string kText = "{ " + kSimulation + ", \"components\": { " + kNic + ", " + kSlowNicText + ", " + kTor +
                          " }, " + kTopology + ", " + kFlows + " }";

class Determinism : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(runs.run(runs.configuration(kText), "first"), 0);
    ASSERT_NE(runs.files("first").at("case-pfc-events-0.csv").find("xoff_rx"), std::string::npos)
        << "a run without a pause shows little";
  }
  void expect_same(const std::string& out) { EXPECT_EQ(test::differences(runs.files("first"), runs.files(out)), ""); }
  RecordedRuns runs;
};

TEST_F(Determinism, TheSameRunTwice) {
  ASSERT_EQ(runs.run(runs.configuration(kText), "second"), 0);
  expect_same("second");
}

TEST_F(Determinism, ComponentsDeclaredInAnotherOrder) {
  const std::string text = "{ " + kSimulation + ", \"components\": { " + kTor + ", " + kSlowNicText + ", " + kNic +
                           " }, " + kTopology + ", " + kFlows + " }";
  ASSERT_EQ(runs.run(runs.configuration(text), "second"), 0);
  expect_same("second");
}

TEST_F(Determinism, KeysInAnotherOrderEverywhere) {
  const std::string text = "{ " + kFlows + ", " + kTopologyReversed + ", \"components\": { " + kTor + ", " +
                           kSlowNicReversed + ", " + kNic + " }, " + kSimulation + " }";
  ASSERT_EQ(runs.run(runs.configuration(text), "second"), 0);
  expect_same("second");
}

TEST_F(Determinism, ProgressShown) {
  ASSERT_EQ(runs.run(runs.configuration(kText), "second", {}, ProgressMode::kOn), 0);
  expect_same("second");
}

TEST_F(Determinism, TheConfigurationThatRanRunAgain) {
  ASSERT_EQ(runs.run(runs.out("first") / "config.json", "second"), 0);
  expect_same("second");
}

}  // namespace
}  // namespace headroom
