#include "sc_models/app/network.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {

namespace {

/// Largest payload of a packet in the configuration: what a frame must have room for when it carries data.
std::size_t largest_payload(const Configuration& configuration) {
  Bytes largest;
  for (const NicComponent& nic : configuration.nics) largest = std::max(largest, nic.mss());
  return static_cast<std::size_t>(largest.count());
}

NodeNumbers number_nodes(const Configuration& configuration) {
  const TopologyParams& topology = configuration.topology;
  return {.racks = topology.kind == TopologyKind::kRack ? 1u : 0u,
          .servers = static_cast<std::uint32_t>(topology.server_nic.size())};
}

Scheduling scheduling(const SimulationParams& simulation) {
  return simulation.scheduling == AgendaMode::kStrict ? Scheduling::kStrict : Scheduling::kAhead;
}

Ipv4 address(std::uint32_t server) { return kFirstServer + server; }

}  // namespace

Network::Network(const Configuration& configuration)
    : configuration_(configuration),
      numbers_(number_nodes(configuration)),
      driver_("agenda", agenda_, scheduling(configuration.simulation)),
      frames_(configuration.simulation.carry_data ? largest_payload(configuration) : 0),
      workload_(configuration.flows) {
  const SimulationParams& simulation = configuration.simulation;
  if (simulation.carry_data) data_.emplace(configuration.flows, numbers_.servers, simulation.seed);
  if (const auto end = simulation.stop_time()) driver_.set_end(*end);
  build_servers();
  if (configuration.topology.kind == TopologyKind::kRack) {
    build_rack();
  } else {
    cable(servers_[0]->nic().wire_tx, servers_[1]->nic().wire_rx);
    cable(servers_[1]->nic().wire_tx, servers_[0]->nic().wire_rx);
  }
  create_queue_pairs();
  add_flows();
  if (workload_.complete()) agenda_.stop();
}

Network::~Network() = default;

const RoceNicParams& Network::nic_params(std::uint32_t server) const {
  return configuration_.nics[configuration_.topology.server_nic[server]].roce();
}

BitRate Network::link_rate(std::uint32_t server) const {
  const BitRate own = nic_params(server).uplink.data_rate;
  const TopologyParams& topology = configuration_.topology;
  return std::min(own, topology.kind == TopologyKind::kRack
                           ? configuration_.switches[topology.rack_switch[0]].params.downlink_rate
                           : nic_params(1 - server).uplink.data_rate);
}

NodeIdentity Network::nic_identity(std::uint32_t server) const {
  return {.name = fmt::format("server{}.nic", server), .kind = NodeKind::kNic, .id = numbers_.nic(server), .tier = 3};
}

NodeIdentity Network::host_identity(std::uint32_t server) const {
  return {.name = fmt::format("server{}", server), .kind = NodeKind::kHost, .id = numbers_.host(server), .tier = 3};
}

NodeIdentity Network::rack_identity() const {
  return {.name = "rack0", .kind = NodeKind::kSwitch, .id = numbers_.rack(0), .tier = 2};
}

PortIdentity Network::nic_port(std::uint32_t server) const {
  return {.node = nic_identity(server), .ifid = 0, .up = true, .link_rate = link_rate(server)};
}

PortIdentity Network::rack_port(std::uint32_t ifid) const {
  return {.node = rack_identity(), .ifid = ifid, .up = false, .link_rate = link_rate(ifid)};
}

PfcObserver* Network::tap(const PortIdentity& port) {
  if (!configuration_.simulation.enable_pfc_events) return nullptr;
  taps_.push_back(std::make_unique<PfcTap>(port, pfc_sink_));
  return taps_.back().get();
}

void Network::build_servers() {
  const SimulationParams& simulation = configuration_.simulation;
  RdmaApplication::Done& done = *this;
  std::vector<MemoryView*> views;
  for (std::uint32_t i = 0; i < numbers_.servers; ++i) {
    const RoceNicPlace place{.node = numbers_.nic(i),
                             .address = address(i),
                             .link_rate = link_rate(i),
                             .link_delay = link_delay(i),
                             .pcie_granularity = simulation.pcie_granularity,
                             .carry_data = simulation.carry_data,
                             .pfc_observer = tap(nic_port(i))};
    servers_.push_back(std::make_unique<Server>(fmt::format("server{}", i).c_str(), nic_params(i), place,
                                                numbers_.host(i), agenda_, frames_, workload_, done,
                                                data_ ? &*data_ : nullptr));
    memories_.push_back(std::make_unique<DebugMemory>(servers_.back()->nic()));
    views.push_back(memories_.back().get());
  }
  if (data_) data_->attach(std::move(views));
}

