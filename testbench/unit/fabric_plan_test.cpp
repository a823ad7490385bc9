#include "sc_models/policy/fabric_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "testbench/common/switch_defaults.h"

namespace headroom {
namespace {

using testing::ElementsAre;

constexpr BitRate gbps(std::int64_t n) { return BitRate{n * 1'000'000'000}; }

/// Components: 0 of the racks, 1 of the spines.
struct Fabric {
  Fabric(std::uint32_t racks, std::uint32_t servers_per_rack, std::uint32_t spines, std::uint64_t links) {
    topology.kind = TopologyKind::kLeafSpine;
    topology.server_nic.assign(std::size_t{racks} * servers_per_rack, 0);
    topology.rack_switch.assign(racks, 0);
    topology.spine_switch.assign(spines, 1);
    rack().num_up_links_per_switch = links;
  }
  SwitchParams& rack() { return components[0].params; }
  SwitchParams& spine() { return components[1].params; }
  [[nodiscard]] FabricPlan plan() const {
    return plan_fabric(topology, components, std::vector<UplinkParams>(topology.server_nic.size(), nic));
  }
  TopologyParams topology;
  std::vector<SwitchComponent> components{{"leaf", default_switch()}, {"spine", default_switch()}};
  UplinkParams nic{gbps(400), Ps{100'000}};
};

/// The ports by which packets for the server leave.
std::vector<std::uint16_t> ways(const PlannedSwitch& from, std::uint32_t server) {
  const RouteTable::Way way = from.routes.way_to(kFirstServer + server);
  return way.is_set() ? from.routes.sets()[way.number()] : std::vector<std::uint16_t>{way.number()};
}
std::vector<std::uint16_t> sequence(std::uint16_t first, std::size_t count) {
  std::vector<std::uint16_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

TEST(FabricPlan, NumbersSpinesThenRacksInTheRecordsAndServersFirstInRandomStreams) {
  const FabricPlan plan = Fabric(4, 8, 2, 1).plan();
  ASSERT_EQ(plan.switches.size(), 6u);
  const auto& names = plan.switches;
  EXPECT_EQ(names[0].identity.name, "spine0");
  EXPECT_EQ(names[1].identity.name, "spine1");
  EXPECT_EQ(names[2].identity.name, "rack0");
  EXPECT_EQ(names[5].identity.name, "rack3");
  for (NodeId node = 0; node < 6; ++node) EXPECT_EQ(names[node].identity.id, node);
  EXPECT_EQ(names[0].identity.tier, 0u);
  EXPECT_EQ(names[2].identity.tier, 2u);
  EXPECT_EQ(plan.numbers.nic(0), 6u);
  EXPECT_EQ(plan.numbers.nic(31), 37u);
  EXPECT_EQ(plan.numbers.host(0), 38u);
  EXPECT_EQ(names[2].random_node, 32u);
  EXPECT_EQ(names[5].random_node, 35u);
  EXPECT_EQ(names[0].random_node, 36u);
  EXPECT_EQ(names[1].random_node, 37u);
}

TEST(FabricPlan, UsesTheFullCapacityOfSwitchesOf128Ports) {  // 104
  const Fabric fabric(16, 64, 8, 8);
  const FabricPlan plan = fabric.plan();
  ASSERT_EQ(plan.switches.size(), 24u);
  for (const PlannedSwitch& s : plan.switches) {
    ASSERT_EQ(s.ports.size(), 128u);
    BitRate sum{0};
    for (const PlannedPort& port : s.ports) sum = BitRate{sum.count() + port.rate.count()};
    EXPECT_EQ(sum, default_switch().switching_capacity);
  }
  const PlannedSwitch& rack0 = plan.switches[plan.numbers.rack(0)];
  EXPECT_EQ(ways(rack0, 63), sequence(63, 1));
  EXPECT_EQ(ways(rack0, 64), sequence(64, 64));
  EXPECT_EQ(rack0.routes.sets().size(), 1u) << "one set for everything else";
  const PlannedSwitch& spine = plan.switches[plan.numbers.spine(3)];
  EXPECT_EQ(ways(spine, 64), sequence(8, 8));
  EXPECT_EQ(ways(spine, 1'023), sequence(120, 8));
  EXPECT_EQ(spine.routes.sets().size(), 16u);
}

TEST(FabricPlan, NumbersDownlinksBeforeUplinksEachByPeerThenByParallelLink) {
  const FabricPlan plan = Fabric(3, 2, 2, 2).plan();
  const PlannedSwitch& rack1 = plan.switches[plan.numbers.rack(1)];
  ASSERT_EQ(rack1.ports.size(), 6u);
  EXPECT_TRUE(rack1.ports[1].peer.is_server);
  EXPECT_EQ(rack1.ports[1].peer.number, 3u);
  for (std::uint32_t s = 0; s < 2; ++s) {
    for (std::uint32_t l = 0; l < 2; ++l) {
      const PlannedPort& up = rack1.ports[2 + s * 2 + l];
      EXPECT_EQ(up.direction, LinkDirection::kUp);
      EXPECT_EQ(up.peer.number, plan.numbers.spine(s));
      EXPECT_EQ(up.peer.ifid, 1 * 2 + l);
      const PlannedPort& down = plan.switches[up.peer.number].ports[up.peer.ifid];
      EXPECT_EQ(down.direction, LinkDirection::kDown);
      EXPECT_FALSE(down.peer.is_server);
      EXPECT_EQ(down.peer.number, plan.numbers.rack(1));
      EXPECT_EQ(down.peer.ifid, 2 + s * 2 + l);
    }
  }
  ASSERT_EQ(plan.servers.size(), 6u);
  EXPECT_EQ(plan.servers[3].switch_index, plan.numbers.rack(1));
  EXPECT_EQ(plan.servers[3].ifid, 1u);
}

TEST(FabricPlan, FormsNoSetWhereOneLinkLeads) {
  const FabricPlan plan = Fabric(2, 2, 1, 1).plan();
  for (const PlannedSwitch& s : plan.switches) EXPECT_TRUE(s.routes.sets().empty());
  EXPECT_THAT(ways(plan.switches[plan.numbers.rack(0)], 3), ElementsAre(2));
  EXPECT_THAT(ways(plan.switches[plan.numbers.spine(0)], 3), ElementsAre(1));
}

TEST(FabricPlan, GivesALinkTheRateOfItsSlowerEnd) {  // 100
  Fabric fabric(2, 1, 1, 1);
  fabric.rack().uplink_rate = gbps(800), fabric.spine().downlink_rate = gbps(400);
  fabric.nic.data_rate = gbps(400), fabric.rack().downlink_rate = gbps(800);
  const FabricPlan plan = fabric.plan();
  for (const PlannedSwitch& s : plan.switches) {
    for (const PlannedPort& port : s.ports) EXPECT_EQ(port.rate, gbps(400));
  }
}

TEST(FabricPlan, GivesALinkTheDelayAndTheLossOfItsLowerDevice) {  // 101
  Fabric fabric(2, 1, 1, 1);
  fabric.rack().delay = Ps{500'000}, fabric.spine().delay = Ps{700'000};
  fabric.nic.loss_probability = 0.1, fabric.rack().loss_probability = 0.2, fabric.spine().loss_probability = 0.3;
  const FabricPlan plan = fabric.plan();
  const PlannedSwitch &rack = plan.switches[plan.numbers.rack(0)], &spine = plan.switches[plan.numbers.spine(0)];
  EXPECT_EQ(rack.ports[0].delay, Ps{100'000});
  EXPECT_EQ(rack.ports[1].delay, Ps{500'000});
  EXPECT_EQ(spine.ports[0].delay, Ps{500'000});
  EXPECT_EQ(rack.ports[0].loss_probability, 0.1);
  EXPECT_EQ(rack.ports[1].loss_probability, 0.2);
  EXPECT_EQ(spine.ports[0].loss_probability, 0.2);
}

TEST(FabricPlan, LetsSwitchesOfATierDiffer) {
  Fabric fabric(2, 1, 2, 1);
  SwitchComponent slow = fabric.components[1];
  slow.params.downlink_rate = gbps(100);
  fabric.components.push_back(slow);
  fabric.topology.spine_switch[1] = 2;
  fabric.components.push_back(fabric.components[0]);
  fabric.components.back().params.num_up_links_per_switch = 3;
  fabric.topology.rack_switch[1] = 3;
  const FabricPlan plan = fabric.plan();
  const PlannedSwitch &rack0 = plan.switches[plan.numbers.rack(0)], &rack1 = plan.switches[plan.numbers.rack(1)];
  EXPECT_EQ(rack0.ports[1].rate, gbps(400));
  EXPECT_EQ(rack0.ports[2].rate, gbps(100));
  EXPECT_THAT(ways(rack0, 1), ElementsAre(1, 2));
  EXPECT_THAT(ways(rack1, 0), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(plan.switches[1].ports.size(), 4u);
  EXPECT_EQ(plan.switches[1].component, 2u);
}

TEST(FabricPlan, IsOneSwitchInARackAndNoneBackToBack) {
  Fabric rack(1, 5, 0, 8);
  rack.topology.kind = TopologyKind::kRack;
  const FabricPlan one = rack.plan();
  ASSERT_EQ(one.switches.size(), 1u);
  EXPECT_EQ(one.switches[0].ports.size(), 5u);
  EXPECT_EQ(one.switches[0].identity.name, "rack0");
  EXPECT_EQ(one.switches[0].random_node, 5u);
  for (std::uint16_t server = 0; server < 5; ++server) EXPECT_THAT(ways(one.switches[0], server), ElementsAre(server));
  Fabric pair(1, 2, 0, 8);
  pair.topology.kind = TopologyKind::kBackToBack;
  pair.topology.rack_switch.clear();
  EXPECT_TRUE(pair.plan().switches.empty());
  EXPECT_TRUE(pair.plan().servers.empty());
}

}  // namespace
}  // namespace headroom
