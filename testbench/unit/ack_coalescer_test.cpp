#include "sc_models/policy/ack_coalescer.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

namespace headroom {
namespace {

using Action = AckCoalescer::Action;

bool sends(Action action) { return action == Action::kSend || action == Action::kSendRestartTimer; }

/// Packets of one message, counted from 1, that draw an ACK.
std::vector<int> acknowledged(const AckCoalescer::Rules& rules, int packets) {
  AckCoalescer coalescer;
  std::vector<int> drawn;
  for (int i = 1; i <= packets; ++i) {
    if (sends(coalescer.on_packet(rules, i == packets))) drawn.push_back(i);
  }
  return drawn;
}

TEST(AckCoalescer, EverySeventeenthPacketAndTheLastDrawAnAckByDefault) {  // T11, T12
  const AckCoalescer::Rules rules;
  EXPECT_EQ(acknowledged(rules, 1), (std::vector<int>{1}));
  EXPECT_EQ(acknowledged(rules, 16), (std::vector<int>{16}));
  EXPECT_EQ(acknowledged(rules, 17), (std::vector<int>{17}));
  EXPECT_EQ(acknowledged(rules, 18), (std::vector<int>{17, 18}));
  EXPECT_EQ(acknowledged(rules, 34), (std::vector<int>{17, 34}));
  EXPECT_EQ(acknowledged(rules, 35), (std::vector<int>{17, 34, 35}));
  std::vector<int> many;
  for (int n = 17; n <= 255; n += 17) many.push_back(n);
  many.push_back(256);
  EXPECT_EQ(acknowledged(rules, 256), many);
}

TEST(AckCoalescer, TheThresholdIsTheNumberOfPacketsHeldBetweenAcks) {  // T13
  const std::pair<std::uint64_t, std::size_t> expected[] = {{0, 256}, {1, 128}, {7, 32}, {31, 8}, {255, 1}, {300, 1}};
  for (const auto& [threshold, acks] : expected) EXPECT_EQ(acknowledged({true, threshold}, 256).size(), acks);
}

TEST(AckCoalescer, WithoutCoalescingEveryPacketDrawsAnAck) {  // T14
  EXPECT_EQ(acknowledged({false, 16}, 256).size(), 256u);
  AckCoalescer coalescer;
  EXPECT_EQ(coalescer.on_packet({false, 16}, true), Action::kSend) << "the timer is never used";
}

TEST(AckCoalescer, TheFirstHeldPacketStartsTheTimerAndLaterOnesDoNotExtendIt) {  // T15
  const AckCoalescer::Rules rules;
  AckCoalescer coalescer;
  EXPECT_EQ(coalescer.on_packet(rules, false), Action::kHoldStartTimer);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(coalescer.on_packet(rules, false), Action::kHold);
  EXPECT_TRUE(coalescer.on_timer());
  EXPECT_EQ(coalescer.held(), 0u);
  EXPECT_EQ(coalescer.on_packet(rules, false), Action::kHoldStartTimer) << "idle again";
}

TEST(AckCoalescer, TheTimerSendsNothingWhenNothingIsHeld) {
  const AckCoalescer::Rules rules;
  AckCoalescer coalescer;
  EXPECT_EQ(coalescer.on_packet(rules, true), Action::kSendRestartTimer);
  EXPECT_FALSE(coalescer.on_timer());
}

TEST(AckCoalescer, ANakSettlesWhatIsHeldAndStopsTheTimer) {
  const AckCoalescer::Rules rules;
  AckCoalescer coalescer;
  for (int i = 0; i < 3; ++i) (void)coalescer.on_packet(rules, false);
  EXPECT_EQ(coalescer.held(), 3u);
  coalescer.on_nak();
  EXPECT_EQ(coalescer.held(), 0u);
  EXPECT_EQ(coalescer.on_packet(rules, false), Action::kHoldStartTimer);
}

// The rules again, with the timer as a deadline that is looked at every tick.
RC_GTEST_PROP(AckCoalescer, FollowsTheWrittenRulesForAnySequence, ()) {
  const AckCoalescer::Rules rules{*rc::gen::weightedElement<bool>({{9, true}, {1, false}}),
                                  *rc::gen::inRange<std::uint64_t>(0, 6)};
  const int delay = *rc::gen::inRange(1, 12);
  const auto events = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 10));
  AckCoalescer coalescer;
  std::uint64_t held = 0;
  int expected_timer = -1, timer = -1;  // when it runs out; -1: idle
  for (int now = 0; now < static_cast<int>(events.size()); ++now) {
    bool expect_ack = false, ack = false;
    if (expected_timer == now) {
      expected_timer = -1;
      expect_ack = held > 0;
      held = 0;
    }
    if (timer == now) {
      timer = -1;
      ack = coalescer.on_timer();
    }
    RC_ASSERT(ack == expect_ack);
    const int event = events[static_cast<std::size_t>(now)];
    if (event == 0) {
      held = 0, expected_timer = -1;
      coalescer.on_nak(), timer = -1;
    } else if (event < 8) {
      const bool last = event == 1;
      if (!rules.enabled) {
        expect_ack = true;
      } else if (last) {
        expect_ack = true, held = 0, expected_timer = now + delay;
      } else if (held >= rules.threshold) {
        expect_ack = true, held = 0, expected_timer = now + delay;
      } else {
        expect_ack = false;
        ++held;
        if (expected_timer < 0) expected_timer = now + delay;
      }
      const Action action = coalescer.on_packet(rules, last);
      if (action == Action::kHoldStartTimer || action == Action::kSendRestartTimer) timer = now + delay;
      RC_ASSERT(sends(action) == expect_ack);
    }
    RC_ASSERT(coalescer.held() == held);
    RC_ASSERT(timer == expected_timer);
    RC_ASSERT(coalescer.timer_runs() == (timer >= 0));
  }
}

}  // namespace
}  // namespace headroom
