// Whole models for the system tests: a configuration text, what is changed in it, and the network that comes of it.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tlm>
#include <vector>

#include "sc_models/app/network.h"
#include "sc_models/core/config/loader.h"

namespace headroom::test {

/// The link rate of 16 lanes at 7.88 Gbps, at both ends of the PCIe link of component `nic`.
inline std::vector<std::string> lanes(const std::string& nic, const std::string& rate, int count) {
  const std::string near = "components." + nic + ".HostInterface.NICSide.PCIeGen3.0.NicDeviceLayer.NicPCIeInterface.";
  const std::string far =
      "components." + nic + ".HostInterface.HostSide.PCIeGen3.0.ScalaHostPCIeDeviceLayer.HostPCIeInterface.";
  return {near + "PhysicalLayer.LaneBps=" + rate, near + "PhysicalLayer.LaneCount=" + std::to_string(count),
          far + "PhysicalLayer.LaneBps=" + rate, far + "PhysicalLayer.LaneCount=" + std::to_string(count)};
}

/// Two NIC components, `Nic` and `SlowNic`, alike until something is set; server 0 carries Nic, server 1 SlowNic.
inline std::string back_to_back(const std::string& flows) {
  return R"({ "components": { "Nic": { "model": "ScalaRoceNic" }, "SlowNic": { "model": "ScalaRoceNic" } },
    "topology": { "type": "back_to_back", "servers": 2,
                  "nic": [ { "servers": "0", "nic": "Nic" }, { "servers": "1", "nic": "SlowNic" } ] },
    "workload": { "application": "ScalaRDMA", "flows": [)" +
         flows + "] } }";
}

/// `servers` servers below one switch; the last one carries SlowNic, the others Nic.
inline std::string rack(int servers, const std::string& flows) {
  const std::string last = std::to_string(servers - 1), before = "0-" + std::to_string(servers - 2);
  return R"({ "components": { "Nic": { "model": "ScalaRoceNic" }, "SlowNic": { "model": "ScalaRoceNic" },
                              "Tor": { "model": "ScalaSwitch" } },
    "topology": { "type": "rack", "servers": )" +
         std::to_string(servers) + R"(, "switch": "Tor",
                  "nic": [ { "servers": ")" +
         before + R"(", "nic": "Nic" }, { "servers": ")" + last +
         R"(", "nic": "SlowNic" } ] },
    "workload": { "application": "ScalaRDMA", "flows": [)" +
         flows + "] } }";
}

/// One flow of one message.
inline std::string flow(int source, int destination, const std::string& size, const std::string& more = "") {
  return R"({ "src": )" + std::to_string(source) + R"(, "dst": )" + std::to_string(destination) +
         R"(, "message_size": ")" + size + "\"" + (more.empty() ? "" : ", " + more) + " }";
}

/// Builds and runs one configuration. One in a process.
class Scenario final : private WorkloadObserver {
 public:
  explicit Scenario(const std::string& text, std::vector<std::string> sets = {})
      : loaded_(load_configuration_text(text, "scenario.json",
                                        Overrides{.sets = std::move(sets), .seed = {}, .until = {}})) {
    if (!loaded_.ok()) throw std::runtime_error(loaded_.faults.text());
    tlm::tlm_global_quantum::instance().set(sc_core::sc_max_time());
    network_ = std::make_unique<Network>(*loaded_.configuration);
    network_->workload().set_observer(this);
  }

  /// To the end of the workload or to Duration; every conservation law holds.
  Network& run() {
    sc_core::sc_start();
    Audit audit;
    network_->audit(audit);
    EXPECT_GT(audit.checked(), 0u);
    for (const std::string& law : audit.violated()) ADD_FAILURE() << law;
    return *network_;
  }
  [[nodiscard]] Network& network() { return *network_; }
  [[nodiscard]] RoceNic& nic(std::size_t server) { return network_->servers()[server]->nic(); }
  /// Instants of a message that is both acknowledged and received.
  [[nodiscard]] MessageTimes message(std::uint32_t flow, std::uint32_t message = 0) const {
    return done_.at({flow, message});
  }
  [[nodiscard]] Ps completed(std::uint32_t flow = 0) const {
    return network_->workload().flows()[flow].last_acknowledgement;
  }

 private:
  void message_acknowledged(const FlowProgress&, std::uint32_t, const MessageTimes&) override {}
  void message_done(const FlowProgress& flow, std::uint32_t message, const MessageTimes& times) override {
    done_[{flow.index, message}] = times;
  }

  LoadResult loaded_;
  std::unique_ptr<Network> network_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, MessageTimes> done_;
};

inline std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace headroom::test
