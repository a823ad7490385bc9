// The oracle of REPS against the acceptance cases of [R], so that what it is later asked is answered by something
// already checked. Case numbers are those of [R].
#include "testbench/common/uet_oracle_reps.h"

#include <gtest/gtest.h>

#include <vector>

namespace headroom::oracle {
namespace {

constexpr std::int64_t kUs = 1'000'000, kExploration = 300'000 / 4'184;

SprayingParams reps(std::uint64_t mask_bits = 3) {
  return {.reps_buffer_size_mask_bits = mask_bits, .entropy_value_set_size = 65'536, .freezing_timeout = Ps{100 * kUs}};
}

TEST(UetOracleReps, ExploresAtEveryEighthPacketOfAWindow) {  // 61
  RepsOracle lb(reps(), 1, kExploration);
  const auto refill = [&](std::int64_t now) {
    for (std::uint16_t v = 0; v < 8; ++v) lb.on_ack(v, false, now);
  };
  lb.path_failure(0);
  refill(100 * kUs);
  EXPECT_EQ(lb.explore_left, 71);
  std::vector<int> random;
  for (int i = 1; i <= 72; ++i) {
    const std::uint64_t before = lb.explored;
    lb.next();
    if (lb.explored != before) random.push_back(i);
    refill(101 * kUs);
  }
  EXPECT_EQ(random, (std::vector<int>{7, 15, 23, 31, 39, 47, 55, 63, 71}));
}

TEST(UetOracleReps, ReusesTheOldestCachedValueOnce) {  // 62
  RepsOracle lb(reps(), 1, kExploration);
  for (std::uint16_t v = 1; v <= 10; ++v) lb.on_ack(v, false, 0);
  for (std::uint16_t v = 3; v <= 10; ++v) EXPECT_EQ(lb.next(), v);
  EXPECT_EQ(lb.explored, 0u);
  lb.next();
  EXPECT_EQ(lb.explored, 1u);
}

TEST(UetOracleReps, GoesRoundItsCacheWhileFrozen) {  // 63
  RepsOracle lb(reps(), 1, kExploration);
  for (std::uint16_t v = 1; v <= 8; ++v) lb.on_ack(v, false, 0);
  for (std::uint16_t v = 1; v <= 8; ++v) EXPECT_EQ(lb.next(), v);
  lb.path_failure(5 * kUs);
  for (const int v : {1, 2, 3, 4, 5, 6, 7, 8, 1, 2}) EXPECT_EQ(lb.next(), v);
  lb.on_ack(9, false, 105 * kUs - 1);
  EXPECT_TRUE(lb.frozen);
  lb.on_ack(9, true, 105 * kUs);
  EXPECT_TRUE(lb.frozen);
  lb.on_ack(9, false, 105 * kUs);
  EXPECT_FALSE(lb.frozen);
  EXPECT_EQ(lb.explore_left, 71);
}

TEST(UetOracleReps, DrawsAsSplitMixDoes) {  // 6.4
  EXPECT_EQ(RepsOracle(reps(), 0, 0).next64(), 0xE220A8397B1DCDAF);
  EXPECT_EQ(group_seed(1, 5, 0), 0x02EE5AE4E5235936u);
  RepsOracle lb(reps(), group_seed(1, 5, 0), 0);
  for (const int v : {57100, 45944, 45274, 6130, 55667, 39019, 27568, 31089}) EXPECT_EQ(lb.next(), v);
}

}  // namespace
}  // namespace headroom::oracle
