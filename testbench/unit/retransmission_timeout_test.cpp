#include "sc_models/policy/uet/retransmission_timeout.h"

#include <gtest/gtest.h>

#include "testbench/common/uet_defaults.h"

namespace headroom {
namespace {

using test::default_pds;
using test::kUs;

TEST(RetransmissionTimeout, DoublesWithEachRetransmissionUpToTheCap) {  // 55
  const PdsParams params = default_pds();
  std::uint64_t retransmissions = 0;
  for (const int us : {150, 300, 600, 1'200, 2'400, 4'800, 4'800, 4'800})
    EXPECT_EQ(retransmission_timeout(params, retransmissions++), us * kUs);
}

TEST(RetransmissionTimeout, TheCapIsANumberOfDoublings) {  // 56
  PdsParams params = default_pds();
  params.maximum_backoff_count = 0;
  EXPECT_EQ(retransmission_timeout(params, 0), 150 * kUs);
  EXPECT_EQ(retransmission_timeout(params, 9), 150 * kUs);
  params.maximum_backoff_count = 15;
  EXPECT_EQ(retransmission_timeout(params, 14), 2'457'600 * kUs);
  EXPECT_EQ(retransmission_timeout(params, 15), 4'915'200 * kUs);
  EXPECT_EQ(retransmission_timeout(params, 1'000), 4'915'200 * kUs);
}

TEST(RetransmissionTimeout, AFixedTimeHoldsForEveryTransmission) {  // 57
  PdsParams params = default_pds();
  params.fixed_retransmit_time = true;
  params.fixed_retransmit_timeout = 80 * kUs;
  for (const std::uint64_t k : {0, 1, 7}) EXPECT_EQ(retransmission_timeout(params, k), 80 * kUs);
}

TEST(RetransmissionTimeout, BeyondTheRangeOfTimesItNeverComes) {
  PdsParams params = default_pds();
  params.initial_retransmit_timeout = kNever / 4;
  params.maximum_backoff_count = 15;
  EXPECT_EQ(retransmission_timeout(params, 15), kFarthestDeadline);
}

TEST(FailureDeadline, FollowsTheBaseRoundTrip) {  // 58
  PdsParams params = default_pds();
  params.spraying = PacketSpraying::kRecycledEntropy;
  EXPECT_EQ(failure_deadline(params, 6 * kUs), 18 * kUs);
  EXPECT_EQ(failure_deadline(params, Ps(5'924'000)), Ps(17'772'000));
}

TEST(FailureDeadline, IsOffWithoutRecycledEntropyOrMultiplier) {
  PdsParams params = default_pds();
  EXPECT_EQ(failure_deadline(params, 6 * kUs), std::nullopt);
  params.spraying = PacketSpraying::kRecycledEntropy;
  params.failure_detection_multiplier = 0;
  EXPECT_EQ(failure_deadline(params, 6 * kUs), std::nullopt);
}

}  // namespace
}  // namespace headroom
