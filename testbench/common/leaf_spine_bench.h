// A leaf-spine fabric as its plan says, with test servers.
#pragma once

#include "sc_models/policy/fabric_plan.h"
#include "testbench/common/switch_bench.h"

namespace headroom {

struct LeafSpineParams {
  std::uint32_t racks = 2, servers_per_rack = 2, spines = 2;
  SwitchParams leaf = default_switch(), spine = default_switch();
  TestServerParams server{};
};

struct LeafSpine {
  explicit LeafSpine(const LeafSpineParams& params) {
    TopologyParams topology;
    topology.kind = TopologyKind::kLeafSpine;
    const std::uint32_t count = params.racks * params.servers_per_rack;
    topology.server_nic.assign(count, 0);
    topology.rack_switch.assign(params.racks, 0);
    topology.spine_switch.assign(params.spines, 1);
    const std::vector<SwitchComponent> components{{"leaf", params.leaf}, {"spine", params.spine}};
    plan = plan_fabric(topology, components,
                       std::vector<UplinkParams>(count, {params.server.rate, params.server.delay, 0}));
    for (const PlannedSwitch& planned : plan.switches) build(planned, components[planned.component].params);
    for (const PlannedSwitch& planned : plan.switches) cable(planned);
    for (std::uint32_t i = 0; i < count; ++i) {
      servers.push_back(std::make_unique<TestServer>(("server" + std::to_string(i)).c_str(), i, params.server, agenda,
                                                     frames, plan.numbers.nic(i)));
      const auto [s, ifid] = plan.servers[i];
      join(servers[i]->mac(), switches[s]->mac(ifid));
    }
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  Switch& rack(std::uint32_t i) { return *switches[plan.numbers.rack(i)]; }
  Switch& spine(std::uint32_t i) { return *switches[plan.numbers.spine(i)]; }
  TestServer& server(std::uint32_t i) { return *servers[i]; }
  std::vector<std::string> run(Ps end) {
    agenda.run(end);
    Audit audit;
    for (const auto& sw : switches) sw->audit(audit);
    return audit.violated();
  }

  FabricPlan plan;
  Agenda agenda;
  FramePool frames;
  Script script{agenda, kAfterTheNetwork};
  std::vector<std::unique_ptr<Switch>> switches;
  std::vector<std::unique_ptr<TestServer>> servers;

 private:
  static void join(MacPort& a, MacPort& b) {
    a.wire_tx.bind(b.wire_rx);
    b.wire_tx.bind(a.wire_rx);
  }
  void build(const PlannedSwitch& planned, const SwitchParams& params) {
    std::vector<SwitchPortParams> ports;
    for (const PlannedPort& port : planned.ports)
      ports.push_back(
          {port.rate, port.delay, port.direction, nullptr, port.peer.is_server,
           link_loss(port.loss_probability, planned.random_node, static_cast<std::uint32_t>(ports.size()))});
    switches.push_back(std::make_unique<Switch>(planned.identity.name.c_str(), params, ports, planned.routes,
                                                SwitchIdentity{planned.identity.id, planned.random_node, 1}, agenda,
                                                frames));
  }
  void cable(const PlannedSwitch& planned) {
    for (std::uint32_t ifid = 0; ifid < planned.ports.size(); ++ifid) {
      const PlannedPort& port = planned.ports[ifid];
      if (port.direction == LinkDirection::kUp)
        join(switches[planned.identity.id]->mac(ifid), switches[port.peer.number]->mac(port.peer.ifid));
    }
  }
};

}  // namespace headroom
