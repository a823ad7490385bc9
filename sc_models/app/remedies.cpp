#include "sc_models/app/remedies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "sc_models/app/holds.h"
#include "sc_models/core/config/grouped.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/headroom_size.h"
#include "sc_models/core/serializer.h"
#include "sc_models/policy/pcie_transfer.h"

namespace headroom {

namespace {

double gbps(BitRate rate) { return static_cast<double>(rate.count()) / 1e9; }

/// The same of several servers in a row is said once; `why` is a sentence without its subject.
class Remedies {
 public:
  void add(std::uint32_t server, std::string why, std::string cure) {
    if (!entries_.empty()) {
      Entry& last = entries_.back();
      if (last.servers.last + 1 == server && last.why == why && last.cure == cure) {
        last.servers.last = server;
        return;
      }
    }
    entries_.push_back({{server, server}, std::move(why), std::move(cure)});
  }
  [[nodiscard]] std::vector<Remedy> all() const {
    std::vector<Remedy> out;
    for (const Entry& e : entries_) out.push_back({e.servers.text() + " " + e.why, e.cure});
    return out;
  }

 private:
  struct Entry {
    ServerRange servers;
    std::string why, cure;
  };
  std::vector<Entry> entries_;
};

/// Fewest lanes at a usual rate that carry `needed` Gbps.
std::string lanes_for(double needed) {
  constexpr double kLaneRates[] = {7.88, 15.76, 31.52};
  constexpr int kMostLanes = 16;
  for (const double lane : kLaneRates) {
    const int lanes = static_cast<int>(std::ceil(needed / lane));
    if (lanes <= kMostLanes) return fmt::format("{} lanes of {} Gbps", lanes, lane);
  }
  return fmt::format("more than {} lanes of {} Gbps", kMostLanes, kLaneRates[2]);
}

std::int64_t data_overhead(const NicComponent& component) {
  return component.is_uet() ? kUetDataOverhead : kDataOverhead;
}

/// A host is the bottleneck when its NIC's pools reached Xoff or refused packets while PCIe could not take what the
/// port brings.
void slow_host(NicDatapath& nic, const NicComponent& component, std::uint32_t server, Remedies& out) {
  std::uint64_t pauses = 0;
  for (unsigned c = 0; c < kTrafficClasses; ++c) pauses += nic.pfc_stats(c).xoff_tx;
  if (pauses == 0 && nic.ingress().rx_drops() == 0) return;
  const Bytes mss = component.mss();
  const auto payload = static_cast<double>(mss.count()), on_pcie = static_cast<double>(link_bytes(mss).count());
  const auto on_wire = static_cast<double>(mss.count() + data_overhead(component));
  const double line = gbps(nic.place().link_rate);
  const PcieEndParams& link = nic.common_params().pcie_nic;
  const double brought = line * payload / on_wire, taken = gbps(link.rate()) * payload / on_pcie;
  if (taken >= brought) return;
  const double needed = line * on_pcie / on_wire;
  out.add(server,
          fmt::format("is too slow for its port: PCIe, {1} lanes of {2:g} Gbps, takes {0:.3f} Gbps of "
                      "payload, the port brings {3:.3f}",
                      taken, link.lane_count, gbps(link.lane_rate), brought),
          fmt::format("a PCIe link of {:.3f} Gbps, as {}", needed, lanes_for(needed)));
}

void dropped(NicDatapath& nic, const NicComponent& component, std::uint32_t server, Bytes mtu, Remedies& out) {
  const IngressParams& ingress = nic.common_params().ingress;
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    const std::uint64_t drops = nic.ingress().meter(c).refused;
    if (drops == 0) continue;
    const std::string what =
        fmt::format("dropped {} packets of class {}: ", grouped(static_cast<std::int64_t>(drops)), c);
    if (ingress.pool(c) == Bytes{0}) {
      out.add(server, what + "the class has no receive pool",
              fmt::format("an entry above 0 for class {} in the receive PoolAllocationVector", c));
    } else if (!ingress.sends_pfc(c)) {
      out.add(server,
              what + fmt::format("its receive pool, {} B, was full, and PFC is off for the class",
                                 grouped(ingress.pool(c))),
              fmt::format("PFC for class {}, or a pool that holds all that is under way", c));
    } else {
      const Bytes mss = component.mss(), overhead(data_overhead(component));
      const auto time = [&](Bytes size) { return Serializer().send(Ps{0}, size, nic.place().link_rate); };
      const std::int64_t frames = frames_after_pause(Ps{0}, time(Bytes{component.is_uet() ? kUetPfcBytes : kPfcBytes}),
                                                     nic.place().link_delay, time(mss + overhead));
      const Bytes needed = headroom_needed(mss + overhead - Bytes{kEthernetOverhead}, frames);
      out.add(server,
              what + fmt::format("{} B above Xoff do not hold what still arrives after a pause",
                                 grouped(ingress.pool(c) - ingress.xoff(c))),
              fmt::format(
                  "{} B above Xoff, or {} B to be safe: a larger pool or a lower PfcStaticXoffThreshold",
                  grouped(std::max(needed, Bytes{0})),
                  grouped(std::max(needed, headroom_guidance(nic.place().link_rate, nic.place().link_delay, mtu)))));
    }
  }
}

/// Flows that cannot go on because a pool has no room for what they send.
void starved(Network& network, Remedies& out) {
  for (const FlowProgress& flow : network.workload().flows()) {
    if (flow.complete() || flow.posted == 0) continue;
    const FlowParams& p = *flow.params;
    NicDatapath& source = network.servers()[p.source]->nic();
    const NicComponent& component = network.nic_component(p.source);
    const std::int64_t packet = component.mss().count() + data_overhead(component);
    if (source.egress().pool(p.data_class).count() < packet)
      out.add(p.source,
              fmt::format("has stopped sending: its transmit pool of class {}, {} B, has no room for a packet of {} B",
                          p.data_class, grouped(source.egress().pool(p.data_class)), grouped(packet)),
              fmt::format("at least {} B for class {} in the transmit buffer", grouped(packet), p.data_class));
    if (network.servers()[p.destination]->nic().egress().pool(p.control_class) == Bytes{0})
      out.add(p.destination, fmt::format("sends no ACK: class {} has no transmit pool", p.control_class),
              fmt::format("an entry above 0 for class {} in the transmit PoolAllocationVector", p.control_class));
  }
}

/// A port of the switch that was busy nearly all the time, and not because its receiver held it back.
void busy_port(Network& network, std::uint32_t i, Ps now, Remedies& out) {
  Switch& rack = network.fabric()->switch_of(i);
  const std::uint32_t ifid = network.fabric()->attachment(i).ifid;
  for (unsigned c = 0; c < kTrafficClasses; ++c)
    if (rack.port(ifid).pause_clock(c).paused(now).total > Ps{0}) return;
  const double carried = static_cast<double>(rack.mac(ifid).stats().tx_bytes.count()) * 8e12;
  const double possible = static_cast<double>(network.link_rate(i).count()) * static_cast<double>(now.count());
  std::set<std::uint32_t> senders;
  for (const FlowParams& flow : network.configuration().flows)
    if (flow.destination == i) senders.insert(flow.source);
  constexpr double kNearlyAll = 0.9;
  if (senders.empty() || carried < kNearlyAll * possible) return;
  out.add(i,
          fmt::format("is behind a port of {} that was busy {:.1f} % of the run at {:g} Gbps, with {} {} sending to it",
                      rack.name(), 100 * carried / possible, gbps(network.link_rate(i)), senders.size(),
                      senders.size() == 1 ? "server" : "servers"),
          senders.size() == 1 ? "a faster port" : "fewer senders at once, more receivers, or a faster port");
}

void switch_drops(const Fabric& fabric, std::uint32_t number, std::vector<Remedy>& out) {
  const Switch& at = fabric.at(number);
  for (std::uint32_t i = 0; i < at.ports(); ++i) {
    const std::string peer = fabric.peer_name(number, i);
    if (at.rx_drops(i) > 0)
      out.push_back({fmt::format("{} dropped {} packets that came from {}: headroom or pool full", at.name(),
                                 at.rx_drops(i), peer),
                     "a larger HeadRoomPerPortLimit or TotalSharedBufferSize"});
    if (at.tx_drops(i) > 0)
      out.push_back({fmt::format("{} dropped {} packets for {}: the queue of a lossy class was over its limit",
                                 at.name(), at.tx_drops(i), peer),
                     "PFC for the class, or a higher limit"});
  }
  if (at.stuck_pauses() > 0)
    out.push_back({fmt::format("{}: {} pauses stand that nothing will end, as no lossless byte is left to leave",
                               at.name(), at.stuck_pauses()),
                   "no lossy and lossless classes in one pool"});
}

}  // namespace

std::vector<Remedy> remedies(Network& network, Ps now) {
  Remedies hosts, drops, ports, starving;
  bool paused_by_rack = false;
  for (std::uint32_t i = 0; i < network.servers().size(); ++i) {
    NicDatapath& nic = network.servers()[i]->nic();
    const NicComponent& component = network.nic_component(i);
    slow_host(nic, component, i, hosts);
    dropped(nic, component, i, network.configuration().simulation.mtu, drops);
    for (unsigned c = 0; c < kTrafficClasses; ++c)
      paused_by_rack = paused_by_rack || nic.egress().pause_clock(c).paused(now).total > Ps{0};
  }
  Fabric* const fabric = network.fabric();
  for (std::uint32_t i = 0; fabric && paused_by_rack && i < network.servers().size(); ++i)
    busy_port(network, i, now, ports);
  starved(network, starving);
  std::vector<Remedy> out;
  for (const Remedies* part : {&starving, &hosts, &ports, &drops})
    for (Remedy& remedy : part->all()) out.push_back(std::move(remedy));
  for (std::uint32_t s = 0; fabric && s < fabric->size(); ++s) switch_drops(*fabric, s, out);
  return out;
}

}  // namespace headroom
