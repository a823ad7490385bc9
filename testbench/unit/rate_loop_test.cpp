#include "sc_models/policy/rate_loop.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <cmath>

#include "sc_models/core/serializer.h"

namespace headroom {
namespace {

constexpr BitRate kLine{400'000'000'000};
constexpr double kGigabit = 1e9;

RateLoopParams defaults() {
  return {.enable_ecn = true,
          .minimum_rate = 0.10,
          .fast_recovery_attempts = 3,
          .initial_target = 0.90,
          .increase_steps = 10,
          .control_interval_ns = 45'000,
          .weight = 0.5,
          .loops_per_increase = 5};
}

/// A loop with its own clock: halves are run up to the time it is told.
struct Clocked {
  explicit Clocked(const RateLoopParams& params = defaults(), BitRate start = kLine)
      : rules(params, kLine), loop(start) {}
  void cnp(Ps now) {
    run(now);
    if (loop.on_cnp(rules)) next = now + rules.half_interval;
  }
  void packets(int n) {
    while (n-- > 0) loop.on_packet_sent();
  }
  /// Halves due by `now` are over.
  void run(Ps now) {
    while (next <= now) {
      const Ps end = next;
      next = loop.on_half(rules) ? end + rules.half_interval : kNever;
    }
  }
  double gbps(Ps now) {
    run(now);
    return static_cast<double>(loop.rate().count()) / kGigabit;
  }
  RateLoopRules rules;
  RateLoop loop;
  Ps next = kNever;
};

constexpr Ps after_us(double t) { return Ps(static_cast<std::int64_t>(t * 1e6)); }

TEST(RateLoop, DerivesIntervalStepAndFloorFromItsAttributes) {  // T39
  Clocked c;
  EXPECT_EQ(c.rules.half_interval, Ps{22'500'000});
  EXPECT_EQ(c.rules.floor, BitRate{40'000'000'000});
  c.cnp(after_us(0));
  EXPECT_EQ(c.loop.step(), BitRate{4'000'000'000});
}

TEST(RateLoop, OneCnpCutsAQuarterAndThreeIncreasesWinBackSevenEighths) {  // T40, T41
  Clocked c;
  c.cnp(after_us(0));
  EXPECT_EQ(c.gbps(after_us(0)), 300);
  const double expected[] = {350, 375, 387.5, 393.75, 396.875, 398.4375, 399.21875, 399.609375, 399.8046875};
  for (int i = 0; i < 9; ++i) {
    const Ps at = after_us(22.5 + 45 * i);
    EXPECT_EQ(c.gbps(at), expected[i]);
    EXPECT_EQ(c.gbps(at + after_us(45) - Ps{1}), expected[i]) << "nothing changes before the next increase";
  }
}

TEST(RateLoop, TheEpisodeEndsWhenLessThanATenthOfAGigabitIsMissing) {  // T43
  Clocked c;
  c.cnp(after_us(0));
  c.run(after_us(427.5) - Ps{1});
  EXPECT_TRUE(c.loop.congested());
  c.run(after_us(427.5));
  EXPECT_FALSE(c.loop.congested());
  EXPECT_EQ(c.loop.rate(), kLine);
  EXPECT_EQ(c.next, kNever);
}

TEST(RateLoop, TheEstimateMovesItsBaseOnceAnInterval) {  // T42
  Clocked c;
  c.cnp(after_us(0));
  const double expected[] = {0.5, 0.25, 0.25, 0.125, 0.125};
  for (int i = 0; i < 5; ++i) {
    c.run(after_us(22.5 * i));
    EXPECT_EQ(c.loop.estimate(), expected[i]);
  }
}

TEST(RateLoop, ConstantMarkingFallsToTheFloorAndIncreasesEverySixthTime) {  // T44, T39
  Clocked c;
  c.cnp(after_us(0));
  const std::pair<double, double> expected[] = {{45, 187.5},       {90, 105.46875}, {135, 56.030273438},
                                                {180, 40},         {225, 40},       {247.5, 220},
                                                {270, 110.859375}, {517.5, 220},    {540, 110.013427734}};
  std::size_t i = 0;
  for (double t = 22.5; t <= 540; t += 22.5) {  // one CNP for each packet before the end of every half
    c.packets(10);
    for (int n = 0; n < 10; ++n) c.cnp(after_us(t) - Ps{1});
    c.run(after_us(t));
    if (i < std::size(expected) && expected[i].first == t) {
      EXPECT_NEAR(c.gbps(after_us(t)), expected[i++].second, 5e-10);
    }
  }
  EXPECT_EQ(i, std::size(expected));
}

TEST(RateLoop, TheWeightIsWhatANewIntervalCarries) {  // T45
  struct Case {
    double weight, first_cut, estimate, rate;
  };
  for (const Case& x :
       {Case{0.1, 380, 0.09025, 372.40125}, {0.5, 300, 0.25125, 306.03125}, {0.9, 220, 0.09225, 295.70125}}) {
    auto params = defaults();
    params.weight = x.weight;
    Clocked c(params);
    c.cnp(after_us(0));
    EXPECT_EQ(c.gbps(after_us(0)), x.first_cut);
    c.run(after_us(22.5));
    c.packets(400);
    c.cnp(after_us(30));
    EXPECT_NEAR(c.gbps(after_us(45)), x.rate, 1e-9);
    EXPECT_NEAR(c.loop.estimate(), x.estimate, 1e-12);
  }
}

TEST(RateLoop, AReductionInAdditiveIncreaseMovesHalfwayToALowerTarget) {  // T46
  Clocked c;
  c.cnp(after_us(0));
  c.cnp(after_us(170));
  EXPECT_EQ(c.loop.recovery_count(), 4);
  c.run(after_us(180));
  EXPECT_EQ(c.loop.target(), BitRate{396'000'000'000});
  EXPECT_EQ(c.loop.rate(), BitRate{394'875'000'000});
  EXPECT_EQ(c.loop.recovery_count(), 3);
  EXPECT_EQ(c.gbps(after_us(202.5)), 397.4375);
  EXPECT_EQ(c.gbps(after_us(247.5)), 398.71875);
  EXPECT_EQ(c.gbps(after_us(292.5)), 399.359375);
}

TEST(RateLoop, TheStepOfAnEpisodeIsAShareOfTheRateItBeganAt) {  // T47
  Clocked c(defaults(), BitRate{300'000'000'000});
  c.cnp(after_us(0));
  EXPECT_EQ(c.loop.target(), BitRate{300'000'000'000});
  EXPECT_EQ(c.loop.step(), BitRate{3'000'000'000});
  EXPECT_EQ(c.gbps(after_us(0)), 225);
  const double expected[] = {262.5, 281.25, 290.625, 296.8125, 301.40625};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(c.gbps(after_us(22.5 + 45 * i)), expected[i]);
  EXPECT_EQ(c.loop.target(), BitRate{306'000'000'000});
}

TEST(RateLoop, BackToBackPacketsWithEveryNthMarkedReachTheDocumentedRates) {  // T48
  struct Case {
    int every;
    int packets;
    double gbps;
  };
  for (const Case& x :
       {Case{2, 7'083, 117.691}, {20, 18'398, 305.701}, {200, 21'935, 364.472}, {1'000, 23'443, 389.529}}) {
    Clocked c;
    Serializer line;
    Ps now{0};
    int packets = 0;
    while (now < after_us(2000)) {
      now = line.send(now, Bytes{4154}, c.loop.rate());
      ++packets;
      c.run(now);
      c.packets(1);
      if (packets % x.every == 0) c.cnp(now);
    }
    EXPECT_EQ(packets, x.packets) << "every " << x.every;
    EXPECT_NEAR(static_cast<double>(packets) * 4154 * 8 / 2e-3 / kGigabit, x.gbps, 0.002);
  }
}

TEST(RateLoop, RatesGiveTheDocumentedTimesOfAFullPacket) {  // T52
  const std::pair<std::int64_t, std::int64_t> expected[] = {{387'500, 85'760},  {375'000, 88'618},  {350'000, 94'948},
                                                            {300'000, 110'773}, {200'000, 166'160}, {40'000, 830'800}};
  for (const auto& [mbps, ps] : expected) EXPECT_EQ(duration(Bytes{4154}, BitRate{mbps * 1'000'000}), Ps{ps});
}

TEST(RateLoop, TheFloorIsAtLeastOneBitPerSecond) {
  auto params = defaults();
  params.minimum_rate = 0;
  EXPECT_EQ(RateLoopRules(params, kLine).floor, BitRate{1});
}

TEST(RateLoop, TheEstimateSurvivesTheEndOfAnEpisode) {
  Clocked c;
  c.cnp(after_us(0));
  c.run(after_us(427.5));  // nine intervals without a CNP: 0.5 / 2^9
  c.cnp(after_us(500));
  EXPECT_EQ(c.loop.estimate(), 0.5 * 0.5 / 512 + 0.5);
}

/// Section 11.2 written down line by line, for comparison.
struct Transcription {
  double R, w;
  long fra, n_loops;
  double itrp, steps;
  std::int64_t floor, cur, tgt, step = 0;
  double est = 0, base = 0;
  long cnt = 0, cnps = 0, pkts = 0, marked = 0;
  bool congested = false, next_is_increase = false;

  Transcription(const RateLoopParams& p, BitRate line)
      : R(static_cast<double>(line.count())),
        w(p.weight),
        fra(static_cast<long>(p.fast_recovery_attempts)),
        n_loops(static_cast<long>(p.loops_per_increase)),
        itrp(p.initial_target),
        steps(static_cast<double>(p.increase_steps)),
        floor(std::max<std::int64_t>(1, std::llround(p.minimum_rate * R))),
        cur(line.count()),
        tgt(line.count()) {}
  void estimate() {
    double sample = static_cast<double>(cnps) / static_cast<double>(pkts > 1 ? pkts : 1);
    if (sample > 1) sample = 1;
    est = (1 - w) * base + w * sample;
  }
  void reduction(bool first) {
    estimate();
    if (cnps > 0) {
      if (first || cnt < fra) {
        const double cut = est / 2 < 0.5 ? est / 2 : 0.5;
        cur = std::llround(static_cast<double>(cur) * (1 - cut));
        cnt = 0;
      } else {
        tgt = tgt - step > floor ? tgt - step : floor;
        cur = (cur + tgt) / 2;
        cnt -= 1;
      }
      if (cur < floor) cur = floor;
    }
    base = est;
    cnps = pkts = 0;
  }
  void increase() {
    estimate();
    bool go = cnps == 0;
    if (cnps > 0) {
      marked += 1;
      if (marked == n_loops + 1) marked = 0, go = true;
    }
    if (!go) return;
    if (cnt >= fra) tgt = tgt + step < static_cast<std::int64_t>(R) ? tgt + step : static_cast<std::int64_t>(R);
    cur = (cur + tgt) / 2;
    cnt += 1;
    if (static_cast<std::int64_t>(R) - cur < 100'000'000) cur = static_cast<std::int64_t>(R), congested = false;
  }
  void cnp() {
    if (congested) {
      cnps += 1;
      return;
    }
    congested = true;
    tgt = cur;
    step = std::llround(static_cast<double>(tgt) * (1 - itrp) / steps);
    cnt = pkts = marked = 0;
    cnps = 1;
    next_is_increase = true;
    reduction(true);
  }
  void half() {
    next_is_increase ? increase() : reduction(false);
    next_is_increase = !next_is_increase;
  }
};

RC_GTEST_PROP(RateLoop, FollowsTheWrittenRulesForAnySequenceOfEvents, ()) {
  const auto percent = [] { return *rc::gen::inRange(0, 101) / 100.0; };
  const RateLoopParams params{.enable_ecn = true,
                              .minimum_rate = percent(),
                              .fast_recovery_attempts = *rc::gen::inRange<std::uint64_t>(0, 6),
                              .initial_target = percent(),
                              .increase_steps = *rc::gen::inRange<std::uint64_t>(1, 20),
                              .control_interval_ns = 45'000,
                              .weight = percent(),
                              .loops_per_increase = *rc::gen::inRange<std::uint64_t>(0, 8)};
  const BitRate line(*rc::gen::element<std::int64_t>(400'000'000'000, 25'781'250'000, 1'000'000'007));
  const RateLoopRules rules(params, line);
  RateLoop loop(line);
  Transcription oracle(params, line);
  for (const int event : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 10))) {
    if (event < 3) {
      const bool begins = !oracle.congested;
      oracle.cnp();
      RC_ASSERT(loop.on_cnp(rules) == begins);
    } else if (event < 6) {
      loop.on_packet_sent();
      oracle.pkts += 1;
    } else if (oracle.congested) {
      oracle.half();
      RC_ASSERT(loop.on_half(rules) == oracle.congested);
    }
    RC_ASSERT(loop.rate().count() == oracle.cur);
    RC_ASSERT(loop.congested() == oracle.congested);
    RC_ASSERT(loop.estimate() == oracle.est);
    RC_ASSERT(loop.recovery_count() == oracle.cnt);
    RC_ASSERT(loop.rate() >= rules.floor && loop.rate() <= line);
  }
}

}  // namespace
}  // namespace headroom
