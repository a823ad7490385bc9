// REPS against its oracle, step by step through random lives. A difference names the life by its number, which is all
// that it depends on.
#include <gtest/gtest.h>

#include <ostream>

#include "sc_models/policy/uet/entropy.h"
#include "testbench/common/uet_random_reps.h"

namespace headroom::oracle {
namespace {

/// What each side says after a step.
struct RepsView {
  std::uint16_t value;  ///< drawn last
  std::uint64_t explored, reused, reused_again, freezes, thaws;
  bool frozen, exploring;
  bool operator==(const RepsView&) const = default;
};

void PrintTo(const RepsView& v, std::ostream* out) {
  *out << "value " << v.value << ", explored " << v.explored << ", reused " << v.reused << ", again " << v.reused_again
       << ", freezes " << v.freezes << ", thaws " << v.thaws << ", frozen " << v.frozen << ", exploring "
       << v.exploring;
}

class RepsTwins {
 public:
  explicit RepsTwins(const RepsSetup& s)
      : oracle(s.params, s.seed, s.exploration),
        policy(PacketSpraying::kRecycledEntropy, s.params, s.seed, s.exploration) {}

  void apply(const RepsEvent& e) {
    switch (e.kind) {
      case RepsEventKind::kNext: expected_ = oracle.next(), found_ = policy.next(); break;
      case RepsEventKind::kAck:
        oracle.on_ack(e.value, e.marked, e.now), policy.ack(e.value, e.marked, Ps{e.now});
        break;
      case RepsEventKind::kNack:
        oracle.on_nack(e.value, e.marked, e.now), policy.nack(e.value, e.marked, Ps{e.now});
        break;
      case RepsEventKind::kFailure: oracle.path_failure(e.now), policy.path_failure(e.value, Ps{e.now}); break;
    }
  }
  RepsView expected() const {
    const RepsOracle& o = oracle;
    return {expected_, o.explored, o.reused, o.reused_again, o.freezes, o.thaws, o.frozen, o.explore_left > 0};
  }
  RepsView found() const {
    const auto& c = policy.counts();
    return {found_,
            c.explore,
            c.reuse,
            c.stale_reuse,
            c.freeze,
            c.unfreeze,
            policy.state() == RepsState::kFrozen,
            policy.state() == RepsState::kExplore};
  }

  RepsOracle oracle;
  EntropySource policy;

 private:
  std::uint16_t expected_ = 0, found_ = 0;
};

void spray(std::uint64_t number, RepsView& total) {
  Dice dice(number);
  const int steps = dice.one_in(64) ? 400 : 20;
  RepsTwins twins(random_reps(dice));
  RepsLife life(dice, twins.oracle);
  for (int step = 0; step < steps; ++step) {
    const RepsEvent e = life.next();
    for (int i = 0; i < e.times; ++i) {
      RepsEvent one = e;
      one.value = static_cast<std::uint16_t>(e.value + i);
      twins.apply(one);
      const RepsView expected = twins.expected(), found = twins.found();
      if (!(expected == found)) {
        FAIL() << "life " << number << ", step " << step << ", time " << i << ": event " << static_cast<int>(e.kind)
               << " at " << e.now << "\nexpected " << testing::PrintToString(expected) << "\nfound    "
               << testing::PrintToString(found);
      }
    }
  }
  const RepsView end = twins.expected();
  total.explored += end.explored, total.reused += end.reused, total.reused_again += end.reused_again;
  total.freezes += end.freezes, total.thaws += end.thaws;
}

void spray_all(std::uint64_t lives) {
  RepsView total{};
  for (std::uint64_t number = 0; number < lives; ++number) {
    spray(number, total);
    if (testing::Test::HasFatalFailure()) return;
  }
  for (const std::uint64_t seen : {total.explored, total.reused, total.reused_again, total.freezes, total.thaws}) {
    EXPECT_GT(seen, lives / 10) << testing::PrintToString(total);
  }
}

TEST(UetRepsComparison, AgreesThroughAMillionEvents) { spray_all(25'000); }
TEST(ExtendedUetRepsComparison, AgreesThroughAMillionLives) { spray_all(1'000'000); }

}  // namespace
}  // namespace headroom::oracle
