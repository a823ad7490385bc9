#include "sc_models/policy/uet/nscc.h"

#include <gtest/gtest.h>

#include <vector>

#include "testbench/common/nscc_script.h"

namespace headroom {
namespace {

using namespace test;
using Routine = Nscc::Routine;

constexpr Ps kPacketTime{84'040};

TEST(Nscc, TheAverageDelayFollowsSamplesByAQuarter) {  // 32
  NsccScript group;
  for (const double average : {2.0, 3.5, 4.625, 5.46875}) {
    group.ack(kUs, 8 * kUs);
    EXPECT_DOUBLE_EQ(group.nscc.average_delay(), average * 1e6);
  }
}

TEST(Nscc, MoreThanEightPacketsApplyTheProportionalIncrease) {  // 33
  NsccScript group;
  group.window(100'000);
  for (int n = 1; n <= 8; ++n) {
    const Nscc::Reaction reaction = group.ack(tenths(n), 2 * kUs);
    EXPECT_EQ(reaction.routine, Routine::kProp);
    EXPECT_EQ(reaction.fulfil, 0u);
  }
  EXPECT_EQ(group.window(), 100'000);
  EXPECT_EQ(group.ack(tenths(9), 2 * kUs).fulfil, 1u);
  EXPECT_EQ(group.window(), 104'201);
  EXPECT_EQ(group.nscc.counts().added_proportional, Bytes(4'201));
  EXPECT_EQ(group.nscc.counts().fulfils, 1u);
}

TEST(Nscc, DelayAboveTargetGivesFairIncrease) {  // 34
  NsccScript group;
  group.window(100'000);
  for (int n = 1; n <= 8; ++n) EXPECT_EQ(group.ack(tenths(n), 8 * kUs).routine, Routine::kFair);
  EXPECT_EQ(group.window(), 100'000);
  group.ack(tenths(9), 8 * kUs);
  EXPECT_EQ(group.window(), 107'877);
  EXPECT_EQ(group.nscc.counts().added_fair, Bytes(7'877));
  EXPECT_EQ(group.nscc.counts().added_proportional, Bytes{});
}

TEST(Nscc, APeriodAppliesTheIncreaseAndTheAdditiveTerm) {  // 35
  NsccScript group;
  group.window(100'000);
  group.ack(1 * kUs, 3 * kUs);
  group.ack(2 * kUs, 3 * kUs);
  EXPECT_EQ(group.window(), 100'000);
  EXPECT_EQ(group.ack(6 * kUs, 3 * kUs).fulfil, 2u);
  EXPECT_EQ(group.window(), 101'677);
  EXPECT_EQ(group.ack(7 * kUs, 3 * kUs).fulfil, 0u);
  EXPECT_EQ(group.window(), 101'677);
  EXPECT_EQ(group.nscc.counts().added_proportional, Bytes(1'050));
  EXPECT_EQ(group.nscc.counts().added_eta, Bytes(627));
}

TEST(Nscc, AWindowAtNoDelayBeginsFastIncrease) {  // 36, 37
  NsccScript group;
  group.window(41'840);
  std::vector<std::int64_t> windows{0};
  for (int n = 1; n <= 25; ++n) {
    const Nscc::Reaction reaction = group.ack(n * kPacketTime, Ps{});
    EXPECT_EQ(reaction.routine, n < 14 ? Routine::kProp : Routine::kFast) << n;
    windows.push_back(group.window());
  }
  EXPECT_EQ(windows[8], 41'840);
  EXPECT_EQ(windows[9], 56'902);
  EXPECT_EQ(windows[13], 56'902);
  EXPECT_EQ(windows[14], 61'086);
  EXPECT_EQ(windows[15], 65'270);
  EXPECT_EQ(windows[18], 81'421);
  EXPECT_EQ(windows[25], 110'709);
  EXPECT_EQ(group.nscc.counts().fast_acks, 12u);
  EXPECT_EQ(group.nscc.counts().added_fast, Bytes(12 * 4'184));

  EXPECT_EQ(group.ack(26 * kPacketTime, 2 * kUs).routine, Routine::kProp);
  EXPECT_EQ(group.window(), 110'709);
  // Were the first 25 still counted, the second of these would be fast.
  for (int n = 27; n <= 46; ++n) EXPECT_EQ(group.ack(n * kPacketTime, Ps{}).routine, Routine::kProp) << n;
}

TEST(Nscc, ADecreaseFollowsTheAverageDownToTheLargestJump) {  // 38
  struct Case {
    std::int64_t average, window;
  };
  for (const Case& c : {Case{8, 320'000}, Case{12, 240'000}, Case{16, 200'000}, Case{60, 200'000}}) {
    NsccScript group(latest_delay_counts());
    group.marked(6 * kUs, 3 * kUs);  // fulfils at the largest window
    group.window(400'000);
    EXPECT_EQ(group.marked(tenths(61), c.average * kUs).routine, Routine::kMd);
    EXPECT_EQ(group.window(), c.window);
    EXPECT_EQ(group.nscc.counts().cut_decrease, Bytes(400'000 - c.window));
  }
}

TEST(Nscc, AnAverageAtTheTargetDecreasesNothingButEndsFastIncrease) {  // 39
  NsccScript group(latest_delay_counts());
  group.window(41'840);
  for (int n = 1; n <= 14; ++n) group.ack(n * kPacketTime, Ps{});
  ASSERT_EQ(group.window(), 61'086);
  EXPECT_EQ(group.marked(15 * kPacketTime, 6 * kUs).routine, Routine::kMdHeld);
  EXPECT_EQ(group.window(), 61'086);
  EXPECT_EQ(group.ack(16 * kPacketTime, Ps{}).routine, Routine::kProp);
}

TEST(Nscc, AMarkAtLittleDelayChangesNothing) {  // 40
  NsccScript group;
  group.window(400'000);
  EXPECT_EQ(group.marked(kUs, 3 * kUs).routine, Routine::kNone);
  EXPECT_EQ(group.window(), 400'000);
}

TEST(Nscc, OneDecreaseInABaseRoundTrip) {  // 41
  NsccScript group(latest_delay_counts());
  group.window(400'000);
  struct Step {
    std::int64_t us, window;
  };
  for (const Step& step : {Step{5, 400'000}, Step{6, 400'627}, Step{7, 240'376}, Step{10, 240'376}, Step{13, 241'003},
                           Step{14, 144'601}}) {
    group.marked(step.us * kUs, 12 * kUs);
    EXPECT_EQ(group.window(), step.window) << step.us;
  }
  EXPECT_EQ(group.nscc.counts().decreases, 2u);
}

// 53, 54. Packets of 4,096 B as IP datagrams.
std::vector<std::int64_t> windows_under_penalty(bool restore) {
  NsccScript group;
  group.window(420'000);
  group.nscc.committed(300'000);
  std::vector<std::int64_t> windows;
  Ps now;
  for (const unsigned penalty : {64u, 64u, 127u, 0u}) {
    group.nscc.left_flight(4'096);
    const auto reaction = group.nscc.on_ack(now += kUs, 4'096, false, 7 * kUs, penalty, restore);
    EXPECT_EQ(reaction.routine, penalty > 0 ? Routine::kLimited : Routine::kProp);
    windows.push_back(group.window());
  }
  EXPECT_EQ(group.nscc.counts().penalty_acks, 3u);
  EXPECT_EQ(group.nscc.counts().cut_penalty, Bytes(420'000 - 283'648));
  return windows;
}

TEST(Nscc, TheReceiverPenaltyCutsBelowWhatIsInFlight) {
  EXPECT_EQ(windows_under_penalty(true), (std::vector<std::int64_t>{293'856, 289'760, 283'648, 420'000}));
  EXPECT_EQ(windows_under_penalty(false), (std::vector<std::int64_t>{293'856, 289'760, 283'648, 283'648}));
}

TEST(Nscc, ThePenaltyCountsAlsoWithoutASample) {
  NsccScript group;
  group.nscc.committed(8'368);
  EXPECT_EQ(group.nscc.on_ack(kUs, 4'096, false, std::nullopt, 64, false).routine, Routine::kNoSample);
  EXPECT_EQ(group.window(), 8'368 - 2'048);
}

TEST(Nscc, TheWindowGatesFetchAndCommit) {
  NsccScript group;
  group.window(10'000);
  group.nscc.committed(5'816);
  EXPECT_TRUE(group.nscc.may_commit(4'184));
  EXPECT_FALSE(group.nscc.may_commit(4'185));
  group.nscc.fetched(10'000);
  EXPECT_TRUE(group.nscc.may_fetch());
  group.nscc.fetched(1);
  EXPECT_FALSE(group.nscc.may_fetch());
  group.nscc.retired(1);
  EXPECT_TRUE(group.nscc.may_fetch());

  NsccParams params = default_nscc();
  params.pass_through = true;
  NsccScript open(params);
  open.nscc.committed(1'000'000);
  open.nscc.fetched(1'000'000);
  EXPECT_TRUE(open.nscc.may_commit(4'184));
  EXPECT_TRUE(open.nscc.may_fetch());
}

}  // namespace
}  // namespace headroom
