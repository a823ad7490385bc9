// The receiver penalty against its oracle over random pools, thresholds and fills, many of them exactly on a threshold.
#include <gtest/gtest.h>

#include "sc_models/policy/uet/receiver_penalty.h"
#include "testbench/common/dice.h"
#include "testbench/common/uet_oracle_nscc.h"

namespace headroom::oracle {
namespace {

TEST(UetPenaltyComparison, AgreesOverAMillionFills) {
  std::uint64_t between = 0;
  for (std::uint64_t number = 0; number < 100'000; ++number) {
    Dice dice(number);
    NsccParams params;
    // Whole percents of a pool of whole hundreds are fills that exist.
    const bool whole = dice.one_in(2);
    const std::int64_t pool = whole ? 100 * dice.scaled(1, 10'000'000) : dice.scaled(1, 1'000'000'000);
    params.receiver_low_threshold = whole ? static_cast<double>(dice.pick(101)) : dice.real(0, 100, 25);
    params.receiver_high_threshold = whole ? static_cast<double>(dice.pick(101)) : dice.real(0, 100, 75);
    const ReceiverPenalty policy(params);
    for (int fill = 0; fill < 10; ++fill) {
      const double percent = fill < 3 ? params.receiver_low_threshold : params.receiver_high_threshold;
      const auto threshold = static_cast<std::int64_t>(percent / 100 * static_cast<double>(pool));
      const std::int64_t occupied =
          fill < 6 ? std::clamp<std::int64_t>(threshold + fill % 3 - 1, 0, pool) : dice.between(0, pool);
      const unsigned expected =
          receiver_penalty(occupied, pool, params.receiver_low_threshold, params.receiver_high_threshold);
      between += expected > 0 && expected < 127;
      ASSERT_EQ(policy.of(Bytes{occupied}, Bytes{pool}), expected) << "pool " << number << ", fill " << occupied;
    }
  }
  EXPECT_GT(between, 100'000u);
}

}  // namespace
}  // namespace headroom::oracle
