// What pools, thresholds, quanta and PCIe buffers change for the slow host on the real NIC. P22 to P31
#include <gtest/gtest.h>

#include "testbench/common/slow_host_bench.h"

namespace headroom {
namespace {

using test::ingress;
using test::kSlowNic;
using test::nic_lanes;
using test::nic_side;
using test::Sets;
using test::SlowHostBench;
using test::operator+;

constexpr Ps kMs{1'000'000'000};
const Sets kSixteenLanes = nic_lanes(kSlowNic, "7.88Gbps", 16);
/// Goodput of the sixteen lanes in 1 ms, P16.
constexpr Bytes kInMemory{14'774'272};

/// A pool of `bytes` for class 0, Xoff and Xon at these fractions of it.
Sets pool(std::int64_t bytes, const std::string& xoff = "0.8", const std::string& xon = "0.4") {
  return {ingress(kSlowNic) + "TotalBufferSize=" + std::to_string(bytes * 10) + "B",
          ingress(kSlowNic) + "PoolAllocationVector=[0.1, 0.1, 0, 0, 0, 0, 0, 0]",
          ingress(kSlowNic) + "PfcStaticXoffThreshold=[" + xoff + ", 0.8, 0, 0, 0, 0, 0, 0]",
          ingress(kSlowNic) + "PfcXonResumeThreshold=[" + xon + ", 0.4, 0, 0, 0, 0, 0, 0]"};
}

Ps last_cycle(const SlowHostBench& bench) {
  const std::vector<Ps> pauses = bench.pauses();
  return pauses.back() - pauses[pauses.size() - 2];
}

TEST(SlowHostSettings, ASmallPoolCyclesQuickly) {  // P22
  SlowHostBench bench(kSixteenLanes + pool(100'000));
  bench.run(kMs);
  const PfcEvent pause = bench.log().of(PfcEventKind::kXoffTx).at(0), xon = bench.log().of(PfcEventKind::kXonTx).at(0);
  EXPECT_EQ(pause.time, Ps{9'820'360});
  EXPECT_EQ(pause.occupancy, Bytes{78'584});
  EXPECT_EQ(xon.time, Ps{13'590'567});
  EXPECT_EQ(xon.occupancy, Bytes{37'224});
  EXPECT_EQ(last_cycle(bench), Ps{5'265'990});
  EXPECT_EQ(bench.xoff_tx(), 189u);
  EXPECT_EQ(bench.xon_tx(), 188u);
  EXPECT_EQ(bench.peak(), Bytes{90'992});
  EXPECT_EQ(bench.drops(), 0u);
}

TEST(SlowHostSettings, TooLittleHeadroomDropsOneFrameAPause) {  // P23
  SlowHostBench bench(kSixteenLanes + pool(40'000), PcieGranularity::kTrain, 5'000);
  bench.run(kMs);
  EXPECT_EQ(bench.xoff_tx(), 398u);
  EXPECT_EQ(bench.drops(), 398u);
}

TEST(SlowHostSettings, XonAboveXoffResumesAtTheFirstRelease) {  // P24
  SlowHostBench bench(kSixteenLanes + pool(100'000, "0.8", "0.9"));
  bench.run(Ps{100'000'000});
  EXPECT_EQ(bench.pauses().at(0), Ps{9'820'360});
  EXPECT_EQ(bench.xons().at(0), Ps{9'987'521});
  EXPECT_EQ(bench.pauses().at(1), Ps{10'069'600});
  EXPECT_EQ(bench.xoff_tx(), 326u);
  EXPECT_EQ(bench.xon_tx(), 325u);
  EXPECT_EQ(bench.drops(), 0u);
}

TEST(SlowHostSettings, XonJustBelowXoffCyclesTwelveTimesFasterAtTheSameGoodput) {  // P25
  SlowHostBench bench(kSixteenLanes + Sets{ingress(kSlowNic) + "PfcXonResumeThreshold=[0.79, 0.4, 0, 0, 0, 0, 0, 0]"});
  bench.run(kMs);
  EXPECT_EQ(bench.nic().ingress().xon(0), Bytes{2'844'000});
  EXPECT_EQ(last_cycle(bench), Ps{4'711'675});
  EXPECT_EQ(bench.xoff_tx(), 194u);
  EXPECT_EQ(bench.xon_tx(), 193u);
  EXPECT_EQ(bench.in_memory(), kInMemory);
}

TEST(SlowHostSettings, AShortPauseIsRepeatedAtItsRefresh) {  // P26
  SlowHostBench bench(kSixteenLanes + Sets{ingress(kSlowNic) + "QuantaValue=[1000, 65535, 0, 0, 0, 0, 0, 0]"});
  bench.run(kMs);
  EXPECT_EQ(bench.pauses().at(0), Ps{90'075'640});
  EXPECT_EQ(bench.log().times(PfcEventKind::kRefreshTx).at(0), Ps{90'765'640});
  EXPECT_EQ(bench.xons().at(0), Ps{91'455'640});
  EXPECT_EQ(bench.xoff_tx(), 957u);
  EXPECT_EQ(bench.nic().pfc_stats(0).refresh_tx, 478u);
  EXPECT_EQ(bench.xon_tx(), 478u);
}

TEST(SlowHostSettings, WithoutPfcWhatDoesNotFitIsDroppedAtTheSameGoodput) {  // P27
  SlowHostBench bench(kSixteenLanes + Sets{ingress(kSlowNic) + "PFCEnableVector=[0, 0, 0, 0, 0, 0, 0, 0]"},
                      PcieGranularity::kTrain, 13'000);
  bench.run(kMs);
  EXPECT_EQ(bench.xoff_tx(), 0u);
  EXPECT_EQ(bench.drops(), 7'496u);
  EXPECT_EQ(bench.peak(), Bytes{3'598'320});
  EXPECT_EQ(bench.in_memory(), kInMemory);
}

struct PcieBuffer {
  const char* set;
  Ps first_pause;
};

class SlowHostPcieBuffer : public testing::TestWithParam<PcieBuffer> {};

TEST_P(SlowHostPcieBuffer, MovesTheFirstPauseAndNotTheCycle) {  // P28, P29
  SlowHostBench bench(kSixteenLanes + Sets{nic_side(kSlowNic) + "TransactionLayer." + GetParam().set});
  bench.run(kMs);
  EXPECT_EQ(bench.pauses().at(0), GetParam().first_pause);
  EXPECT_TRUE(last_cycle(bench) == Ps{59'890'120} || last_cycle(bench) == Ps{59'973'200}) << last_cycle(bench).count();
}

INSTANTIATE_TEST_SUITE_P(Sizes, SlowHostPcieBuffer,
                         testing::Values(PcieBuffer{"TXDataBufferSize=8192B", Ps{82'930'760}},
                                         PcieBuffer{"TXDataBufferSize=1MB", Ps{94'561'960}},
                                         PcieBuffer{"TXHeaderBufferSize=1600B", Ps{83'844'640}}));

TEST(SlowHostSettings, AHostThatTakesNothingIsPausedForEver) {  // P30
  SlowHostBench bench(nic_lanes(kSlowNic, "1Mbps", 1));
  bench.run(kMs);
  EXPECT_EQ(bench.pauses(), std::vector{Ps{63'157'720}});
  EXPECT_EQ(bench.nic().pfc_stats(0).refresh_tx, 22u);
  EXPECT_EQ(bench.xon_tx(), 0u);
  EXPECT_EQ(bench.occupancy(), Bytes{2'895'200});
  EXPECT_EQ(bench.peak(), Bytes{2'895'200});
}

/// P31 with a headroom; the fractions give Xoff 41,361 B and Xon 4,136 B after rounding to whole bytes.
void expect_three_more_frames(std::int64_t headroom, const std::string& xoff, const std::string& xon) {
  SlowHostBench bench(nic_lanes(kSlowNic, "1Mbps", 1) + pool(41'361 + headroom, xoff, xon) +
                      Sets{nic_side(kSlowNic) + "TransactionLayer.TXDataBufferSize=512B"});
  ASSERT_EQ(bench.nic().ingress().xoff(0), Bytes{41'361});
  ASSERT_EQ(bench.nic().ingress().xon(0), Bytes{4'136});
  bench.run(Ps{1'013'880});
  EXPECT_EQ(bench.pauses(), std::vector{Ps{1'013'880}});
  const std::uint64_t frames = bench.frames_arrived();
  bench.run(Ps{20'000'000});
  EXPECT_EQ(bench.frames_arrived(), frames + 3);
  EXPECT_EQ(bench.peak(), Bytes{41'361 + 16'543});
  EXPECT_EQ(bench.drops(), 0u);
}

TEST(SlowHostSettings, AnIdleNicNeedsExactlyTheHeadroomOfTheClosedForm) {  // P31: 41,361 / 57,904
  expect_three_more_frames(16'543, "0.714303", "0.0714286");
}

TEST(SlowHostSettings, AnIdleNicNeedsNoMoreThanTheGuidance) {  // P31: 41,361 / 59,729
  expect_three_more_frames(18'368, "0.6924777", "0.0692461");
}

}  // namespace
}  // namespace headroom
