// Whose turn it is: groups on a NIC, PDCs in a group; and the deadlines and tables beside them.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <vector>

#include "sc_models/core/slots.h"
#include "sc_models/policy/uet/deadlines.h"
#include "sc_models/policy/uet/group_scheduler.h"
#include "sc_models/policy/uet/pdc_turns.h"
#include "sc_models/policy/uet/receiving_ends.h"

namespace headroom {
namespace {

using Verdict = PdcTurns::Verdict;
using Result = PdcTurns::Pick::Result;

PdcTurns three() {
  PdcTurns turns;
  for (std::uint32_t n = 0; n < 3; ++n) turns.join({n, 10 + n});
  return turns;
}

TEST(PdcTurns, GoRoundInOrderOfCreation) {
  PdcTurns turns = three();
  std::vector<std::uint32_t> order;
  for (int i = 0; i < 5; ++i) {
    const PdcTurns::Pick pick = turns.pick([](std::uint32_t) { return Verdict::kSend; });
    order.push_back(pick.member.number);
    turns.passed(pick.member);
  }
  EXPECT_EQ(order, (std::vector<std::uint32_t>{10, 11, 12, 10, 11}));
}

TEST(PdcTurns, StayOnTheSuccessorOfOneThatCloses) {
  PdcTurns turns = three();
  turns.passed({0, 10});
  turns.leave(1);
  EXPECT_EQ(turns.pick([](std::uint32_t) { return Verdict::kSend; }).member.number, 12u);
}

TEST(PdcTurns, PassOverThoseThatMayNotAndSayWhatTheyLacked) {
  PdcTurns turns = three();
  EXPECT_EQ(turns.pick([](std::uint32_t n) { return n == 12 ? Verdict::kSend : Verdict::kHeldByWindow; }).member.number,
            12u);
  EXPECT_EQ(turns.pick([](std::uint32_t) { return Verdict::kHeldByWindow; }).result, Result::kNone);
  EXPECT_EQ(turns.pick([](std::uint32_t n) { return n == 11 ? Verdict::kLacksPrefetchSpace : Verdict::kHeldByWindow; })
                .result,
            Result::kPrefetchFull);
}

TEST(PdcTurns, AskEachMemberOnceAndKnowWhoIsIn) {
  PdcTurns turns = three();
  turns.join({1, 11});
  int asked = 0;
  EXPECT_EQ(turns.pick([&](std::uint32_t) { return ++asked, Verdict::kHeldByWindow; }).result, Result::kNone);
  EXPECT_EQ(asked, 3);
  EXPECT_TRUE(turns.contains(2));
  turns.leave(2);
  EXPECT_FALSE(turns.contains(2));
}

std::vector<std::uint32_t> drain(GroupScheduler& scheduler) {
  std::vector<std::uint32_t> order;
  while (!scheduler.empty()) {
    order.push_back(scheduler.head());
    scheduler.leave(scheduler.head());
  }
  return order;
}

GroupScheduler groups(std::uint32_t n) {
  GroupScheduler scheduler;
  for (std::uint32_t i = 0; i < n; ++i) scheduler.add_group();
  return scheduler;
}

TEST(GroupScheduler, DoorbellsQueueBehindAndAcknowledgementsGoFirst) {
  GroupScheduler scheduler = groups(3);
  scheduler.to_tail(1);
  scheduler.to_tail(2);
  scheduler.to_tail(1);
  scheduler.to_head(3);
  EXPECT_EQ(drain(scheduler), (std::vector<std::uint32_t>{3, 1, 2}));
  scheduler.to_tail(1);
  scheduler.to_tail(2);
  scheduler.to_head(2);  // moves it
  EXPECT_EQ(drain(scheduler), (std::vector<std::uint32_t>{2, 1}));
}

TEST(GroupScheduler, ATurnSendsTheGroupToTheTail) {
  GroupScheduler scheduler = groups(2);
  scheduler.to_tail(1);
  scheduler.to_tail(2);
  scheduler.rotate();
  EXPECT_EQ(drain(scheduler), (std::vector<std::uint32_t>{2, 1}));
}

TEST(GroupScheduler, GroupsThatWaitForPrefetchComeBackInTheirOrder) {
  GroupScheduler scheduler = groups(3);
  for (std::uint32_t group : {1u, 2u, 3u}) scheduler.to_tail(group);
  scheduler.head_waits_for_prefetch();
  scheduler.head_waits_for_prefetch();
  EXPECT_TRUE(scheduler.waiting_for_prefetch());
  EXPECT_TRUE(scheduler.prefetch_has_room());
  EXPECT_FALSE(scheduler.prefetch_has_room());
  EXPECT_EQ(drain(scheduler), (std::vector<std::uint32_t>{3, 1, 2}));
}

TEST(GroupScheduler, AnAcknowledgementEndsTheWaitForPrefetch) {
  GroupScheduler scheduler = groups(1);
  scheduler.to_tail(1);
  scheduler.head_waits_for_prefetch();
  scheduler.to_head(1);
  EXPECT_FALSE(scheduler.waiting_for_prefetch());
  EXPECT_TRUE(scheduler.contains(1));
}

RC_GTEST_PROP(Deadlines, ComeInOrderOfTimeThenOfScheduling,
              (const std::vector<std::pair<std::uint8_t, std::uint8_t>>& delays)) {
  Deadlines deadlines;
  std::multimap<Ps, Psn> expected;  // keeps the order of insertion among equal times
  for (Psn psn = 0; psn < delays.size(); ++psn) {
    deadlines.add(Ps{5}, Ps{delays[psn].first}, delays[psn].second % 6, 1, psn, 1);
    expected.emplace(Ps{5 + delays[psn].first}, psn);
  }
  for (const auto& [time, psn] : expected) {
    RC_ASSERT(deadlines.earliest() == time);
    const Deadlines::Entry entry = deadlines.pop();
    RC_ASSERT(entry.time == time);
    RC_ASSERT(entry.psn == psn);
  }
  RC_ASSERT(deadlines.empty());
}

TEST(Deadlines, AskForOneReminderUntilAnEarlierOneIsAdded) {
  Deadlines deadlines;
  deadlines.add(Ps{0}, Ps{300}, 1, 1, 1, 1);
  EXPECT_TRUE(deadlines.needs_reminder());
  deadlines.add(Ps{0}, Ps{400}, 1, 1, 2, 1);
  EXPECT_FALSE(deadlines.needs_reminder());
  deadlines.add(Ps{0}, Ps{100}, 0, 1, 3, 1);
  EXPECT_TRUE(deadlines.needs_reminder());
  EXPECT_TRUE(deadlines.reminded(Ps{100}));
  deadlines.prune(0, [](const Deadlines::Entry& entry) { return entry.psn == 3; });
  EXPECT_TRUE(deadlines.needs_reminder());  // the one for 300 is not counted on any more
  EXPECT_TRUE(deadlines.reminded(Ps{300}));
  EXPECT_FALSE(deadlines.reminded(Ps{300}));  // the first of them, overtaken
}

TEST(Deadlines, BeyondTheEndOfTimeNeverCome) {
  Deadlines deadlines;
  deadlines.add(Ps{1}, kNever, 0, 1, 1, 1);
  EXPECT_TRUE(deadlines.empty());
}

RC_GTEST_PROP(ReceivingEnds, FindWhatHasBeenAddedAndNothingElse,
              (const std::map<std::pair<std::uint8_t, std::uint8_t>, std::uint32_t>& keys)) {
  ReceivingEnds ends;
  std::uint32_t number = 0;
  std::map<std::pair<Ipv4, PdcId>, std::uint32_t> expected;
  for (const auto& [key, unused] : keys) {
    const std::pair<Ipv4, PdcId> place{0x20000001u + key.first, static_cast<PdcId>(1 + key.second)};
    ends.add(place.first, place.second, expected[place] = ++number);
  }
  RC_ASSERT(ends.size() == keys.size());
  for (Ipv4 address = 0x20000001; address < 0x20000101; address += 41) {
    for (unsigned id = 1; id <= 256; id += 3) {
      const auto found = expected.find({address, static_cast<PdcId>(id)});
      RC_ASSERT(ends.find(address, static_cast<PdcId>(id)) == (found == expected.end() ? 0u : found->second));
    }
  }
}

TEST(Slots, LendAnObjectAgainAsItWasGivenBack) {
  Slots<std::vector<int>> slots;
  const std::uint32_t first = slots.take(), second = slots.take();
  EXPECT_EQ(first, 1u);
  EXPECT_EQ(second, 2u);
  slots[first].push_back(7);
  slots.give_back(first);
  EXPECT_EQ(slots.in_use(), 1u);
  EXPECT_EQ(slots.take(), first);
  EXPECT_EQ(slots[first], std::vector<int>{7});
  EXPECT_EQ(slots.size(), 2u);
}

}  // namespace
}  // namespace headroom
