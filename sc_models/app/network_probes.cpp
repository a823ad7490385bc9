#include "sc_models/app/network_probes.h"

#include <utility>

namespace headroom {

class NetworkProbes::NicPort final : public PortProbe {
 public:
  NicPort(PortIdentity identity, RoceNic& nic) : identity_(std::move(identity)), nic_(nic) {}
  const PortIdentity& identity() const override { return identity_; }
  PortStats traffic() const override { return nic_.port().stats(); }
  Drops drops() const override { return {.tx = 0, .rx = nic_.ingress().rx_drops()}; }
  bool reports_class(unsigned c) const override { return !nic_.params().ingress.pool_allocation[c].is_zero(); }
  PfcStats pfc(unsigned c) const override { return nic_.pfc_stats(c); }
  PauseClock& pause_clock(unsigned c) override { return nic_.egress().pause_clock(c); }

 private:
  const PortIdentity identity_;
  RoceNic& nic_;
};

class NetworkProbes::RackPort final : public PortProbe {
 public:
  RackPort(PortIdentity identity, Switch& rack) : identity_(std::move(identity)), rack_(rack) {}
  const PortIdentity& identity() const override { return identity_; }
  PortStats traffic() const override { return port().mac().stats(); }
  Drops drops() const override { return {.tx = rack_.tx_drops(identity_.ifid), .rx = rack_.rx_drops(identity_.ifid)}; }
  bool reports_class(unsigned) const override { return true; }
  PfcStats pfc(unsigned c) const override { return port().pfc_stats(c); }
  PauseClock& pause_clock(unsigned c) override { return rack_.port(identity_.ifid).pause_clock(c); }

