#include "sc_models/policy/pausable_queues.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>

namespace headroom {
namespace {

TEST(PausableQueues, OfferAClassThatHasAFrameAndIsNotHeld) {
  PausableQueues queues;
  Frame first, second;
  EXPECT_EQ(queues.ready(), 0u);
  queues.push(Ps(1), 3, first);
  queues.push(Ps(2), 3, second);
  EXPECT_EQ(queues.ready(), class_bit(3));
  static_cast<void>(queues.pauses().pause(Ps(3), 3, Ps(10)));
  EXPECT_EQ(queues.waiting(), class_bit(3));
  EXPECT_EQ(queues.ready(), 0u);
  EXPECT_TRUE(queues.pauses().resume(Ps(4), 3));
  EXPECT_EQ(queues.pop(Ps(5), 3), &first);
  EXPECT_EQ(queues.ready(), class_bit(3));
  EXPECT_EQ(queues.pop(Ps(6), 3), &second);
  EXPECT_EQ(queues.waiting(), 0u);
}

TEST(PausableQueues, CountTimeAsBlockedWhileAHeldClassHasAFrame) {
  PausableQueues queues;
  Frame frame;
  static_cast<void>(queues.pauses().pause(Ps(10), 0, Ps(100)));
  queues.push(Ps(30), 0, frame);  // held for 20 ps with nothing to send
  EXPECT_TRUE(queues.pauses().resume(Ps(70), 0));
  static_cast<void>(queues.pop(Ps(90), 0));
  EXPECT_EQ(queues.pauses().clock(0).paused_with_packets_waiting(Ps(90)).total, Ps(40));
}

RC_GTEST_PROP(PausableQueues, KeepTheOrderOfEachClass, ()) {
  PausableQueues queues;
  std::vector<Frame> frames(100);
  PerClass<std::deque<Frame*>> oracle;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Ps now(static_cast<std::int64_t>(i));
    const auto c = *rc::gen::inRange(0u, kTrafficClasses);
    if (*rc::gen::arbitrary<bool>() || oracle[c].empty()) {
      queues.push(now, c, frames[i]);
      oracle[c].push_back(&frames[i]);
    } else {
      RC_ASSERT(queues.pop(now, c) == oracle[c].front());
      oracle[c].pop_front();
    }
    ClassMask waiting = 0;
    for (unsigned k = 0; k < kTrafficClasses; ++k) {
      RC_ASSERT(queues.queue(k).size() == oracle[k].size());
      if (!oracle[k].empty()) waiting |= class_bit(k);
    }
    RC_ASSERT(queues.waiting() == waiting);
  }
}

}  // namespace
}  // namespace headroom
