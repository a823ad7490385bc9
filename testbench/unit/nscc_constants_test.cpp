#include "sc_models/policy/uet/nscc_constants.h"

#include <gtest/gtest.h>

#include "testbench/common/nscc_script.h"

namespace headroom {
namespace {

using namespace test;

constexpr BitRate kGbps{1'000'000'000};
constexpr double kPsPerUs = 1e6;

NsccConstants constants(const NsccParams& params = default_nscc(), bool trimming = false, BitRate link = kUetLine) {
  return NsccConstants(params, kUetMss, trimming, link);
}

TEST(NsccConstants, TheFirstWindowIsOneAndAHalfBandwidthDelayProducts) {  // 19
  EXPECT_EQ(constants().bdp, 300'000);
  const NsccScript group;
  EXPECT_EQ(group.nscc.max_window(), 450'000);
  EXPECT_EQ(group.window(), 450'000);
  EXPECT_EQ(group.nscc.exploration_packets(), 71);
}

TEST(NsccConstants, AnOverriddenWindowIsAWholeNumberOfPackets) {  // 20
  NsccParams params = default_nscc();
  params.override_maximum_window = true;
  EXPECT_EQ(NsccScript(params).nscc.max_window(), 447'688);
  EXPECT_EQ(NsccScript(params).window(), 447'688);
}

TEST(NsccConstants, TheTargetIsLowerWithTrimming) {  // 21
  EXPECT_EQ(constants().target, 6 * kUs);
  EXPECT_EQ(constants(default_nscc(), true).target, Ps(4'500'000));
  NsccParams params = default_nscc();
  params.override_target_queue_delay = true;
  EXPECT_EQ(constants(params).target, Ps(4'500'000));
  params.override_target_queue_delay = false;
  params.initial_base_rtt = Ps(5'999'999);  // 0.75 x is 4,499,999.25
  EXPECT_EQ(constants(params, true).target, Ps(4'499'999));
}

TEST(NsccConstants, AnObservationLastsBaseRoundTripPlusTarget) {  // 22
  EXPECT_EQ(NsccScript().nscc.max_window() >> default_nscc().quick_adapt_gate, 56'250);
  NsccScript plain, trimming(default_nscc(), true);
  plain.ack(Ps{}, Ps{});
  trimming.ack(Ps{}, Ps{});
  EXPECT_EQ(plain.nscc.observation_end(), 12 * kUs);
  EXPECT_EQ(trimming.nscc.observation_end(), Ps(10'500'000));
}

TEST(NsccConstants, GainsAtTheReferenceNetwork) {  // 23
  for (const bool trimming : {false, true}) {      // alpha's target cancels
    const NsccConstants c = constants(default_nscc(), trimming);
    EXPECT_DOUBLE_EQ(c.gain, 1.0);
    EXPECT_DOUBLE_EQ(c.proportional * kPsPerUs, 4.0 * 4'184 / 6);  // 2,789.333 B/us
    EXPECT_DOUBLE_EQ(c.fair, 20'920);
    EXPECT_DOUBLE_EQ(c.additive, 627.6);
    EXPECT_EQ(c.fulfil_bytes, 33'472);
  }
}

TEST(NsccConstants, ASlowerReferenceRaisesTheGains) {  // 24
  NsccParams params = default_nscc();
  params.reference_rate = 100 * kGbps;
  params.reference_rtt = 12 * kUs;
  const NsccConstants c = constants(params);
  EXPECT_DOUBLE_EQ(c.gain, 2.0);
  EXPECT_DOUBLE_EQ(c.proportional * kPsPerUs, 4.0 * 4'184 / 6);
  EXPECT_DOUBLE_EQ(c.fair, 41'840);
  EXPECT_DOUBLE_EQ(c.additive, 1'255.2);
}

TEST(NsccConstants, ALongerReferenceLowersTheGains) {  // 25
  NsccParams params = default_nscc();
  params.reference_rtt = 12 * kUs;
  const NsccConstants c = constants(params);
  EXPECT_DOUBLE_EQ(c.gain, 0.5);
  EXPECT_DOUBLE_EQ(c.proportional * kPsPerUs, 4.0 * 4'184 / 24);  // 697.333 B/us
  EXPECT_DOUBLE_EQ(c.fair, 10'460);
  EXPECT_DOUBLE_EQ(c.additive, 313.8);
}

TEST(NsccConstants, AFasterLinkRaisesWindowAndGains) {  // 26
  const NsccConstants c = constants(default_nscc(), false, 800 * kGbps);
  EXPECT_EQ(c.bdp, 600'000);
  EXPECT_EQ(c.first_ceiling, 900'000);
  EXPECT_DOUBLE_EQ(c.gain, 2.0);
  EXPECT_DOUBLE_EQ(c.fair, 41'840);
}

TEST(NsccConstants, TheLinkRateCountsInWholeGigabits) {
  EXPECT_EQ(constants(default_nscc(), false, BitRate(25'781'250'000)).bdp, 25 * 6'000 / 8);
}

TEST(NsccConstants, TheBaseRoundTripFollowsSamplesFarBelowIt) {  // 28-31
  NsccScript group;
  struct Step {
    std::int64_t rtt, base, window;
  };
  for (const Step& step : {Step{5'100'000, 6'000'000, 450'000}, Step{4'970'000, 5'994'000, 449'550},
                           Step{4'900'000, 5'924'000, 444'300}, Step{4'850'000, 5'874'000, 440'550}}) {
    group.nscc.offer(Ps(step.rtt));
    EXPECT_EQ(group.nscc.base_rtt(), Ps(step.base));
    EXPECT_EQ(group.nscc.max_window(), step.window);
    EXPECT_EQ(group.window(), step.window);
    EXPECT_EQ(group.nscc.delay_of(Ps(step.rtt)), Ps{});
  }
  group.nscc.offer(Ps(7'000'000));
  EXPECT_EQ(group.nscc.base_rtt(), Ps(5'874'000));
  EXPECT_EQ(group.nscc.delay_of(Ps(7'000'000)), Ps(2'150'000));
  EXPECT_EQ(group.nscc.counts().base_rtt_drops, 3u);
  EXPECT_EQ(group.nscc.counts().cut_base_rtt, Bytes(9'450));
}

TEST(NsccConstants, ADifferenceOfJustTheMarginChangesNothing) {
  NsccScript group;
  group.nscc.offer(Ps(4'976'000));
  EXPECT_EQ(group.nscc.base_rtt(), 6 * kUs);
  group.nscc.offer(Ps(4'975'999));
  EXPECT_EQ(group.nscc.base_rtt(), Ps(5'999'999));
}

TEST(NsccConstants, TheWindowIsNeverBelowAPacketHoweverShortTheRoundTrip) {
  NsccScript group(default_nscc(), false, kGbps);
  group.nscc.offer(Ps(1'000'000));  // floor(1.5 x 2.024 us x 1 Gb/s / 8)
  EXPECT_EQ(group.nscc.max_window(), 379);
  EXPECT_EQ(group.window(), 4'184);
}

}  // namespace
}  // namespace headroom
