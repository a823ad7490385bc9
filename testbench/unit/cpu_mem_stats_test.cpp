#include "sc_models/core/records/cpu_mem_stats.h"

#include <gtest/gtest.h>

#include "testbench/common/csv.h"
#include "testbench/common/temporary_folder.h"

namespace headroom {
namespace {

// proc(5): fields 14, 15 user and kernel ticks, 23 virtual size in bytes, 24 resident pages; the name may hold
// anything.
const std::string kStat =
    "77 (head) room (1) R 1 2 3 4 5 6 7 8 9 10 300 40 17 18 19 20 1 0 99 8000000 250 18446744073709551615 1 1 0\n";
const std::string kMeminfo =
    "MemTotal:       16000000 kB\nMemFree:         4000000 kB\nMemAvailable:    9 kB\nSwapTotal:       1000 kB\n"
    "SwapFree:         750 kB\n";

TEST(CpuMemStats, ReadsWhatTheSystemSays) {
  const auto load = parse_process_load(kStat, kMeminfo, 4096);
  ASSERT_TRUE(load);
  EXPECT_EQ(load->user_ticks, 300);
  EXPECT_EQ(load->kernel_ticks, 40);
  EXPECT_EQ(load->virtual_size, Bytes{8'000'000});
  EXPECT_EQ(load->resident, Bytes{250 * 4096});
  EXPECT_EQ(load->memory_total, Bytes{16'000'000ll * 1024});
  EXPECT_EQ(load->memory_free, Bytes{4'000'000ll * 1024});
  EXPECT_EQ(load->swap_total - load->swap_free, Bytes{250 * 1024});
}

TEST(CpuMemStats, GivesUpOnAnythingElse) {
  EXPECT_FALSE(parse_process_load("", kMeminfo, 4096));
  EXPECT_FALSE(parse_process_load("77 (x) R 1 2", kMeminfo, 4096));
  EXPECT_FALSE(parse_process_load(kStat, "MemTotal: 1 kB\n", 4096));
}

TEST(CpuMemStats, MakesARowOfPercentages) {
  const TemporaryFolder temporary;
  OutputFolder folder(temporary.path());
  const std::string utc = "2026-01-02T03:04:05Z", host = "box";
  RecordTable<CpuMemRow> table(folder, "run", cpu_mem_stats_record());
  table.add({{"run", Ps{5'000'000}, Ps{0}}, utc, host, 77, *parse_process_load(kStat, kMeminfo, 4096), 300, 40, 400});
  table.file().close();
  const CsvTable rows(file_content(temporary.path() / "run-cpu-mem-stats-0.csv"));
  EXPECT_EQ(rows.at(0, "time_utc"), utc);
  EXPECT_EQ(rows.at(0, "sim_time_sec"), "0.000005");
  EXPECT_EQ(rows.at(0, "core_vm_usage_M"), "8");
  EXPECT_EQ(rows.at(0, "core_rss_M"), "1.024");
  // 8,000,000 B of 16,384,000,000 B.
  EXPECT_EQ(rows.at(0, "core_vm_usage_pct"), "0.048828125");
  EXPECT_EQ(rows.at(0, "sys_used_mem_M"), "12288");
  EXPECT_EQ(rows.at(0, "sys_mem_usage_pct"), "75");
  EXPECT_EQ(rows.at(0, "sys_swap_usage_pct"), "25");
  EXPECT_EQ(rows.at(0, "total_time_ticks"), "340");
  EXPECT_EQ(rows.at(0, "user_time_pct"), "75");
  EXPECT_EQ(rows.at(0, "total_time_pct"), "85");
  EXPECT_EQ(rows.at(0, "x_time_ps"), "5000000");
}

TEST(CpuMemStats, WritesNothingBeforeASecondHasPassed) {
  const TemporaryFolder temporary;
  OutputFolder folder(temporary.path());
  CpuMemStats stats(folder, "run");
  for (int i = 0; i < 100; ++i) stats.poll(Ps{i});
  EXPECT_EQ(CsvTable(file_content(stats.file().path())).size(), 0u);
}

}  // namespace
}  // namespace headroom
