#include "sc_models/policy/equal_cost_paths.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <map>
#include <set>

#include "sc_models/policy/node_random.h"
#include "sc_models/policy/route_table.h"
#include "testbench/common/switch_defaults.h"

namespace headroom {
namespace {

constexpr std::uint32_t kLeafNode = 128;
constexpr Bytes kPacket{4'136};
constexpr Ps microseconds(std::int64_t n) { return Ps{n * 1'000'000}; }

struct FakePorts final : EgressPorts {
  Bytes load(std::uint32_t port) const override {
    const auto known = loads.find(port);
    return known == loads.end() ? Bytes{0} : known->second;
  }
  bool paused(std::uint32_t port, unsigned c) const override { return c == 0 && paused_ports.contains(port); }
  std::map<std::uint32_t, Bytes> loads;
  std::set<std::uint32_t> paused_ports;
};

SwitchParams flowlet_switch() {
  SwitchParams params = default_switch();
  params.load_balancing = LoadBalancing::kFlowlet;
  return params;
}

FlowKey flow(std::uint16_t port = 256) { return {FlowKey::kUdp, port, kUetPort, kFirstServer, kFirstServer + 1}; }

/// One flow through a set of ports 4, 5 and 6.
struct Bench {
  explicit Bench(const SwitchParams& params = flowlet_switch(),
                 std::vector<std::vector<std::uint16_t>> sets = {{4, 5, 6}})
      : paths(params, kLeafNode, node_stream(1, 0, kLeafNode, RandomPurpose::kLoadBalancing), sets, ports) {}
  EqualCostPaths::Choice choose(Ps now) { return paths.choose(0, flow(), 0, now); }
  std::uint32_t send(Ps now) {
    const EqualCostPaths::Choice choice = choose(now);
    paths.admitted(choice, kPacket, now);
    return choice.port;
  }
  const PathStats& of(std::uint32_t port) const { return paths.stats(paths.formed().front(), port - 4); }
  FakePorts ports;
  EqualCostPaths paths;
};

TEST(Flowlet, FillsAnEmptySlotWithADrawAmongEquallyLoadedPorts) {  // 92
  Bench bench;
  EXPECT_EQ(bench.send(Ps{0}), 4u);  // draw(3) = 0
  EXPECT_EQ(bench.of(4).assignments, 1u);
  EXPECT_EQ(bench.of(4).packets, 1u);
  EXPECT_EQ(bench.of(4).bytes, kPacket);
  EXPECT_EQ(bench.of(4).moved_in, 0u);
}

/// Cases 92 to 96: what has happened by the end of each.
struct Story : Bench {
  Story& until_the_gap() {
    send(Ps{0});
    EXPECT_EQ(send(microseconds(10)), 4u);
    ports.loads = {{4, Bytes{8'000}}};
    EXPECT_EQ(send(microseconds(110)), 6u);  // draw(2) = 1: the second of ports 5 and 6
    return *this;
  }
  Story& until_all_loads_are_equal() {
    until_the_gap();
    ports.loads.clear();
    EXPECT_EQ(send(microseconds(250)), 6u);
    return *this;
  }
  Story& until_two_are_paused() {
    until_all_loads_are_equal();
    ports.paused_ports = {4, 5};
    ports.loads = {{6, Bytes{50'000}}};
    EXPECT_EQ(send(microseconds(400)), 6u);
    return *this;
  }
};

TEST(Flowlet, MovesToTheLeastLoadedPortAtExactlyTheGapAndNotBefore) {  // 93
  Story story;
  story.until_the_gap();
  EXPECT_EQ(story.of(6).moved_in, 1u);
  EXPECT_EQ(story.of(4).moved_out, 1u);
  EXPECT_EQ(story.of(6).assignments, 0u);
}

TEST(Flowlet, StaysWithoutADrawWhenItsPortIsAmongTheLeastLoaded) {  // 94
  Story story;
  story.until_all_loads_are_equal();
  EXPECT_EQ(story.of(6).moved_in, 1u);
  // The next draw is the third of the stream; draw(2) from its start is 0, 1, 0, 1.
  story.ports.loads = {{6, Bytes{1}}};
  story.paths.admitted(story.paths.choose(0, flow(257), 0, microseconds(300)), kPacket, microseconds(300));
  EXPECT_EQ(story.of(4).assignments, 2u) << "the first of ports 4 and 5";
}

TEST(Flowlet, AvoidsPortsPausedForTheClass) {  // 95
  Story story;
  story.until_two_are_paused();
  EXPECT_EQ(story.of(4).paused_skips, 1u);
  EXPECT_EQ(story.of(5).paused_skips, 1u);
  EXPECT_EQ(story.of(6).paused_skips, 0u);
}

TEST(Flowlet, TakesTheLeastLoadedPortWhenAllArePaused) {  // 96
  Story story;
  story.until_two_are_paused();
  story.ports.paused_ports = {4, 5, 6};
  story.ports.loads = {{5, Bytes{10}}, {6, Bytes{50'000}}};
  EXPECT_EQ(story.send(microseconds(600)), 4u);
  EXPECT_EQ(story.of(4).paused_selections, 1u);
  EXPECT_EQ(story.of(4).moved_in, 1u);
  EXPECT_EQ(story.of(6).moved_out, 1u);
  EXPECT_EQ(story.of(4).paused_skips, 1u) << "nothing was left out this time";
}

TEST(Flowlet, StaysInsideItsGapThoughItsPortIsPaused) {  // 97
  Bench bench;
  EXPECT_EQ(bench.send(Ps{0}), 4u);
  bench.ports.paused_ports = {4};
  EXPECT_EQ(bench.send(microseconds(99)), 4u);
  EXPECT_EQ(bench.of(4).paused_selections, 0u);
  EXPECT_EQ(bench.of(4).paused_skips, 0u);
}

TEST(Flowlet, LeavesItsSlotAloneWhenThePacketIsNotAdmitted) {  // 98
  Bench bench;
  EXPECT_EQ(bench.send(Ps{0}), 4u);
  bench.ports.loads = {{4, Bytes{1}}, {5, Bytes{1}}};
  EXPECT_EQ(bench.choose(microseconds(100)).port, 6u);
  EXPECT_EQ(bench.of(6).packets, 0u);
  EXPECT_EQ(bench.of(6).moved_in, 0u);
  bench.ports.loads = {{5, Bytes{1}}, {6, Bytes{1}}};
  EXPECT_EQ(bench.send(microseconds(101)), 4u) << "a choice is still due, and the flow is still on port 4";
  EXPECT_EQ(bench.of(4).moved_out, 0u);
}

TEST(Flowlet, ChoosesForEveryPacketWhenTheGapIsZero) {
  SwitchParams params = flowlet_switch();
  params.flowlet_gap = Ps{0};
  Bench bench(params);
  EXPECT_EQ(bench.send(Ps{0}), 4u);
  bench.ports.loads = {{4, Bytes{1}}, {6, Bytes{1}}};
  EXPECT_EQ(bench.send(Ps{0}), 5u);
}

TEST(Flowlet, MayTakeAPausedPortUnlessItIsToldToHeedPauses) {
  SwitchParams params = flowlet_switch();
  params.flowlet_pfc_aware = false;
  Bench bench(params);
  bench.ports.paused_ports = {4};
  bench.ports.loads = {{5, Bytes{1}}, {6, Bytes{1}}};
  EXPECT_EQ(bench.send(Ps{0}), 4u);
  EXPECT_EQ(bench.of(4).paused_selections, 1u);
  EXPECT_EQ(bench.of(4).paused_skips, 0u);
}

TEST(Flowlet, GivesSlotsToTheFirst128SetsOnly) {  // 99
  std::vector<std::vector<std::uint16_t>> sets(129, {4, 5, 6});
  Bench bench(flowlet_switch(), sets);
  for (std::uint16_t set = 0; set < 129; ++set) {
    const auto choice = bench.paths.choose(static_cast<std::uint16_t>(128 - set), flow(), 0, Ps{set});
    bench.paths.admitted(choice, kPacket, Ps{set});
  }
  const std::vector<EqualCostPaths::Set>& formed = bench.paths.formed();
  ASSERT_EQ(formed.size(), 129u);
  EXPECT_EQ(formed[127].slots, 512u);
  EXPECT_EQ(formed[128].slots, 0u);
  EXPECT_EQ(formed[128].table_set, 0u) << "numbered by first use";
  EXPECT_EQ(formed[128].formed, Ps{128});
  const std::size_t member = FlowHash(EcmpHash::kCrc32WithSalt, kLeafNode).of(flow(), 3) % 3u;
  EXPECT_EQ(bench.paths.stats(formed[128], member).packets, 1u);
  EXPECT_EQ(bench.paths.stats(formed[128], member).assignments, 0u);
}

TEST(EqualCostPaths, FollowsTheHashAloneWithoutFlowlets) {  // 85
  std::vector<std::uint16_t> uplinks;
  for (std::uint16_t port = 64; port < 72; ++port) uplinks.push_back(port);
  Bench bench(default_switch(), {uplinks});
  bench.ports.loads = {{71, Bytes{1'000'000}}};
  bench.ports.paused_ports = {71};
  EXPECT_EQ(bench.send(Ps{0}), 71u);  // F1
  EXPECT_EQ(bench.paths.formed().front().slots, 0u);
  EXPECT_EQ(bench.paths.stats(bench.paths.formed().front(), 7).packets, 1u);
  EXPECT_EQ(bench.paths.stats(bench.paths.formed().front(), 7).assignments, 0u);
}

/// The rules of the reference, word by word, over plain containers.
struct PathsOracle {
  struct Memory {
    int member = -1;
    Ps last;
  };
  int select(unsigned slot, Ps now, Ps gap, bool aware, const FakePorts& ports, const std::vector<std::uint16_t>& set,
             RandomStream& ties) {
    const Memory& s = slots[slot];
    if (s.member >= 0 && now - s.last < gap) return s.member;
    std::vector<int> unpaused, all, best;
    for (int m = 0; m < static_cast<int>(set.size()); ++m) {
      all.push_back(m);
      if (!ports.paused(set[static_cast<std::size_t>(m)], 0)) unpaused.push_back(m);
    }
    const bool some = unpaused.size() < all.size() && !unpaused.empty();
    const std::vector<int>& candidates = aware && some ? unpaused : all;
    const auto load = [&](int m) { return ports.load(set[static_cast<std::size_t>(m)]); };
    Bytes least = load(candidates.front());
    for (const int m : candidates) least = std::min(least, load(m));
    for (const int m : candidates)
      if (load(m) == least) best.push_back(m);
    if (std::find(best.begin(), best.end(), s.member) != best.end()) return s.member;
    return best[best.size() == 1 ? 0 : ties.draw(best.size())];
  }
  std::map<unsigned, Memory> slots;
};

RC_GTEST_PROP(FlowletProperty, EqualsTheRulesOfTheReference, ()) {
  SwitchParams params = flowlet_switch();
  params.flowlet_pfc_aware = *rc::gen::arbitrary<bool>();
  params.flowlet_gap = Ps{*rc::gen::inRange(0, 20)};
  const std::vector<std::uint16_t> set{2, 3, 5, 7};
  Bench bench(params, {set});
  PathsOracle oracle;
  RandomStream ties = node_stream(1, 0, kLeafNode, RandomPurpose::kLoadBalancing);
  const FlowHash hash(params.ecmp_hash, kLeafNode);
  Ps now{0};
  Bytes admitted;
  const int packets = *rc::gen::inRange(1, 100);
  for (int i = 0; i < packets; ++i) {
    now += Ps{*rc::gen::inRange(0, 12)};
    for (const std::uint16_t port : set) {
      bench.ports.loads[port] = Bytes{*rc::gen::inRange(0, 3)};
      if (*rc::gen::arbitrary<bool>()) {
        bench.ports.paused_ports.insert(port);
      } else {
        bench.ports.paused_ports.erase(port);
      }
    }
    const FlowKey key = flow(static_cast<std::uint16_t>(*rc::gen::inRange(256, 260)));
    const unsigned slot = hash.of(key, set.size()) % 512u;
    const int expected = oracle.select(slot, now, params.flowlet_gap, params.flowlet_pfc_aware, bench.ports, set, ties);
    const EqualCostPaths::Choice choice = bench.paths.choose(0, key, 0, now);
    RC_ASSERT(choice.member == expected);
    RC_ASSERT(choice.port == set[choice.member]);
    if (*rc::gen::inRange(0, 5) == 0) continue;  // dropped
    bench.paths.admitted(choice, kPacket, now);
    admitted += kPacket;
    oracle.slots[slot] = {expected, now};
  }
  Bytes sum;
  for (std::size_t m = 0; m < set.size(); ++m) sum += bench.paths.stats(bench.paths.formed().front(), m).bytes;
  RC_ASSERT(sum == admitted);
}

}  // namespace
}  // namespace headroom
