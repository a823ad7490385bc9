// Whole models for the system tests: a configuration text, what is changed in it, and the network that comes of it.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tlm>
#include <vector>

#include "sc_models/app/network.h"
#include "sc_models/core/config/loader.h"
#include "testbench/common/nic_attributes.h"
#include "testbench/common/scenario_text.h"

namespace headroom::test {

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
  [[nodiscard]] RoceNic& nic(std::size_t server) { return network_->servers()[server]->roce(); }
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

}  // namespace headroom::test
