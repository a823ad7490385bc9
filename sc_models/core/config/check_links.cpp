#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sc_models/core/config/attribute_paths.h"
#include "sc_models/core/config/check.h"
#include "sc_models/core/config/grouped.h"
#include "sc_models/core/config/headroom_advice.h"
#include "sc_models/core/connection_rules.h"

namespace headroom {
namespace {

void check_nic_headroom(const DraftComponent& nic, BitRate rate, Bytes mtu, Faults& faults) {
  const NicComponent component = nic_component(nic);
  const NicParams& params = component.common();
  const std::int64_t needed = advised_headroom(rate, params.uplink.delay, mtu);
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    if (!params.ingress.sends_pfc(c)) continue;
    const Bytes headroom = params.ingress.pool(c) - params.ingress.xoff(c);
    if (headroom.count() < needed)
      faults.warning(nic.values.place(path::kIngressXoff), nic.values.path(path::kIngressXoff), "HEADROOM_SMALL",
                     fmt::format("class {} has {} B of headroom; {} B are advised at {} Gbps and {} ns", c,
                                 grouped(headroom), grouped(needed), static_cast<double>(rate.count()) * 1e-9,
                                 static_cast<double>(params.uplink.delay.count()) * 1e-3));
  }
}

UplinkParams uplink(const DraftComponent* nic) { return nic_component(*nic).common().uplink; }

/// The two ends of the one wire back to back.
void check_cable(const DraftComponent& a, const DraftComponent& b, Faults& faults) {
  if (uplink(&a).delay != uplink(&b).delay)
    faults.error(b.values.place(path::kDelay), b.values.path(path::kDelay), "LINK_DELAY",
                 fmt::format("is {} ps, but the other end of the wire has {} ps (equal delays back to back)",
                             uplink(&b).delay.count(), uplink(&a).delay.count()));
  if (uplink(&a).loss_probability != uplink(&b).loss_probability)
    faults.error(b.values.place(path::kLoss), b.values.path(path::kLoss), "LINK_LOSS",
                 fmt::format("is {}, but the other end of the wire has {} (equal back to back)",
                             uplink(&b).loss_probability, uplink(&a).loss_probability));
}

/// The lower rate of a server's wire.
BitRate link_rate(const DraftTopology& topology, std::size_t server) {
  const auto& nics = topology.nics.components;
  const BitRate theirs =
      topology.kind == TopologyKind::kBackToBack
          ? uplink(nics[1 - server]).data_rate
          : topology.racks.components[server / topology.servers_per_rack()]->values.make<SwitchParams>().downlink_rate;
  return std::min(uplink(nics[server]).data_rate, theirs);
}

/// Of UET NICs that will open a connection.
void check_connections(const Draft& draft, Faults& faults) {
  const DraftTopology& topology = *draft.topology;
  std::set<std::uint32_t> connected;
  for (const DraftFlow& flow : draft.flows) connected.insert({flow.params.source, flow.params.destination});
  std::set<std::pair<const DraftComponent*, BitRate>> seen;
  for (const std::uint32_t server : connected) {
    const DraftComponent& nic = *topology.nics.components[server];
    const BitRate rate = link_rate(topology, server);
    if (&nic.values.model() != &kUetNicModel || !seen.insert({&nic, rate}).second) continue;
    for (const ConnectionFault& fault : connection_faults(nic.values.make<UetNicParams>(), rate)) {
      const std::string attribute = fault.attribute == "DataRate"
                                        ? std::string(path::kNicRate)
                                        : std::string(path::kCongestion) + std::string(fault.attribute);
      faults.warning(nic.values.place(attribute), nic.values.path(attribute), "CC_LIMITS",
                     fault.message + ": stops the run at the first connection");
    }
  }
}

/// The settings of one NIC hold for the run [S].
void check_monitors(const DraftTopology& topology, Faults& faults) {
  const DraftComponent* first = nullptr;
  std::set<const DraftComponent*> seen;
  for (const DraftComponent* nic : topology.nics.components) {
    if (&nic->values.model() != &kUetNicModel || !seen.insert(nic).second) continue;
    if (!first) first = nic;
    for (const Attribute& attribute : kUetNicModel.attributes) {
      if (!attribute.path.starts_with(path::kMonitor)) continue;
      const Value &ours = nic->values.at(attribute.path), &theirs = first->values.at(attribute.path);
      if (ours.base == theirs.base && ours.flag == theirs.flag && ours.text == theirs.text) continue;
      faults.warning(nic->values.place(attribute.path), nic->values.path(attribute.path), "MONITOR_DIFFERS",
                     fmt::format("differs from that of {}, whose monitor settings hold for the run", first->name));
    }
  }
}

}  // namespace

void check_links(const Draft& draft, Bytes mtu, Faults& faults) {
  const DraftTopology& topology = *draft.topology;
  const auto& nics = topology.nics.components;
  if (topology.kind == TopologyKind::kBackToBack) check_cable(*nics[0], *nics[1], faults);
  std::set<std::pair<const DraftComponent*, const DraftComponent*>> seen;  // a NIC and what its wire leads to
  for (std::size_t server = 0; server < nics.size(); ++server) {
    const DraftComponent* const peer = topology.kind == TopologyKind::kBackToBack
                                           ? nics[1 - server]
                                           : topology.racks.components[server / topology.servers_per_rack()];
    if (!seen.insert({nics[server], peer}).second) continue;
    check_nic_headroom(*nics[server], link_rate(topology, server), mtu, faults);
  }
  check_connections(draft, faults);
  check_monitors(topology, faults);
  check_monitor_filters(topology, faults);
  if (topology.kind != TopologyKind::kBackToBack) check_ports(topology, mtu, faults);
}

}  // namespace headroom
