#include "sc_models/policy/lazy_timer.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

namespace headroom {
namespace {

using Outcome = LazyTimer::Outcome;

TEST(LazyTimer, ARestartAsksForNoSecondReminder) {
  LazyTimer timer;
  EXPECT_TRUE(timer.start(Ps{100}));
  EXPECT_FALSE(timer.start(Ps{130}));
  EXPECT_EQ(timer.on_reminder(Ps{100}), Outcome::kEarly);
  EXPECT_EQ(timer.on_reminder(Ps{130}), Outcome::kExpired);
  EXPECT_FALSE(timer.running());
  EXPECT_TRUE(timer.start(Ps{200})) << "no reminder is left from before";
}

TEST(LazyTimer, AStoppedTimerLetsItsReminderPass) {
  LazyTimer timer;
  EXPECT_TRUE(timer.start(Ps{100}));
  timer.stop();
  EXPECT_EQ(timer.on_reminder(Ps{100}), Outcome::kIdle);
  EXPECT_TRUE(timer.start(Ps{150}));
}

TEST(LazyTimer, StartedAgainBeforeItsOldReminderItKeepsThatReminder) {
  LazyTimer timer;
  EXPECT_TRUE(timer.start(Ps{100}));
  timer.stop();
  EXPECT_FALSE(timer.start(Ps{180}));
  EXPECT_EQ(timer.on_reminder(Ps{100}), Outcome::kEarly);
  EXPECT_EQ(timer.deadline(), Ps{180});
}

// Oracle: a deadline that is looked at every tick.
RC_GTEST_PROP(LazyTimer, ExpiresExactlyAtTheDeadlineOfTheLastStart, ()) {
  const auto interval = *rc::gen::inRange(1, 9);
  const auto orders = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 5));  // 0 start, 1 stop, else nothing
  LazyTimer timer;
  constexpr int kNone = -1;
  int reminder = kNone, deadline = kNone;
  for (int now = 0; now < static_cast<int>(orders.size()); ++now) {
    const bool should_expire = deadline == now;
    bool expired = false;
    if (reminder == now) {
      reminder = kNone;
      const Outcome outcome = timer.on_reminder(Ps{now});
      expired = outcome == Outcome::kExpired;
      if (outcome == Outcome::kEarly) reminder = static_cast<int>(timer.deadline().count());
    }
    RC_ASSERT(expired == should_expire);
    if (should_expire) deadline = kNone;
    if (orders[static_cast<std::size_t>(now)] == 0) {
      deadline = now + interval;
      if (timer.start(Ps{deadline})) {
        RC_ASSERT(reminder == kNone);
        reminder = deadline;
      }
    } else if (orders[static_cast<std::size_t>(now)] == 1) {
      deadline = kNone;
      timer.stop();
    }
    RC_ASSERT(timer.running() == (deadline != kNone));
  }
}

}  // namespace
}  // namespace headroom
