// Runs that do not reach their end: interrupted, killed, out of disk, starved. What they leave can be read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "testbench/common/program.h"
#include "testbench/common/scenario.h"

namespace headroom {
namespace {

using test::flow;
using test::Program;
using test::ProgramResult;
using test::rack;
using test::RunFiles;
using testing::HasSubstr;

/// Hours of traffic with rows every microsecond.
const std::string kEndless = rack(2, flow(0, 1, "1MB", R"("messages": 100000000, "outstanding": 4)"));
const std::vector<std::string> kManyRows =
    test::sets({"simulation.NDStatsReportInterval=0.000001", "simulation.EnablePfcEventLogging=true",
                "simulation.EnablePCIeStatsLogging=true", "simulation.EnableNetworkBufferStatsReporting=true",
                "simulation.NetworkBufferStatsReportingInterval=0.000001", "components.Nic.EnableBufferStats=true",
                "components.SlowNic.EnableBufferStats=true", "simulation.RecordMessages=true"});

class AnEarlyEnd : public test::ProgramTest {
 protected:
  /// Starts an endless run and returns once rows have reached the disk.
  Program started() {
    write("case.json", kEndless);
    std::vector<std::string> arguments = {"run", "case.json", "--out", "case"};
    arguments.insert(arguments.end(), kManyRows.begin(), kManyRows.end());
    return Program(folder(), arguments);
  }
  void wait_for_rows() const {
    const auto perf = files("case").file("perf");
    for (std::error_code error; std::filesystem::file_size(perf, error) < 1000 || error;) ::usleep(1000);
  }
  /// Every record of the run is read; the reader refuses one that is cut short. Returns the rows of all of them.
  std::size_t rows() const {
    std::size_t total = 0;
    for (const std::string& record : files("case").records()) total += files("case").table(record).size();
    return total;
  }
};

TEST_F(AnEarlyEnd, BySignalLeavesEverythingCompleteAndExits130) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Program program = started();
    wait_for_rows();
    program.signal(signal);
    const ProgramResult result = program.wait();
    EXPECT_EQ(result.code, 130);
    EXPECT_EQ(result.err, "");
    EXPECT_THAT(result.out, HasSubstr("case: interrupted at "));
    EXPECT_GT(rows(), 100u);
    const auto summary = files("case").summary();
    EXPECT_EQ(summary["stop_reason"], "interrupted");
    EXPECT_EQ(summary["invariants"]["violated"].size(), 0u);
    const std::string end = summary["sim_time_ps"].dump();
    for (const char* record : {"nd-stats", "roce-transport-stats", "pcie-stats", "net-buff-stats"}) {
      const CsvTable table = files("case").table(record);
      EXPECT_EQ(table.at(table.size() - 1, "x_time_ps"), end) << record << " up to the moment";
    }
    EXPECT_EQ(files("case").table("flows").at(0, "fct_usec"), "") << "the flow has not completed";
    std::filesystem::remove_all(folder() / "case");
  }
}

TEST_F(AnEarlyEnd, ByKillLeavesWholeRows) {
  Program program = started();
  wait_for_rows();
  program.signal(SIGKILL);
  EXPECT_EQ(program.wait().code, -SIGKILL);
  EXPECT_GT(rows(), 100u);
  EXPECT_FALSE(exists("case/summary.json"));
  const ProgramResult again = run("case", kEndless, {"--until", "1us"});
  EXPECT_EQ(again.code, 0) << "what a killed run has left is taken over: " << again.err;
}

