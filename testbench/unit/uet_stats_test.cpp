#include "sc_models/core/uet_stats.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace headroom {
namespace {

TEST(SampleBlock, IsZeroWithoutSamples) {
  const SampleBlock<std::int64_t> block;
  EXPECT_EQ(block.run().count, 0u);
  EXPECT_EQ(block.run().min, 0);
  EXPECT_EQ(block.run().max, 0);
  EXPECT_EQ(block.run().mean(), 0.0);
  EXPECT_EQ(block.interval().mean(), 0.0);
}

TEST(SampleBlock, KeepsTheRunWhenAnIntervalBegins) {
  SampleBlock<std::int64_t> block;
  for (const int sample : {5, 9, 1}) block.add(sample);
  block.begin_interval();
  EXPECT_EQ(block.interval().count, 0u);
  EXPECT_EQ(block.interval().min, 0);
  block.add(7);
  EXPECT_EQ(block.interval().min, 7);
  EXPECT_EQ(block.interval().max, 7);
  EXPECT_EQ(block.run().min, 1);
  EXPECT_EQ(block.run().max, 9);
  EXPECT_EQ(block.run().mean(), 5.5);
}

TEST(SampleBlock, TakesNegativeSamplesAsTheyAre) {
  SampleBlock<std::int64_t> block;
  block.add(-3);
  EXPECT_EQ(block.interval().max, -3);
  EXPECT_EQ(block.interval().min, -3);
}

TEST(SampleBlock, SumsBeyondSixtyFourBits) {
  SampleBlock<std::int64_t> block;
  for (int i = 0; i < 4; ++i) block.add(INT64_MAX);
  EXPECT_EQ(block.run().mean(), static_cast<double>(INT64_MAX));
}

RC_GTEST_PROP(SampleBlock, AgreesWithAListOfAllSamples, (const std::vector<std::vector<std::int32_t>>& intervals)) {
  SampleBlock<std::int64_t> block;
  std::vector<std::int64_t> all;
  const auto check = [](const SampleBlock<std::int64_t>::Range& range, const std::vector<std::int64_t>& samples) {
    std::int64_t sum = 0;
    for (const std::int64_t sample : samples) sum += sample;
    RC_ASSERT(range.count == samples.size());
    RC_ASSERT(range.sum == sum);
    RC_ASSERT(range.min == (samples.empty() ? 0 : *std::min_element(samples.begin(), samples.end())));
    RC_ASSERT(range.max == (samples.empty() ? 0 : *std::max_element(samples.begin(), samples.end())));
  };
  for (const auto& interval : intervals) {
    const std::vector<std::int64_t> samples(interval.begin(), interval.end());
    for (const std::int64_t sample : samples) block.add(sample), all.push_back(sample);
    check(block.interval(), samples);
    check(block.run(), all);
    block.begin_interval();
  }
  check(block.run(), all);
}

TEST(Peak, IsOfTheRunAndOfTheInterval) {
  Peak peak;
  EXPECT_EQ(peak.run(), 0u);
  peak.add(4), peak.add(2);
  peak.begin_interval();
  EXPECT_EQ(peak.interval(), 0u);
  peak.add(3);
  EXPECT_EQ(peak.interval(), 3u);
  EXPECT_EQ(peak.run(), 4u);
  peak.add(5);
  EXPECT_EQ(peak.run(), 5u);
}

// Counts of groups that close are added to those of the NIC; each field has a value of its own here.
TEST(UetStats, AddUpWindowsFieldByField) {
  UetWindowCounts one;
  one.quick_adapts = 1, one.decreases = 2, one.fulfils = 3, one.fast_acks = 4, one.penalty_acks = 5;
  one.added_proportional = Bytes{6}, one.added_fair = Bytes{7}, one.added_fast = Bytes{8}, one.added_eta = Bytes{9};
  one.cut_decrease = Bytes{10}, one.cut_quick_adapt = Bytes{11}, one.cut_trim = Bytes{12}, one.cut_timeout = Bytes{13};
  one.cut_penalty = Bytes{14}, one.cut_base_rtt = Bytes{15}, one.base_rtt_drops = 16;
  UetWindowCounts sum = one;
  sum += one;
  EXPECT_EQ(sum.quick_adapts, 2u);
  EXPECT_EQ(sum.decreases, 4u);
  EXPECT_EQ(sum.fulfils, 6u);
  EXPECT_EQ(sum.fast_acks, 8u);
  EXPECT_EQ(sum.penalty_acks, 10u);
  EXPECT_EQ(sum.added_proportional, Bytes{12});
  EXPECT_EQ(sum.added_fair, Bytes{14});
  EXPECT_EQ(sum.added_fast, Bytes{16});
  EXPECT_EQ(sum.added_eta, Bytes{18});
  EXPECT_EQ(sum.cut_decrease, Bytes{20});
  EXPECT_EQ(sum.cut_quick_adapt, Bytes{22});
  EXPECT_EQ(sum.cut_trim, Bytes{24});
  EXPECT_EQ(sum.cut_timeout, Bytes{26});
  EXPECT_EQ(sum.cut_penalty, Bytes{28});
  EXPECT_EQ(sum.cut_base_rtt, Bytes{30});
  EXPECT_EQ(sum.base_rtt_drops, 32u);
}

TEST(UetStats, AddUpSprayingFieldByField) {
  UetSprayingCounts sum{1, 2, 3, 4, 5, 6};
  sum += UetSprayingCounts{10, 20, 30, 40, 50, 60};
  EXPECT_EQ(sum.explore, 11u);
  EXPECT_EQ(sum.reuse, 22u);
  EXPECT_EQ(sum.stale_reuse, 33u);
  EXPECT_EQ(sum.freeze, 44u);
  EXPECT_EQ(sum.unfreeze, 55u);
  EXPECT_EQ(sum.failures_detected, 66u);
}

}  // namespace
}  // namespace headroom
