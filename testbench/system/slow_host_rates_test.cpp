// Hosts of other rates behind the real NIC: the reference's table, and event for event the independent simulation.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "testbench/common/slow_host_bench.h"
#include "testbench/common/slow_host_table.h"

namespace headroom {
namespace {

using test::kSlowNic;
using test::nic_lanes;
using test::SlowHostBench;

std::string gbps(std::int64_t bps) { return fmt::format("{}.{:09}Gbps", bps / 1'000'000'000, bps % 1'000'000'000); }

class SlowHostRate : public testing::TestWithParam<SlowHostRow> {};

TEST_P(SlowHostRate, GivesTheRowOfTheTable) {  // P21
  const SlowHostRow& row = GetParam();
  SlowHostBench bench(nic_lanes(kSlowNic, gbps(row.host_bps), 1));
  bench.run(Ps{3'000'000'000});
  const std::vector<Ps> pauses = bench.pauses();
  ASSERT_FALSE(pauses.empty());
  EXPECT_EQ(pauses[0].count(), row.first_pause_ps);
  const PfcEvent xon = bench.log().of(PfcEventKind::kXonTx).at(0);
  EXPECT_EQ(xon.time.count(), row.first_xon_ps);
  EXPECT_EQ(xon.occupancy.count(), row.xon_bytes);
  const Ps refresh{41'992'400};
  EXPECT_EQ(xon.time == pauses[0] + refresh, row.xon_at_refresh);
  if (row.mean_cycle_ns > 0) {
    const auto cycles = static_cast<double>(pauses.size() - 2);
    EXPECT_EQ(std::llround(static_cast<double>((pauses.back() - pauses[1]).count()) / cycles / 1'000),
              row.mean_cycle_ns);
  }
  if (row.cycle_ps > 0) { EXPECT_EQ((pauses.back() - pauses[pauses.size() - 2]).count(), row.cycle_ps); }
  EXPECT_EQ(bench.peak().count(), row.peak_bytes);
  EXPECT_EQ(bench.xoff_tx(), static_cast<std::uint64_t>(row.pauses));
  EXPECT_EQ(bench.xon_tx(), static_cast<std::uint64_t>(row.xons));
  EXPECT_EQ(bench.frames_arrived(), static_cast<std::uint64_t>(row.frames));
  EXPECT_EQ(bench.drops(), 0u);

  const SlowHostRun oracle = run_slow_host({.host_bps = row.host_bps, .duration_ps = 3'000'000'000});
  using Kind = SlowHostEvent::Kind;
  std::vector<std::pair<std::int64_t, std::int64_t>> expected, found;
  for (const SlowHostEvent& e : oracle.events) {
    if (e.kind != Kind::kHeld && e.kind != Kind::kResumed) expected.emplace_back(e.time_ps, e.occupancy_bytes);
  }
  for (const PfcEvent& e : bench.log().events) found.emplace_back(e.time.count(), e.occupancy.count());
  EXPECT_EQ(found, expected);
  EXPECT_EQ(bench.in_memory().count(), oracle.host_bytes);
  EXPECT_EQ(bench.sender_held(Ps{3'000'000'000}).count(), oracle.sender_held_ps);
}

INSTANTIATE_TEST_SUITE_P(Table, SlowHostRate, testing::ValuesIn(kSlowHostRows), [](const auto& row) {
  return "At" + std::to_string(row.param.host_bps / 1'000'000) + "Mbps";
});

TEST(SlowHostRates, ADefaultHostTakesTheLineRate) {  // P15
  SlowHostBench bench({});
  bench.run(Ps{1'000'000'000});
  EXPECT_EQ(bench.xoff_tx(), 0u);
  EXPECT_EQ(bench.drops(), 0u);
  EXPECT_EQ(bench.peak(), Bytes{4'136});
  EXPECT_EQ(bench.frames_arrived(), 12'035u);
  EXPECT_EQ(bench.in_memory(), Bytes{12'034 * 4'096}) << "394.330 Gbps: the last write is still on its way";
}

TEST(SlowHostRates, SixteenLanesOfTwiceTheRatePauseNineTimesAMillisecond) {  // P17
  SlowHostBench bench(nic_lanes(kSlowNic, "15.76Gbps", 16));
  bench.run(Ps{1'000'000'000});
  ASSERT_EQ(bench.pauses().size(), 9u);
  EXPECT_EQ(bench.pauses()[0], Ps{157'370'440});
  EXPECT_EQ(bench.pauses()[1], Ps{262'123'760});
  EXPECT_EQ(bench.pauses()[2], Ps{366'877'080});
  EXPECT_EQ(bench.xon_tx(), 8u);
  EXPECT_EQ(bench.frames_arrived(), 7'943u);
  EXPECT_EQ(bench.peak(), Bytes{2'886'928});
}

TEST(SlowHostRates, FourLanesPauseTwentyOneTimesAMillisecond) {  // P18
  SlowHostBench bench(nic_lanes(kSlowNic, "7.88Gbps", 4));
  bench.run(Ps{1'000'000'000});
  ASSERT_EQ(bench.pauses().size(), 21u);
  EXPECT_EQ(bench.pauses()[0], Ps{68'308'680});
  EXPECT_EQ(bench.pauses()[1], Ps{113'576'720});
  EXPECT_EQ(bench.xon_tx(), 20u);
  EXPECT_EQ(bench.peak(), Bytes{2'895'200});
}

TEST(SlowHostRates, ThirteenFullLanesAreResumedByARelease) {  // P19
  SlowHostBench bench(nic_lanes(kSlowNic, "31.52Gbps", 13));
  bench.run(Ps{5'000'000'000});
  EXPECT_EQ(bench.pauses(), (std::vector{Ps{2'440'990'400}, Ps{3'599'933'329}, Ps{4'758'877'491}}));
  ASSERT_EQ(bench.xons().size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(((bench.xons()[i] - bench.pauses()[i]).count() + 5'000) / 10'000, 2'993) << "29.93 us";
  }
}

TEST(SlowHostRates, FourteenFullLanesNeverPause) {  // P20
  SlowHostBench bench(nic_lanes(kSlowNic, "31.52Gbps", 14));
  bench.run(Ps{3'000'000'000});
  EXPECT_EQ(bench.xoff_tx(), 0u);
  EXPECT_EQ(bench.peak(), Bytes{4'136});
}

}  // namespace
}  // namespace headroom
