#include "sc_models/policy/upstream_pause.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <vector>

#include "sc_models/core/check.h"
#include "sc_models/policy/pause_time.h"

namespace headroom {
namespace {

using Wake = UpstreamPause::Wake;
constexpr BitRate k100Gbps{100'000'000'000}, k400Gbps{400'000'000'000}, k800Gbps{800'000'000'000};

TEST(SwitchPauseTime, IsTheQuantaAtTheLinksRateAndItsDelay) {  // 38, 39, 40, 41
  struct Case {
    std::uint64_t quanta;
    BitRate rate;
    std::int64_t delay, pause;
  };
  for (const Case& c : {Case{65'535, k400Gbps, 500'000, 84'384'800},
                        {65'535, k400Gbps, 100'000, 83'984'800},
                        {65'535, k800Gbps, 500'000, 42'442'400},
                        {65'535, k100Gbps, 100'000, 335'639'200},
                        {100, k400Gbps, 100'000, 228'000},
                        {1'000, k400Gbps, 100'000, 1'380'000}}) {
    EXPECT_EQ(pause_time(c.quanta, c.rate, Ps{c.delay}), Ps{c.pause});
    EXPECT_EQ(refresh_interval(c.quanta, c.rate, Ps{c.delay}), Ps{c.pause / 2});
  }
}

TEST(UpstreamPause, RepeatsEveryIntervalUntilItIsStopped) {  // 42
  const Ps interval = refresh_interval(65'535, k400Gbps, Ps{500'000});
  UpstreamPause pause;
  std::vector<Ps> queued = {Ps{0}};
  ASSERT_TRUE(pause.start(Ps{0}, interval));
  for (Ps at = pause.next_repeat(); at < Ps{100'000'000}; at = pause.next_repeat()) {
    ASSERT_EQ(pause.wake(at, interval), Wake::kRepeat);
    queued.push_back(at);
  }
  const Ps pending = pause.next_repeat();
  pause.stop();
  EXPECT_EQ(pause.wake(pending, interval), Wake::kIdle);
  EXPECT_EQ(queued, (std::vector<Ps>{Ps{0}, Ps{42'192'400}, Ps{84'384'800}}));
}

TEST(UpstreamPause, TakesOverTheEntryOfAPauseThatWasStopped) {
  UpstreamPause pause;
  ASSERT_TRUE(pause.start(Ps{0}, Ps{100}));
  pause.stop();
  EXPECT_FALSE(pause.active());
  EXPECT_FALSE(pause.start(Ps{60}, Ps{100})) << "the entry for 100 is still there";
  EXPECT_EQ(pause.wake(Ps{100}, Ps{100}), Wake::kEarly);
  EXPECT_EQ(pause.next_repeat(), Ps{160});
  EXPECT_EQ(pause.wake(Ps{160}, Ps{100}), Wake::kRepeat);
  EXPECT_EQ(pause.next_repeat(), Ps{260});
}

TEST(UpstreamPause, RefusesToStartTwiceOrToStopWithoutAPause) {
  UpstreamPause pause;
  EXPECT_THROW(pause.stop(), ModelError);
  (void)pause.start(Ps{0}, Ps{100});
  EXPECT_THROW((void)pause.start(Ps{1}, Ps{100}), ModelError);
}

// Oracle: a pause is repeated at start + k x interval as long as that is before its stop.
RC_GTEST_PROP(UpstreamPauseProperty, RepeatsExactlyInsideEachPause, ()) {
  const Ps interval{*rc::gen::inRange(1, 50)};
  UpstreamPause pause;
  Ps now{0}, entry = kNever;
  std::vector<Ps> repeats, expected;
  auto serve_before = [&](Ps end) {
    while (entry < end) {
      const Ps at = std::exchange(entry, kNever);
      const Wake wake = pause.wake(at, interval);
      if (wake == Wake::kRepeat) repeats.push_back(at);
      if (wake != Wake::kIdle) entry = pause.next_repeat();
    }
  };
  for (int round = *rc::gen::inRange(1, 20); round > 0; --round) {
    const Ps start = now + Ps{*rc::gen::inRange(1, 120)}, stop = start + Ps{*rc::gen::inRange(1, 200)};
    serve_before(start);
    if (pause.start(start, interval)) {
      RC_ASSERT(entry == kNever);
      entry = pause.next_repeat();
    }
    for (Ps at = start + interval; at < stop; at += interval) expected.push_back(at);
    serve_before(stop);
    pause.stop();
    now = stop;
  }
  RC_ASSERT(repeats == expected);
}

}  // namespace
}  // namespace headroom
