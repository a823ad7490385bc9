#include "sc_models/app/switch_probes.h"

#include <utility>

namespace headroom {

class SwitchProbes::Port final : public PortProbe {
 public:
  Port(PortIdentity identity, Switch& owner) : identity_(std::move(identity)), switch_(owner) {}
  const PortIdentity& identity() const override { return identity_; }
  PortStats traffic() const override { return port().mac().stats(); }
  Drops drops() const override {
    return {.tx = switch_.tx_drops(identity_.ifid), .rx = switch_.rx_drops(identity_.ifid)};
  }
  bool reports_class(unsigned) const override { return true; }
  PfcStats pfc(unsigned c) const override { return port().pfc_stats(c); }
  PauseClock& pause_clock(unsigned c) override { return switch_.port(identity_.ifid).pause_clock(c); }

 private:
  [[nodiscard]] const SwitchPort& port() const { return std::as_const(switch_).port(identity_.ifid); }
  const PortIdentity identity_;
  Switch& switch_;
};

class SwitchProbes::Buffer final : public SwitchBufferProbe {
 public:
  Buffer(NodeIdentity node, const SharedBufferParams& params, Switch& owner)
      : node_(std::move(node)), params_(params), switch_(owner) {
    for (std::uint32_t i = 0; i < owner.ports(); ++i) ports_.push_back(owner.port(i).direction());
    for (unsigned pool = 0; pool < kTrafficClasses; ++pool) {
      if (plan().exists(pool)) pools_.push_back(pool);
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
    return kind == Kind::kEgressQueue ? switch_.samples().egress_queue(pool, direction)
                                      : switch_.samples().ingress_usage(pool, direction);
  }
  SampleMeter shared_buffer(unsigned pool) const override { return switch_.samples().shared_buffer(pool); }
  SampleMeter port(Kind kind, std::uint32_t ifid, unsigned pool) const override {
    const BufferSamples::PortMeters meters = switch_.samples().port(ifid, pool);
    switch (kind) {
      case Kind::kEgressQueue: return meters.queue;
      case Kind::kIngressUsage: return meters.ingress;
      default: return meters.headroom;
    }
  }
  void begin_interval() override { switch_.begin_sample_interval(); }

 private:
  [[nodiscard]] const SharedBufferPlan& plan() const { return switch_.buffer().plan(); }
  const NodeIdentity node_;
  const SharedBufferParams& params_;
  Switch& switch_;
  std::vector<LinkDirection> ports_;
  std::vector<unsigned> pools_;
};

class SwitchProbes::Paths final : public LoadBalancingProbe {
 public:
  Paths(const PlannedSwitch& planned, Ps interval, const Switch& owner)
      : planned_(planned), interval_(interval), switch_(owner) {}
  const NodeIdentity& node() const override { return planned_.identity; }
  Ps interval() const override { return interval_; }
  std::size_t sets() const override { return switch_.paths().formed().size(); }
  Set set(std::size_t number) const override {
    const EqualCostPaths::Set& formed = switch_.paths().formed()[number];
    return {switch_.paths().members(formed), formed.formed, formed.slots};
  }
  PathStats member(std::size_t number, std::size_t m) const override {
    return switch_.paths().stats(switch_.paths().formed()[number], m);
  }
  PortIdentity port(std::uint32_t ifid) const override { return planned_.port_identity(ifid); }

 private:
  const PlannedSwitch& planned_;
  const Ps interval_;
  const Switch& switch_;
};

class SwitchProbes::Trimmer final : public TrimProbe {
 public:
  Trimmer(PortIdentity identity, const Switch& owner) : identity_(std::move(identity)), switch_(owner) {}
  const PortIdentity& identity() const override { return identity_; }
  TrimStats trimmed() const override { return switch_.trimmed(identity_.ifid); }

 private:
  const PortIdentity identity_;
  const Switch& switch_;
};

class SwitchProbes::Tiers final : public TierProbe {
 public:
  explicit Tiers(const Fabric& fabric) : fabric_(fabric) {}
  std::array<std::uint64_t, 3> forwarded() const override {
    std::array<std::uint64_t, 3> sum{};
    for (std::uint32_t i = 0; i < fabric_.size(); ++i)
      sum[fabric_.planned(i).identity.tier] += fabric_.at(i).forwarded();
    return sum;
  }

 private:
  const Fabric& fabric_;
};

SwitchProbes::SwitchProbes(Fabric& fabric) : fabric_(fabric), tiers_(std::make_unique<Tiers>(fabric)) {
  for (std::uint32_t i = 0; i < fabric.size(); ++i) {
    const PlannedSwitch& planned = fabric.planned(i);
    const SwitchParams& params = fabric.params(i);
    Switch& owner = fabric.at(i);
    const bool trims = params.trimming && params.trimming_stats;
    for (std::uint32_t ifid = 0; ifid < owner.ports(); ++ifid) {
      ports_.push_back(std::make_unique<Port>(planned.port_identity(ifid), owner));
      if (trims) trimmers_.push_back(std::make_unique<Trimmer>(planned.port_identity(ifid), owner));
    }
    buffers_.push_back(std::make_unique<Buffer>(planned.identity, params.buffer, owner));
    if (params.enable_load_balancing_stats)
      paths_.push_back(std::make_unique<Paths>(planned, params.load_balancing_stats_interval, owner));
  }
}

SwitchProbes::~SwitchProbes() = default;

void SwitchProbes::add_to(RunProbes& probes) const {
  const auto all = [](auto& to, const auto& from) {
    for (const auto& item : from) to.push_back(item.get());
  };
  all(probes.ports, ports_);
  all(probes.switches, buffers_);
  all(probes.load_balancing, paths_);
  all(probes.trimmers, trimmers_);
  probes.tiers = tiers_.get();
  fabric_.for_each_link([&](std::uint32_t lower, std::uint32_t up, std::uint32_t upper, std::uint32_t down) {
    const PlannedSwitch &below = fabric_.planned(lower), &above = fabric_.planned(upper);
    probes.links.push_back({above.port_identity(down), below.port_identity(up), below.ports[up].delay});
    probes.lossy_links |= below.ports[up].loss_probability > 0;
  });
}

}  // namespace headroom
