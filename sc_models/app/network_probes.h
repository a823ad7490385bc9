#pragma once

#include <memory>
#include <vector>

#include "sc_models/app/network.h"
#include "sc_models/core/records/probes.h"

namespace headroom {

/// What the record writers read of a network: one adapter for each port, pool, engine, link end and switch buffer. Only
/// reads; the network must outlive it.
class NetworkProbes {
 public:
  explicit NetworkProbes(Network& network);
  ~NetworkProbes();
  NetworkProbes(const NetworkProbes&) = delete;
  NetworkProbes& operator=(const NetworkProbes&) = delete;

  /// Everything, in the order of the records: by node, then port.
  [[nodiscard]] RunProbes probes() const;

 private:
  class NicPort;
  class RackPort;
  class NicPool;
  class Engine;
  class UetEngine;
  class Pcie;
  class SwitchBuffer;
  class Tiers;

  void add_server(std::uint32_t server);
  void add_rack(Switch& rack);
  [[nodiscard]] std::vector<LinkIdentity> links() const;
  [[nodiscard]] std::vector<FlowIdentity> flows() const;

  Network& network_;
  std::vector<std::unique_ptr<RackPort>> rack_ports_;
  std::vector<std::unique_ptr<NicPort>> nic_ports_;
  std::vector<std::unique_ptr<NicPool>> pools_;
  std::vector<std::unique_ptr<Engine>> engines_;
  std::vector<std::unique_ptr<UetEngine>> uet_engines_;
  std::vector<std::unique_ptr<Pcie>> pcie_;
  std::unique_ptr<SwitchBuffer> switch_buffer_;
  std::unique_ptr<Tiers> tiers_;
};

}  // namespace headroom
