// Ultra Ethernet over links that lose every kind of packet: each message completes, delivered exactly once, and nothing
// is left over. The conservation laws at the end of a run (bytes in flight, prefetch bytes, records, pools) say the
// latter; the run ends with code 1 when one is broken.
#include <gtest/gtest.h>

#include <fstream>

#include "testbench/common/program.h"

namespace headroom {
namespace {

using test::ProgramResult;
using test::RunFiles;

class UetLossRuns : public test::ProgramTest {
 protected:
  void SetUp() override {
    test::ProgramTest::SetUp();
    std::ofstream(folder() / "lossy.json") << R"({
      "components": {
        "Nic": { "model": "ScalaUETNIC", "typedParameters": {
          "NetworkInterface": { "TransmissionMedium": { "LossProbability": 0.01 } } } },
        "Tor": { "model": "ScalaSwitch", "typedParameters": {
          "NetworkInterface": { "TransmissionMedium": { "LossProbability": 0.01 } } } }
      },
      "topology": { "type": "rack", "servers": 4, "nic": "Nic", "switch": "Tor" },
      "workload": { "application": "ScalaRDMA", "flows": [
        { "src": 0, "dst": 3, "verb": "WRITE", "message_size": "150KB", "messages": 3, "outstanding": 2 },
        { "src": 1, "dst": 3, "verb": "WRITE", "message_size": "70001B", "messages": 2 },
        { "src": 3, "dst": 1, "verb": "SEND", "message_size": "50KB", "messages": 2, "pdc": "per_flow" },
        { "src": 2, "dst": 0, "verb": "WRITE", "message_size": "0B", "messages": 5 } ] } })";
  }

  /// One run of both loss probabilities with that seed, bytes carried and compared at the end.
  void run(std::uint64_t seed, const std::string& loss) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", loss " + loss);
    std::vector<std::string> arguments = {"run", "lossy.json", "--out", "lossy", "--force", "--quiet"};
    const std::string medium = ".NetworkInterface.TransmissionMedium.LossProbability=" + loss;
    const std::string spraying = seed % 3 == 0   ? "None"
                                 : seed % 3 == 1 ? "Default Packet Spraying"
                                                 : "Recycled Entropy Packet Spraying";
    const std::string pds = "components.Nic.TransportProcessingLayers.ScalaUETPdsManager.";
    for (const std::string& set :
         {"simulation.Seed=" + std::to_string(seed), "components.Nic" + medium, "components.Tor" + medium,
          std::string("simulation.CarryData=true"), pds + "PacketSprayingType=" + spraying,
          pds + "PrefetchBufferEnable=" + (seed % 2 == 0 ? "true" : "false"),
          pds + "AckRequestEveryNthPacket=" + std::to_string(1 + seed % 4)}) {
      arguments.push_back("--set");
      arguments.push_back(set);
    }
    const ProgramResult result = headroom(arguments);
    ASSERT_EQ(result.code, 0) << result.err;
    const RunFiles files(folder() / "lossy", "lossy");
    const auto summary = files.summary();
    EXPECT_EQ(summary["stop_reason"], "workload_complete");
    EXPECT_GT(summary["invariants"]["checked"], 0);
    EXPECT_TRUE(summary["invariants"]["violated"].empty()) << summary["invariants"]["violated"];
    const CsvTable flows = files.table("flows"), wires = files.table("nd-stats");
    for (std::size_t i = 0; i < flows.size(); ++i) EXPECT_EQ(flows.at(i, "completed"), flows.at(i, "messages"));
    for (std::size_t i = 0; i < wires.size(); ++i) lost_ += std::stoll(wires.at(i, "x_link_lost"));
  }
  std::int64_t lost_ = 0;
};

TEST_F(UetLossRuns, EveryMessageIsDeliveredOnceWhateverTheLinksLose) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const char* loss : {"0.01", "0.1"}) run(seed, loss);
  EXPECT_GT(lost_, 1'000);
}

class UetLossRunsExtended : public UetLossRuns {};
TEST_F(UetLossRunsExtended, EveryMessageIsDeliveredOnceWhateverTheLinksLose) {
  for (std::uint64_t seed = 21; seed <= 1'000; ++seed)
    for (const char* loss : {"0.01", "0.1"}) run(seed, loss);
}

}  // namespace
}  // namespace headroom
