#include "sc_models/nic/nic_datapath.h"

namespace headroom {

NicDatapath::NicDatapath(const sc_core::sc_module_name& name, const NicParams& params, const NicPlace& place,
                         std::int64_t pfc_bytes, Agenda& agenda, FramePool& frames)
    : sc_module(name),
      params_(params),
      place_(place),
      pfc_("pfc", {params.ingress, place.link_rate, place.link_delay, place.node, pfc_bytes}, agenda, frames,
           place.pfc_observer),
      ingress_("ingress", params.ingress, agenda, frames, pfc_),
      egress_("egress", {params.egress, place.link_rate, place.link_delay, place.node}, agenda, frames,
              place.pfc_observer, place.pfc_observer ? &ingress_ : nullptr),
      port_("port", {place.link_rate, place.link_delay, place.node, 0, place.link_loss, &frames}, agenda),
      endpoint_("endpoint", agenda),
      link_("link", {params.pcie_nic, params.pcie_host, params.read_request_size, place.pcie_granularity, place.node},
            agenda),
      root_("root", {place.carry_data, place.node}, agenda) {
  egress_.port_tx.bind(port_.tx);
  port_.wire_tx.bind(wire_tx);
  wire_rx.bind(static_cast<FrameLink::TargetBase&>(port_.wire_rx));
  port_.rx.bind(ingress_.port_rx);
  port_.control.bind(egress_.control_rx);
  pfc_.egress_tx.bind(egress_.pfc_rx);

  endpoint_.link_tx.bind(link_.nic_rx);
  link_.nic_tx.bind(endpoint_.link_rx);
  link_.host_tx.bind(root_.link_rx);
  root_.link_tx.bind(link_.host_rx);
  root_.memory.bind(memory);
}

PfcStats NicDatapath::pfc_stats(unsigned traffic_class) const {
  PfcStats stats = egress_.pfc_stats(traffic_class);
  const PfcStats& sent = pfc_.stats(traffic_class);
  stats.xoff_tx = sent.xoff_tx;
  stats.refresh_tx = sent.refresh_tx;
  stats.xon_tx = sent.xon_tx;
  return stats;
}

PcieEndStats NicDatapath::pcie_stats(PcieEnd end, Ps now) {
  PcieEndStats stats = link_.stats(end, now);
  if (end == PcieEnd::kNic) endpoint_.add_to(stats);
  return stats;
}

void NicDatapath::begin_pcie_interval(Ps now) {
  link_.begin_interval(now);
  endpoint_.begin_interval();
}

void NicDatapath::audit_datapath(Audit& audit) const {
  pfc_.audit(audit);
  ingress_.audit(audit);
  egress_.audit(audit);
  port_.audit(audit);
  endpoint_.audit(audit);
  link_.audit(audit);
  root_.audit(audit);
}

}  // namespace headroom
