// Record files of whole runs, read back from the folder they were written to. Each run is a process of its own.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "sc_models/app/run_session.h"
#include "testbench/common/csv.h"
#include "testbench/common/scenario.h"
#include "testbench/common/temporary_folder.h"

namespace headroom {
namespace {

using test::back_to_back;
using test::flow;
using test::lanes;
using test::rack;

class RecordsOfARun : public testing::Test {
 protected:
  /// Exit code of one run of `text`, into the folder `out`. `largest_file`: where the disk is full.
  int run(const std::string& text, std::vector<std::string> sets, const std::string& out = "out",
          rlim_t largest_file = RLIM_INFINITY) {
    std::ofstream(temporary_.path() / "case.json") << text;
    const pid_t child = ::fork();
    if (child == 0) {
      ::signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{largest_file, RLIM_INFINITY};
      ::setrlimit(RLIMIT_FSIZE, &limit);
      RunOptions options;
      options.config = temporary_.path() / "case.json";
      options.out = temporary_.path() / out;
      options.overrides.sets = std::move(sets);
      options.quiet = true;
      ::_exit(run_session(options));
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  CsvTable table(const std::string& record, const std::string& out = "out") const {
    return CsvTable(file_content(temporary_.path() / out / ("case-" + record + "-0.csv")));
  }
  /// All files of a run by name, without what may differ.
  std::map<std::string, std::string> files(const std::string& out) const {
    std::map<std::string, std::string> result;
    for (const auto& entry : std::filesystem::directory_iterator(temporary_.path() / out)) {
      std::string text = file_content(entry.path());
      if (entry.path().filename() == "summary.json") {
        auto json = nlohmann::ordered_json::parse(text);
        json.erase("wall_seconds");
        text = json.dump();
      }
      result[entry.path().filename().string()] = text;
    }
    return result;
  }
  TemporaryFolder temporary_;
};

// records.md, case 16: 1 MiB is 256 data packets of 4,154 B and 16 ACKs of 126 B; 21.621843 us is T19.
TEST_F(RecordsOfARun, CountOneMebibyteBackToBack) {
  ASSERT_EQ(run(back_to_back(flow(0, 1, "1MiB")), {}), 0);
  const CsvTable roce = table("roce-transport-stats");
  EXPECT_EQ(roce.column("component_name"), (CsvRow{"server0.nic", "server1.nic"}));
  EXPECT_EQ(roce.column("num_verb_pkts_sent"), (CsvRow{"256", "0"}));
  EXPECT_EQ(roce.column("num_acks_sent"), (CsvRow{"0", "16"}));
  EXPECT_EQ(roce.column("num_acks_recvd"), (CsvRow{"16", "0"}));
  EXPECT_EQ(roce.column("num_writes_recvd"), (CsvRow{"0", "256"}));
  EXPECT_EQ(roce.column("num_wqe_completed"), (CsvRow{"1", "0"}));
  const CsvTable ports = table("nd-stats");
  EXPECT_EQ(ports.column("total_packets_tx"), (CsvRow{"256", "16"}));
  EXPECT_EQ(ports.column("total_bytes_tx_GB"), (CsvRow{"0.001063424", "0.000002016"}));
  EXPECT_EQ(ports.column("x_time_ps"), (CsvRow{"21621843", "21621843"}));
  EXPECT_EQ(table("perf").at(0, "perf_metric_usec"), "21.621843");
  EXPECT_EQ(table("flows").at(0, "fct_usec"), "21.621843");
  EXPECT_EQ(table("ecn-pfc-stats").size(), 0u) << "case 10: no PFC, no mark";
}

// records.md, case 5, and its sections 2.5 and 4.3.
TEST_F(RecordsOfARun, NumberTheNodesOfARack) {
  ASSERT_EQ(run(rack(2, flow(0, 1, "1MiB")), {}), 0);
  const CsvTable links = table("topology-report");
  EXPECT_EQ(links.column("component_name"), (CsvRow{"rack0", "rack0"}));
  EXPECT_EQ(links.column("node_id"), (CsvRow{"0", "0"}));
  EXPECT_EQ(links.column("dev_id"), (CsvRow{"0", "1"}));
  EXPECT_EQ(links.column("peer_node_id"), (CsvRow{"1", "2"}));
  EXPECT_EQ(links.column("linkspeed_Gbps"), (CsvRow{"400", "400"}));
  EXPECT_EQ(table("application-report").column("node_id"), (CsvRow{"3", "4"}));
  EXPECT_EQ(table("tier-hop").column("rack"), (CsvRow{"272"})) << "256 data packets and 16 ACKs";
  EXPECT_EQ(table("nd-stats").column("component_name"), (CsvRow{"rack0", "rack0", "server0.nic", "server1.nic"}));
}

/// A slow host with every record on and short intervals.
const std::vector<std::string> kEverything = [] {
  std::vector<std::string> sets = lanes("SlowNic", "7.88Gbps", 16);
  for (const char* set : {"simulation.NDStatsReportInterval=0.00002", "simulation.EnablePCIeStatsLogging=true",
                          "simulation.NetworkBufferStatsReportingInterval=0.00003",
                          "simulation.EnableNetworkBufferStatsReporting=true", "simulation.EnablePfcEventLogging=true",
                          "simulation.RecordMessages=true", "components.SlowNic.EnableBufferStats=true",
                          "components.Tor.SharedBufferManager.ReportPerPortBufferStats=true"})
    sets.emplace_back(set);
  return sets;
}();

// records.md, case 1.
TEST_F(RecordsOfARun, AreByteIdenticalTheSecondTime) {
  const std::string text = rack(3, flow(0, 2, "8MB") + "," + flow(1, 2, "8MB", R"("messages": 2)"));
  ASSERT_EQ(run(text, kEverything, "first"), 0);
  ASSERT_EQ(run(text, kEverything, "second"), 0);
  const auto first = files("first"), second = files("second");
  EXPECT_GT(first.size(), 14u);
  ASSERT_EQ(first.size(), second.size());
  for (const auto& [name, content] : first) EXPECT_TRUE(second.at(name) == content) << name;
  EXPECT_GT(table("pfc-events", "first").size(), 0u);
  EXPECT_GT(table("ecn-pfc-stats", "first").size(), 0u);
}

TEST_F(RecordsOfARun, EndInWholeRowsAndWithAnErrorWhenTheDiskIsFull) {
  const std::string text = rack(2, flow(0, 1, "32MB"));
  EXPECT_EQ(run(text, kEverything, "out", 50'000), 1);
  EXPECT_GT(table("nd-stats").size(), 1u) << "the reader refuses a row that is not whole";
  EXPECT_GT(table("pcie-stats").size(), 1u);
}

TEST_F(RecordsOfARun, AreNotWrittenWhenTheConfigurationIsRefused) {
  EXPECT_EQ(run(rack(2, flow(0, 7, "1MB")), {}), 2);
  EXPECT_FALSE(std::filesystem::exists(temporary_.path() / "out"));
}

TEST_F(RecordsOfARun, RefuseAFolderThatCannotBeWritten) {
  std::ofstream(temporary_.path() / "out") << "a file";
  EXPECT_EQ(run(rack(2, flow(0, 1, "1MB")), {}), 2);
}

}  // namespace
}  // namespace headroom
