// NSCC against its oracle, step by step through random lives. A difference names the life by its number,
// which is all that it depends on.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <string>

#include "sc_models/policy/uet/nscc.h"
#include "testbench/common/uet_random_nscc.h"

namespace headroom::oracle {
namespace {

/// What each side says after a step; reals by their bits.
constexpr const char* kSayings[] = {"window",     "max window", "in flight",  "fetched",   "base RTT",
                                    "delay",      "average",    "may commit", "may fetch", "Quick Adapts",
                                    "window end", "to ignore",  "routine",    "fulfil"};
using Sayings = std::array<std::int64_t, std::size(kSayings)>;

std::int64_t bits(double x) { return std::bit_cast<std::int64_t>(x); }

std::string differences(const Sayings& expected, const Sayings& found) {
  std::string text;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] == found[i]) continue;
    text += std::string("\n") + kSayings[i] + ": " + std::to_string(found[i]) + ", by the rules " +
            std::to_string(expected[i]);
  }
  return text;
}

/// The oracle and the policy as one to speak to.
class NsccTwins {
 public:
  explicit NsccTwins(const NsccSetup& s)
      : oracle(s.params, s.mss.count(), s.trimming, s.link.count() / 1'000'000'000, s.start.count()),
        policy(s.params, s.mss, s.trimming, s.link, s.start) {}

  void apply(const NsccEvent& e) {
    reaction_ = {}, oracle.routine = UetRoutine::kNone, oracle.fulfilled = 0;
    switch (e.kind) {
      case NsccEventKind::kCommit: oracle.in_flight += e.size, policy.committed(e.size); break;
      case NsccEventKind::kFetch: oracle.bytes_fetched += e.size, policy.fetched(e.size); break;
      case NsccEventKind::kRetire: oracle.bytes_fetched -= e.size, policy.retired(e.size); break;
      case NsccEventKind::kProbe: oracle.offer(*e.sample), policy.offer(Ps{*e.sample}); break;
      case NsccEventKind::kAck:
        leave(e.size);
        oracle.on_ack(e.now, e.newly, e.marked, e.sample, e.penalty, e.restore);
        reaction_ = policy.on_ack(Ps{e.now}, e.newly, e.marked, rtt(e), e.penalty, e.restore);
        break;
      case NsccEventKind::kTrim:
        leave(e.size);
        oracle.on_trim(e.now, e.size, e.sample);
        reaction_ = policy.on_trim(Ps{e.now}, e.size, rtt(e));
        break;
      case NsccEventKind::kTimeout:
        leave(e.size);
        oracle.on_timeout(e.size), policy.on_timeout(e.size);
        break;
    }
  }
  /// `nom`: of a packet that may be committed; `rtt`: whose delay is asked for.
  Sayings expected(std::int64_t nom, std::int64_t rtt) const {
    const NsccOracle& o = oracle;
    return {o.cwnd,
            o.max_wnd,
            o.in_flight,
            o.bytes_fetched,
            o.base_rtt,
            o.delay(rtt),
            bits(o.avg),
            o.may_commit(nom),
            o.may_fetch(),
            static_cast<std::int64_t>(o.num_quick_adapt),
            o.qa_end,
            o.bytes_to_ignore,
            static_cast<int>(o.routine),
            o.fulfilled};
  }
  Sayings found(std::int64_t nom, std::int64_t rtt) const {
    const Nscc& n = policy;
    return {n.window(),
            n.max_window(),
            n.in_flight(),
            n.bytes_fetched(),
            n.base_rtt().count(),
            n.delay_of(Ps{rtt}).count(),
            bits(n.average_delay()),
            n.may_commit(nom),
            n.may_fetch(),
            static_cast<std::int64_t>(n.counts().quick_adapts),
            n.observation_end().count(),
            n.bytes_to_ignore(),
            static_cast<int>(reaction_.routine),
            reaction_.fulfil};
  }

  NsccOracle oracle;
  Nscc policy;

 private:
  static std::optional<Ps> rtt(const NsccEvent& e) { return e.sample ? std::optional(Ps{*e.sample}) : std::nullopt; }
  void leave(std::int64_t size) { oracle.in_flight -= size, policy.left_flight(size); }

  Nscc::Reaction reaction_{};
};

/// How often what ran: of one life, to check the policy's counters, and of all, to notice lives in which little
/// happens.
struct Tally {
  std::array<std::uint64_t, 11> routines{};
  std::uint64_t fulfils = 0, penalties = 0, base_drops = 0;
};

bool same_constants(const NsccOracle& o, const NsccConstants& c) {
  return bits(o.a) == bits(c.gain) && bits(o.alpha) == bits(c.proportional) && bits(o.fi) == bits(c.fair) &&
         bits(o.eta) == bits(c.additive) && o.target == c.target.count() && o.bdp == c.bdp;
}

/// Every byte by which the window moved has one cause.
bool counts_add_up(const NsccOracle& o, std::int64_t first_window, const UetWindowCounts& c, const Tally& t) {
  const Bytes moved = c.added_proportional + c.added_fair + c.added_fast + c.added_eta - c.cut_decrease -
                      c.cut_quick_adapt - c.cut_trim - c.cut_timeout - c.cut_penalty - c.cut_base_rtt;
  // A fulfil shares what it adds between the two that gathered it, so that neither can have less than nothing.
  const auto ran = [&](UetRoutine r) { return t.routines[static_cast<std::size_t>(r)]; };
  return o.cwnd - first_window == moved.count() + o.restored && c.added_proportional >= Bytes{} &&
         c.added_fair >= Bytes{} && c.decreases == ran(UetRoutine::kMd) && c.fast_acks == ran(UetRoutine::kFast) &&
         c.quick_adapts == ran(UetRoutine::kQuickAdapt) && c.fulfils == t.fulfils && c.penalty_acks == t.penalties &&
         c.base_rtt_drops == t.base_drops;
}

void live(std::uint64_t number, Tally& all) {
  Dice dice(number);
  const int steps = dice.one_in(64) ? 400 : 20;
  const NsccSetup setup = random_setup(dice);
  NsccTwins twins(setup);
  const NsccOracle& oracle = twins.oracle;
  ASSERT_TRUE(same_constants(oracle, twins.policy.constants())) << "life " << number;
  NsccLife life(dice, oracle, setup.start);
  Tally tally;
  const std::int64_t first_window = oracle.cwnd;
  ASSERT_EQ(twins.policy.window(), first_window) << "life " << number;
  for (int step = 0; step < steps; ++step) {
    const NsccEvent e = life.next();
    const std::int64_t base = oracle.base_rtt;
    twins.apply(e);
    const std::int64_t room = oracle.cwnd - oracle.in_flight + step % 2, rtt = e.sample.value_or(0);
    const Sayings expected = twins.expected(room, rtt), found = twins.found(room, rtt);
    if (expected != found) {
      FAIL() << "life " << number << ", step " << step << ": " << testing::PrintToString(e)
             << differences(expected, found);
    }
    ++tally.routines[static_cast<std::size_t>(oracle.routine)];
    tally.fulfils += oracle.fulfilled > 0;
    tally.penalties += e.penalty > 0 && setup.params.enable;
    tally.base_drops += oracle.base_rtt < base;
  }
  ASSERT_TRUE(counts_add_up(oracle, first_window, twins.policy.counts(), tally)) << "life " << number;
  for (std::size_t r = 0; r < tally.routines.size(); ++r) all.routines[r] += tally.routines[r];
}

void live_all(std::uint64_t lives) {
  Tally all;
  for (std::uint64_t number = 0; number < lives; ++number) {
    live(number, all);
    if (testing::Test::HasFatalFailure()) return;
  }
  for (std::size_t r = 0; r < all.routines.size(); ++r) EXPECT_GT(all.routines[r], lives / 50) << "routine " << r;
}

TEST(UetNsccComparison, AgreesThroughAMillionEvents) { live_all(45'000); }
TEST(ExtendedUetNsccComparison, AgreesThroughAMillionLives) { live_all(1'000'000); }

}  // namespace
}  // namespace headroom::oracle