TEST_F(AnEarlyEnd, ByAFullDiskIsAnErrorThatNamesTheFile) {
  write("case.json", kEndless);
  std::vector<std::string> arguments = {"run", "case.json", "--out", "case"};
  arguments.insert(arguments.end(), kManyRows.begin(), kManyRows.end());
  const ProgramResult result = Program(folder(), arguments, {.file_size = 60'000}).wait();
  EXPECT_EQ(result.code, 1);
  ASSERT_FALSE(result.error_lines().empty());
  EXPECT_THAT(result.error_lines()[0], testing::MatchesRegex("headroom: case/case-[a-z-]+-0.csv: File too large"));
  EXPECT_THAT(result.out, HasSubstr("case: failed at "));
  EXPECT_GT(rows(), 100u);
  EXPECT_EQ(files("case").summary()["stop_reason"], "error");
}

/// One message of 1 MB between two servers whose NICs have pools as given.
class StarvedPools : public AnEarlyEnd {
 protected:
  ProgramResult run_starved(std::vector<std::string> assignments, const std::vector<std::string>& more = {}) {
    assignments.emplace_back("components.Nic.TransportProcessingLayers.RoceTransportLayer.AllowStarvedPools=true");
    assignments.emplace_back("components.SlowNic.TransportProcessingLayers.RoceTransportLayer.AllowStarvedPools=true");
    std::vector<std::string> arguments = test::sets(assignments);
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run("case", rack(2, flow(0, 1, "1MB")), arguments);
  }
};
const std::string kPools = ".NetworkInterface.EgressBufferManager.PoolAllocationVector=";

// [S] the data pool cannot hold a full packet: the NIC stops sending. Generation fails 80 ns after the post.
TEST_F(StarvedPools, WithoutRoomForAPacketTheNicStopsSending) {
  const ProgramResult result = run_starved({"components.Nic" + kPools + "[0.01, 0.1, 0, 0, 0, 0, 0, 0]"});
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.err, "headroom: nothing is due any more at 80000 ps, and 1 of 1 flows have not completed\n");
  EXPECT_THAT(result.out, HasSubstr("server0 has stopped sending: its transmit pool of class 0, 2,560 B, has no room "
                                    "for a packet of 4,154 B"));
  const auto summary = files("case").summary();
  EXPECT_EQ(summary["stop_reason"], "error");
  EXPECT_EQ(summary["sim_time_ps"], 80'000);
  EXPECT_EQ(files("case").table("nd-stats").column("total_packets_tx"), (CsvRow{"0", "0", "0", "0"}));
  EXPECT_EQ(files("case").table("flows").at(0, "completed"), "0");
}

TEST_F(StarvedPools, StandStillUntilTheirDuration) {
  const ProgramResult result =
      run_starved({"components.Nic" + kPools + "[0.01, 0.1, 0, 0, 0, 0, 0, 0]"}, {"--until", "1ms"});
  EXPECT_EQ(files("case").summary()["stop_reason"], result.code == 0 ? "duration" : "error");
  EXPECT_EQ(result.code, 1) << "nothing is due any more long before: waiting for it would show nothing";
}

// [S] the control class has no egress pool: no ACK and no NAK is sent. The data arrives all the same, again and again,
// as the sender's timer of 64 ms runs out.
TEST_F(StarvedPools, WithoutAControlPoolNoAckIsSent) {
  const ProgramResult result =
      run_starved({"components.SlowNic" + kPools + "[0.9, 0, 0, 0, 0, 0, 0, 0]"}, {"--until", "100ms"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("server1 sends no ACK: class 1 has no transmit pool"));
  const CsvTable roce = files("case").table("roce-transport-stats");
  const std::size_t last = roce.size() - 1;
  ASSERT_EQ(roce.at(last, "component_name"), "server1.nic");
  EXPECT_EQ(roce.at(last, "num_acks_sent"), "0");
  EXPECT_EQ(roce.at(last, "num_nacks_sent"), "0");
  EXPECT_EQ(roce.at(last - 1, "num_rto"), "1");
  EXPECT_EQ(roce.at(last - 1, "x_rtx_pkts"), "245") << "1,000,000 B are 245 packets";
  EXPECT_EQ(roce.at(last, "num_duplicate"), "245");
  EXPECT_EQ(files("case").summary()["work"]["packets"], 245) << "accepted in order";
}

// roce-transport.md 13: the receiver has no pool for class 2, so all of it is dropped and sent again for ever.
TEST_F(StarvedPools, WithoutAReceivePoolEverythingIsDropped) {
  const ProgramResult result =
      run_starved({"components.Nic" + kPools + "[0.5, 0.1, 0.4, 0, 0, 0, 0, 0]", "workload.flows.0.data_tc=2"},
                  {"--until", "10ms"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("the class has no receive pool"));
  const CsvTable ports = files("case").table("nd-stats");
  EXPECT_EQ(ports.at(ports.size() - 1, "rx_drops"), "245");
  EXPECT_EQ(files("case").summary()["work"]["packets"], 0);
}

}  // namespace
}  // namespace headroom
