#include "sc_models/policy/uet/receiver_penalty.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <utility>

namespace headroom {
namespace {

constexpr Bytes kPool{3'600'000};  // 0.9 of 4 MB

ReceiverPenalty with_thresholds(double low, double high) {
  NsccParams params;
  params.receiver_low_threshold = low;
  params.receiver_high_threshold = high;
  return ReceiverPenalty(params);
}

// uet-transport 50
TEST(ReceiverPenalty, StartsAboveAQuarterAndIsFullAtThreeQuarters) {
  const ReceiverPenalty penalty = with_thresholds(25, 75);
  EXPECT_EQ(penalty.of(Bytes{900'000}, kPool), 0);
  EXPECT_EQ(penalty.of(Bytes{900'000 + 14'174}, kPool), 1) << "first step at 1,800,000 / 127 = 14,173.2 B more";
  EXPECT_EQ(penalty.of(Bytes{900'000 + 14'173}, kPool), 0);
  EXPECT_EQ(penalty.of(Bytes{2'700'000}, kPool), 127);
  EXPECT_EQ(penalty.of(Bytes{2'699'999}, kPool), 126);
}

// uet-transport 51
TEST(ReceiverPenalty, GrowsInProportionBetweenTheThresholds) {
  const ReceiverPenalty penalty = with_thresholds(25, 75);
  for (const auto& [hundredths, expected] : {std::pair{2'499, 0},
                                             {2'500, 0},
                                             {2'600, 2},
                                             {3'750, 31},
                                             {5'000, 63},
                                             {6'250, 95},
                                             {7'490, 126},
                                             {7'500, 127},
                                             {10'000, 127}}) {
    EXPECT_EQ(penalty.of(kPool * hundredths / 10'000, kPool), expected) << hundredths << " hundredths of a percent";
  }
}

// uet-transport 52
TEST(ReceiverPenalty, OfFullPackets) {
  const ReceiverPenalty penalty = with_thresholds(25, 75);
  EXPECT_EQ(penalty.of(Bytes{430 * 4'184}, kPool), 63);   // 1,799,120 B
  EXPECT_EQ(penalty.of(Bytes{646 * 4'184}, kPool), 127);  // 2,702,864 B
}

TEST(ReceiverPenalty, IsAllOrNothingWhenTheThresholdsDoNotAscend) {
  for (const double low : {40.0, 90.0}) {
    const ReceiverPenalty penalty = with_thresholds(low, 40);
    EXPECT_EQ(penalty.of(Bytes{1'440'000}, kPool), 127);
    EXPECT_EQ(penalty.of(Bytes{1'439'999}, kPool), 0);
  }
}

TEST(ReceiverPenalty, ThresholdsOfZeroPunishEveryPacket) { EXPECT_EQ(with_thresholds(0, 0).of(Bytes{44}, kPool), 127); }

RC_GTEST_PROP(ReceiverPenalty, NeverFallsAsThePoolFillsAndStaysInSevenBits, ()) {
  const auto low = *rc::gen::inRange(0, 101);
  const auto high = *rc::gen::inRange(0, 101);
  const auto a = *rc::gen::inRange<std::int64_t>(0, 3'600'001);
  const auto b = *rc::gen::inRange<std::int64_t>(a, 3'600'001);
  const ReceiverPenalty penalty = with_thresholds(low, high);
  const unsigned at_a = penalty.of(Bytes{a}, kPool), at_b = penalty.of(Bytes{b}, kPool);
  RC_ASSERT(at_a <= at_b);
  RC_ASSERT(at_b <= 127u);
  // In integers, but for values that rounding may put on either side of a step.
  if (100 * a >= high * kPool.count()) {
    RC_ASSERT(at_a == 127u);
  } else if (100 * a < low * kPool.count()) {
    RC_ASSERT(at_a == 0u);
  } else {
    const std::int64_t scaled = 127 * (100 * a - low * kPool.count()), step = (high - low) * kPool.count();
    if (scaled % step > 0) RC_ASSERT(at_a == static_cast<unsigned>(scaled / step));
  }
}

}  // namespace
}  // namespace headroom
