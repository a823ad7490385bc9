#include "sc_models/app/fabric.h"

#include <fmt/format.h>

#include <utility>

#include "sc_models/policy/node_random.h"

namespace headroom {

LinkLoss link_loss(double probability, std::uint64_t seed, std::uint32_t random_node, std::uint32_t ifid) {
  return {probability, node_stream(seed, 0, random_node, RandomPurpose::kLinkLoss, ifid)};
}

Fabric::Fabric(const Configuration& configuration, FabricPlan plan, Agenda& agenda, FramePool& frames, const Tap& tap)
    : configuration_(configuration), plan_(std::move(plan)) {
  for (std::uint32_t i = 0; i < plan_.switches.size(); ++i) build(i, agenda, frames, tap);
  cable();
}

void Fabric::build(std::uint32_t i, Agenda& agenda, FramePool& frames, const Tap& tap) {
  const PlannedSwitch& planned = plan_.switches[i];
  const std::uint64_t seed = configuration_.simulation.seed;
  std::vector<SwitchPortParams> ports;
  for (std::uint32_t ifid = 0; ifid < planned.ports.size(); ++ifid) {
    const PlannedPort& port = planned.ports[ifid];
    ports.push_back({.rate = port.rate,
                     .delay = port.delay,
                     .direction = port.direction,
                     .observer = tap(planned.port_identity(ifid)),
                     .faces_nic = port.peer.is_server,
                     .loss = link_loss(port.loss_probability, seed, planned.random_node, ifid)});
  }
  switches_.push_back(std::make_unique<Switch>(planned.identity.name.c_str(), params(i), ports, planned.routes,
                                               SwitchIdentity{planned.identity.id, planned.random_node, seed}, agenda,
                                               frames));
}

void Fabric::cable() {
  for_each_link([this](std::uint32_t lower, std::uint32_t up, std::uint32_t upper, std::uint32_t down) {
    MacPort &below = at(lower).mac(up), &above = at(upper).mac(down);
    below.wire_tx.bind(above.wire_rx);
    above.wire_tx.bind(below.wire_rx);
  });
}

std::string Fabric::peer_name(std::uint32_t i, std::uint32_t ifid) const {
  const PlannedPeer& peer = planned(i).ports[ifid].peer;
  return peer.is_server ? fmt::format("server{}", peer.number) : planned(peer.number).identity.name;
}

void Fabric::audit(Audit& audit) const {
  for (const auto& module : switches_) module->audit(audit);
  for_each_link([&](std::uint32_t lower, std::uint32_t up, std::uint32_t upper, std::uint32_t down) {
    const MacPort &below = at(lower).port(up).mac(), &above = at(upper).port(down).mac();
    audit_wire(below, above, audit);
    audit_wire(above, below, audit);
  });
}

void audit_wire(const MacPort& from, const MacPort& to, Audit& audit) {
  audit.balance(from.name(), "frames given to the wire = received at the other end + lost + on the wire",
                static_cast<std::int64_t>(from.handed_over()),
                static_cast<std::int64_t>(to.stats().rx_frames + to.missed() + to.arriving()));
}

}  // namespace headroom
