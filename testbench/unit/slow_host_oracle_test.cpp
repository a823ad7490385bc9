// The oracle against the worked examples of [R], so that what it is later asked is answered by something already
// checked.
#include "testbench/common/slow_host_oracle.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "testbench/common/slow_host_table.h"

namespace headroom {

void PrintTo(const SlowHostEvent& e, std::ostream* out) {
  *out << "{" << e.time_ps << " ps, kind " << static_cast<int>(e.kind) << ", " << e.occupancy_bytes << " B, frame "
       << e.frames_arrived << "}";
}

namespace {

using Did = SlowHostEvent::Kind;
constexpr std::int64_t kUsInPs = 1'000'000, kMs = 1'000 * kUsInPs, kGigabits = 1'000'000'000, kLane = kLaneBps;
constexpr std::int64_t kFrame = 83'080;  // 4,154 B at 400 Gbit/s

std::int64_t frames_by(SlowHost setup, std::int64_t time_ps) {
  setup.duration_ps = time_ps;
  return run_slow_host(setup).frames_arrived;
}

std::vector<std::int64_t> times(const std::vector<SlowHostEvent>& events) {
  std::vector<std::int64_t> found;
  for (const SlowHostEvent& e : events) found.push_back(e.time_ps);
  return found;
}

/// From the pause before the last to the last.
std::int64_t last_cycle(const std::vector<std::int64_t>& pauses) { return pauses.back() - pauses[pauses.size() - 2]; }

/// Of the cycles after the first, in nanoseconds, which is how the table of [R] rounds them.
double mean_cycle_ns(const std::vector<std::int64_t>& pauses) {
  return static_cast<double>(pauses.back() - pauses[1]) / static_cast<double>(pauses.size() - 2) / 1000;
}

// P16
TEST(SlowHostOracle, AcceptsWritesAtOnceUntilThePcieBufferIsFull) {
  const SlowHostRun run = run_slow_host({});
  const auto arrival = [](std::int64_t k) { return 100'000 + k * kFrame; };
  for (std::int64_t k = 1; k < 90; ++k) EXPECT_EQ(run.accepted_ps[static_cast<std::size_t>(k - 1)], arrival(k)) << k;
  EXPECT_EQ(arrival(1), 183'080);
  EXPECT_EQ(arrival(90), 7'577'200);
  EXPECT_EQ(run.accepted_ps[89], 7'770'262);
}

// P16
TEST(SlowHostOracle, FollowsTheTraceOfSixteenLanesStepByStep) {
  const SlowHostRun run = run_slow_host({});
  const std::vector<SlowHostEvent> sent = [&] {
    std::vector<SlowHostEvent> some;
    for (const SlowHostEvent& e : run.events) {
      if (e.kind != Did::kHeld && e.kind != Did::kResumed) some.push_back(e);
    }
    return some;
  }();
  EXPECT_EQ(sent[0], (SlowHostEvent{90'075'640, Did::kPause, 2'878'656, 1'083}));
  EXPECT_EQ(sent[1], (SlowHostEvent{132'068'040, Did::kXonAtRefresh, 2'266'528, 1'086}));
  EXPECT_EQ(sent[2], (SlowHostEvent{150'048'840, Did::kPause, 2'878'656, 1'300}));
  EXPECT_EQ(sent[3].time_ps, 192'041'240);
  EXPECT_EQ(sent[3].occupancy_bytes, 2'270'664);
  EXPECT_EQ(sent[4].time_ps, 209'938'960);
  // 1.68 ns of PFC frame and 100 ns of link
  EXPECT_EQ(run.only(Did::kHeld)[0].time_ps, 90'177'320);
  EXPECT_EQ(run.only(Did::kResumed)[0].time_ps, 132'169'720);
}

// P16
TEST(SlowHostOracle, LetsExactlyThreeMoreFramesInAfterTheFirstPause) {
  const SlowHost setup;
  EXPECT_EQ(frames_by(setup, 90'158'719), 1'083);
  EXPECT_EQ(frames_by(setup, 90'158'720), 1'084);
  EXPECT_EQ(frames_by(setup, 90'241'800), 1'085);
  EXPECT_EQ(frames_by(setup, 90'324'880), 1'086);
  EXPECT_EQ(frames_by(setup, 132'352'799), 1'086);
  EXPECT_EQ(frames_by(setup, 132'352'800), 1'087);
}

// P16
TEST(SlowHostOracle, ReachesTheSteadyCycleOfSixteenLanes) {
  const SlowHostRun run = run_slow_host({});
  const auto pauses = times(run.only(Did::kPause));
  for (std::size_t i = 1; i < pauses.size(); ++i) {
    const std::int64_t cycle = pauses[i] - pauses[i - 1];
    EXPECT_TRUE(cycle == 59'890'120 || cycle == 59'973'200) << cycle;
  }
  EXPECT_EQ(std::llround(mean_cycle_ns(pauses) / 10), 5'990);  // 59.90 us
  EXPECT_EQ(run.peak_bytes, 2'891'064);                        // 699 frames
  for (const SlowHostEvent& e : run.only(Did::kXonAtRefresh)) EXPECT_GE(e.occupancy_bytes, 2'266'528);
  EXPECT_EQ(run.refreshes, 0);
  EXPECT_EQ(run.drops, 0);
  EXPECT_EQ(run.pauses, 16);
  EXPECT_EQ(run.xons, 15);
  EXPECT_EQ(run.frames_arrived, 4'328);
  EXPECT_EQ(run.host_bytes, 14'774'272);
  EXPECT_EQ(std::llround(static_cast<double>(run.sender_held_ps) / 1000), 641'191);
  const auto held = times(run.only(Did::kHeld)), resumed = times(run.only(Did::kResumed));
  EXPECT_NEAR(static_cast<double>(resumed[1] - held[1]) / static_cast<double>(held[2] - held[1]), 0.70, 0.005);
}

// The link to the host never idles: the k-th write ends k times 8 x 546 B after the first frame was there.
TEST(SlowHostOracle, KeepsThePcieLinkBusyWithoutDrift) {
  const SlowHostRun run = run_slow_host({});
  for (std::size_t k = 0; k < run.in_memory_ps.size(); ++k) {
    const auto bits = static_cast<long double>(k + 1) * 8 * 8 * 546;
    EXPECT_EQ(run.in_memory_ps[k], 183'080 + static_cast<std::int64_t>(std::floor(bits * 1e12L / (16.0L * kLane))));
  }
}

// Closed form of [R]: refresh interval / (1 - frame time / write time), within one frame time.
TEST(SlowHostOracle, AgreesWithTheClosedFormOfTheCycle) {
  const double interval_ns = 41'992.4, frame_ns = 83.08, write_ns = 8 * 546 * 8 / 126.08;
  EXPECT_NEAR(mean_cycle_ns(times(run_slow_host({}).only(Did::kPause))), interval_ns / (1 - frame_ns / write_ns),
              frame_ns);
}

constexpr Did kRefresh = Did::kXonAtRefresh, kRelease = Did::kXonAtRelease;

class HostRate : public testing::TestWithParam<SlowHostRow> {};

// P21
TEST_P(HostRate, GivesTheRowOfTheTable) {
  const SlowHostRow& row = GetParam();
  const SlowHostRun run = run_slow_host({.host_bps = row.host_bps, .duration_ps = 3 * kMs});
  const auto pauses = times(run.only(Did::kPause));
  EXPECT_EQ(pauses.at(0), row.first_pause_ps);
  const SlowHostEvent xon = run.only(row.xon_at_refresh ? kRefresh : kRelease).at(0);
  EXPECT_EQ(xon.time_ps, row.first_xon_ps);
  EXPECT_EQ(xon.occupancy_bytes, row.xon_bytes);
  if (row.mean_cycle_ns > 0) { EXPECT_EQ(std::llround(mean_cycle_ns(pauses)), row.mean_cycle_ns); }
  if (row.cycle_ps > 0) { EXPECT_EQ(last_cycle(pauses), row.cycle_ps); }
  EXPECT_EQ(run.peak_bytes, row.peak_bytes);
  EXPECT_EQ(run.pauses, row.pauses);
  EXPECT_EQ(run.xons, row.xons);
  EXPECT_EQ(run.frames_arrived, row.frames);
  EXPECT_EQ(run.drops, 0);
}

INSTANTIATE_TEST_SUITE_P(SlowHostOracle, HostRate, testing::ValuesIn(kSlowHostRows), [](const auto& row) {
  return "At" + std::to_string(row.param.host_bps / 1'000'000) + "Mbps";
});

// P20
TEST(SlowHostOracle, NeverPausesFromFourteenFullLanesOn) {
  for (const std::int64_t lanes : {14, 15, 16}) {
    const SlowHostRun run = run_slow_host({.host_bps = lanes * 4 * kLane, .duration_ps = 3 * kMs});
    EXPECT_TRUE(run.events.empty());
    EXPECT_EQ(run.peak_bytes, 4'136);
  }
}

// P15
TEST(SlowHostOracle, TakesLineRateIntoADefaultHost) {
  const SlowHostRun run = run_slow_host({.host_bps = 64 * kLane});
  EXPECT_TRUE(run.events.empty());
  EXPECT_EQ(run.peak_bytes, 4'136);
  EXPECT_EQ(run.frames_arrived, 12'035);
  EXPECT_EQ(run.host_bytes, 12'034 * 4'096);  // 394.330 Gbit/s over 1 ms: one write is still on its way
}

// P17
TEST(SlowHostOracle, PausesSixteenLanesOfTwiceTheRateNineTimesAMillisecond) {
  const SlowHostRun run = run_slow_host({.host_bps = 32 * kLane});
  const auto pauses = times(run.only(Did::kPause));
  EXPECT_EQ(pauses[0], 157'370'440);
  EXPECT_EQ(pauses[1], 262'123'760);
  EXPECT_EQ(pauses[2], 366'877'080);
  EXPECT_EQ(run.pauses, 9);
  EXPECT_EQ(run.xons, 8);
  EXPECT_EQ(run.frames_arrived, 7'943);
  EXPECT_EQ(run.peak_bytes, 2'886'928);
}

// P18
TEST(SlowHostOracle, PausesFourLanesTwentyOneTimesAMillisecond) {
  const SlowHostRun run = run_slow_host({.host_bps = 4 * kLane});
  EXPECT_EQ(run.only(Did::kPause)[0].time_ps, 68'308'680);
  EXPECT_EQ(run.only(Did::kPause)[1].time_ps, 113'576'720);
  EXPECT_EQ(run.pauses, 21);
  EXPECT_EQ(run.xons, 20);
  EXPECT_EQ(run.peak_bytes, 2'895'200);
}

// P19
TEST(SlowHostOracle, ResumesThirteenFullLanesByAReleaseLongBeforeTheRefresh) {
  const SlowHostRun run = run_slow_host({.host_bps = 52 * kLane, .duration_ps = 5 * kMs});
  EXPECT_EQ(times(run.only(Did::kPause)), (std::vector<std::int64_t>{2'440'990'400, 3'599'933'329, 4'758'877'491}));
  EXPECT_EQ(run.pauses, 3);
  EXPECT_EQ(run.xons, 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t held = run.only(kRelease)[i].time_ps - run.only(Did::kPause)[i].time_ps;
    EXPECT_EQ((held + 5'000) / 10'000, 2'993);  // 29.93 us
  }
  const auto pauses = times(run.only(Did::kPause));
  EXPECT_EQ((pauses[1] - pauses[0] + 500) / 1'000, 1'158'943);  // the table's cycle of 1,158.943 us
}

// P22
TEST(SlowHostOracle, CyclesQuicklyInASmallPool) {
  const SlowHostRun run = run_slow_host({.pool_bytes = 100'000, .xoff_bytes = 80'000, .xon_bytes = 40'000});
  EXPECT_EQ(run.events[0], (SlowHostEvent{9'820'360, Did::kPause, 78'584, 117}));
  EXPECT_EQ(run.only(kRelease)[0].time_ps, 13'590'567);
  EXPECT_EQ(run.only(kRelease)[0].occupancy_bytes, 37'224);
  EXPECT_EQ(last_cycle(times(run.only(Did::kPause))), 5'265'990);
  EXPECT_EQ(run.pauses, 189);
  EXPECT_EQ(run.xons, 188);
  EXPECT_EQ(run.peak_bytes, 90'992);
  EXPECT_EQ(run.drops, 0);
}

// P23
TEST(SlowHostOracle, DropsOneFrameAPauseWhenHeadroomIsTooSmall) {
  const SlowHostRun run = run_slow_host({.pool_bytes = 40'000, .xoff_bytes = 32'000, .xon_bytes = 16'000});
  EXPECT_EQ(run.pauses, 398);
  EXPECT_EQ(run.drops, 398);
}

// P24
TEST(SlowHostOracle, ResumesAtTheFirstReleaseWhenXonIsAboveXoff) {
  const SlowHostRun run =
      run_slow_host({.pool_bytes = 100'000, .xoff_bytes = 80'000, .xon_bytes = 90'000, .duration_ps = 100 * kUsInPs});
  EXPECT_EQ(run.only(Did::kPause)[0].time_ps, 9'820'360);
  EXPECT_EQ(run.only(kRelease)[0].time_ps, 9'987'521);
  EXPECT_EQ(run.only(Did::kPause)[1].time_ps, 10'069'600);
  EXPECT_EQ(run.pauses, 326);
  EXPECT_EQ(run.xons, 325);
  EXPECT_EQ(run.drops, 0);
}

// P25
TEST(SlowHostOracle, CyclesTwelveTimesFasterWithXonJustBelowXoffAtTheSameGoodput) {
  const SlowHostRun run = run_slow_host({.xon_bytes = 2'844'000});
  EXPECT_EQ(last_cycle(times(run.only(Did::kPause))), 4'711'675);
  EXPECT_EQ(run.pauses, 194);
  EXPECT_EQ(run.xons, 193);
  EXPECT_EQ(run.host_bytes, run_slow_host({}).host_bytes);
}

// P26
TEST(SlowHostOracle, RepeatsAShortPauseAtItsRefresh) {
  const SlowHostRun run = run_slow_host({.quanta = 1'000});
  EXPECT_EQ(run.only(Did::kPause)[0].time_ps, 90'075'640);
  EXPECT_EQ(run.only(Did::kRefresh)[0].time_ps, 90'765'640);
  EXPECT_EQ(run.only(kRefresh)[0].time_ps, 91'455'640);
  EXPECT_EQ(run.pauses, 957);
  EXPECT_EQ(run.refreshes, 478);
  EXPECT_EQ(run.xons, 478);
}

// P27
TEST(SlowHostOracle, DropsWhatDoesNotFitWithoutPfcAtTheSameGoodput) {
  const SlowHostRun run = run_slow_host({.pfc = false});
  EXPECT_EQ(run.drops, 7'496);
  EXPECT_EQ(run.peak_bytes, 3'598'320);
  EXPECT_EQ(run.pauses, 0);
  EXPECT_EQ(run.host_bytes, run_slow_host({}).host_bytes);
}

// P28, P29
TEST(SlowHostOracle, PausesLaterWithALargerPcieBufferAndCyclesTheSame) {
  const auto first_pause = [](const SlowHost& setup) {
    const auto pauses = times(run_slow_host(setup).only(Did::kPause));
    EXPECT_TRUE(last_cycle(pauses) == 59'890'120 || last_cycle(pauses) == 59'973'200);
    return pauses[0];
  };
  EXPECT_EQ(first_pause({.tx_data_bytes = 8'192}), 82'930'760);
  EXPECT_EQ(first_pause({.tx_data_bytes = 1'000'000}), 94'561'960);
  EXPECT_EQ(first_pause({.tx_header_bytes = 1'600}), 83'844'640);
}

// P30
TEST(SlowHostOracle, RepeatsThePauseForeverWhenTheHostTakesNothing) {
  const SlowHostRun run = run_slow_host({.host_bps = 1'000'000});
  EXPECT_EQ(run.only(Did::kPause)[0].time_ps, 63'157'720);
  EXPECT_EQ(run.refreshes, 22);
  EXPECT_EQ(run.xons, 0);
  EXPECT_EQ(run.occupancy_bytes, 2'895'200);
  EXPECT_EQ(run.peak_bytes, 2'895'200);
}

SlowHost stopped_host(std::int64_t headroom) {
  return {.pool_bytes = 41'361 + headroom,
          .xoff_bytes = 41'361,
          .xon_bytes = 4'136,
          .host_bps = 1'000'000,
          .tx_data_bytes = 512,
          .duration_ps = 20 * kUsInPs};
}

// P31
TEST(SlowHostOracle, NeedsTheHeadroomOfThreeFramesWhileTheNicIsIdle) {
  for (const std::int64_t headroom : {16'543, 18'368}) {
    const SlowHostRun run = run_slow_host(stopped_host(headroom));
    EXPECT_EQ(run.events[0].time_ps, 1'013'880);
    EXPECT_EQ(run.frames_arrived - run.events[0].frames_arrived, 3);
    EXPECT_EQ(run.peak_bytes, 41'361 + 16'543);
    EXPECT_EQ(run.drops, 0);
  }
  EXPECT_EQ(run_slow_host(stopped_host(16'542)).drops, 1);
}

// P32
TEST(SlowHostOracle, NeedsOneFrameMoreWhileTheNicSendsToo) {
  SlowHost setup = stopped_host(18'368);
  setup.reverse_frame_bytes = 4'154;
  EXPECT_EQ(run_slow_host(setup).drops, 1);
  setup = stopped_host(20'679);
  setup.reverse_frame_bytes = 4'154;
  EXPECT_EQ(run_slow_host(setup).drops, 0);
  EXPECT_EQ(run_slow_host(setup).peak_bytes, 41'361 + 20'679);
}

// P34: the sender's first frame starts 150,843 ps after the post; ACKs do not delay a pause here.
TEST(SlowHostOracle, CarriesALongMessageBackToBack) {
  const SlowHostRun run = run_slow_host({.first_frame_ps = 150'843, .stream_bytes = 10'000'000});
  EXPECT_EQ(run.only(Did::kPause)[0].time_ps, 90'226'483);
  EXPECT_EQ(run.only(Did::kPause)[1].time_ps, 150'199'683);
  EXPECT_EQ(run.pauses, 7);
  EXPECT_EQ(run.xons, 7);
  EXPECT_EQ(run.sender_held_ps, 293'946'800);
  EXPECT_EQ(run.in_memory_ps.back(), 676'989'252);
  EXPECT_EQ(run.host_bytes, 10'000'000);
}

// P35
TEST(SlowHostOracle, CarriesAShorterMessageWithoutAPause) {
  const SlowHostRun run = run_slow_host({.first_frame_ps = 150'843, .stream_bytes = 4'000'000});
  EXPECT_EQ(run.pauses, 0);
  EXPECT_EQ(run.peak_bytes, 2'572'592);
  EXPECT_EQ(run.in_memory_ps.back(), 270'996'486);
}

// What [R] says a NIC that sends nothing needs above Xoff: (charge - 1) + k charges, k = ceil((p + 2 D) / t), is enough
// for every Xoff and, where Xoff is one byte past a whole number of frames, not a byte too much.
RC_GTEST_PROP(SlowHostOracle, NeedsTheHeadroomOfTheFormulaForAnyRateAndCable, ()) {
  const std::int64_t bps = *rc::gen::element(100, 200, 400, 800) * kGigabits;
  const std::int64_t delay = *rc::gen::inRange<std::int64_t>(1, 5'000'000);
  const std::int64_t payload = *rc::gen::inRange<std::int64_t>(64, 4'097);
  const std::int64_t whole_frames = *rc::gen::inRange<std::int64_t>(2, 40);
  const std::int64_t ps_per_byte = 8'000 * kGigabits / bps, charge = payload + 40;
  const std::int64_t frame = (payload + 58) * ps_per_byte, round_trip = 84 * ps_per_byte + 2 * delay;
  const std::int64_t more = (round_trip + frame - 1) / frame;
  const std::int64_t space = charge - 1 + more * charge;
  SlowHost setup{.link_bps = bps,
                 .delay_ps = delay,
                 .payload_bytes = payload,
                 .xoff_bytes = whole_frames * charge + 1,
                 .xon_bytes = 0,
                 .host_bps = 1,
                 .tx_data_bytes = 512,
                 .duration_ps = (whole_frames + 20) * frame + 3 * round_trip};
  setup.pool_bytes = setup.xoff_bytes + space;
  const SlowHostRun exact = run_slow_host(setup);
  RC_ASSERT(exact.drops == 0);
  RC_ASSERT(exact.peak_bytes == setup.pool_bytes);
  setup.pool_bytes -= 1;
  RC_ASSERT(run_slow_host(setup).drops > 0);
  setup.xoff_bytes -= *rc::gen::inRange<std::int64_t>(0, charge);
  setup.pool_bytes = setup.xoff_bytes + space;
  RC_ASSERT(run_slow_host(setup).drops == 0);
}

}  // namespace
}  // namespace headroom
