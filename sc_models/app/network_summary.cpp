#include "sc_models/app/network_summary.h"

#include <utility>

namespace headroom {

namespace {

NodeSummary summarize(Server& server, Ps now) {
  NicDatapath& nic = server.nic();
  NodeSummary node;
  node.name = server.name();
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    const IngressBuffer& ingress = nic.ingress();
    const std::uint64_t dropped = nic.ingress().meter(c).refused;
    if (ingress.pool(c) > Bytes{0} || dropped > 0) {
      node.ingress[c] = {ingress.pool(c), ingress.xoff(c), ingress.xon(c), nic.ingress().meter(c).peak, dropped};
    }
    if (nic.egress().pool(c) > Bytes{0}) node.egress[c] = {nic.egress().pool(c), nic.egress().meter(c).peak};
    const PfcStats pfc = nic.pfc_stats(c);
    if (ingress.pool(c) > Bytes{0} || pfc.xoff_rx + pfc.xon_rx > 0) {
      node.pfc[c] = {pfc.xoff_tx, pfc.xon_tx, pfc.xoff_rx, pfc.xon_rx, nic.egress().pause_clock(c).paused(now).total};
    }
  }
  const PcieEndStats up = nic.pcie_stats(PcieEnd::kNic, now), down = nic.pcie_stats(PcieEnd::kHost, now);
  node.pcie = {.to_host = up.payload, .from_host = down.payload, .to_host_busy = up.busy, .from_host_busy = down.busy};
  return node;
}

NodeSummary summarize(Switch& rack, Ps now) {
  NodeSummary node;
  node.name = rack.name();
  node.stuck_pauses = rack.stuck_pauses();
  const SharedBuffer& buffer = rack.buffer();
  for (unsigned pool = 0; pool < kTrafficClasses; ++pool) {
    const Bytes size = buffer.plan().pool_size[pool];
    if (size == Bytes{0}) continue;
    node.ingress[pool] = {size,
                          buffer.plan().xoff,
                          buffer.plan().xon,
                          buffer.ingress_peak(pool),
                          rack.pool_drops(pool),
                          buffer.headroom_peak(pool)};
    node.egress[pool] = {size, buffer.egress_peak(pool)};
  }
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    NodeSummary::Pfc sum;
    for (std::uint32_t i = 0; i < rack.ports(); ++i) {
      const PfcStats pfc = std::as_const(rack).port(i).pfc_stats(c);
      sum.xoff_tx += pfc.xoff_tx, sum.xon_tx += pfc.xon_tx, sum.xoff_rx += pfc.xoff_rx, sum.xon_rx += pfc.xon_rx;
      sum.paused += rack.port(i).pause_clock(c).paused(now).total;
    }
    if (buffer.plan().is_lossless(c) || sum.xoff_rx + sum.xon_rx > 0) node.pfc[c] = sum;
  }
  return node;
}

}  // namespace

std::vector<FlowResult> flow_results(const Network& network) {
  std::vector<FlowResult> results;
  for (const FlowProgress& flow : network.workload().flows()) {
    FlowResult result;
    result.completed = flow.acknowledged;
    if (flow.posted > 0) result.first_post = flow.first_post;
    if (flow.acknowledged > 0) result.last_acknowledged = flow.last_acknowledgement;
    const Server& source = *network.servers()[flow.params->source];
    if (source.has_uet()) {
      result.retransmitted = source.uet().engine().retransmitted(flow.index);
    } else {
      for (const QpNumber qp : flow.source_qps) result.retransmitted += source.roce().engine().retransmitted(qp);
    }
    results.push_back(result);
  }
  return results;
}

Summary summarize(Network& network, const std::vector<FlowIdentity>& flows, const std::vector<FlowResult>& results,
                  Ps now) {
  Summary summary;
  summary.sim_time = now;
  summary.packets = network.packets_delivered();
  summary.events = network.agenda().served();
  summary.kernel_activations = network.driver().activations();
  summary.flows = summarize(flows, results);
  for (const auto& server : network.servers()) {
    summary.packet_hops += std::as_const(*server).nic().port().stats().rx_frames;
    summary.tlps += server->nic().link().tlps(now);
    summary.nodes.push_back(summarize(*server, now));
  }
  Fabric* const fabric = network.fabric();
  for (std::uint32_t s = 0; fabric && s < fabric->size(); ++s) {
    Switch& node = fabric->at(s);
    for (std::uint32_t i = 0; i < node.ports(); ++i) summary.packet_hops += node.mac(i).stats().rx_frames;
    summary.nodes.push_back(summarize(node, now));
  }
  network.audit(summary.audit);
  return summary;
}

}  // namespace headroom
