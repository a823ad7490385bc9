// The slow host of 16 lanes at 7.88 Gbps on the real NIC, step by step as the reference traces it, in both forms of the
// PCIe link. P16, C20
#include <gtest/gtest.h>

#include <cmath>

#include "testbench/common/slow_host_bench.h"

namespace headroom {
namespace {

using test::kSlowNic;
using test::nic_lanes;
using test::SlowHostBench;

class SlowHostTrace : public testing::TestWithParam<PcieGranularity> {
 protected:
  /// The frame of that number arrives then, not before.
  void expect_arrival(Ps time, std::uint64_t number) {
    bench.run(time - Ps{1});
    EXPECT_EQ(bench.frames_arrived(), number - 1);
    bench.run(time);
    EXPECT_EQ(bench.frames_arrived(), number);
  }
  SlowHostBench bench{nic_lanes(kSlowNic, "7.88Gbps", 16), GetParam()};
};

TEST_P(SlowHostTrace, TheNinetiethFrameIsTheFirstThatWaits) {
  bench.run(Ps{183'080});
  EXPECT_EQ(bench.frames_arrived(), 1u);
  EXPECT_EQ(bench.occupancy(), Bytes{0}) << "accepted at once";
  bench.run(Ps{7'577'199});
  EXPECT_EQ(bench.frames_arrived(), 89u);
  EXPECT_EQ(bench.occupancy(), Bytes{0});
  bench.run(Ps{7'577'200});
  EXPECT_EQ(bench.occupancy(), Bytes{4'136});
  // Frames 91 and 92 have come at 7,660,280 and 7,743,360 when the ninetieth is accepted.
  bench.run(Ps{7'770'261});
  EXPECT_EQ(bench.occupancy(), Bytes{3 * 4'136});
  bench.run(Ps{7'770'262});
  EXPECT_EQ(bench.occupancy(), Bytes{2 * 4'136});
}

TEST_P(SlowHostTrace, TheFirstPauseLetsThreeMoreFramesIn) {
  bench.run(Ps{90'075'639});
  EXPECT_EQ(bench.xoff_tx(), 0u);
  EXPECT_EQ(bench.occupancy(), Bytes{696 * 4'136});
  bench.run(Ps{90'075'640});
  EXPECT_EQ(bench.frames_arrived(), 1'083u);
  ASSERT_EQ(bench.log().of(PfcEventKind::kXoffTx).size(), 1u);
  EXPECT_EQ(bench.log().of(PfcEventKind::kXoffTx)[0].occupancy, Bytes{2'878'656});
  expect_arrival(Ps{90'158'720}, 1'084);
  bench.run(Ps{90'177'319});
  EXPECT_TRUE(bench.at_sender().empty());
  bench.run(Ps{90'177'320});
  ASSERT_EQ(bench.at_sender().size(), 1u);
  EXPECT_EQ(bench.at_sender()[0].frame.quanta[0], 65'535u);
  expect_arrival(Ps{90'241'800}, 1'085);
  expect_arrival(Ps{90'324'880}, 1'086);
  bench.run(Ps{132'352'799});
  EXPECT_EQ(bench.frames_arrived(), 1'086u);
  EXPECT_EQ(bench.drops(), 0u);
}

TEST_P(SlowHostTrace, TheRefreshResumesTheSenderFarAboveXon) {
  bench.run(Ps{132'068'039});
  EXPECT_EQ(bench.xon_tx(), 0u);
  bench.run(Ps{132'169'720});
  ASSERT_EQ(bench.log().of(PfcEventKind::kXonTx).size(), 1u);
  EXPECT_EQ(bench.log().of(PfcEventKind::kXonTx)[0].time, Ps{132'068'040});
  EXPECT_EQ(bench.log().of(PfcEventKind::kXonTx)[0].occupancy, Bytes{2'266'528});
  ASSERT_EQ(bench.at_sender().size(), 2u);
  EXPECT_EQ(bench.at_sender()[1].time, Ps{132'169'720});
  EXPECT_EQ(bench.at_sender()[1].frame.quanta[0], 0u);
  expect_arrival(Ps{132'352'800}, 1'087);
  bench.run(Ps{150'048'840});
  EXPECT_EQ(bench.frames_arrived(), 1'300u);
  ASSERT_EQ(bench.pauses().size(), 2u);
  EXPECT_EQ(bench.pauses()[1], Ps{150'048'840});
  EXPECT_EQ(bench.log().of(PfcEventKind::kXoffTx)[1].occupancy, Bytes{2'878'656});
  bench.run(Ps{209'938'960});
  ASSERT_EQ(bench.xons().size(), 2u);
  EXPECT_EQ(bench.xons()[1], Ps{192'041'240});
  EXPECT_EQ(bench.log().of(PfcEventKind::kXonTx)[1].occupancy, Bytes{2'270'664});
  ASSERT_EQ(bench.pauses().size(), 3u);
  EXPECT_EQ(bench.pauses()[2], Ps{209'938'960});
}

TEST_P(SlowHostTrace, OneMillisecondHasTheTotalsOfTheReference) {
  bench.run(Ps{1'000'000'000});
  EXPECT_EQ(bench.xoff_tx(), 16u);
  EXPECT_EQ(bench.xon_tx(), 15u);
  EXPECT_EQ(bench.frames_arrived(), 4'328u);
  EXPECT_EQ(bench.in_memory(), Bytes{14'774'272});
  EXPECT_EQ(std::llround(static_cast<double>(bench.sender_held(Ps{1'000'000'000}).count()) / 1'000), 641'191);
  EXPECT_EQ(bench.peak(), Bytes{2'891'064}) << "699 frames";
  EXPECT_EQ(bench.drops(), 0u);
  EXPECT_EQ(bench.nic().pfc_stats(0).refresh_tx, 0u);
  for (std::size_t i = 1; i < bench.pauses().size(); ++i) {
    const Ps cycle = bench.pauses()[i] - bench.pauses()[i - 1];
    EXPECT_TRUE(cycle == Ps{59'890'120} || cycle == Ps{59'973'200}) << cycle.count();
  }
  for (const PfcEvent& xon : bench.log().of(PfcEventKind::kXonTx)) EXPECT_GE(xon.occupancy, Bytes{2'266'528});
}

INSTANTIATE_TEST_SUITE_P(Forms, SlowHostTrace, testing::Values(PcieGranularity::kTrain, PcieGranularity::kTlp),
                         [](const auto& form) { return form.param == PcieGranularity::kTrain ? "Train" : "Tlp"; });

}  // namespace
}  // namespace headroom
