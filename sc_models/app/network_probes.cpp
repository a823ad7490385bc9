#include "sc_models/app/network_probes.h"

#include <algorithm>
#include <utility>

#include "sc_models/policy/uet/packet_marks.h"

namespace headroom {

class NetworkProbes::NicPort final : public PortProbe {
 public:
  NicPort(PortIdentity identity, NicDatapath& nic) : identity_(std::move(identity)), nic_(nic) {}
  const PortIdentity& identity() const override { return identity_; }
  PortStats traffic() const override { return nic_.port().stats(); }
  Drops drops() const override { return {.tx = 0, .rx = nic_.ingress().rx_drops()}; }
  bool reports_class(unsigned c) const override { return !nic_.common_params().ingress.pool_allocation[c].is_zero(); }
  PfcStats pfc(unsigned c) const override { return nic_.pfc_stats(c); }
  PauseClock& pause_clock(unsigned c) override { return nic_.egress().pause_clock(c); }

 private:
  const PortIdentity identity_;
  NicDatapath& nic_;
};

class NetworkProbes::NicPool final : public PoolProbe {
 public:
  NicPool(NodeIdentity node, Direction direction, unsigned c, NicDatapath& nic) : nic_(nic) {
    const IngressParams& ingress = nic.common_params().ingress;
    const bool receive = direction == Direction::kReceive;
    identity_.node = std::move(node);
    identity_.direction = direction;
    identity_.traffic_class = c;
    identity_.size = receive ? ingress.pool(c) : nic.common_params().egress.pool(c);
    if (receive && ingress.sends_pfc(c)) {
      identity_.xoff = ingress.xoff(c);
      identity_.xon = ingress.xon(c);
    }
  }
  const Identity& identity() const override { return identity_; }
  PoolMeter& meter() override {
    return identity_.direction == Direction::kReceive ? nic_.ingress().meter(identity_.traffic_class)
                                                      : nic_.egress().meter(identity_.traffic_class);
  }

 private:
  NicDatapath& nic_;
  Identity identity_;
};

class NetworkProbes::Engine final : public RoceProbe {
 public:
  Engine(NodeIdentity node, RoceTransportEngine& engine) : node_(std::move(node)), engine_(engine) {}
  const NodeIdentity& node() const override { return node_; }
  RoceStats stats() const override { return engine_.stats(); }
  RoceGauges gauges(Ps now) const override { return engine_.gauges(now); }
  DelaySamples& round_trips() override { return engine_.rtt(); }

 private:
  const NodeIdentity node_;
  RoceTransportEngine& engine_;
};

class NetworkProbes::UetEngine final : public UetProbe {
 public:
  UetEngine(NodeIdentity node, UetTransportEngine& engine) : node_(std::move(node)), engine_(engine) {}
  const NodeIdentity& node() const override { return node_; }
  UetStats stats() const override { return engine_.stats(); }
  void begin_interval() override { engine_.begin_stats_interval(); }

 private:
  const NodeIdentity node_;
  UetTransportEngine& engine_;
};

class NetworkProbes::Pcie final : public PcieProbe {
 public:
  Pcie(NodeIdentity nic_identity, NicDatapath& nic) : nic_(nic) {
    const PcieEndParams &near = nic.common_params().pcie_nic, &far = nic.common_params().pcie_host;
    identity_ = {.nic = std::move(nic_identity),
                 .lane_rate = {near.lane_rate, far.lane_rate},
                 .lane_count = {near.lane_count, far.lane_count}};
  }
  const Identity& identity() const override { return identity_; }
  PcieEndStats read(End end, Ps now) const override { return nic_.pcie_stats(link_end(end), now); }
  void begin_interval(Ps now) override { nic_.begin_pcie_interval(now); }

 private:
  static PcieEnd link_end(End end) { return end == End::kNic ? PcieEnd::kNic : PcieEnd::kHost; }
  NicDatapath& nic_;
  Identity identity_;
};

NetworkProbes::NetworkProbes(Network& network) : network_(network) {
  if (Fabric* fabric = network.fabric()) switches_.emplace(*fabric);
  for (std::uint32_t i = 0; i < network.servers().size(); ++i) add_server(i);
}

NetworkProbes::~NetworkProbes() = default;

void NetworkProbes::add_server(std::uint32_t server) {
  NicDatapath& nic = network_.servers()[server]->nic();
  const NodeIdentity node = network_.nic_identity(server);
  nic_ports_.push_back(std::make_unique<NicPort>(network_.nic_port(server), nic));
  Server& of = *network_.servers()[server];
  if (!of.has_uet()) {
    engines_.push_back(std::make_unique<Engine>(node, of.roce().engine()));
  } else if (of.uet().params().enable_transport_stats) {
    uet_engines_.push_back(std::make_unique<UetEngine>(node, of.uet().engine()));
  }
  pcie_.push_back(std::make_unique<Pcie>(node, nic));
  if (!nic.common_params().enable_buffer_stats) return;
  for (const auto direction : {PoolProbe::Direction::kReceive, PoolProbe::Direction::kTransmit}) {
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      auto pool = std::make_unique<NicPool>(node, direction, c, nic);
      if (pool->identity().size > Bytes{0}) pools_.push_back(std::move(pool));
    }
  }
}

RunProbes NetworkProbes::probes() const {
  RunProbes probes;
  const auto all = [](auto& to, const auto& from) {
    for (const auto& item : from) to.push_back(item.get());
  };
  if (switches_) switches_->add_to(probes);
  all(probes.ports, nic_ports_);
  all(probes.pools, pools_);
  all(probes.roce, engines_);
  all(probes.uet, uet_engines_);
  probes.uet_monitor = network_.uet_monitor();
  for (std::uint32_t i = 0; i < network_.servers().size(); ++i) {
    const NicComponent& component = network_.nic_component(i);
    probes.uet_events |= component.is_uet() && component.uet().enable_event_logging;
  }
  all(probes.pcie, pcie_);
  add_links(probes);
  probes.flows = flows();
  return probes;
}

/// The cables of the servers, in the order of the report: by the node and port of their end with the lower tier.
void NetworkProbes::add_links(RunProbes& probes) const {
  const Fabric* const fabric = std::as_const(network_).fabric();
  for (std::uint32_t i = 0; i < network_.servers().size(); ++i) {
    probes.lossy_links |= network_.nic_params(i).uplink.loss_probability > 0;
    if (fabric) probes.links.push_back({fabric->port_of(i), network_.nic_port(i), network_.link_delay(i)});
  }
  if (!fabric) probes.links.push_back({network_.nic_port(0), network_.nic_port(1), network_.link_delay(0)});
  std::stable_sort(probes.links.begin(), probes.links.end(), [](const LinkIdentity& x, const LinkIdentity& y) {
    return std::pair(x.a.node.id, x.a.ifid) < std::pair(y.a.node.id, y.a.ifid);
  });
}

std::vector<FlowIdentity> NetworkProbes::flows() const {
  std::vector<FlowIdentity> flows;
  for (const FlowParams& flow : network_.configuration().flows) {
    const NicComponent& source = network_.nic_component(flow.source);
    FlowIdentity identity{.params = flow,
                          .source_host = network_.host_identity(flow.source),
                          .destination_host = network_.host_identity(flow.destination)};
    if (source.is_uet()) {
      identity.ecn = Ecn::kEct1;
      identity.role = data_role(source.uet().pds, false);
    } else {
      identity.ecn = source.roce().rate_loop.enable_ecn ? Ecn::kEct0 : Ecn::kNotEct;
    }
    flows.push_back(identity);
  }
  return flows;
}

}  // namespace headroom
