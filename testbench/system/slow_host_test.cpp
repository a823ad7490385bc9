// A receiving host too slow for its port, on whole models: the worked cases of the reference (P33 to P35) and the
// dynamics of the independent simulation that shares no code with the model.
#include <gtest/gtest.h>

#include <algorithm>

#include "testbench/common/scenario.h"
#include "testbench/common/slow_host_oracle.h"

namespace headroom {
namespace {

using test::back_to_back;
using test::flow;
using test::lanes;
using test::rack;
using test::Scenario;
using test::operator+;

/// Notes the PFC events of a run.
struct PfcLog final : PfcSink {
  struct Entry {
    std::string node;
    PfcEvent event;
  };
  void pfc_event(const PortIdentity& port, const PfcEvent& event) override {
    entries.push_back({port.node.name, event});
  }
  [[nodiscard]] std::vector<PfcEvent> of(const std::string& node, PfcEventKind kind) const {
    std::vector<PfcEvent> found;
    for (const Entry& e : entries) {
      if (e.node == node && e.event.kind == kind) found.push_back(e.event);
    }
    return found;
  }
  std::vector<Entry> entries;
};

const std::vector<std::string> kLogPfc = {"simulation.EnablePfcEventLogging=true"};

TEST(SlowHost, BackToBackTenMegabytes) {  // P34
  Scenario s(back_to_back(flow(0, 1, "10000000B")), lanes("SlowNic", "7.88Gbps", 16) + kLogPfc);
  PfcLog log;
  s.network().set_pfc_sink(&log);
  s.run();
  const auto pauses = log.of("server1.nic", PfcEventKind::kXoffTx);
  ASSERT_EQ(pauses.size(), 7u);
  EXPECT_EQ(pauses[0].time, Ps{90'226'483});
  EXPECT_EQ(pauses[1].time, Ps{150'199'683});
  EXPECT_EQ(s.nic(1).pfc_stats(0).xon_tx, 7u);
  EXPECT_EQ(s.nic(0).egress().pause_clock(0).paused(s.network().agenda().now()).total, Ps{293'946'800});
  EXPECT_EQ(s.completed(), Ps{496'799'963});
  EXPECT_EQ(s.network().agenda().now(), Ps{676'989'252}) << "the last byte is in host memory";
}

TEST(SlowHost, BackToBackFourMegabytesNeverPauses) {  // P35
  Scenario s(back_to_back(flow(0, 1, "4000000B")), lanes("SlowNic", "7.88Gbps", 16));
  s.run();
  EXPECT_EQ(s.nic(1).pfc_stats(0).xoff_tx, 0u);
  EXPECT_EQ(s.nic(1).ingress().meter(0).peak, Bytes{2'572'592});
  EXPECT_EQ(s.completed(), Ps{81'486'683});
  EXPECT_EQ(s.network().agenda().now(), Ps{270'996'486});
}

TEST(SlowHost, InARackTheSwitchPausesTheSenderInTurn) {  // P33
  Scenario s(rack(2, flow(0, 1, "10000000B")), lanes("SlowNic", "7.88Gbps", 16) + kLogPfc);
  PfcLog log;
  s.network().set_pfc_sink(&log);
  s.run();
  const auto nic = log.of("server1.nic", PfcEventKind::kXoffTx), tor = log.of("rack0", PfcEventKind::kXoffTx);
  const auto resumed = log.of("rack0", PfcEventKind::kXonTx);
  ASSERT_EQ(nic.size(), 7u);
  ASSERT_EQ(tor.size(), 6u);
  ASSERT_EQ(resumed.size(), 6u);
  EXPECT_EQ(nic[0].time, Ps{90'409'563});
  EXPECT_EQ(tor[0].time, Ps{104'599'323});
  EXPECT_EQ(resumed[0].time, Ps{140'894'723});
  EXPECT_TRUE(log.of("server1.nic", PfcEventKind::kRefreshTx).empty());
  EXPECT_TRUE(log.of("rack0", PfcEventKind::kRefreshTx).empty());
  EXPECT_EQ(s.nic(1).pfc_stats(0).xon_tx, 7u);
  EXPECT_EQ(s.nic(1).ingress().meter(0).peak, Bytes{2'891'064});
  EXPECT_EQ(s.nic(1).ingress().rx_drops(), 0u);
  EXPECT_EQ(s.completed(), Ps{497'085'563});
  EXPECT_EQ(s.message(0).received, Ps{659'839'718});
  EXPECT_EQ(s.network().agenda().now(), Ps{677'172'332});
}

/// A host rate as lanes, and as the oracle's link rate.
struct HostRate {
  const char* lane;
  int count;
  std::int64_t bps;
};

class SlowHostDynamics : public testing::TestWithParam<HostRate> {};

// Back to back the sending NIC is the oracle's stream: its frames follow each other from 150,843 ps on and it obeys
// pauses like the switch port of the oracle. Same pauses, same peak, same bytes in memory, to the picosecond.
TEST_P(SlowHostDynamics, AgreeWithTheIndependentSimulation) {
  const HostRate rate = GetParam();
  constexpr std::int64_t kBytes = 40'000'000, kDuration = 1'000'000'000;
  Scenario s(back_to_back(flow(0, 1, std::to_string(kBytes) + "B")),
             lanes("SlowNic", rate.lane, rate.count) + kLogPfc + std::vector<std::string>{"simulation.Duration=1ms"});
  PfcLog log;
  s.network().set_pfc_sink(&log);
  s.run();

  SlowHost host;
  host.host_bps = rate.bps;
  host.first_frame_ps = 150'843;
  host.stream_bytes = kBytes;
  host.duration_ps = kDuration;
  const SlowHostRun expected = run_slow_host(host);

  std::vector<std::int64_t> pauses, expected_pauses;
  for (const PfcEvent& e : log.of("server1.nic", PfcEventKind::kXoffTx)) pauses.push_back(e.time.count());
  for (const auto& e : expected.only(SlowHostEvent::Kind::kPause)) expected_pauses.push_back(e.time_ps);
  EXPECT_EQ(pauses, expected_pauses);
  std::vector<std::int64_t> xons, expected_xons;
  for (const PfcEvent& e : log.of("server1.nic", PfcEventKind::kXonTx)) xons.push_back(e.time.count());
  for (const auto& e : expected.events) {
    if (e.kind == SlowHostEvent::Kind::kXonAtRefresh || e.kind == SlowHostEvent::Kind::kXonAtRelease)
      expected_xons.push_back(e.time_ps);
  }
  EXPECT_EQ(xons, expected_xons);
  EXPECT_EQ(s.nic(1).ingress().meter(0).peak.count(), expected.peak_bytes);
  EXPECT_EQ(s.nic(1).ingress().rx_drops(), 0u);
  EXPECT_EQ(s.nic(1).engine().delivery().confirmed.count(), expected.host_bytes);
}

INSTANTIATE_TEST_SUITE_P(
    HostRates, SlowHostDynamics,
    testing::Values(HostRate{"7.88Gbps", 4, 31'520'000'000}, HostRate{"7.88Gbps", 8, 63'040'000'000},
                    HostRate{"7.88Gbps", 16, 126'080'000'000}, HostRate{"15.76Gbps", 16, 252'160'000'000},
                    HostRate{"31.52Gbps", 10, 315'200'000'000}, HostRate{"31.52Gbps", 12, 378'240'000'000},
                    HostRate{"31.52Gbps", 13, 409'760'000'000}, HostRate{"31.52Gbps", 14, 441'280'000'000}));

}  // namespace
}  // namespace headroom
