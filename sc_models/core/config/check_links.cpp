#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sc_models/core/config/attribute_paths.h"
#include "sc_models/core/config/check.h"
#include "sc_models/core/config/grouped.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/int128.h"

namespace headroom {
namespace {

/// Bytes that can still arrive after a pause is asked for, by the guidance of the seed [S], rounded up.
std::int64_t guidance(BitRate rate, Ps delay, Bytes mtu) {
  const Int128 both_ways = static_cast<Int128>(2) * rate.count() * delay.count();
  constexpr Int128 kPerByte = static_cast<Int128>(8) * kPsPerSecond;
  return static_cast<std::int64_t>((both_ways + kPerByte - 1) / kPerByte + static_cast<Int128>(2) * mtu.count());
}

/// Whether the wire of this NIC is known.
bool has_wire(const DraftComponent* nic) { return nic && nic->values.sound({path::kNicRate, path::kDelay}); }

void check_nic_headroom(const DraftComponent& nic, BitRate rate, Bytes mtu, Faults& faults) {
  if (!nic.values.sound({path::kIngressPfc, path::kIngressPools, path::kIngressSize, path::kIngressXoff})) return;
  const auto params = nic.values.make<RoceNicParams>();
  const std::int64_t needed = guidance(rate, params.uplink.delay, mtu);
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

/// Rules of the switch that need its number of connected ports.
void check_ports(const DraftTopology& topology, std::optional<Bytes> mtu, Faults& faults) {
  const BoundValues& values = topology.rack_switch->values;
  const auto params = values.make<SwitchParams>();
  const auto ports = static_cast<std::int64_t>(topology.server_nic.size());
  if (ports == 0) return;
  const Bytes reserved = params.buffer.headroom_per_port * ports;
  const bool sizes_sound = values.sound({path::kSwitchSize, path::kSwitchHeadroom});
  if (sizes_sound && reserved > params.buffer.total_size)
    faults.error(values.place(path::kSwitchHeadroom), values.path(path::kSwitchHeadroom), "SWITCH_POOLS",
                 fmt::format("for {} ports is {} B, more than TotalSharedBufferSize (at most {} B a port)", ports,
                             grouped(reserved), grouped(params.buffer.total_size.count() / ports)));
  if (values.sound("NumDownLinks") && static_cast<std::uint64_t>(ports) > params.num_down_links)
    faults.warning(values.place("NumDownLinks"), values.path("NumDownLinks"), "SWITCH_PORTS",
                   fmt::format("is {}, but {} servers are connected", params.num_down_links, ports));
  if (values.sound({path::kDownlinkRate, "SwitchingCapacity"}) &&
      static_cast<Int128>(params.downlink_rate.count()) * ports > params.switching_capacity.count())
    faults.warning(values.place("SwitchingCapacity"), values.path("SwitchingCapacity"), "SWITCH_CAPACITY",
                   fmt::format("is below the {} ports' sum: the switch is oversubscribed", ports));
  if (params.buffer.uet_policy)
    faults.error(values.place(path::kUetPolicy), values.path(path::kUetPolicy), "UET_POLICY_NIC",
                 "is true, but the topology has NICs other than ScalaUETNIC (false)");

  std::int64_t needed = 0, packet = 0;
  bool wires_known = mtu.has_value() && values.sound(path::kDownlinkRate), packets_known = true;
  for (const DraftComponent* nic : topology.server_nic) {
    wires_known = wires_known && has_wire(nic);
    packets_known = packets_known && nic && nic->values.sound(path::kMss);
    if (!nic) continue;
    const auto nic_params = nic->values.make<RoceNicParams>();
    const BitRate rate = std::min(nic_params.uplink.data_rate, params.downlink_rate);
    needed = std::max(needed, guidance(rate, nic_params.uplink.delay, mtu.value_or(Bytes{0})));
    packet = std::max(packet, nic_params.transport.mss.count() + kDataOverhead - kEthernetOverhead);
  }
  const auto& pfc = params.buffer.enable_pfc;
  if (!values.sound(path::kSwitchPfc)) return;
  if (wires_known && values.sound(path::kSwitchHeadroom) && std::count(pfc.begin(), pfc.end(), 1u) > 0 &&
      params.buffer.headroom_per_port.count() < needed)
    faults.warning(values.place(path::kSwitchHeadroom), values.path(path::kSwitchHeadroom), "HEADROOM_SMALL",
                   fmt::format("is {} B; {} B are advised for the links of this switch",
                               grouped(params.buffer.headroom_per_port), grouped(needed)));
  if (!sizes_sound || reserved > params.buffer.total_size || !packets_known ||
      !values.sound({path::kSwitchMapping, path::kSwitchPools, path::kSwitchXoff}))
    return;
  std::set<std::uint64_t> lossless;
  for (unsigned c = 0; c < kTrafficClasses; ++c)
    if (pfc[c] == 1) lossless.insert(params.buffer.class_pool[c]);
  for (const std::uint64_t pool : lossless) {
    const Bytes size = params.buffer.pool_allocation[pool].of(params.buffer.total_size - reserved);
    const Bytes demand = (params.buffer.xoff + Bytes(packet)) * ports;
    if (size > Bytes{0} && demand > size)
      faults.warning(values.place(path::kSwitchXoff), values.path(path::kSwitchXoff), "SWITCH_POOL_SMALL",
                     fmt::format("for {} ports, each with a packet more, is {} B, above pool {} of {} B", ports,
                                 grouped(demand), pool, grouped(size)));
  }
}

}  // namespace

void check_links(const Draft& draft, std::optional<Bytes> mtu, Faults& faults) {
  const DraftTopology& topology = *draft.topology;
  const auto params = [](const DraftComponent* nic) { return nic->values.make<RoceNicParams>(); };
  if (topology.rack_switch) check_ports(topology, mtu, faults);
  BitRate peer(INT64_MAX);
  if (topology.rack_switch) {
    if (!topology.rack_switch->values.sound(path::kDownlinkRate)) return;
    peer = topology.rack_switch->values.make<SwitchParams>().downlink_rate;
  } else {
    if (topology.rack || topology.server_nic.size() != 2) return;
    const DraftComponent *a = topology.server_nic[0], *b = topology.server_nic[1];
    if (!has_wire(a) || !has_wire(b)) return;
    peer = std::min(params(a).uplink.data_rate, params(b).uplink.data_rate);
    if (params(a).uplink.delay != params(b).uplink.delay)
      faults.error(b->values.place(path::kDelay), b->values.path(path::kDelay), "LINK_DELAY",
                   fmt::format("is {} ps, but the other end of the wire has {} ps (equal delays back to back)",
                               params(b).uplink.delay.count(), params(a).uplink.delay.count()));
  }
  std::set<const DraftComponent*> seen;
  for (const DraftComponent* nic : topology.server_nic)
    if (mtu && has_wire(nic) && seen.insert(nic).second)
      check_nic_headroom(*nic, std::min(params(nic).uplink.data_rate, peer), *mtu, faults);
}

}  // namespace headroom