 private:
  [[nodiscard]] const SwitchPort& port() const { return std::as_const(rack_).port(identity_.ifid); }
  const PortIdentity identity_;
  Switch& rack_;
};

class NetworkProbes::NicPool final : public PoolProbe {
 public:
  NicPool(NodeIdentity node, Direction direction, unsigned c, RoceNic& nic) : nic_(nic) {
    const IngressParams& ingress = nic.params().ingress;
    const bool receive = direction == Direction::kReceive;
    identity_.node = std::move(node);
    identity_.direction = direction;
    identity_.traffic_class = c;
    identity_.size = receive ? ingress.pool(c) : nic.params().egress.pool(c);
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
  RoceNic& nic_;
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

class NetworkProbes::Pcie final : public PcieProbe {
 public:
  Pcie(NodeIdentity nic_identity, RoceNic& nic) : nic_(nic) {
    const PcieEndParams &near = nic.params().pcie_nic, &far = nic.params().pcie_host;
    identity_ = {.nic = std::move(nic_identity),
                 .lane_rate = {near.lane_rate, far.lane_rate},
                 .lane_count = {near.lane_count, far.lane_count}};
  }
  const Identity& identity() const override { return identity_; }
  PcieEndStats read(End end, Ps now) const override { return nic_.pcie_stats(link_end(end), now); }
  void begin_interval(Ps now) override { nic_.begin_pcie_interval(now); }

 private:
  static PcieEnd link_end(End end) { return end == End::kNic ? PcieEnd::kNic : PcieEnd::kHost; }
  RoceNic& nic_;
  Identity identity_;
};

class NetworkProbes::SwitchBuffer final : public SwitchBufferProbe {
 public:
  SwitchBuffer(NodeIdentity node, const SharedBufferParams& params, Switch& rack)
      : node_(std::move(node)), params_(params), rack_(rack) {
    for (std::uint32_t i = 0; i < rack.ports(); ++i) ports_.push_back(rack.port(i).direction());
    for (unsigned pool = 0; pool < kTrafficClasses; ++pool) {
      if (!params.pool_allocation[pool].is_zero()) pools_.push_back(pool);
    }
  }
  const NodeIdentity& node() const override { return node_; }
  Ps interval() const override { return params_.buffer_stats_interval; }
  bool per_port() const override { return params_.report_per_port_buffer_stats; }
  const std::vector<LinkDirection>& ports() const override { return ports_; }
  const std::vector<unsigned>& pools() const override { return pools_; }
  Bytes pool_size(unsigned pool) const override { return plan().pool_size[pool]; }
  Bytes limit(Kind kind, std::uint32_t, unsigned pool) const override {
    switch (kind) {
      case Kind::kEgressQueue: return plan().static_limit[pool];
      case Kind::kIngressUsage: return plan().xoff;
      default: return plan().headroom_limit;
    }
  }
  SampleMeter group(Kind kind, LinkDirection direction, unsigned pool) const override {
    return kind == Kind::kEgressQueue ? rack_.samples().egress_queue(pool, direction)
                                      : rack_.samples().ingress_usage(pool, direction);
  }
  SampleMeter shared_buffer(unsigned pool) const override { return rack_.samples().shared_buffer(pool); }
  SampleMeter port(Kind kind, std::uint32_t ifid, unsigned pool) const override {
    const BufferSamples::PortMeters meters = rack_.samples().port(ifid, pool);
    switch (kind) {
      case Kind::kEgressQueue: return meters.queue;
      case Kind::kIngressUsage: return meters.ingress;
      default: return meters.headroom;
    }
  }
  void begin_interval() override { rack_.begin_sample_interval(); }

 private:
  [[nodiscard]] const SharedBufferPlan& plan() const { return rack_.buffer().plan(); }
  const NodeIdentity node_;
  const SharedBufferParams& params_;
  Switch& rack_;
  std::vector<LinkDirection> ports_;
  std::vector<unsigned> pools_;
};

class NetworkProbes::Tiers final : public TierProbe {
 public:
  explicit Tiers(const Switch& rack) : rack_(rack) {}
  std::array<std::uint64_t, 3> forwarded() const override { return {0, 0, rack_.forwarded()}; }

 private:
  const Switch& rack_;
};

NetworkProbes::NetworkProbes(Network& network) : network_(network) {
  if (Switch* rack = network.rack()) add_rack(*rack);
  for (std::uint32_t i = 0; i < network.servers().size(); ++i) add_server(i);
}

NetworkProbes::~NetworkProbes() = default;

void NetworkProbes::add_rack(Switch& rack) {
  for (std::uint32_t i = 0; i < rack.ports(); ++i) {
    rack_ports_.push_back(std::make_unique<RackPort>(network_.rack_port(i), rack));
  }
  const Configuration& configuration = network_.configuration();
  switch_buffer_ = std::make_unique<SwitchBuffer>(
      network_.rack_identity(), configuration.switches[configuration.topology.rack_switch[0]].params.buffer, rack);
  tiers_ = std::make_unique<Tiers>(rack);
}

void NetworkProbes::add_server(std::uint32_t server) {
  RoceNic& nic = network_.servers()[server]->nic();
  const NodeIdentity node = network_.nic_identity(server);
  nic_ports_.push_back(std::make_unique<NicPort>(network_.nic_port(server), nic));
  engines_.push_back(std::make_unique<Engine>(node, nic.engine()));
  pcie_.push_back(std::make_unique<Pcie>(node, nic));
  if (!nic.params().enable_buffer_stats) return;
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
  all(probes.ports, rack_ports_);
  all(probes.ports, nic_ports_);
  all(probes.pools, pools_);
  all(probes.roce, engines_);
  all(probes.pcie, pcie_);
  if (switch_buffer_) probes.switches.push_back(switch_buffer_.get());
  probes.tiers = tiers_.get();
  const Configuration& configuration = network_.configuration();
  probes.load_balancing_stats =
      tiers_ && configuration.switches[configuration.topology.rack_switch[0]].params.enable_load_balancing_stats;
  probes.links = links();
  probes.flows = flows();
  return probes;
}

std::vector<LinkIdentity> NetworkProbes::links() const {
  std::vector<LinkIdentity> links;
  if (!network_.rack()) {
    links.push_back({network_.nic_port(0), network_.nic_port(1), network_.link_delay(0)});
    return links;
  }
  for (std::uint32_t i = 0; i < network_.servers().size(); ++i) {
    links.push_back({network_.rack_port(i), network_.nic_port(i), network_.link_delay(i)});
  }
  return links;
}

std::vector<FlowIdentity> NetworkProbes::flows() const {
  std::vector<FlowIdentity> flows;
  for (const FlowParams& flow : network_.configuration().flows) {
    flows.push_back({.params = flow,
                     .source_host = network_.host_identity(flow.source),
                     .destination_host = network_.host_identity(flow.destination),
                     .ecn = network_.nic_params(flow.source).rate_loop.enable_ecn ? Ecn::kEct0 : Ecn::kNotEct,
                     .role = DscpRole::kNoTrim});
  }
  return flows;
}

}  // namespace headroom
