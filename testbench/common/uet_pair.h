// Two UET NICs on one cable, and a host on each that opens a PDC for every message and closes it when it is done.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "sc_models/core/config/defaults.h"
#include "sc_models/core/uet_observer.h"
#include "sc_models/host/host_memory.h"
#include "sc_models/nic/uet_nic.h"
#include "testbench/common/host_log.h"
#include "testbench/common/wire_tap.h"

namespace headroom::test {

inline constexpr Ps kLong{100'000'000'000};  ///< no test's traffic takes as long

inline void start() { sc_core::sc_start(sc_core::SC_ZERO_TIME); }

/// What a host hears of its PDCs; closes both ends of each as the RDMA application does, unless told not to.
struct PdcHost final : PdcNotices {
  void completed(PdcHandle end, std::uint32_t flow, std::uint32_t message) override {
    completions.push_back({flow, message});
    if (closes) doorbell->close(end);
  }
  void arrived(PdcHandle end, std::uint32_t flow, std::uint32_t message) override {
    arrivals.push_back({flow, message});
    receiving_end = end;
    if (closes) doorbell->close_receiving_end(end);
  }
  unsigned answer_class(std::uint32_t) override { return control_class; }

  using Message = std::pair<std::uint32_t, std::uint32_t>;
  PdcDoorbell* doorbell = nullptr;
  bool closes = true;
  unsigned control_class = 1;
  std::vector<Message> completions, arrivals;
  PdcHandle receiving_end = 0;
};

struct EventLog final : UetEventObserver {
  void uet_event(const UetEvent& event) override { events.push_back(event); }
  std::vector<UetEvent> events;
};

/// NIC i has address 32.0.0.(i+1) and is server i.
struct UetPair {
  explicit UetPair(const UetNicParams& sender = default_uet_nic_params(),
                   const UetNicParams& receiver = default_uet_nic_params(), bool carry_data = false,
                   const std::string& name = "nic")
      : frames(carry_data ? 4'096 : 0) {
    for (unsigned i = 0; i < 2; ++i) {
      const NicPlace place{.node = i,
                           .address = 0x20000001 + i,
                           .link_rate = BitRate{400'000'000'000},
                           .link_delay = Ps{100'000},
                           .carry_data = carry_data};
      nics[i] = std::make_unique<UetNic>((name + std::to_string(i)).c_str(), i == 0 ? sender : receiver, place,
                                         UetNicSurroundings{.server = i, .events = &events[i]}, agenda, frames, log,
                                         hosts[i]);
      hosts[i].doorbell = &nics[i]->doorbell();
      if (!carry_data) continue;
      memories[i] = std::make_unique<HostMemory>(("memory" + std::to_string(i)).c_str());
      nics[i]->memory.bind(memories[i]->socket);
    }
  }
  void cable() {
    nics[0]->wire_tx.bind(nics[1]->wire_rx);
    nics[1]->wire_tx.bind(nics[0]->wire_rx);
  }
  /// The same with a tap in each direction: tap i is what NIC i sends through.
  void cable_with_taps() {
    for (unsigned i = 0; i < 2; ++i) {
      taps[i] = std::make_unique<WireTap>(("tap" + std::to_string(i)).c_str(), agenda, frames);
      nics[i]->wire_tx.bind(taps[i]->in);
      taps[i]->out.bind(nics[1 - i]->wire_rx);
    }
  }
  PdcHandle post(std::uint32_t flow, std::int64_t length, unsigned from = 0) {
    const PdcHandle end = nics[from]->doorbell().open({.remote = 0x20000002 - from});
    post_on(end, flow, 0, length, from);
    return end;
  }
  void post_on(PdcHandle end, std::uint32_t flow, std::uint32_t message, std::int64_t length, unsigned from = 0) {
    WorkRequest request;
    request.flow = flow;
    request.message = message;
    request.queue_pair = end;
    request.length = length;
    nics[from]->doorbell().post(request);
  }
  [[nodiscard]] Ps done(std::uint32_t flow, std::uint32_t message = 0) const { return log.done.at({flow, message}); }
  [[nodiscard]] UetTransportEngine& engine(unsigned nic) { return nics[nic]->engine(); }
  void expect_consistent() const {
    Audit audit;
    for (const auto& nic : nics) nic->audit(audit);
    EXPECT_TRUE(audit.violated().empty()) << ::testing::PrintToString(audit.violated());
  }
  /// Everything sent has arrived, nothing is kept and nothing contradicts itself.
  void expect_finished() const {
    expect_consistent();
    for (const auto& nic : nics) EXPECT_TRUE(nic->engine().quiet());
    EXPECT_EQ(frames.in_use(), 0u);
  }

  Agenda agenda;
  FramePool frames;
  HostLog log;
  PdcHost hosts[2];
  EventLog events[2];
  std::unique_ptr<UetNic> nics[2];
  std::unique_ptr<WireTap> taps[2];
  std::unique_ptr<HostMemory> memories[2];
};

}  // namespace headroom::test
