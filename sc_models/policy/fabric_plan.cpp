#include "sc_models/policy/fabric_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

namespace headroom {
namespace {

constexpr std::uint32_t kSpineTier = 0, kRackTier = 2;

class Planner {
 public:
  Planner(const TopologyParams& topology, const std::vector<SwitchComponent>& components,
          const std::vector<UplinkParams>& nics)
      : topology_(topology), components_(components), nics_(nics) {
    plan_.numbers = {.spines = static_cast<std::uint32_t>(topology.spine_switch.size()),
                     .racks = static_cast<std::uint32_t>(topology.rack_switch.size()),
                     .servers = static_cast<std::uint32_t>(nics.size())};
  }
  FabricPlan plan() {
    add_switches();
    for (std::uint32_t rack = 0; rack < numbers().racks; ++rack) {
      link_servers(rack);
      for (std::uint32_t spine = 0; spine < numbers().spines; ++spine) link_tiers(rack, spine);
    }
    for (std::uint32_t rack = 0; rack < numbers().racks; ++rack) route_to(rack);
    return std::move(plan_);
  }

 private:
  [[nodiscard]] const NodeNumbers& numbers() const { return plan_.numbers; }
  [[nodiscard]] PlannedSwitch& rack(std::uint32_t i) { return plan_.switches[numbers().rack(i)]; }
  [[nodiscard]] PlannedSwitch& spine(std::uint32_t i) { return plan_.switches[numbers().spine(i)]; }
  [[nodiscard]] const SwitchParams& params(const PlannedSwitch& s) const { return components_[s.component].params; }

  // Random streams number nodes servers first, then racks, then spines [C].
  void add_switches() {
    for (std::uint32_t i = 0; i < numbers().spines; ++i) {
      add_switch(fmt::format("spine{}", i), kSpineTier, numbers().spine(i), numbers().servers + numbers().racks + i,
                 topology_.spine_switch[i]);
    }
    for (std::uint32_t i = 0; i < numbers().racks; ++i) {
      add_switch(fmt::format("rack{}", i), kRackTier, numbers().rack(i), numbers().servers + i,
                 topology_.rack_switch[i]);
    }
  }
  void add_switch(std::string name, std::uint32_t tier, NodeId node, std::uint32_t random_node,
                  std::uint32_t component) {
    plan_.switches.push_back({{.name = std::move(name), .kind = NodeKind::kSwitch, .id = node, .tier = tier},
                              random_node,
                              component,
                              {},
                              {}});
  }

  static std::uint32_t ports(const PlannedSwitch& s) { return static_cast<std::uint32_t>(s.ports.size()); }

  void link_servers(std::uint32_t rack_number) {
    const std::uint32_t servers = topology_.servers_per_rack();
    for (std::uint32_t i = rack_number * servers; i < (rack_number + 1) * servers; ++i) {
      PlannedSwitch& lower = rack(rack_number);
      const UplinkParams& nic = nics_[i];
      plan_.servers.push_back({numbers().rack(rack_number), ports(lower)});
      lower.ports.push_back({std::min(nic.data_rate, params(lower).downlink_rate),
                             nic.delay,
                             nic.loss_probability,
                             LinkDirection::kDown,
                             {true, i, 0}});
    }
  }

  void link_tiers(std::uint32_t rack_number, std::uint32_t spine_number) {
    PlannedSwitch &lower = rack(rack_number), &upper = spine(spine_number);
    const SwitchParams& medium = params(lower);
    const BitRate rate = std::min(medium.uplink_rate, params(upper).downlink_rate);
    for (std::uint64_t parallel = 0; parallel < medium.num_up_links_per_switch; ++parallel) {
      const PlannedPeer below{false, lower.identity.id, ports(lower)}, above{false, upper.identity.id, ports(upper)};
      lower.ports.push_back({rate, medium.delay, medium.loss_probability, LinkDirection::kUp, above});
      upper.ports.push_back({rate, medium.delay, medium.loss_probability, LinkDirection::kDown, below});
    }
  }

  /// Links from each switch to the rack.
  [[nodiscard]] std::vector<std::uint32_t> distances_to(std::uint32_t rack_node) const {
    std::vector<std::uint32_t> distance(plan_.switches.size(), UINT32_MAX);
    std::deque<std::uint32_t> reached{rack_node};
    distance[rack_node] = 0;
    for (; !reached.empty(); reached.pop_front()) {
      for (const PlannedPort& port : plan_.switches[reached.front()].ports) {
        if (port.peer.is_server || distance[port.peer.number] != UINT32_MAX) continue;
        distance[port.peer.number] = distance[reached.front()] + 1;
        reached.push_back(port.peer.number);
      }
    }
    return distance;
  }

  /// A port leads to a server if its neighbour is one link closer to it.
  void route_to(std::uint32_t rack_number) {
    const std::uint32_t destination = numbers().rack(rack_number), servers = topology_.servers_per_rack();
    const std::vector<std::uint32_t> distance = distances_to(destination);
    for (std::uint32_t node = 0; node < plan_.switches.size(); ++node) {
      PlannedSwitch& from = plan_.switches[node];
      std::vector<std::uint16_t> closer;
      for (std::uint16_t ifid = 0; ifid < ports(from); ++ifid) {
        const PlannedPeer& peer = from.ports[ifid].peer;
        if (!peer.is_server && distance[peer.number] + 1 == distance[node]) closer.push_back(ifid);
      }
      for (std::uint16_t server = 0; server < servers; ++server) {
        if (node == destination) closer = {server};
        from.routes.add(closer);
      }
    }
  }

  const TopologyParams& topology_;
  const std::vector<SwitchComponent>& components_;
  const std::vector<UplinkParams>& nics_;
  FabricPlan plan_;
};

}  // namespace

FabricPlan plan_fabric(const TopologyParams& topology, const std::vector<SwitchComponent>& components,
                       const std::vector<UplinkParams>& nics) {
  return Planner(topology, components, nics).plan();
}

}  // namespace headroom
