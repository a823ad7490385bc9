#include "sc_models/policy/tx_scheduler.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "sc_models/core/check.h"

namespace headroom {
namespace {

using Counts = std::vector<int>;
using Weights = PerClass<std::uint64_t>;
constexpr auto kSp = QueueScheduling::kStrictPriority;
constexpr auto kRr = QueueScheduling::kRoundRobin;
constexpr auto kWrr = QueueScheduling::kWeightedRoundRobin;

ClassMask eligible_of(const Counts& waiting, ClassMask paused) {
  ClassMask mask = 0;
  for (unsigned c = 0; c < waiting.size(); ++c) {
    if (waiting[c] > 0) mask |= class_bit(c);
  }
  return mask & ~paused;
}

/// Classes in the order they send until nothing may go, as in the table of the documents.
std::string sent(TxScheduler& scheduler, Counts waiting, ClassMask paused = 0) {
  std::string order;
  while (const auto c = scheduler.next(eligible_of(waiting, paused))) {
    --waiting[*c];
    order += (order.empty() ? "" : " ") + std::to_string(*c);
  }
  return order;
}

std::string sent(QueueScheduling type, const Weights& weights, const Counts& waiting, ClassMask paused = 0) {
  const auto scheduler = make_tx_scheduler(type, class_bit(static_cast<unsigned>(waiting.size())) - 1, weights);
  return sent(*scheduler, waiting, paused);
}

TEST(TxScheduler, StrictPrioritySendsTheHighestClass) { EXPECT_EQ(sent(kSp, {}, {4, 3}), "1 1 1 0 0 0 0"); }  // S1
TEST(TxScheduler, StrictPrioritySkipsAPausedClass) {
  EXPECT_EQ(sent(kSp, {}, {2, 2, 2}, class_bit(2)), "1 1 0 0");  // S2
}
TEST(TxScheduler, RoundRobinAlternatesFromTheLowest) { EXPECT_EQ(sent(kRr, {}, {4, 3}), "0 1 0 1 0 1 0"); }  // S3
TEST(TxScheduler, RoundRobinSkipsAnEmptyClass) { EXPECT_EQ(sent(kRr, {}, {3, 1, 3}), "0 1 2 0 2 0 2"); }     // S4
TEST(TxScheduler, RoundRobinGoesOnAfterTheClassServedLast) {
  const auto scheduler = make_tx_scheduler(kRr, 0b11, {});
  ASSERT_EQ(scheduler->next(0b01), 0u);
  EXPECT_EQ(sent(*scheduler, {2, 2}), "1 0 1 0");  // S5
}
TEST(TxScheduler, RoundRobinSkipsAPausedClass) {
  EXPECT_EQ(sent(kRr, {}, {2, 2, 2}, class_bit(1)), "0 2 0 2");  // S6
}
TEST(TxScheduler, WeightedRoundRobinSendsWholeTurnsFromTheHighest) {
  EXPECT_EQ(sent(kWrr, {1, 3}, {4, 8}), "1 1 1 0 1 1 1 0 1 1 0 0");  // S7
}
TEST(TxScheduler, WeightedRoundRobinGivesUpTheRestOfATurn) {
  EXPECT_EQ(sent(kWrr, {1, 3}, {4, 2}), "1 1 0 0 0 0");  // S8
}
TEST(TxScheduler, WeightedRoundRobinWithWeightsOneAndFive) {
  EXPECT_EQ(sent(kWrr, {1, 5}, {6, 6}), "1 1 1 1 1 0 1 0 0 0 0 0");  // S9
}
TEST(TxScheduler, WeightedRoundRobinWithThreeClasses) {
  EXPECT_EQ(sent(kWrr, {2, 1, 3}, {6, 3, 7}), "2 2 2 0 0 1 2 2 2 0 0 1 2 0 0 1");  // S10
}
TEST(TxScheduler, WeightedRoundRobinSkipsAPausedClass) {
  EXPECT_EQ(sent(kWrr, {1, 3}, {3, 5}, class_bit(1)), "0 0 0");  // S11
}
TEST(TxScheduler, WeightZeroNeverSends) { EXPECT_EQ(sent(kWrr, {1, 0}, {3, 5}), "0 0 0"); }  // S12

TEST(TxScheduler, AnIdlePortGivesWeightedRoundRobinAWholeTurnOfTheSameClass) {
  const auto scheduler = make_tx_scheduler(kWrr, 0b11, {1, 3});
  ASSERT_EQ(scheduler->next(0b11), 1u);
  ASSERT_EQ(scheduler->next(0b11), 1u);  // one of three left
  ASSERT_EQ(scheduler->next(0), std::nullopt);
  EXPECT_EQ(sent(*scheduler, {2, 4}), "1 1 1 0 1 0");
}

TEST(TxScheduler, NeedsAClass) { EXPECT_THROW((void)make_tx_scheduler(kSp, 0, {}), ModelError); }

// Oracles: lists walked one class at a time, no bits, written from the rules.

struct SchedulerOracle {
  virtual ~SchedulerOracle() = default;
  virtual int next(const std::vector<bool>& eligible) = 0;  // -1: none
};
struct OracleSp final : SchedulerOracle {
  int next(const std::vector<bool>& eligible) override {
    for (int c = static_cast<int>(eligible.size()); c-- > 0;) {
      if (eligible[static_cast<std::size_t>(c)]) return c;
    }
    return -1;
  }
};
struct OracleRr final : SchedulerOracle {
  int next(const std::vector<bool>& eligible) override {
    const std::size_t n = eligible.size();
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t c = (first + i) % n;
      if (!eligible[c]) continue;
      first = (c + 1) % n;
      return static_cast<int>(c);
    }
    return -1;
  }
  std::size_t first = 0;
};
/// Deals out cards: the turns of a whole round from the current position, then what is left of them.
struct OracleWrr final : SchedulerOracle {
  explicit OracleWrr(std::vector<std::uint64_t> w) : weights(std::move(w)), turn(weights.size() - 1), used(0) {}
  int next(const std::vector<bool>& eligible) override {
    const std::size_t n = weights.size();
    if (eligible[turn] && used < weights[turn]) return ++used, static_cast<int>(turn);
    for (std::size_t i = 1; i <= n; ++i) {
      const std::size_t c = (turn + i) % n;
      if (!eligible[c] || weights[c] == 0) continue;
      turn = c, used = 1;
      return static_cast<int>(c);
    }
    used = 0;
    return -1;
  }
  std::vector<std::uint64_t> weights;
  std::size_t turn;
  std::uint64_t used;
};

void agrees(QueueScheduling type, const std::vector<std::uint64_t>& weights, SchedulerOracle& oracle) {
  Weights padded{};
  std::copy(weights.begin(), weights.end(), padded.begin());
  const auto scheduler = make_tx_scheduler(type, class_bit(static_cast<unsigned>(weights.size())) - 1, padded);
  const auto masks = *rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0u, 256u));
  for (const unsigned mask : masks) {
    std::vector<bool> eligible(weights.size());
    for (std::size_t c = 0; c < eligible.size(); ++c) eligible[c] = (mask >> c & 1) != 0;
    const auto chosen = scheduler->next(mask & (class_bit(static_cast<unsigned>(weights.size())) - 1));
    RC_ASSERT((chosen ? static_cast<int>(*chosen) : -1) == oracle.next(eligible));
  }
}

