#include "sc_models/app/network.h"

#include <fmt/format.h>

#include <algorithm>

#include "sc_models/core/connection_rules.h"

namespace headroom {

namespace {

/// Largest payload of a packet in the configuration: what a frame must have room for when it carries data.
std::size_t largest_payload(const Configuration& configuration) {
  Bytes largest;
  for (const NicComponent& nic : configuration.nics) largest = std::max(largest, nic.mss());
  return static_cast<std::size_t>(largest.count());
}

FabricPlan plan(const Configuration& configuration) {
  std::vector<UplinkParams> nics;
  for (const std::uint32_t nic : configuration.topology.server_nic)
    nics.push_back(configuration.nics[nic].common().uplink);
  return plan_fabric(configuration.topology, configuration.switches, nics);
}

Scheduling scheduling(const SimulationParams& simulation) {
  return simulation.scheduling == AgendaMode::kStrict ? Scheduling::kStrict : Scheduling::kAhead;
}

}  // namespace

Network::Network(const Configuration& configuration)
    : configuration_(configuration),
      plan_(plan(configuration)),
      numbers_(plan_.numbers),
      driver_("agenda", agenda_, scheduling(configuration.simulation)),
      frames_(configuration.simulation.carry_data ? largest_payload(configuration) : 0),
      workload_(configuration.flows) {
  const SimulationParams& simulation = configuration.simulation;
  if (simulation.carry_data) data_.emplace(configuration.flows, numbers_.servers, simulation.seed);
  if (const auto end = simulation.stop_time()) driver_.set_end(*end);
  build_servers();
  if (!plan_.switches.empty()) {
    build_fabric();
  } else {
    cable(servers_[0]->nic().wire_tx, servers_[1]->nic().wire_rx);
    cable(servers_[1]->nic().wire_tx, servers_[0]->nic().wire_rx);
  }
  create_queue_pairs();
  add_flows();
  if (workload_.complete()) agenda_.stop();
}

Network::~Network() = default;

BitRate Network::link_rate(std::uint32_t server) const {
  if (!plan_.switches.empty()) {
    const auto [switch_index, ifid] = plan_.servers[server];
    return plan_.switches[switch_index].ports[ifid].rate;
  }
  return std::min(nic_params(server).uplink.data_rate, nic_params(1 - server).uplink.data_rate);
}

NodeIdentity Network::nic_identity(std::uint32_t server) const {
  return {.name = fmt::format("server{}.nic", server), .kind = NodeKind::kNic, .id = numbers_.nic(server), .tier = 3};
}

NodeIdentity Network::host_identity(std::uint32_t server) const {
  return {.name = fmt::format("server{}", server), .kind = NodeKind::kHost, .id = numbers_.host(server), .tier = 3};
}

PortIdentity Network::nic_port(std::uint32_t server) const {
  return {.node = nic_identity(server), .ifid = 0, .up = true, .link_rate = link_rate(server)};
}

PfcObserver* Network::tap(const PortIdentity& port) {
  if (!configuration_.simulation.enable_pfc_events) return nullptr;
  taps_.push_back(std::make_unique<PfcTap>(port, pfc_sink_));
  return taps_.back().get();
}

std::optional<UetMonitorParams> Network::uet_monitor() const {
  const UetMonitorParams* const monitor = configuration_.monitor();
  return monitor && monitor->on() ? std::optional(*monitor) : std::nullopt;
}

void Network::build_servers() {
  std::vector<MemoryView*> views;
  for (std::uint32_t i = 0; i < numbers_.servers; ++i) {
    build_server(i);
    memories_.push_back(std::make_unique<DebugMemory>(servers_.back()->nic()));
    views.push_back(memories_.back().get());
  }
  if (data_) data_->attach(std::move(views));
}

void Network::build_server(std::uint32_t i) {
  const SimulationParams& simulation = configuration_.simulation;
  RdmaApplication::Done& done = *this;
  MessageData* const data = data_ ? &*data_ : nullptr;
  const std::string name = fmt::format("server{}", i);
  const NicComponent& component = nic_component(i);
  const NicPlace place{.node = numbers_.nic(i),
                       .address = server_address(i),
                       .link_rate = link_rate(i),
                       .link_delay = link_delay(i),
                       .pcie_granularity = simulation.pcie_granularity,
                       .carry_data = simulation.carry_data,
                       .pfc_observer = tap(nic_port(i)),
                       .link_loss = link_loss(component.common().uplink.loss_probability, simulation.seed, i, 0)};
  servers_.push_back(component.is_uet()
                         ? std::make_unique<Server>(name.c_str(), component.uet(), place, uet_surroundings(i),
                                                    numbers_.host(i), agenda_, frames_, workload_, done, data)
                         : std::make_unique<Server>(name.c_str(), component.roce(), place, numbers_.host(i), agenda_,
                                                    frames_, workload_, done, data));
}

UetNicSurroundings Network::uet_surroundings(std::uint32_t server) {
  const UetNicParams& params = nic_component(server).uet();
  UetNicSurroundings surroundings;
  surroundings.server = server;
  surroundings.seed = configuration_.simulation.seed;
  surroundings.fault = connection_fault_text(params, link_rate(server));
  const bool packets = uet_monitor().has_value();
  if (!params.enable_event_logging && !packets) return surroundings;
  uet_taps_.push_back(std::make_unique<UetTap>(nic_identity(server), uet_sink_));
  if (params.enable_event_logging) surroundings.events = uet_taps_.back().get();
  if (packets) surroundings.packets = uet_taps_.back().get();
  return surroundings;
}

void Network::build_fabric() {
  fabric_.emplace(configuration_, plan_, agenda_, frames_, [this](const PortIdentity& port) { return tap(port); });
  for (std::uint32_t i = 0; i < numbers_.servers; ++i) {
    cable(servers_[i]->nic().wire_tx, fabric_->mac_of(i).wire_rx);
    cable(fabric_->mac_of(i).wire_tx, servers_[i]->nic().wire_rx);
  }
}

/// All pairs of all flows exist from the start; numbers count up on each NIC in order of flows, source before
/// destination.
void Network::create_queue_pairs() {
  std::vector<QpNumber> last(numbers_.servers, 0);
  for (FlowProgress& flow : workload_.flows()) {
    const FlowParams& params = *flow.params;
    if (servers_[params.source]->has_uet()) continue;  // PDCs are opened when they are used
    for (std::uint64_t q = 0; q < params.queue_pairs; ++q) {
      const QpNumber source = ++last[params.source], destination = ++last[params.destination];
      flow.source_qps.push_back(source);
      flow.destination_qps.push_back(destination);
      servers_[params.source]->roce().create_queue_pair(
          {source, server_address(params.destination), destination, params.data_class, params.control_class});
      servers_[params.destination]->roce().create_queue_pair(
          {destination, server_address(params.source), source, params.data_class, params.control_class});
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
    const PayloadDelivery& delivery = server->nic().delivery();
    return delivery.accepted == delivery.confirmed;
  });
}

void Network::maybe_done() {
  if (landed()) agenda_.stop();
}

std::int64_t Network::bytes_delivered() const {
  Bytes sum;
  for (const auto& server : servers_) sum += server->nic().delivery().accepted;
  return sum.count();
}

std::uint64_t Network::packets_delivered() const {
  std::uint64_t sum = 0;
  for (const auto& server : servers_) sum += server->nic().packets_accepted();
  return sum;
}

void Network::audit(Audit& audit) {
  for (const auto& server : servers_) server->nic().audit(audit);
  if (fabric_) fabric_->audit(audit);
  audit_wires(audit);
  if (data_ && workload_.complete() && landed()) data_->audit(audit);
}

/// The cables of the servers, both directions.
void Network::audit_wires(Audit& audit) const {
  for (std::uint32_t i = 0; i < numbers_.servers; ++i) {
    const MacPort& nic = std::as_const(*servers_[i]).nic().port();
    const MacPort& peer = fabric_ ? fabric_->mac_of(i) : std::as_const(*servers_[1 - i]).nic().port();
    audit_wire(nic, peer, audit);
    if (fabric_) audit_wire(peer, nic, audit);
  }
}

}  // namespace headroom
