#include "sc_models/policy/pause_timers.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <set>
#include <tuple>
#include <vector>

#include "sc_models/policy/pause_time.h"
#include "testbench/common/port_defaults.h"

namespace headroom {
namespace {

constexpr Ps us(double n) { return Ps{static_cast<std::int64_t>(n * 1e6 + 0.5)}; }

TEST(PauseTime, OfTheLargestQuantaAtTheSeedsRate) {  // P8, P9
  EXPECT_EQ(pause_time(65'535, kLine, Ps{0}), Ps{83'884'800});
  EXPECT_EQ(pause_time(65'535, kLine, kDelay), Ps{83'984'800});
  EXPECT_EQ(refresh_interval(65'535, kLine, kDelay), Ps{41'992'400});
}

TEST(PauseTime, AtOtherRates) {  // P36
  EXPECT_EQ(pause_time(65'535, BitRate{100'000'000'000}, kDelay), Ps{335'639'200});
  EXPECT_EQ(pause_time(65'535, BitRate{200'000'000'000}, kDelay), Ps{167'869'600});
  EXPECT_EQ(pause_time(65'535, BitRate{800'000'000'000}, kDelay), Ps{42'042'400});
}

TEST(PauseTime, OfFewQuanta) {  // P37
  EXPECT_EQ(pause_time(1'000, kLine, kDelay), Ps{1'380'000});
  EXPECT_EQ(pause_time(1, kLine, kDelay), Ps{101'280});
  EXPECT_EQ(refresh_interval(1'000, kLine, kDelay), Ps{690'000});
  EXPECT_EQ(refresh_interval(1, kLine, kDelay), Ps{50'640});
}

TEST(PauseTime, RoundsDown) {
  // 512 bits at 25.78125 Gb/s = 19,859.39.. ps; half of an odd time loses its half
  EXPECT_EQ(pause_time(1, BitRate{25'781'250'000}, Ps{0}), Ps{19'859});
  EXPECT_EQ(refresh_interval(1, BitRate{25'781'250'000}, Ps{0}), Ps{9'929});
}

/// Timers whose wake-ups are honoured in order, as an agenda does; remembers when class 0 ran again.
struct Driven {
  PauseTimers timers;
  std::multiset<Ps> wakes;
  std::vector<Ps> resumed;

  void run_before(Ps now) {
    while (!wakes.empty() && *wakes.begin() < now) {
      const Ps at = *wakes.begin();
      wakes.erase(wakes.begin());
      const auto wake = timers.wake(at, 0);
      if (wake.resumed) resumed.push_back(at);
      if (wake.again != kNever) wakes.insert(wake.again);
    }
  }
  // What arrives at an instant is seen before a pause ends at it.
  void pause(Ps now, std::uint64_t quanta) {
    run_before(now);
    const Ps wake = timers.pause(now, 0, pause_time(quanta, kLine, kDelay));
    if (wake != kNever) wakes.insert(wake);
  }
  void xon(Ps now) {
    run_before(now);
    if (timers.resume(now, 0)) resumed.push_back(now);
  }
  void finish() { run_before(kNever); }
};

TEST(PauseTimers, AFreshPauseRestartsTheTimeInFull) {  // P38
  Driven d;
  d.pause(Ps{0}, 65'535);
  d.pause(us(41.9924), 65'535);
  d.finish();
  EXPECT_EQ(d.resumed, std::vector<Ps>{us(125.9772)});
  EXPECT_EQ(d.timers.stats(0).expired, 1u);
}

TEST(PauseTimers, XonEndsThePause) {  // P39
  Driven d;
  d.pause(Ps{0}, 65'535);
  d.xon(us(60));
  d.finish();
  EXPECT_EQ(d.resumed, std::vector<Ps>{us(60)});
  EXPECT_EQ(d.timers.clock(0).paused(us(1'000)).total, us(60));
  EXPECT_EQ(d.timers.stats(0).expired, 0u);
}

TEST(PauseTimers, TwoShortPausesAreOneStretch) {  // P40
  Driven d;
  d.pause(us(100), 1'000);
  d.pause(us(101), 1'000);
  d.finish();
  EXPECT_EQ(d.resumed, std::vector<Ps>{us(102.38)});
  EXPECT_EQ(d.timers.clock(0).paused(us(200)).total, us(2.38));
  EXPECT_EQ(d.timers.stats(0).xoff_rx, 2u);
}

TEST(PauseTimers, AShorterPauseReplacesTheEnd) {  // P41
  Driven d;
  d.pause(Ps{0}, 65'535);
  d.pause(us(1), 1);
  d.finish();
  EXPECT_EQ(d.resumed, std::vector<Ps>{us(1.10128)});
}

TEST(PauseTimers, XonWithoutAPauseIsCountedAndNothingElse) {  // P42
  PauseTimers timers;
  EXPECT_FALSE(timers.resume(us(1), 0));
  EXPECT_EQ(timers.stats(0).xon_rx, 1u);
  EXPECT_EQ(timers.held(), 0u);
  EXPECT_EQ(timers.clock(0).paused(us(2)).total, Ps{0});
}

TEST(PauseTimers, APauseThatArrivesAtTheEndGoesOnWithoutAGap) {  // P43
  Driven d;
  d.pause(Ps{0}, 65'535);
  d.pause(us(83.9848), 65'535);
  d.finish();
  EXPECT_EQ(d.resumed, std::vector<Ps>{us(167.9696)});
  const auto times = d.timers.clock(0).paused(us(200));
  EXPECT_EQ(times.total, us(167.9696));
  EXPECT_EQ(times.interval_longest, us(167.9696)) << "one stretch";
}

TEST(PauseTimers, ClassesAreIndependent) {
  PauseTimers timers;
  (void)timers.pause(Ps{0}, 0, Ps{100});
  (void)timers.pause(Ps{0}, 5, Ps{200});
  EXPECT_EQ(timers.held(), class_bit(0) | class_bit(5));
  EXPECT_TRUE(timers.wake(Ps{100}, 0).resumed);
  EXPECT_EQ(timers.held(), class_bit(5));
}

TEST(PauseTimers, OnlyTimeWithPacketsWaitingCountsAsBlocked) {
  PauseTimers timers;
  (void)timers.pause(Ps{0}, 0, Ps{100});
  timers.set_waiting(Ps{40}, 0, true);
  (void)timers.wake(Ps{100}, 0);
  timers.set_waiting(Ps{150}, 0, false);
  EXPECT_EQ(timers.clock(0).paused(Ps{200}).total, Ps{100});
  EXPECT_EQ(timers.clock(0).paused_with_packets_waiting(Ps{200}).total, Ps{60});
}

TEST(PauseTimers, OneWakeUpServesAPauseThatIsRestartedOftenBeforeItsEnd) {
  PauseTimers timers;
  EXPECT_EQ(timers.pause(Ps{0}, 0, Ps{100}), Ps{100});
  for (std::int64_t now = 10; now < 100; now += 10) EXPECT_EQ(timers.pause(Ps{now}, 0, Ps{100}), kNever);
  const auto early = timers.wake(Ps{100}, 0);
  EXPECT_FALSE(early.resumed);
  EXPECT_EQ(early.again, Ps{190});
  EXPECT_TRUE(timers.wake(Ps{190}, 0).resumed);
}

RC_GTEST_PROP(PauseTimersProperty, EveryPauseEndsWhenTheLastFrameThatTouchedItSays, ()) {
  // gap to the frame before, quanta (0: XON)
  const auto frames = *rc::gen::container<std::vector<std::tuple<std::int64_t, std::uint64_t>>>(
      rc::gen::tuple(rc::gen::inRange<std::int64_t>(1, 400'000), rc::gen::inRange<std::uint64_t>(0, 400)));
  Driven d;
  std::vector<Ps> expected;  // from the list of frames alone: each holds until its end or the next frame
  Ps now{0}, end = kNever, held_total{0};
  std::uint64_t pauses = 0, resumes = 0;
  const auto settle = [&](Ps until) {  // until: the next frame, which is seen first
    if (end < until) {
      expected.push_back(end);
      end = kNever;
    }
  };
  for (const auto& [gap, quanta] : frames) {
    const Ps before = now;
    const Ps end_before = end;
    now += Ps{gap};
    settle(now);
    if (end_before != kNever) held_total += (end_before < now ? end_before : now) - before;
    if (quanta > 0) {
      d.pause(now, quanta);
      end = now + Ps{static_cast<std::int64_t>(quanta) * 1'280} + kDelay;  // a quantum is 1.28 ns at 400 Gbps
      ++pauses;
    } else {
      d.xon(now);
      if (end != kNever) expected.push_back(now);
      end = kNever;
      ++resumes;
    }
    RC_ASSERT(d.timers.held(0) == (end != kNever));
    if (end != kNever) RC_ASSERT(d.timers.end(0) == end && !d.wakes.empty() && *d.wakes.begin() <= end);
  }
  if (end != kNever) held_total += end - now;
  settle(kNever);
  d.finish();
  RC_ASSERT(d.resumed == expected);
  RC_ASSERT(d.timers.held() == 0u);
  RC_ASSERT(d.timers.clock(0).paused(kNever).total == held_total);
  RC_ASSERT(d.timers.stats(0).xoff_rx == pauses && d.timers.stats(0).xon_rx == resumes);
}

}  // namespace
}  // namespace headroom
