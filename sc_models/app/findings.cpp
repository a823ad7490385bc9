#include "sc_models/app/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sc_models/policy/pcie_transfer.h"

namespace headroom {

namespace {

double gbps(BitRate rate) { return static_cast<double>(rate.count()) / 1e9; }
double usec(Ps time) { return static_cast<double>(time.count()) / 1e6; }
double percent(Ps part, Ps whole) {
  return whole > Ps{0} ? 100 * static_cast<double>(part.count()) / static_cast<double>(whole.count()) : 0;
}

/// What a server's PCIe direction to the host must carry to take the NIC's packets at line rate.
struct HostNeed {
  double line_payload, host_payload, needed;  ///< Gbps
};

HostNeed host_need(const RoceNic& nic) {
  const Bytes mss = nic.params().transport.mss;
  const auto payload = static_cast<double>(mss.count());
  const auto on_pcie = static_cast<double>(link_bytes(mss).count());
  const auto on_wire = static_cast<double>(mss.count() + kDataOverhead);
  const double line = gbps(nic.place().link_rate), host = gbps(nic.params().pcie_nic.rate());
  return {line * payload / on_wire, host * payload / on_pcie, line * on_pcie / on_wire};
}

/// A host is the bottleneck when its NIC's pools reached Xoff or refused packets while PCIe could not take the line
/// rate.
void slow_host(Server& server, std::vector<std::string>& out) {
  RoceNic& nic = server.nic();
  std::uint64_t pauses = 0;
  for (unsigned c = 0; c < kTrafficClasses; ++c) pauses += nic.pfc_stats(c).xoff_tx;
  if (pauses == 0 && nic.ingress().rx_drops() == 0) return;
  const HostNeed need = host_need(nic);
  if (need.host_payload >= need.line_payload) return;
  const PcieEndParams& link = nic.params().pcie_nic;
  constexpr double kCommonLanes[] = {7.88, 15.76, 31.52};
  std::string cure = "no link of 16 lanes at 31.52 Gbps does";
  for (const double lane : kCommonLanes) {
    const auto lanes =
        static_cast<int>(need.needed / lane) + (need.needed / lane > static_cast<int>(need.needed / lane));
    if (lanes > 16) continue;
    cure = fmt::format("{} lanes of {} Gbps do", lanes, lane);
    break;
  }
  out.push_back(fmt::format(
      "{}: the host is too slow for its port. PCIe to the host ({} lanes of {:g} Gbps) carries {:.3f} Gbps of payload, "
      "the "
      "port brings up to {:.3f}. To take line rate the link must carry {:.3f} Gbps: {}.",
      nic.name(), link.lane_count, gbps(link.lane_rate), need.host_payload, need.line_payload, need.needed, cure));
}

void held(const std::string& who, const std::string& by, PauseClock& clock, unsigned c, std::uint64_t pauses, Ps now,
          std::vector<std::string>& out) {
  const PauseClock::Times times = clock.paused(now), waiting = clock.paused_with_packets_waiting(now);
  if (times.total == Ps{0}) return;
  out.push_back(
      fmt::format("{}: class {} was held by {} for {:.3f} us, {:.1f} % of the run ({} pause frames; packets waited for "
                  "{:.3f} us of it).",
                  who, c, by, usec(times.total), percent(times.total, now), pauses, usec(waiting.total)));
}

void dropped(Server& server, std::vector<std::string>& out) {
  RoceNic& nic = server.nic();
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    const std::uint64_t drops = nic.ingress().meter(c).refused;
    if (drops == 0) continue;
    const IngressParams& ingress = nic.params().ingress;
    const std::string cause =
        ingress.pool(c) == Bytes{0} ? "the class has no receive pool"
        : ingress.sends_pfc(c)
            ? fmt::format("the headroom above Xoff, {} B, is too small for what arrives after a pause",
                          (ingress.pool(c) - ingress.xoff(c)).count())
            : "PFC is off for the class, so nothing stopped the sender";
    out.push_back(fmt::format("{}: {} packets of class {} dropped for want of room in a receive pool of {} B: {}.",
                              nic.name(), drops, c, ingress.pool(c).count(), cause));
  }
}

}  // namespace

std::vector<std::string> findings(Network& network, Ps now) {
  std::vector<std::string> out;
  Switch* const rack = network.rack();
  for (std::uint32_t i = 0; i < network.servers().size(); ++i) {
    Server& server = *network.servers()[i];
    slow_host(server, out);
    dropped(server, out);
    const std::string peer = rack ? rack->name() : network.servers()[1 - i]->nic().name();
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      RoceNic& nic = network.servers()[i]->nic();
      held(nic.name(), peer, nic.egress().pause_clock(c), c, nic.pfc_stats(c).xoff_rx, now, out);
      if (!rack) continue;
      held(fmt::format("{} port {}", rack->name(), i), nic.name(), rack->port(i).pause_clock(c), c,
           std::as_const(*rack).port(i).pfc_stats(c).xoff_rx, now, out);
    }
  }
  if (!rack) return out;
  for (std::uint32_t i = 0; i < rack->ports(); ++i) {
    if (rack->rx_drops(i) > 0) {
      out.push_back(fmt::format("{}: {} packets that came in by port {} dropped: headroom or pool full.", rack->name(),
                                rack->rx_drops(i), i));
    }
    if (rack->tx_drops(i) > 0) {
      out.push_back(fmt::format("{}: {} packets for port {} dropped: its lossy queue was over its limit.", rack->name(),
                                rack->tx_drops(i), i));
    }
  }
  if (rack->stuck_pauses() > 0) {
    out.push_back(fmt::format("{}: {} port and pool pairs still pause their sender with no lossless byte inside.",
                              rack->name(), rack->stuck_pauses()));
  }
  return out;
}

}  // namespace headroom
