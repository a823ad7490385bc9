// The record of equal-cost sets, the record of trimmed packets and the column of lost frames, from probes that a test
// sets.
#include "sc_models/core/records/load_balancing.h"

#include <gtest/gtest.h>

#include "sc_models/core/records/nd_stats.h"
#include "sc_models/core/records/trim_stats.h"
#include "testbench/common/csv.h"
#include "testbench/common/record_fakes.h"
#include "testbench/common/temporary_folder.h"

namespace headroom {
namespace {

class SwitchRecordTest : public testing::Test {
 protected:
  CsvTable table(const std::string& record) const {
    return CsvTable(file_content(temporary_.path() / record_file_name("run", record)));
  }
  TemporaryFolder temporary_;
  OutputFolder folder_{temporary_.path()};
};

TEST_F(SwitchRecordTest, HasARowForEachMemberOfEachSetThatIsUsedByPort) {
  FakePaths paths;
  paths.formed = {{{6, 7}, Ps{1'500}, 512, std::vector<PathStats>(2)}};
  PathStats& six = paths.formed[0].members[0];
  six.bytes = Bytes{4'136};
  six.packets = six.assignments = 1;
  RecordTable<LoadBalancingRow> file(folder_, "run", load_balancing_record());
  LoadBalancingStats stats("run", file, paths);
  stats.sample(kMillisecond, Ps{0});
  paths.formed.push_back({{4, 5}, kMillisecond, 0, std::vector<PathStats>(2)});  // ports below those of the first set
  PathStats& seven = paths.formed[0].members[1];
  six.bytes += Bytes{4'136}, ++six.packets, six.moved_out = 1;
  seven.bytes = Bytes{3 * 4'136}, seven.packets = 3, seven.moved_in = 1, seven.paused_skips = 2;
  seven.paused_selections = 3;
  stats.sample(2 * kMillisecond, kMillisecond);
  file.file().close();
  const CsvTable rows = table("scala-switch-load-balancing-stats");
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_EQ(rows.column("ifid"), (CsvRow{"6", "7", "4", "5", "6", "7"}));
  EXPECT_EQ(rows.column("ecmp_group_id"), (CsvRow{"0", "0", "1", "1", "0", "0"}));
  EXPECT_EQ(rows.column("ecmp_group_ifids"), (CsvRow{"[6:7]", "[6:7]", "[4:5]", "[4:5]", "[6:7]", "[6:7]"}));
  EXPECT_EQ(rows.column("group_size"), (CsvRow(6, "2")));
  EXPECT_EQ(rows.column("group_formed_ns"), (CsvRow{"1.5", "1.5", "1000000", "1000000", "1.5", "1.5"}));
  EXPECT_EQ(rows.column("flow_table_slots"), (CsvRow{"512", "512", "0", "0", "512", "512"}));
  EXPECT_EQ(rows.column("bytes"), (CsvRow{"4136", "0", "0", "0", "8272", "12408"}));
  EXPECT_EQ(rows.column("ivl_bytes"), (CsvRow{"4136", "0", "0", "0", "4136", "12408"}));
  EXPECT_EQ(rows.column("ivl_packets"), (CsvRow{"1", "0", "0", "0", "1", "3"}));
  EXPECT_EQ(rows.column("assignments"), (CsvRow{"1", "0", "0", "0", "1", "0"}));
  EXPECT_EQ(rows.column("ivl_assignments"), (CsvRow{"1", "0", "0", "0", "0", "0"}));
  EXPECT_EQ(rows.column("ivl_movements_in"), (CsvRow{"0", "0", "0", "0", "0", "1"}));
  EXPECT_EQ(rows.column("ivl_movements_out"), (CsvRow{"0", "0", "0", "0", "1", "0"}));
  EXPECT_EQ(rows.column("ivl_share"), (CsvRow{"1", "0", "0", "0", "0.25", "0.75"}));
  EXPECT_EQ(rows.column("paused_skips"), (CsvRow{"0", "0", "0", "0", "0", "2"}));
  EXPECT_EQ(rows.column("paused_selections"), (CsvRow{"0", "0", "0", "0", "0", "3"}));
}

TEST_F(SwitchRecordTest, CountsWhatAPortHasCut) {
  FakeTrimmer port(rack_port(3, 0));
  port.stats = {5, Bytes{5 * 4'202}, 2};
  SwitchTrimStats stats(folder_, "run", {&port});
  stats.sample(kMillisecond, Ps{0});
  stats.file().close();
  const CsvTable rows = table("x-switch-trim-stats");
  EXPECT_EQ(rows.header(), (CsvRow{"time_utc", "sim_time_sec", "component_name", "node_id", "ifid", "x_trimmed_pkts",
                                   "x_trimmed_B", "x_trim_dropped_pkts"}));
  EXPECT_EQ(rows.at(0, "ifid"), "3");
  EXPECT_EQ(rows.at(0, "x_trimmed_pkts"), "5");
  EXPECT_EQ(rows.at(0, "x_trimmed_B"), "21010");
  EXPECT_EQ(rows.at(0, "x_trim_dropped_pkts"), "2");
}

TEST_F(SwitchRecordTest, CountsLostFramesAtTheirSenderOnlyWhereLinksCanLoseThem) {
  FakePort port(nic_port(0, 1));
  port.stats.tx_frames = 10, port.stats.lost = 3;
  NdStats stats(folder_, "run", {&port}, true);
  stats.sample(kMillisecond, Ps{0});
  stats.file().close();
  const CsvTable rows = table("nd-stats");
  EXPECT_EQ(rows.header().back(), "x_link_lost");
  EXPECT_EQ(rows.at(0, "x_link_lost"), "3");
  EXPECT_EQ(rows.at(0, "tx_drops"), "0");
  EXPECT_EQ(nd_stats_record().columns.back().name, "x_time_ps");
}

}  // namespace
}  // namespace headroom