void Network::build_rack() {
  std::vector<SwitchPortParams> ports;
  std::vector<std::uint16_t> routes;
  for (std::uint32_t i = 0; i < numbers_.servers; ++i) {
    ports.push_back({.rate = link_rate(i), .delay = link_delay(i), .observer = tap(rack_port(i))});
    routes.push_back(static_cast<std::uint16_t>(i));
  }
  // Random streams number nodes servers first, then racks [C].
  const SwitchIdentity identity{numbers_.rack(0), numbers_.servers, configuration_.simulation.seed};
  rack_ = std::make_unique<Switch>("rack0", configuration_.switches[configuration_.topology.rack_switch[0]].params,
                                   ports, std::move(routes), identity, agenda_, frames_);
  for (std::uint32_t i = 0; i < numbers_.servers; ++i) {
    cable(servers_[i]->nic().wire_tx, rack_->mac(i).wire_rx);
    cable(rack_->mac(i).wire_tx, servers_[i]->nic().wire_rx);
  }
}

/// All pairs of all flows exist from the start; numbers count up on each NIC in order of flows, source before
/// destination.
void Network::create_queue_pairs() {
  std::vector<QpNumber> last(numbers_.servers, 0);
  for (FlowProgress& flow : workload_.flows()) {
    const FlowParams& params = *flow.params;
    for (std::uint64_t q = 0; q < params.queue_pairs; ++q) {
      const QpNumber source = ++last[params.source], destination = ++last[params.destination];
      flow.source_qps.push_back(source);
      flow.destination_qps.push_back(destination);
      servers_[params.source]->nic().create_queue_pair(
          {source, address(params.destination), destination, params.data_class, params.control_class});
      servers_[params.destination]->nic().create_queue_pair(
          {destination, address(params.source), source, params.data_class, params.control_class});
    }
  }
}

void Network::add_flows() {
  const Ps begin = configuration_.simulation.start_time + configuration_.simulation.client_start_offset;
  for (const FlowProgress& flow : workload_.flows()) {
    servers_[flow.params->source]->application().add_flow(flow.index, begin);
  }
}

bool Network::landed() const {
  return std::all_of(servers_.begin(), servers_.end(), [](const auto& server) {
    const RoceDelivery& delivery = std::as_const(*server).nic().engine().delivery();
    return delivery.accepted == delivery.confirmed;
  });
}

void Network::maybe_done() {
  if (landed()) agenda_.stop();
}

std::int64_t Network::bytes_delivered() const {
  Bytes sum;
  for (const auto& server : servers_) sum += std::as_const(*server).nic().engine().delivery().accepted;
  return sum.count();
}

std::uint64_t Network::packets_delivered() const {
  std::uint64_t sum = 0;
  for (const auto& server : servers_) sum += std::as_const(*server).nic().engine().stats().in_order;
  return sum;
}

void Network::audit(Audit& audit) {
  for (const auto& server : servers_) server->nic().audit(audit);
  if (rack_) rack_->audit(audit);
  audit_wires(audit);
  if (data_ && workload_.complete() && landed()) data_->audit(audit);
}

/// Frames sent = received + on the wire, for each direction of each cable.
void Network::audit_wires(Audit& audit) const {
  const auto wire = [&audit](const MacPort& from, const MacPort& to) {
    audit.balance(from.name(), "frames given to the wire = received at the other end + on the wire",
                  static_cast<std::int64_t>(from.handed_over()),
                  static_cast<std::int64_t>(to.stats().rx_frames + to.arriving()));
  };
  for (std::uint32_t i = 0; i < numbers_.servers; ++i) {
    const MacPort& nic = std::as_const(*servers_[i]).nic().port();
    const MacPort& peer = rack_ ? std::as_const(*rack_).port(i).mac() : std::as_const(*servers_[1 - i]).nic().port();
    wire(nic, peer);
    if (rack_) wire(peer, nic);
  }
}

}  // namespace headroom
