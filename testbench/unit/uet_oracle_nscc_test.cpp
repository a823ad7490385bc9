// The oracle of NSCC against the acceptance cases of [R], so that what it is later asked is answered by something
// already checked. Case numbers are those of [R].
#include "testbench/common/uet_oracle_nscc.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

namespace headroom::oracle {
namespace {

constexpr std::int64_t kGbps = 1'000'000'000, kN = 4'184;
constexpr double kPsPerUs = 1e6;

std::int64_t us(double t) { return std::llround(t * kPsPerUs); }

NsccParams defaults() {
  NsccParams p;
  p.initial_base_rtt = p.reference_rtt = Ps{us(6)};
  p.reference_rate = BitRate{400 * kGbps};
  p.target_queue_delay = Ps{us(4.5)};
  p.target_queue_delay_margin = Ps{us(1)};
  p.quick_adapt_gate = 3;
  p.quick_adapt_threshold = Ps{us(24)};
  p.maximum_window = 107;
  p.maximum_decrease_jump = 0.5;
  p.alpha_multiplier = 4, p.fair_increase_multiplier = 5, p.fast_increase_multiplier = 1, p.eta_multiplier = 0.15;
  p.gamma = 0.8, p.delay_alpha = 0.25;
  return p;
}

/// A group made at 0, spoken to in microseconds.
struct Group : NsccOracle {
  explicit Group(const NsccParams& params = defaults(), bool trimming = false, std::int64_t gbps = 400)
      : NsccOracle(params, 4'096, trimming, gbps, 0) {}
  void ack(double now, double d, bool m = false, std::int64_t newly = kN) {
    on_ack(us(now), newly, m, rtt_ref + us(d), 0, false);
  }
  void trim(double now) {
    in_flight -= kN;
    on_trim(us(now), kN, std::nullopt);
  }
  void timeout() {
    in_flight -= kN;
    NsccOracle::on_timeout(kN);
  }
};

Group with_window(std::int64_t cwnd) {
  Group g;
  g.cwnd = cwnd;
  return g;
}

TEST(UetOracleNscc, DerivesItsConstants) {  // 19-23
  const Group g;
  EXPECT_EQ(g.bdp, 300'000);
  EXPECT_EQ(g.max_wnd, 450'000);
  EXPECT_EQ(g.cwnd, 450'000);
  EXPECT_EQ(g.max_wnd >> 3, 56'250);
  EXPECT_EQ(g.base_rtt + g.target, us(12));
  EXPECT_EQ(g.a, 1);
  EXPECT_NEAR(g.alpha * kPsPerUs, 2'789.333, 0.001);
  EXPECT_EQ(g.fi, 20'920);
  EXPECT_DOUBLE_EQ(g.eta, 627.6);
  EXPECT_EQ(8 * g.N, 33'472);

  NsccParams p = defaults();
  p.override_maximum_window = true;
  EXPECT_EQ(Group(p).max_wnd, 447'688);
  p.override_target_queue_delay = true;
  EXPECT_EQ(Group(p).target, us(4.5));
  EXPECT_EQ(Group(defaults(), true).target, us(4.5));
  EXPECT_EQ(Group(defaults(), true).base_rtt + Group(defaults(), true).target, us(10.5));
}

TEST(UetOracleNscc, ScalesItsGainsByTheReferenceNetwork) {  // 24-26
  NsccParams p = defaults();
  p.reference_rtt = Ps{us(12)};
  const Group slower(p);
  EXPECT_EQ(slower.a, 0.5);
  EXPECT_NEAR(slower.alpha * kPsPerUs, 697.333, 0.001);
  EXPECT_EQ(slower.fi, 10'460);
  EXPECT_DOUBLE_EQ(slower.eta, 313.8);

  p.reference_rate = BitRate{100 * kGbps};
  const Group slow(p);
  EXPECT_EQ(slow.a, 2);
  EXPECT_NEAR(slow.alpha * kPsPerUs, 2'789.333, 0.001);
  EXPECT_EQ(slow.fi, 41'840);
  EXPECT_DOUBLE_EQ(slow.eta, 1'255.2);

  const Group fast(defaults(), false, 800);
  EXPECT_EQ(fast.bdp, 600'000);
  EXPECT_EQ(fast.max_wnd, 900'000);
  EXPECT_EQ(fast.a, 2);
  EXPECT_EQ(fast.fi, 41'840);
}

TEST(UetOracleNscc, LowersTheBaseRoundTripBeyondItsMargin) {  // 28-31
  struct Step {
    double sample, base, delay;
    std::int64_t max_wnd;
  };
  Group g;
  for (const Step& s : {Step{5.1, 6, 0, 450'000}, Step{4.97, 5.994, 0, 449'550}, Step{4.9, 5.924, 0, 444'300},
                        Step{4.85, 5.874, 0, 440'550}, Step{7, 5.874, 2.15, 440'550}}) {
    g.offer(us(s.sample));
    EXPECT_EQ(g.base_rtt, us(s.base));
    EXPECT_EQ(g.max_wnd, s.max_wnd);
    EXPECT_EQ(g.cwnd, s.max_wnd);
    EXPECT_EQ(g.delay(us(s.sample)), us(s.delay));
  }
}

TEST(UetOracleNscc, AveragesTheDelay) {  // 32
  Group g;
  for (const double avg : {2.0, 3.5, 4.625, 5.46875}) {
    g.ack(1, 8);
    EXPECT_EQ(g.avg, avg * kPsPerUs);
  }
}

TEST(UetOracleNscc, IncreasesInProportionOrFairly) {  // 33, 34
  struct Case {
    double delay, inc_per_ack;
    std::int64_t ninth;
  };
  for (const Case& c : {Case{2, 46'682'282.67, 104'201}, Case{8, 87'529'280, 107'877}}) {
    Group g = with_window(100'000);
    g.ack(0.1, c.delay);
    EXPECT_NEAR(g.inc_bytes, c.inc_per_ack, 0.01);
    for (int i = 0; i < 7; ++i) g.ack(0.2, c.delay);
    EXPECT_EQ(g.cwnd, 100'000);
    g.ack(0.3, c.delay);
    EXPECT_EQ(g.cwnd, c.ninth);
  }
}

TEST(UetOracleNscc, AddsEtaOncePerAdjustPeriod) {  // 35
  Group g = with_window(100'000);
  g.ack(1, 3), g.ack(2, 3);
  EXPECT_EQ(g.cwnd, 100'000);
  g.ack(6, 3);
  EXPECT_EQ(g.cwnd, 101'677);
  EXPECT_EQ(g.fulfilled, 2u);
  g.ack(7, 3);
  EXPECT_EQ(g.cwnd, 101'677);
}

TEST(UetOracleNscc, GrowsFastAtNoDelayUntilADelayIsSeen) {  // 36, 37
  Group g = with_window(41'840);
  double now = 0;
  auto until = [&, n = 0](int ack) mutable {
    for (; n < ack; ++n) g.ack(now += 0.08404, 0);
    return g.cwnd;
  };
  EXPECT_EQ(until(8), 41'840);
  EXPECT_EQ(until(9), 56'902);
  EXPECT_EQ(until(13), 56'902);
  EXPECT_EQ(until(14), 61'086);
  EXPECT_EQ(until(15), 65'270);
  EXPECT_EQ(until(18), 81'421);
  EXPECT_EQ(until(25), 110'709);
  EXPECT_TRUE(g.fast_mode);
  g.ack(now + 0.08404, 2);
  EXPECT_FALSE(g.fast_mode);
  EXPECT_EQ(g.fi_count, 0);
  EXPECT_EQ(g.cwnd, 110'709);
}

TEST(UetOracleNscc, DecreasesByTheExcessOfTheAverage) {  // 38
  struct Case {
    double avg;
    std::int64_t cwnd;
  };
  for (const Case& c : {Case{8, 320'000}, Case{12, 240'000}, Case{16, 200'000}, Case{60, 200'000}}) {
    NsccParams p = defaults();
    p.disable_quick_adapt = true;
    Group g(p);
    g.cwnd = 400'000, g.avg = c.avg * kPsPerUs;
    g.last_adjust = us(7);
    g.ack(7, c.avg, true);
    EXPECT_EQ(g.cwnd, c.cwnd);
  }
}

TEST(UetOracleNscc, LeavesTheWindowBetweenMarksAndDelay) {  // 39, 40
  Group g = with_window(400'000);
  g.avg = 6 * kPsPerUs, g.fi_count = 1, g.fast_mode = true;
  g.last_adjust = us(7);
  g.ack(7, 6, true);
  EXPECT_EQ(g.cwnd, 400'000);
  EXPECT_EQ(g.fi_count, 0);
  EXPECT_FALSE(g.fast_mode);
  g.ack(8, 3, true);
  EXPECT_EQ(g.cwnd, 400'000);
}

TEST(UetOracleNscc, SpacesDecreasesByABaseRoundTrip) {  // 41
  Group g = with_window(400'000);
  g.avg = 12 * kPsPerUs;
  const std::vector<std::pair<double, std::int64_t>> steps = {{5, 400'000},  {6, 400'627},  {7, 240'376},
                                                              {10, 240'376}, {13, 241'003}, {14, 144'601}};
  for (const auto& [now, cwnd] : steps) {
    g.ack(now, 12, true);
    EXPECT_EQ(g.cwnd, cwnd) << now;
  }
}

TEST(UetOracleNscc, CutsOnTrimsAndTimeoutsUntilQuickAdapt) {  // 42-45, 48
  for (const bool disabled : {false, true}) {
    NsccParams p = defaults();
    p.disable_quick_adapt = disabled;
    Group g(p);
    g.trim(7);
    EXPECT_EQ(g.cwnd, 445'816);
    EXPECT_EQ(g.avg, us(1.5));
    EXPECT_TRUE(g.trigger_qa);
    EXPECT_EQ(g.qa_end, disabled ? 0 : us(19));
    g.timeout();
    EXPECT_EQ(g.cwnd, 441'632);
    EXPECT_EQ(g.in_flight, -2 * kN);
    g.in_flight = 100'000;
    g.trim(19);
    EXPECT_EQ(g.cwnd, disabled ? 437'448 : kN);
    EXPECT_EQ(g.num_quick_adapt, disabled ? 0u : 1u);
    if (disabled) continue;
    EXPECT_EQ(g.qa_end, us(31));
    g.ack(19.1, 12, true);
    EXPECT_EQ(g.cwnd, kN);
  }
  Group g = with_window(5'000);
  g.timeout();
  EXPECT_EQ(g.cwnd, kN);
}

TEST(UetOracleNscc, QuickAdaptsOnAHighAverageWithoutTrimming) {  // 46
  Group g;
  g.in_flight = 450'000;
  auto until = [&, n = 0](double end) mutable {
    for (; 40 + 1.5 * n <= end; ++n) {
      g.in_flight -= kN;
      g.ack(40 + 1.5 * n, 40, true);
    }
    return g.cwnd;
  };
  EXPECT_EQ(until(40), 306'627);
  EXPECT_EQ(until(44.5), 306'627);
  EXPECT_EQ(until(46), 307'254);
  EXPECT_EQ(until(47.5), 153'627);
  EXPECT_EQ(until(50.5), 153'627);
  EXPECT_EQ(g.achieved_bytes, 7 * kN);
  EXPECT_EQ(until(52), 33'472);
  EXPECT_NEAR(g.avg / kPsPerUs, 36.997, 0.0005);
  EXPECT_EQ(g.bytes_to_ignore, 412'344);
  EXPECT_EQ(until(60), 33'472);
}

TEST(UetOracleNscc, QuickAdaptsOnTrimsWithTrimming) {  // 47
  Group g(defaults(), true);
  g.in_flight = 447'688;
  const auto ack = [&](double now) {
    g.in_flight -= kN;
    g.ack(now, 1);
    return g.cwnd;
  };
  const auto trim = [&](double now) {
    g.trim(now);
    return g.cwnd;
  };
  EXPECT_EQ(ack(7), 450'000);
  EXPECT_EQ(trim(8), 445'816);
  EXPECT_EQ(ack(9), 445'816);
  EXPECT_EQ(trim(10), 441'632);
  EXPECT_EQ(ack(12), 441'632);
  EXPECT_EQ(trim(17.6), 8'368);
  EXPECT_EQ(g.bytes_to_ignore, 422'584);
  EXPECT_EQ(g.qa_end, us(28.1));
  EXPECT_EQ(trim(17.7), 8'368);
}

TEST(UetOracleNscc, OnlyMeasuresWhenItIsOff) {  // 49
  NsccParams p = defaults();
  p.enable = false;
  Group g(p);
  for (int i = 0; i < 40; ++i) g.ack(i, 40, true), g.trim(i), g.timeout();
  EXPECT_EQ(g.cwnd, 450'000);
  EXPECT_EQ(g.avg, 0);
  EXPECT_EQ(g.num_quick_adapt, 0u);
  g.offer(us(4.9));
  EXPECT_EQ(g.cwnd, 444'300);
}

TEST(UetOracleNscc, RaisesThePenaltyWithTheReceivePool) {  // 50-52
  constexpr std::int64_t kPool = 3'600'000;
  const auto penalty = [](std::int64_t occupancy) { return receiver_penalty(occupancy, kPool, 25, 75); };
  EXPECT_EQ(receiver_penalty(899'999, kPool, 25, 25.5), 0u);
  EXPECT_EQ(penalty(2'699'999), 126u);
  EXPECT_EQ(penalty(2'700'000), 127u);
  const std::vector<std::pair<double, unsigned>> cases = {{24.99, 0}, {25, 0},    {26, 2},     {37.5, 31},
                                                          {50, 63},   {62.5, 95}, {74.9, 126}, {75, 127}};
  for (const auto& [percent, expected] : cases) EXPECT_EQ(penalty(std::llround(percent * 36'000)), expected) << percent;
  EXPECT_EQ(penalty(430 * kN), 63u);
  EXPECT_EQ(penalty(646 * kN), 127u);
  EXPECT_EQ(receiver_penalty(1, kPool, 0, 0), 127u);
}

TEST(UetOracleNscc, ShrinksByThePenaltyAndRestoresWhenAsked) {  // 53, 54
  for (const bool restore : {true, false}) {
    Group g = with_window(420'000);
    g.in_flight = 300'000;
    const auto ack = [&](unsigned pen) {
      g.in_flight -= 4'096;
      g.on_ack(us(1), 4'096, false, std::nullopt, pen, restore);
      return g.cwnd;
    };
    EXPECT_EQ(ack(64), 293'856);
    EXPECT_EQ(ack(64), 289'760);
    EXPECT_EQ(ack(127), 283'648);
    EXPECT_EQ(ack(0), restore ? 420'000 : 283'648);
  }
}

}  // namespace
}  // namespace headroom::oracle
