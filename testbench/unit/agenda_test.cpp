#include "sc_models/core/agenda.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <algorithm>
#include <tuple>
#include <vector>

#include "sc_models/core/check.h"

namespace headroom {
namespace {

struct Log final : AgendaClient {
  explicit Log(Agenda& a) : agenda(a) {}
  void due(Ps now, AgendaTag tag) override {
    seen.emplace_back(now.count(), tag);
    if (then) then(now, tag);
  }
  Agenda& agenda;
  std::vector<std::pair<std::int64_t, AgendaTag>> seen;
  std::function<void(Ps, AgendaTag)> then;
};

TEST(Agenda, ServesByTimeThenGroupThenNodeThenOrderOfScheduling) {
  Agenda agenda;
  Log log(agenda);
  agenda.at(Ps{20}, Rank(Due::kFrame, 0, 0), log, 7);
  agenda.at(Ps{10}, Rank(Due::kRecord, 0, 0), log, 6);
  agenda.at(Ps{10}, Rank(Due::kGenerate, 0, 0), log, 5);
  agenda.at(Ps{10}, Rank(Due::kFrame, 2, 0), log, 3);
  agenda.at(Ps{10}, Rank(Due::kFrame, 1, 9), log, 1);
  agenda.at(Ps{10}, Rank(Due::kFrame, 1, 9), log, 2);
  agenda.at(Ps{10}, Rank(Due::kPcie, 0, 0), log, 4);
  agenda.run(Ps{100});
  const std::vector<std::pair<std::int64_t, AgendaTag>> expected = {{10, 1}, {10, 2}, {10, 3}, {10, 4},
                                                                    {10, 5}, {10, 6}, {20, 7}};
  EXPECT_EQ(log.seen, expected);
  EXPECT_EQ(agenda.served(), 7u);
}

TEST(Agenda, DecisionsComeAfterAllElseOfTheInstantAndBeforeRecordsAndOncePerRequest) {
  Agenda agenda;
  Log log(agenda);
  Decision port{Rank(Due::kPortDecision, 0, 0), &log, 100}, pcie{Rank(Due::kPcieDecision, 0, 1), &log, 99};
  log.then = [&](Ps, AgendaTag tag) {
    if (tag == 1) {
      agenda.decide(port);
      agenda.decide(pcie);
      agenda.decide(port);
      agenda.at(Ps{5}, Rank(Due::kGenerate, 0, 0), log, 2);
    }
  };
  agenda.at(Ps{5}, Rank(Due::kFrame, 0, 0), log, 1);
  agenda.at(Ps{5}, Rank(Due::kRecord, 0, 0), log, 3);
  agenda.run(Ps{5});
  const std::vector<std::pair<std::int64_t, AgendaTag>> expected = {{5, 1}, {5, 2}, {5, 99}, {5, 100}, {5, 3}};
  EXPECT_EQ(log.seen, expected);
  EXPECT_EQ(agenda.served(), 3u) << "decisions are not entries";
}

TEST(Agenda, StopsOnlyWhenEverythingOfTheInstantIsDone) {
  Agenda agenda;
  Log log(agenda);
  log.then = [&](Ps, AgendaTag tag) {
    if (tag == 1) agenda.stop();
  };
  agenda.at(Ps{5}, Rank(Due::kFrame, 0, 0), log, 1);
  agenda.at(Ps{5}, Rank(Due::kRecord, 0, 0), log, 2);
  agenda.at(Ps{6}, Rank(Due::kFrame, 0, 0), log, 3);
  agenda.run(Ps{100});
  EXPECT_TRUE(agenda.stopped());
  EXPECT_EQ(log.seen.size(), 2u);
}

TEST(Agenda, IsIdleWhenOnlyRecordsAreDue) {
  Agenda agenda;
  Log log(agenda);
  EXPECT_TRUE(agenda.idle());
  agenda.at(Ps{5}, Rank(Due::kRecord, 0, 0), log, 1);
  EXPECT_TRUE(agenda.idle());
  agenda.at(Ps{4}, Rank(Due::kPost, 0, 0), log, 2);
  EXPECT_FALSE(agenda.idle());
  agenda.run(Ps{4});
  EXPECT_TRUE(agenda.idle());
}

TEST(Agenda, RecordsAloneDoNotMakeTimePass) {
  Agenda agenda;
  Log log(agenda);
  agenda.at(Ps{5}, Rank(Due::kRecord, 0, 0), log, 1);
  agenda.run(Ps{100});
  EXPECT_TRUE(log.seen.empty());
  agenda.at(Ps{5}, Rank(Due::kFrame, 0, 0), log, 2);
  agenda.run(Ps{100});
  EXPECT_EQ(log.seen.size(), 2u) << "the row of an instant in which something else happens is served with it";
}

TEST(Agenda, ServesUpToAndIncludingTheLimit) {
  Agenda agenda;
  Log log(agenda);
  agenda.at(Ps{5}, Rank(Due::kFrame, 0, 0), log, 1);
  agenda.at(Ps{6}, Rank(Due::kFrame, 0, 0), log, 2);
  agenda.run(Ps{4});
  EXPECT_EQ(log.seen.size(), 0u);
  agenda.run(Ps{5});
  EXPECT_EQ(log.seen.size(), 1u);
  EXPECT_EQ(agenda.next(), Ps{6});
}

TEST(Agenda, KeepsTheOrderOfSchedulingWhenItsNumbersRunOut) {
  Agenda agenda(UINT32_MAX - 3);
  Log log(agenda);
  log.then = [&](Ps now, AgendaTag tag) {
    if (tag == 0) {  // numbers run out while an entry is being served
      for (AgendaTag t = 3; t < 8; ++t) agenda.at(now + Ps{10}, Rank(Due::kFrame, 0, 0), log, t);
    }
  };
  for (AgendaTag t = 0; t < 3; ++t) agenda.at(t == 0 ? Ps{5} : Ps{15}, Rank(Due::kFrame, 0, 0), log, t);
  agenda.run(Ps{100});
  std::vector<AgendaTag> tags;
  for (const auto& [time, tag] : log.seen) tags.push_back(tag);
  EXPECT_EQ(tags, (std::vector<AgendaTag>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(Agenda, RefusesThePast) {
  Agenda agenda;
  Log log(agenda);
  agenda.at(Ps{5}, Rank(Due::kFrame, 0, 0), log, 1);
  agenda.run(Ps{5});
  EXPECT_THROW(agenda.at(Ps{4}, Rank(Due::kFrame, 0, 0), log, 1), ModelError);
}

// Oracle: a list sorted by (time, rank, order of scheduling), entries also made while others are served.
RC_GTEST_PROP(AgendaProperty, EqualsASortedList,
              (const std::vector<std::tuple<std::uint8_t, std::uint8_t, bool>>& plan)) {
  Agenda agenda;
  Log log(agenda);
  std::vector<std::tuple<std::int64_t, int, AgendaTag>> expected;
  AgendaTag next_tag = 0;
  auto add = [&](std::int64_t time, std::uint8_t group) {
    const auto due = static_cast<Due>(group % 10);
    agenda.at(Ps{time}, Rank(due, group, 0), log, next_tag);
    expected.emplace_back(time, (group % 10) * 256 + group, next_tag++);
  };
  std::vector<std::tuple<std::uint8_t, std::uint8_t, bool>> later;
  for (const auto& entry : plan) {
    if (std::get<2>(entry))
      later.push_back(entry);
    else
      add(std::get<0>(entry), std::get<1>(entry));
  }
  log.then = [&](Ps now, AgendaTag) {
    if (later.empty()) return;
    const auto [delay, group, unused] = later.back();
    later.pop_back();
    add(now.count() + 1 + delay, group);
  };
  agenda.run(Ps{1'000'000});
  std::sort(expected.begin(), expected.end());
  RC_ASSERT(log.seen.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    RC_ASSERT(log.seen[i].first == std::get<0>(expected[i]));
    RC_ASSERT(log.seen[i].second == std::get<2>(expected[i]));
  }
}

}  // namespace
}  // namespace headroom
