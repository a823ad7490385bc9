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
  if (!nic.values.sound({path::kIngressPfc, path::kIngressPools, path::kIngressSize, path::kIngressXoff})) return;
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
  if (a.values.sound(path::kDelay) && b.values.sound(path::kDelay) && uplink(&a).delay != uplink(&b).delay)
    faults.error(b.values.place(path::kDelay), b.values.path(path::kDelay), "LINK_DELAY",
                 fmt::format("is {} ps, but the other end of the wire has {} ps (equal delays back to back)",
                             uplink(&b).delay.count(), uplink(&a).delay.count()));
  if (a.values.sound(path::kLoss) && b.values.sound(path::kLoss) &&
      uplink(&a).loss_probability != uplink(&b).loss_probability)
    faults.error(b.values.place(path::kLoss), b.values.path(path::kLoss), "LINK_LOSS",
                 fmt::format("is {}, but the other end of the wire has {} (equal back to back)",
                             uplink(&b).loss_probability, uplink(&a).loss_probability));
}

/// What a server's wire leads to.
const DraftComponent& peer_of(const DraftTopology& topology, std::size_t server) {
  return topology.kind == TopologyKind::kBackToBack ? *topology.nics.components[1 - server]
                                                    : *topology.racks.components[server / topology.servers_per_rack()];
}

/// The lower rate of a server's wire, when both ends are known.
std::optional<BitRate> link_rate(const DraftComponent& nic, const DraftComponent& peer) {
  const bool at_switch = &peer.values.model() == &kSwitchModel;
  if (!nic.values.sound(path::kNicRate) || !peer.values.sound(at_switch ? path::kDownlinkRate : path::kNicRate))
    return std::nullopt;
  const BitRate theirs = at_switch ? peer.values.make<SwitchParams>().downlink_rate : uplink(&peer).data_rate;
  return std::min(uplink(&nic).data_rate, theirs);
}

/// What the rules of a connection read, the link's rate aside, is known.
bool connection_sound(const BoundValues& nic) {
  for (const std::string_view key : {"InitialBaseRTT", "ReferenceNetworkRTT", "ReferenceNetworkLinkSpeed",
                                     "OverrideSpecTargetQueueDelay", "TargetQueueDelay", "OverrideUetSpecMaxCWind"})
    if (!nic.sound(std::string(path::kCongestion) + std::string(key))) return false;
  return nic.sound({path::kUetMss, path::kNicTrimming});
}

/// Of UET NICs that will open a connection.
void check_connections(const Draft& draft, Faults& faults) {
  const DraftTopology& topology = *draft.topology;
  std::set<std::uint32_t> connected;
  for (const DraftFlow& flow : draft.flows) {
    if (flow.known("src")) connected.insert(flow.params.source);
    if (flow.known("dst")) connected.insert(flow.params.destination);
  }
  std::set<std::pair<const DraftComponent*, BitRate>> seen;
  for (const std::uint32_t server : connected) {
    if (server >= topology.nics.components.size()) continue;  // a flow with a fault of its own
    const DraftComponent& nic = *topology.nics.components[server];
    if (&nic.values.model() != &kUetNicModel || !connection_sound(nic.values)) continue;
    const std::optional<BitRate> rate = link_rate(nic, peer_of(topology, server));
    if (!rate || !seen.insert({&nic, *rate}).second) continue;
    for (const ConnectionFault& fault : connection_faults(nic.values.make<UetNicParams>(), *rate)) {
      const std::string attribute = fault.attribute == "DataRate"
                                        ? std::string(path::kNicRate)
                                        : std::string(path::kCongestion) + std::string(fault.attribute);
      faults.warning(nic.values.place(attribute), nic.values.path(attribute), "CC_LIMITS",
                     fault.message + ": stops the run at the first connection");
    }
  }
}

}  // namespace

void check_links(const Draft& draft, std::optional<Bytes> mtu, Faults& faults) {
  const DraftTopology& topology = *draft.topology;
  if (!topology.sound) return;  // who is joined to whom is not known
  const auto& nics = topology.nics.components;
  if (topology.kind == TopologyKind::kBackToBack) check_cable(*nics[0], *nics[1], faults);
  std::set<std::pair<const DraftComponent*, const DraftComponent*>> seen;  // a NIC and what its wire leads to
  for (std::size_t server = 0; server < nics.size(); ++server) {
    const DraftComponent &nic = *nics[server], &peer = peer_of(topology, server);
    if (!seen.insert({&nic, &peer}).second) continue;
    const std::optional<BitRate> rate = link_rate(nic, peer);
    if (mtu && rate && nic.values.sound(path::kDelay)) check_nic_headroom(nic, *rate, *mtu, faults);
  }
  check_connections(draft, faults);
  check_monitor(topology, faults);
  if (topology.kind != TopologyKind::kBackToBack) check_ports(topology, mtu, faults);
}

}  // namespace headroom
