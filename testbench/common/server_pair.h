// Two whole servers on one cable with a tap in each direction, driven straight from the agenda.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tlm>
#include <vector>

#include "sc_models/app/debug_memory.h"
#include "sc_models/app/message_data.h"
#include "sc_models/core/config/loader.h"
#include "sc_models/host/server.h"
#include "testbench/common/nic_attributes.h"
#include "testbench/common/scenario_text.h"
#include "testbench/common/wire_tap.h"

namespace headroom::test {

/// Built from a `back_to_back` text, as the product's network is. Several may stand in one process: `name` tells them
/// apart.
class ServerPair final : private RdmaApplication::Done, private WorkloadObserver {
 public:
  explicit ServerPair(const std::string& text, const Sets& sets = {}, const std::string& name = "pair")
      : loaded_(load(text, sets)),
        config_(*loaded_.configuration),
        frames_(config_.simulation.carry_data ? 4'096 : 0),
        workload_(config_.flows) {
    workload_.set_observer(this);
    if (config_.simulation.carry_data) data_.emplace(config_.flows, 2, config_.simulation.seed);
    RdmaApplication::Done& done = *this;
    for (std::uint32_t i = 0; i < 2; ++i) {
      const NicPlace place{.node = i,
                           .address = 0x20000001 + i,
                           .link_rate = params(0).uplink.data_rate,
                           .link_delay = params(0).uplink.delay,
                           .pcie_granularity = config_.simulation.pcie_granularity,
                           .carry_data = config_.simulation.carry_data};
      const std::string suffix = std::to_string(i);
      servers_[i] = std::make_unique<Server>((name + "_server" + suffix).c_str(), params(i), place, 2 + i, agenda_,
                                             frames_, workload_, done, data_ ? &*data_ : nullptr);
      views_[i] = std::make_unique<DebugMemory>(nic(i));
      taps_[i] = std::make_unique<WireTap>((name + "_from" + suffix).c_str(), agenda_, frames_);
    }
    for (std::uint32_t i = 0; i < 2; ++i) {
      nic(i).wire_tx.bind(taps_[i]->in);
      taps_[i]->out.bind(nic(1 - i).wire_rx);
    }
    if (data_) data_->attach({views_[0].get(), views_[1].get()});
    create_queue_pairs();
    for (const FlowProgress& flow : workload_.flows()) {
      servers_[flow.params->source]->application().add_flow(flow.index, Ps{0});
    }
  }

  /// To `until`, by default to the end of the workload.
  void run(Ps until = Ps{10'000'000'000'000}) {
    if (sc_core::sc_get_status() == sc_core::SC_ELABORATION) sc_core::sc_start(sc_core::SC_ZERO_TIME);
    agenda_.run(until);
  }
  /// The workload is complete and every conservation law holds; payload reached memory once.
  void expect_complete() {
    EXPECT_TRUE(workload_.complete());
    Audit audit;
    for (const auto& server : servers_) server->nic().audit(audit);
    if (data_) data_->audit(audit);
    EXPECT_THAT(audit.violated(), testing::IsEmpty());
    std::int64_t bytes[2] = {};
    for (const FlowParams& flow : config_.flows) {
      bytes[flow.destination] += flow.message_size * static_cast<std::int64_t>(flow.messages);
    }
    for (unsigned i = 0; i < 2; ++i) {
      EXPECT_EQ(nic(i).port().handed_over() + tap(i).injected(), nic(1 - i).port().announced() + tap(i).lost());
      EXPECT_EQ(nic(i).endpoint().bytes_written(), Bytes{bytes[i]}) << "T38: each message written exactly once";
    }
  }

  [[nodiscard]] Agenda& agenda() { return agenda_; }
  [[nodiscard]] RoceNic& nic(unsigned server) { return servers_[server]->roce(); }
  [[nodiscard]] const RoceStats& stats(unsigned server) { return nic(server).engine().stats(); }
  /// The direction away from that server.
  [[nodiscard]] WireTap& tap(unsigned server) { return *taps_[server]; }
  [[nodiscard]] const Workload& workload() const { return workload_; }
  [[nodiscard]] Ps completed(std::uint32_t flow = 0) const { return workload_.flows()[flow].last_acknowledgement; }
  /// Instants of all messages that are acknowledged and received.
  [[nodiscard]] const std::map<std::pair<std::uint32_t, std::uint32_t>, MessageTimes>& messages() const {
    return done_;
  }
  /// What lies in the memories of source and destination of a message.
  [[nodiscard]] std::pair<std::vector<std::byte>, std::vector<std::byte>> bytes(std::uint32_t flow,
                                                                                std::uint32_t message) {
    const FlowParams& params = config_.flows[flow];
    const auto [from, to] = data_->addresses(flow, message);
    std::vector<std::byte> sent(static_cast<std::size_t>(params.message_size)), arrived(sent.size());
    views_[params.source]->read(from, sent);
    views_[params.destination]->read(to, arrived);
    return {std::move(sent), std::move(arrived)};
  }

 private:
  static LoadResult load(const std::string& text, const Sets& sets) {
    LoadResult result = load_configuration_text(text, "pair.json", {.sets = sets, .seed = {}, .until = {}});
    if (!result.ok()) throw std::runtime_error(result.faults.text());
    return result;
  }
  [[nodiscard]] const RoceNicParams& params(std::uint32_t server) const {
    return config_.nics[config_.topology.server_nic[server]].roce();
  }
  void create_queue_pairs() {
    QpNumber last = 0;  // the same on both NICs, as every flow joins the same two
    for (FlowProgress& flow : workload_.flows()) {
      for (std::uint64_t q = 0; q < flow.params->queue_pairs; ++q) {
        const QpNumber number = ++last;
        flow.source_qps.push_back(number);
        flow.destination_qps.push_back(number);
        for (std::uint32_t i = 0; i < 2; ++i) {
          nic(i).create_queue_pair(
              {number, 0x20000001 + (1 - i), number, flow.params->data_class, flow.params->control_class});
        }
      }
    }
  }
  void maybe_done() override {
    for (const auto& server : servers_) {
      const PayloadDelivery& delivery = server->roce().engine().delivery();
      if (delivery.accepted != delivery.confirmed) return;
    }
    if (workload_.complete()) agenda_.stop();
  }
  void message_acknowledged(const FlowProgress&, std::uint32_t, const MessageTimes&) override {}
  void message_done(const FlowProgress& flow, std::uint32_t message, const MessageTimes& times) override {
    done_[{flow.index, message}] = times;
  }

  const LoadResult loaded_;
  const Configuration& config_;
  Agenda agenda_;
  FramePool frames_;
  Workload workload_;
  std::optional<CarriedData> data_;
  std::unique_ptr<Server> servers_[2];
  std::unique_ptr<DebugMemory> views_[2];
  std::unique_ptr<WireTap> taps_[2];
  std::map<std::pair<std::uint32_t, std::uint32_t>, MessageTimes> done_;
};

}  // namespace headroom::test
