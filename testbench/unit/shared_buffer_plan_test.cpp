#include "sc_models/policy/shared_buffer_plan.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "sc_models/core/check.h"
#include "testbench/common/switch_defaults.h"

namespace headroom {
namespace {

SharedBufferParams with_map(PerClass<Fraction> map) {
  SharedBufferParams params = default_shared_buffer();
  params.pool_allocation = map;
  return params;
}

TEST(SharedBufferPlan, TakesHeadroomFromTheBufferBeforeThePools) {  // 1
  const SharedBufferPlan plan = plan_shared_buffer(default_shared_buffer(), 128);
  EXPECT_EQ(plan.total_headroom, Bytes{32'768'000});
  EXPECT_EQ(plan.sizing_total, Bytes{223'232'000});
}

TEST(SharedBufferPlan, SharesTheRestExactly) {  // 2, 3
  struct Case {
    std::uint32_t ports;
    std::int64_t pool0, pool1;
  };
  for (const Case& c : {Case{128, 200'908'800, 22'323'200},
                        {2, 229'939'200, 25'548'800},
                        {8, 228'556'800, 25'395'200},
                        {16, 226'713'600, 25'190'400},
                        {32, 223'027'200, 24'780'800},
                        {64, 215'654'400, 23'961'600}}) {
    const SharedBufferPlan plan = plan_shared_buffer(default_shared_buffer(), c.ports);
    EXPECT_EQ(plan.pool_size[0], Bytes{c.pool0}) << c.ports;
    EXPECT_EQ(plan.pool_size[1], Bytes{c.pool1}) << c.ports;
    EXPECT_EQ(plan.pool_size[0] + plan.pool_size[1], plan.sizing_total);
  }
}

TEST(SharedBufferPlan, RunsWithoutPoolsWhenHeadroomTakesAllAndStopsBeyond) {  // 4
  const SharedBufferPlan plan = plan_shared_buffer(default_shared_buffer(), 1000);
  EXPECT_EQ(plan.sizing_total, Bytes{0});
  EXPECT_EQ(plan.pool_size[0], Bytes{0});
  EXPECT_EQ(plan.pool_size[1], Bytes{0});
  EXPECT_THROW((void)plan_shared_buffer(default_shared_buffer(), 1001), ModelError);
}

TEST(SharedBufferPlan, GivesTheLastPoolWhatTheSharesLeaveOver) {  // 5
  const SharedBufferPlan plan = plan_shared_buffer(with_map(shares({50, 30, 10})), 128);
  EXPECT_EQ(plan.pool_size[0], Bytes{111'616'000});
  EXPECT_EQ(plan.pool_size[1], Bytes{66'969'600});
  EXPECT_EQ(plan.pool_size[2], Bytes{44'646'400});
  EXPECT_EQ(plan.pool_presize[2], Bytes{22'323'200});
}

TEST(SharedBufferPlan, TakesFromTheLastPoolWhatTheSharesLack) {  // 6
  const SharedBufferPlan plan = plan_shared_buffer(with_map(shares({60, 60})), 128);
  EXPECT_EQ(plan.pool_size[0], Bytes{133'939'200});
  EXPECT_EQ(plan.pool_size[1], Bytes{89'292'800});
  EXPECT_EQ(plan.pool_presize[1], Bytes{133'939'200});
}

TEST(SharedBufferPlan, LetsTheLastPoolShrinkToNothingButNotBelow) {  // 7
  const SharedBufferPlan plan = plan_shared_buffer(with_map(shares({100, 50})), 128);
  EXPECT_EQ(plan.pool_size[0], Bytes{223'232'000});
  EXPECT_EQ(plan.pool_size[1], Bytes{0});
  EXPECT_THROW((void)plan_shared_buffer(with_map(shares({100, 60, 50})), 128), ModelError);
}

TEST(SharedBufferPlan, TakesDecimalSharesAsWritten) {  // 8
  PerClass<Fraction> map{};
  map[0] = map[1] = Fraction(333, 3);
  map[2] = Fraction(334, 3);
  const SharedBufferPlan plan = plan_shared_buffer(with_map(map), 128);
  EXPECT_EQ(plan.pool_size[0], Bytes{74'336'256});
  EXPECT_EQ(plan.pool_size[1], Bytes{74'336'256});
  EXPECT_EQ(plan.pool_size[2], Bytes{74'559'488});
}

TEST(SharedBufferPlan, SkipsPoolsWithoutAShareAndRefusesClassesThatMapToThem) {  // 9
  SharedBufferParams params = with_map(shares({50, 0, 50}));
  EXPECT_THROW((void)plan_shared_buffer(params, 128), ModelError);
  params.class_pool[1] = 2;
  const SharedBufferPlan plan = plan_shared_buffer(params, 128);
  EXPECT_EQ(plan.pool_size[0], Bytes{111'616'000});
  EXPECT_EQ(plan.pool_size[1], Bytes{0});
  EXPECT_EQ(plan.pool_size[2], Bytes{111'616'000});
}

TEST(SharedBufferPlan, BasesTheStaticLimitOnTheFormOfTheEgressLimit) {  // 12, 13, 14
  const SharedBufferPlan dynamic = plan_shared_buffer(default_shared_buffer(), 128);
  EXPECT_EQ(dynamic.static_limit[0], Bytes{200'908'800});
  EXPECT_EQ(dynamic.static_limit[1], Bytes{22'323'200});
  const SharedBufferPlan even = plan_shared_buffer(even_split(), 128);
  EXPECT_EQ(even.static_limit[0], Bytes{1'569'600});
  EXPECT_EQ(even.static_limit[1], Bytes{174'400});
  const SharedBufferPlan fixed = plan_shared_buffer(fixed_cap(), 128);
  for (const Bytes limit : fixed.static_limit) EXPECT_EQ(limit, Bytes{1'500'000});
}

TEST(SharedBufferPlan, SplitsEvenlyByTheShareAsWrittenNotByTheAdjustedPool) {  // 15
  SharedBufferParams params = even_split();
  params.pool_allocation = shares({60, 60});
  const SharedBufferPlan plan = plan_shared_buffer(params, 128);
  EXPECT_EQ(plan.static_limit[1], Bytes{1'046'400});
  EXPECT_EQ(plan.pool_size[1], Bytes{89'292'800});
}

TEST(SharedBufferPlan, GroupsTheLosslessClassesOfAPool) {  // 35
  SharedBufferParams params = default_shared_buffer();
  params.enable_pfc = {1, 1, 0, 1, 0, 0, 0, 0};
  const SharedBufferPlan plan = plan_shared_buffer(params, 128);
  EXPECT_EQ(plan.pool_lossless[0], 0b1001);
  EXPECT_EQ(plan.pool_lossless[1], 0b0010);
  EXPECT_TRUE(plan.is_lossless(3));
  EXPECT_FALSE(plan.is_lossless(2));
}

// 37: pool 1 covers 128 ports at their pause point with 4,000 B packets up to this Xoff, or from this share on.
TEST(SharedBufferPlan, CoversAllPortsAtTheirPausePointUpToAnXoff) {
  const SharedBufferPlan plan = plan_shared_buffer(default_shared_buffer(), 128);
  EXPECT_EQ(plan.pool_size[1] / 128 - Bytes{4'000}, Bytes{170'400});
  EXPECT_GE(plan_shared_buffer(with_map(shares({59, 41})), 128).pool_size[1], (Bytes{704'000} * 128));
  PerClass<Fraction> map{};
  map[0] = Fraction(596, 3), map[1] = Fraction(404, 3);
  EXPECT_GE(plan_shared_buffer(with_map(map), 128).pool_size[1], (Bytes{704'000} * 128));
  map[0] = Fraction(597, 3), map[1] = Fraction(403, 3);
  EXPECT_LT(plan_shared_buffer(with_map(map), 128).pool_size[1], (Bytes{704'000} * 128));
}

RC_GTEST_PROP(SharedBufferPlanProperty, PoolsAlwaysSumToWhatHeadroomLeaves, ()) {
  SharedBufferParams params = default_shared_buffer();
  params.class_pool = {};
  params.total_size = Bytes{*rc::gen::inRange<std::int64_t>(0, 4'294'967'296)};
  params.headroom_per_port = Bytes{*rc::gen::inRange<std::int64_t>(0, 1'000'000)};
  for (Fraction& share : params.pool_allocation) share = Fraction(*rc::gen::inRange<std::int64_t>(0, 1251), 4);
  params.pool_allocation[0] = Fraction(1, 1);
  const auto ports = *rc::gen::inRange<std::uint32_t>(1, 200);
  RC_PRE(params.headroom_per_port * ports <= params.total_size);
  const SharedBufferPlan plan = plan_shared_buffer(params, ports);
  Bytes sum;
  for (unsigned p = 0; p < kTrafficClasses; ++p) {
    RC_ASSERT(plan.pool_size[p] >= Bytes{0});
    sum += plan.pool_size[p];
  }
  RC_ASSERT(sum + plan.total_headroom == params.total_size);
}

}  // namespace
}  // namespace headroom
