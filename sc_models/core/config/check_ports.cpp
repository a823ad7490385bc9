#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sc_models/core/config/attribute_paths.h"
#include "sc_models/core/config/check.h"
#include "sc_models/core/config/grouped.h"
#include "sc_models/core/config/headroom_advice.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/int128.h"

namespace headroom {
namespace {

/// What the rules of one switch need to know of the network around it.
struct Surroundings {
  std::int64_t down = 0, up = 0;  ///< connected ports
  std::int64_t advised = 0;       ///< headroom, for the most demanding of its links known
  std::int64_t packet = 0;        ///< charge of the largest packet that can arrive; 0: not known

  [[nodiscard]] std::int64_t ports() const { return down + up; }
};

void check_counts(const BoundValues& values, const SwitchParams& params, const Surroundings& around,
                  std::string_view below, Faults& faults) {
  const auto count = [&](std::string_view key, std::uint64_t meant, std::int64_t connected, std::string_view what) {
    if (values.sound(key) && static_cast<std::uint64_t>(connected) > meant)
      faults.warning(values.place(key), values.path(key), "SWITCH_PORTS",
                     fmt::format("is {}, but {} {} are connected", meant, connected, what));
  };
  count("NumDownLinks", params.num_down_links, around.down, below);
  count("NumUpLinks", params.num_up_links, around.up, "uplinks");
  if (values.sound({path::kUplinkRate, path::kDownlinkRate, "SwitchingCapacity"}) &&
      static_cast<Int128>(params.downlink_rate.count()) * around.down +
              static_cast<Int128>(params.uplink_rate.count()) * around.up >
          params.switching_capacity.count())
    faults.warning(values.place("SwitchingCapacity"), values.path("SwitchingCapacity"), "SWITCH_CAPACITY",
                   fmt::format("is below the {} ports' sum: the switch is oversubscribed", around.ports()));
}

/// Size of a pool, of `total` bytes in all pools.
Bytes pool_size(const SharedBufferParams& buffer, std::uint64_t pool, Bytes total) {
  if (!buffer.uet_policy) return buffer.pool_allocation[pool].of(total);
  if (pool == 2) return total - total * 3 / 7 - total * 2 / 7;
  return pool > 2 ? Bytes{0} : total * (pool == 0 ? 3 : 2) / 7;
}

void check_buffer(const BoundValues& values, const SharedBufferParams& buffer, const Surroundings& around,
                  Faults& faults) {
  if (!values.sound({path::kSwitchSize, path::kSwitchHeadroom})) return;
  const Bytes reserved = buffer.headroom_per_port * around.ports();
  if (reserved > buffer.total_size)
    faults.error(values.place(path::kSwitchHeadroom), values.path(path::kSwitchHeadroom), "SWITCH_POOLS",
                 fmt::format("for {} ports is {} B, more than TotalSharedBufferSize (at most {} B a port)",
                             around.ports(), grouped(reserved), grouped(buffer.total_size.count() / around.ports())));
  const auto& pfc = buffer.enable_pfc;
  if (!values.sound(path::kSwitchPfc)) return;
  if (std::count(pfc.begin(), pfc.end(), 1u) > 0 && buffer.headroom_per_port.count() < around.advised)
    faults.warning(values.place(path::kSwitchHeadroom), values.path(path::kSwitchHeadroom), "HEADROOM_SMALL",
                   fmt::format("is {} B; {} B are advised for the links of this switch",
                               grouped(buffer.headroom_per_port), grouped(around.advised)));
  if (reserved > buffer.total_size || around.packet == 0 ||
      !values.sound({path::kUetPolicy, path::kSwitchMapping, path::kSwitchPools, path::kSwitchXoff}))
    return;
  std::set<std::uint64_t> lossless;
  for (unsigned c = 0; c < kTrafficClasses; ++c)
    if (pfc[c] == 1) lossless.insert(buffer.uet_policy ? c : buffer.class_pool[c]);
  for (const std::uint64_t pool : lossless) {
    const Bytes size = pool_size(buffer, pool, buffer.total_size - reserved);
    const Bytes demand = (buffer.xoff + Bytes(around.packet)) * around.ports();
    if (size > Bytes{0} && demand > size)
      faults.warning(values.place(path::kSwitchXoff), values.path(path::kSwitchXoff), "SWITCH_POOL_SMALL",
                     fmt::format("for {} ports, each with a packet more, is {} B, above pool {} of {} B",
                                 around.ports(), grouped(demand), pool, grouped(size)));
  }
}

void check_switch_ports(const DraftComponent& component, const Surroundings& around, std::string_view below,
                        Faults& faults) {
  const auto params = component.values.make<SwitchParams>();
  check_counts(component.values, params, around, below, faults);
  check_buffer(component.values, params.buffer, around, faults);
}

/// The policy reads roles that only UET NICs write [S].
void check_policy(const DraftTopology& topology, Faults& faults) {
  const auto& nics = topology.nics.components;
  const auto other = std::find_if(nics.begin(), nics.end(),
                                  [](const DraftComponent* nic) { return &nic->values.model() != &kUetNicModel; });
  if (other == nics.end()) return;
  std::set<const DraftComponent*> seen;
  for (const Placement* tier : {&topology.racks, &topology.spines})
    for (const DraftComponent* component : tier->components)
      if (seen.insert(component).second && component->values.sound(path::kUetPolicy) &&
          component->values.make<SwitchParams>().buffer.uet_policy)
        faults.error(component->values.place(path::kUetPolicy), component->values.path(path::kUetPolicy),
                     "UET_POLICY_NIC",
                     fmt::format("is true, but server {} carries {}, a {}: the policy sorts packets by marks that only "
                                 "a ScalaUETNIC writes (false, or every NIC a ScalaUETNIC)",
                                 other - nics.begin(), (*other)->name, (*other)->values.model().name));
}

/// Recycled entropies steer packets around a path; a flowlet switch steers them back [S].
void warn_recycled_entropy(const DraftTopology& topology, Faults& faults) {
  bool flowlet = false;
  for (const Placement* tier : {&topology.racks, &topology.spines})
    for (const DraftComponent* component : tier->components)
      flowlet = flowlet || (component->values.sound(path::kBalancing) &&
                            component->values.make<SwitchParams>().load_balancing == LoadBalancing::kFlowlet);
  if (!flowlet) return;
  std::set<const DraftComponent*> seen;
  for (const DraftComponent* nic : topology.nics.components) {
    if (!seen.insert(nic).second || &nic->values.model() != &kUetNicModel) continue;
    if (nic->values.sound(path::kSpraying) &&
        nic->values.make<UetNicParams>().pds.spraying == PacketSpraying::kRecycledEntropy)
      faults.warning(nic->values.place(path::kSpraying), nic->values.path(path::kSpraying), "REPS_WITH_FLOWLET",
                     "recycles entropies, but a switch balances by flowlet and does not follow them");
  }
}

/// Adds a link to what the switch's headroom must do for, when both rates and the delay are known.
void add_link(const DraftComponent& a, std::string_view rate_a, const DraftComponent& b, std::string_view rate_b,
              std::optional<Bytes> mtu, Surroundings& around) {
  if (!mtu || !a.values.sound({rate_a, path::kDelay}) || !b.values.sound(rate_b)) return;
  const auto rate = [](const DraftComponent& end, std::string_view key) { return BitRate(end.values.at(key).base); };
  const Ps delay(a.values.at(path::kDelay).base);
  around.advised = std::max(around.advised, advised_headroom(std::min(rate(a, rate_a), rate(b, rate_b)), delay, *mtu));
}

/// Links of a rack's switch to one spine's.
std::int64_t uplinks(const DraftComponent& rack) {
  return static_cast<std::int64_t>(rack.values.make<SwitchParams>().num_up_links_per_switch);
}

}  // namespace

void check_ports(const DraftTopology& topology, std::optional<Bytes> mtu, Faults& faults) {
  check_policy(topology, faults);
  warn_recycled_entropy(topology, faults);
  Surroundings plain;
  const auto &nics = topology.nics.components, &racks = topology.racks.components, &spines = topology.spines.components;
  const bool packets_known = std::all_of(nics.begin(), nics.end(), [](const DraftComponent* nic) {
    return nic->values.sound({path::kMss, path::kUetMss});
  });
  for (const DraftComponent* nic : nics)
    if (packets_known)
      plain.packet = std::max(plain.packet, full_packet(nic_component(*nic)).count() - kEthernetOverhead);

  const std::uint32_t per_rack = topology.servers_per_rack();
  std::set<std::pair<const DraftComponent*, std::int64_t>> seen;  // racks alike have the same faults
  for (std::size_t r = 0; r < racks.size(); ++r) {
    const DraftComponent& rack = *racks[r];
    Surroundings around = plain;
    around.down = per_rack;
    for (std::uint32_t server = 0; server < per_rack; ++server)
      add_link(*nics[r * per_rack + server], path::kNicRate, rack, path::kDownlinkRate, mtu, around);
    for (const DraftComponent* spine : spines)
      add_link(rack, path::kUplinkRate, *spine, path::kDownlinkRate, mtu, around);
    const bool ports_known = spines.empty() || rack.values.sound(path::kUplinksPerSwitch);
    if (!ports_known) continue;
    around.up = uplinks(rack) * static_cast<std::int64_t>(spines.size());
    if (seen.insert({&rack, around.advised}).second) check_switch_ports(rack, around, "servers", faults);
  }

  const bool ports_known = std::all_of(racks.begin(), racks.end(), [](const DraftComponent* rack) {
    return rack->values.sound(path::kUplinksPerSwitch);
  });
  std::set<const DraftComponent*> told;
  for (const DraftComponent* spine : spines) {
    if (!ports_known || !told.insert(spine).second) continue;
    Surroundings around = plain;
    for (const DraftComponent* rack : racks) {
      around.down += uplinks(*rack);
      add_link(*rack, path::kUplinkRate, *spine, path::kDownlinkRate, mtu, around);
    }
    check_switch_ports(*spine, around, "links of racks", faults);
  }
}

}  // namespace headroom