std::vector<std::uint64_t> some_weights() {
  const auto n = *rc::gen::inRange<std::size_t>(1, 9);
  return *rc::gen::container<std::vector<std::uint64_t>>(n, rc::gen::inRange<std::uint64_t>(0, 6));
}

RC_GTEST_PROP(TxSchedulerProperty, StrictPriorityAgreesWithAWalkFromTheTop, ()) {
  OracleSp oracle;
  agrees(kSp, some_weights(), oracle);
}
RC_GTEST_PROP(TxSchedulerProperty, RoundRobinAgreesWithAWalkFromTheLastServed, ()) {
  OracleRr oracle;
  agrees(kRr, some_weights(), oracle);
}
RC_GTEST_PROP(TxSchedulerProperty, WeightedRoundRobinAgreesWithTurnsCountedUpward, ()) {
  const auto weights = some_weights();
  OracleWrr oracle(weights);
  agrees(kWrr, weights, oracle);
}
RC_GTEST_PROP(TxSchedulerProperty, UnderFullLoadEveryRoundHoldsEachClassItsWeightInTimes, ()) {
  auto weights = some_weights();
  weights[0] += 1;  // at least one class sends
  Weights padded{};
  std::copy(weights.begin(), weights.end(), padded.begin());
  const ClassMask all = class_bit(static_cast<unsigned>(weights.size())) - 1;
  const auto scheduler = make_tx_scheduler(kWrr, all, padded);
  std::uint64_t round = 0;
  for (const std::uint64_t weight : weights) round += weight;
  for (int r = 0; r < 3; ++r) {
    std::vector<std::uint64_t> count(weights.size());
    for (std::uint64_t i = 0; i < round; ++i) ++count[scheduler->next(all).value()];
    RC_ASSERT(count == weights);
  }
}

}  // namespace
}  // namespace headroom
