#include <gtest/gtest.h>

#include "sc_models/policy/uet/nscc.h"
#include "testbench/common/nscc_script.h"

namespace headroom {
namespace {

using namespace test;
using Routine = Nscc::Routine;

/// A trim at 7 us and a timeout at 8 us.
NsccScript trimmed_and_timed_out(const NsccParams& params) {
  NsccScript group(params);
  group.nscc.committed(400'000);
  EXPECT_EQ(group.trim(7 * kUs).routine, Routine::kTrimCut);
  EXPECT_EQ(group.window(), 445'816);  // 42
  EXPECT_DOUBLE_EQ(group.nscc.average_delay(), 1.5e6);
  group.timeout();
  EXPECT_EQ(group.window(), 441'632);  // 43
  EXPECT_EQ(group.nscc.in_flight(), 400'000 - 2 * 4'184);
  return group;
}

TEST(NsccQuickAdapt, FiresAtTheEndOfAnObservationWithATrim) {  // 42, 43, 44
  NsccScript group = trimmed_and_timed_out(default_nscc());
  EXPECT_EQ(group.nscc.observation_end(), 19 * kUs);
  EXPECT_EQ(group.trim(19 * kUs).routine, Routine::kQuickAdapt);
  EXPECT_EQ(group.window(), 4'184);
  EXPECT_EQ(group.nscc.counts().quick_adapts, 1u);
  EXPECT_EQ(group.nscc.observation_end(), 31 * kUs);
  EXPECT_EQ(group.marked(tenths(191), 12 * kUs).routine, Routine::kQuickAdaptIgnore);
  EXPECT_EQ(group.window(), 4'184);
  EXPECT_EQ(group.nscc.counts().cut_trim, Bytes(4'184));
  EXPECT_EQ(group.nscc.counts().cut_timeout, Bytes(4'184));
  EXPECT_EQ(group.nscc.counts().cut_quick_adapt, Bytes(441'632 - 4'184));
}

TEST(NsccQuickAdapt, NeverFiresBeforeAnObservationEnds) {
  NsccScript group = trimmed_and_timed_out(default_nscc());
  EXPECT_EQ(group.trim(19 * kUs - Ps(1)).routine, Routine::kTrimCut);
}

TEST(NsccQuickAdapt, DisabledItLeavesTheTrimItsCut) {  // 48
  NsccParams params = default_nscc();
  params.disable_quick_adapt = true;
  NsccScript group = trimmed_and_timed_out(params);
  EXPECT_EQ(group.trim(19 * kUs).routine, Routine::kTrimCut);
  EXPECT_EQ(group.window(), 437'448);
  EXPECT_EQ(group.nscc.counts().quick_adapts, 0u);
}

TEST(NsccQuickAdapt, ATimeoutLeavesAtLeastAPacket) {  // 45
  NsccScript group;
  group.window(5'000);
  group.timeout();
  EXPECT_EQ(group.window(), 4'184);
}

TEST(NsccQuickAdapt, LongDelayTriggersItWithoutTrimming) {  // 46
  NsccScript group;
  group.nscc.committed(450'000);
  auto step = [&group, now = tenths(385)]() mutable { return group.marked(now += tenths(15), 40 * kUs); };
  step();  // 40 us
  EXPECT_EQ(group.window(), 306'627);
  for (int n = 0; n < 3; ++n) step();  // 44.5 us
  EXPECT_EQ(group.window(), 306'627);
  step();  // 46 us
  EXPECT_EQ(group.window(), 307'254);
  step();  // 47.5 us
  EXPECT_EQ(group.window(), 153'627);
  step();
  step();  // 50.5 us
  EXPECT_EQ(step().routine, Routine::kQuickAdapt);
  EXPECT_NEAR(group.nscc.average_delay(), 36.997e6, 0.5e3);
  EXPECT_EQ(group.window(), 33'472);
  EXPECT_EQ(group.nscc.bytes_to_ignore(), 412'344);
  for (int n = 0; n < 20; ++n) {
    EXPECT_EQ(step().routine, Routine::kQuickAdaptIgnore);
    EXPECT_EQ(group.window(), 33'472);
  }
}

TEST(NsccQuickAdapt, WithTrimmingOnlyTrimsTriggerIt) {  // 47
  NsccScript group(default_nscc(), true);
  group.nscc.committed(447'688);
  group.ack(7 * kUs, kUs);
  EXPECT_EQ(group.window(), 450'000);
  group.trim(8 * kUs);
  EXPECT_EQ(group.window(), 445'816);
  group.ack(9 * kUs, kUs);
  EXPECT_EQ(group.window(), 445'816);
  group.trim(10 * kUs);
  EXPECT_EQ(group.window(), 441'632);
  group.ack(12 * kUs, kUs);
  EXPECT_EQ(group.window(), 441'632);
  EXPECT_EQ(group.trim(tenths(176)).routine, Routine::kQuickAdapt);
  EXPECT_EQ(group.window(), 8'368);
  EXPECT_EQ(group.nscc.bytes_to_ignore(), 422'584);
  EXPECT_EQ(group.nscc.observation_end(), tenths(281));
  EXPECT_EQ(group.trim(tenths(177)).routine, Routine::kQuickAdaptIgnore);
  EXPECT_EQ(group.window(), 8'368);

  NsccScript delayed(default_nscc(), true);  // marks and delay alone
  for (int us = 40; us < 80; ++us) EXPECT_NE(delayed.marked(us * kUs, 90 * kUs).routine, Routine::kQuickAdapt);
}

TEST(NsccQuickAdapt, WithoutCongestionControlNothingMovesTheWindow) {  // 49
  NsccParams params = default_nscc();
  params.enable = false;
  NsccScript group(params);
  group.nscc.committed(450'000);
  for (int us = 1; us <= 60; ++us) {
    EXPECT_EQ(group.ack(us * kUs, us * kUs, us % 2 == 0).routine, Routine::kNone);
    group.nscc.on_ack(us * kUs, 4'184, false, std::nullopt, 127, false);
    EXPECT_EQ(group.trim(us * kUs).routine, Routine::kNone);
    group.timeout();
    EXPECT_EQ(group.window(), 450'000);
  }
  EXPECT_EQ(group.nscc.average_delay(), 0.0);
  EXPECT_EQ(group.nscc.counts().quick_adapts, 0u);
  EXPECT_EQ(group.nscc.counts().penalty_acks, 0u);

  group.nscc.on_ack(61 * kUs, 4'184, true, Ps(4'900'000), 0, false);  // the base round trip still counts
  EXPECT_EQ(group.nscc.max_window(), 444'300);                        // floor(1.5 x 400 x 5.924 us / 8)
  EXPECT_EQ(group.window(), 444'300);
}

}  // namespace
}  // namespace headroom
