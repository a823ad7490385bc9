#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sc_models/app/network.h"
#include "sc_models/app/switch_probes.h"
#include "sc_models/core/records/probes.h"

namespace headroom {

/// What the record writers read of a network: one adapter for each port, pool, engine and link
/// end, and those of the switches. Only
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
  class NicPool;
  class Engine;
  class UetEngine;
  class Pcie;

  void add_server(std::uint32_t server);
  void add_links(RunProbes& probes) const;
  [[nodiscard]] std::vector<FlowIdentity> flows() const;

  Network& network_;
  std::optional<SwitchProbes> switches_;
  std::vector<std::unique_ptr<NicPort>> nic_ports_;
  std::vector<std::unique_ptr<NicPool>> pools_;
  std::vector<std::unique_ptr<Engine>> engines_;
  std::vector<std::unique_ptr<UetEngine>> uet_engines_;
  std::vector<std::unique_ptr<Pcie>> pcie_;
};

}  // namespace headroom
