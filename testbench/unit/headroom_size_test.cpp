#include "sc_models/core/headroom_size.h"

#include <gtest/gtest.h>

#include "testbench/common/port_defaults.h"

namespace headroom {
namespace {

constexpr BitRate in_gbps(std::int64_t n) { return BitRate{n * 1'000'000'000}; }
constexpr Ps ns(std::int64_t n) { return Ps{n * 1'000}; }
constexpr Bytes kMtu{4'184};
constexpr Ps kPause{1'680};  // 84 B at 400 Gbps

TEST(HeadroomSize, GuidanceIsTheLinkBothWaysAndTwoFrames) {  // P10 and the table of 10.1
  EXPECT_EQ(headroom_guidance(in_gbps(400), ns(100), kMtu), Bytes{10'000 + 8'368});
  EXPECT_EQ(headroom_guidance(in_gbps(200), ns(100), kMtu), Bytes{13'368});
  EXPECT_EQ(headroom_guidance(in_gbps(100), ns(100), kMtu), Bytes{10'868});
  EXPECT_EQ(headroom_guidance(in_gbps(800), ns(100), kMtu), Bytes{28'368});
  EXPECT_EQ(headroom_guidance(in_gbps(400), ns(500), kMtu), Bytes{58'368});
  EXPECT_EQ(headroom_guidance(in_gbps(400), ns(1'000), kMtu), Bytes{108'368});
  EXPECT_EQ(headroom_guidance(in_gbps(400), ns(5'000), kMtu), Bytes{508'368});
  EXPECT_EQ(headroom_guidance(in_gbps(400), ns(500), Bytes{4'000}), Bytes{58'000});
}

TEST(HeadroomSize, AnIdleNicNeedsThreeFramesAndTheOvershoot) {
  EXPECT_EQ(frames_after_pause(Ps{0}, kPause, kDelay, kDataTime), 3);
  EXPECT_EQ(headroom_needed(kDataCharge, 3), Bytes{16'543});
}

TEST(HeadroomSize, BehindAFrameOfItsOwnTheNicNeedsOneMoreThanTheGuidance) {
  EXPECT_EQ(frames_after_pause(kDataTime, kPause, kDelay, kDataTime), 4);
  EXPECT_EQ(headroom_needed(kDataCharge, 4), Bytes{20'679});
  EXPECT_GT(headroom_needed(kDataCharge, 4), headroom_guidance(kLine, kDelay, kMtu));
}

TEST(HeadroomSize, BehindAFrameAtTheRateFloorTheNicNeedsThirteen) {  // P51
  const Ps slow = duration(kDataWire, in_gbps(40));
  EXPECT_EQ(slow, Ps{830'800});
  EXPECT_EQ(frames_after_pause(slow, kPause, kDelay, kDataTime), 13);
  EXPECT_EQ(headroom_needed(kDataCharge, 13), Bytes{57'903});
}

TEST(HeadroomSize, DefaultPoolsHaveMoreThanTheGuidance) {  // P6, P10, P11
  const IngressParams params = default_ingress();
  EXPECT_EQ(params.pool(0) - params.xoff(0), Bytes{720'000});
  EXPECT_EQ(params.pool(1) - params.xoff(1), Bytes{80'000});
  EXPECT_EQ(duration(Bytes{720'000}, kLine), Ps{14'400'000}) << "14.4 us of arrivals";
}

TEST(PoolSizes, FollowTheSeedsWorkedExample) {  // P1, P4, P5, P7
  const IngressParams in = default_ingress();
  const EgressParams out = default_egress();
  EXPECT_EQ(out.pool(0), Bytes{230'400});
  EXPECT_EQ(out.pool(1), Bytes{25'600});
  EXPECT_EQ(out.pool(2), Bytes{0});
  EXPECT_EQ(in.pool(0), Bytes{3'600'000});
  EXPECT_EQ(in.pool(1), Bytes{400'000});
  EXPECT_EQ(in.xoff(0), Bytes{2'880'000});
  EXPECT_EQ(in.xoff(1), Bytes{320'000});
  EXPECT_EQ(in.xon(0), Bytes{1'440'000});
  EXPECT_EQ(in.xon(1), Bytes{160'000});
  for (unsigned c = 0; c < kTrafficClasses; ++c) EXPECT_EQ(in.sends_pfc(c), c < 2) << "class " << c;
}

}  // namespace
}  // namespace headroom
