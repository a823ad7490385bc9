// Two whole NICs on one cable with an agenda of their own, as an integrator builds them.
#pragma once

#include <systemc>

#include <memory>
#include <string>

#include "sc_models/core/config/defaults.h"
#include "sc_models/kernel/agenda_driver.h"
#include "sc_models/nic/roce_nic.h"
#include "testbench/common/roce_pair.h"

namespace headroom::test {

/// Queue pair n of one NIC is joined to queue pair n of the other. Every pair of NICs has the same numbers and
/// addresses: if two of them could meet, they would.
struct NicPair {
  /// Without a driver whoever builds it runs the agenda.
  explicit NicPair(const std::string& name, bool carry_data = false, unsigned queue_pairs = 2)
      : frames(carry_data ? 4'096 : 0) {
    for (unsigned i = 0; i < 2; ++i) {
      const NicPlace place{.node = i,
                           .address = 0x20000001 + i,
                           .link_rate = BitRate{400'000'000'000},
                           .link_delay = Ps{100'000},
                           .carry_data = carry_data};
      nics[i] = std::make_unique<RoceNic>((name + (i == 0 ? "_a" : "_b")).c_str(), default_roce_nic_params(), place,
                                          agenda, frames, log);
      for (QpNumber n = 1; n <= queue_pairs; ++n) nics[i]->create_queue_pair({n, 0x20000002 - i, n});
    }
    nics[0]->wire_tx.bind(nics[1]->wire_rx);
    nics[1]->wire_tx.bind(nics[0]->wire_rx);
  }
  NicPair(const std::string& name, Scheduling scheduling, bool carry_data = false) : NicPair(name, carry_data) {
    driver = std::make_unique<AgendaDriver>((name + "_driver").c_str(), agenda, scheduling);
  }

  void post(std::uint32_t flow, QpNumber qp, std::int64_t length, unsigned from = 0, std::uint64_t local = 0,
            std::uint64_t remote = 0) {
    nics[from]->doorbell().post({flow, 0, qp, length, local, remote});
  }
  [[nodiscard]] Ps done(std::uint32_t flow) const { return log.done.at({flow, 0}); }
  [[nodiscard]] Ps arrival(std::uint32_t flow) const { return log.arrival.at({flow, 0}); }
  /// Everything sent has arrived and nothing contradicts itself.
  void expect_in_order() const {
    Audit audit;
    for (const auto& nic : nics) nic->audit(audit);
    EXPECT_TRUE(audit.violated().empty()) << ::testing::PrintToString(audit.violated());
    EXPECT_EQ(frames.in_use(), 0u);
  }

  Agenda agenda;
  FramePool frames;
  HostLog log;
  std::unique_ptr<AgendaDriver> driver;
  std::unique_ptr<RoceNic> nics[2];
};

}  // namespace headroom::test
