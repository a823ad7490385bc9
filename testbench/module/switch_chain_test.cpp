// Pauses travel hop by hop: server0 - rack0 - spine0 - rack1 - server1, 500 ns between switches, 100 ns to servers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbench/common/switch_bench.h"

namespace headroom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Ps kPfcOnTheWire{1'680 + 100'000};

struct Chain {
  enum : std::uint32_t { kRack0, kSpine, kRack1, kSwitches };

  Chain() {
    SwitchParams params = default_switch();
    params.buffer.report_per_port_buffer_stats = true;
    // Port 0 faces server 0, port 1 server 1, so that both routes are the same everywhere.
    const Ps near{100'000}, far{500'000};
    const std::pair<Ps, Ps> delays[] = {{near, far}, {far, far}, {far, near}};
    for (std::uint32_t s = 0; s < kSwitches; ++s) {
      const std::vector<SwitchPortParams> ports = {{k400Gbps, delays[s].first, LinkDirection::kDown, &logs[s]},
                                                   {k400Gbps, delays[s].second, LinkDirection::kUp, nullptr}};
      switches.push_back(std::make_unique<Switch>(("switch" + std::to_string(s)).c_str(), params, ports,
                                                  std::vector<std::uint16_t>{0, 1}, SwitchIdentity{s, 2 + s, 1}, agenda,
                                                  frames));
    }
    for (std::uint32_t i = 0; i < 2; ++i) {
      servers.push_back(std::make_unique<TestServer>(("server" + std::to_string(i)).c_str(), i + kSwitches,
                                                     TestServerParams{}, agenda, frames));
    }
    join(servers[0]->mac(), switches[kRack0]->mac(0));
    join(switches[kRack0]->mac(1), switches[kSpine]->mac(0));
    join(switches[kSpine]->mac(1), switches[kRack1]->mac(0));
    join(switches[kRack1]->mac(1), servers[1]->mac());
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  static void join(MacPort& a, MacPort& b) {
    a.wire_tx.bind(b.wire_rx);
    b.wire_tx.bind(a.wire_rx);
  }
  /// Server 1 holds class 0 from the start until `resume`, as its switch sees it.
  void hold_until(Ps resume) {
    for (Ps at{0}; at < resume; at += Ps{41'992'400}) {
      script.at(at, [this] { servers[1]->send_pfc(1, 65'535); });
    }
    if (resume < Ps{900'000'000}) script.at(resume - kPfcOnTheWire, [this] { servers[1]->send_pfc(1, 0); });
  }
  [[nodiscard]] Bytes most_headroom(std::uint32_t s) const { return switches[s]->samples().port(0, 0).headroom.max; }

  Agenda agenda;
  FramePool frames;
  Script script{agenda, kAfterTheNetwork};
  PfcLog logs[kSwitches];
  std::vector<std::unique_ptr<Switch>> switches;
  std::vector<std::unique_ptr<TestServer>> servers;
};

TEST(SwitchChain, StandsStillHopByHopBehindAPausedReceiver) {  // 56, 57
  Chain chain;
  chain.hold_until(Ps{900'000'000});
  chain.servers[0]->send(10'000, 1, 0);
  chain.agenda.run(Ps{100'000'000});
  EXPECT_EQ(chain.logs[Chain::kRack1].times(PfcEventKind::kXoffTx), std::vector{Ps{15'389'760}});
  EXPECT_EQ(chain.logs[Chain::kSpine].times(PfcEventKind::kXoffTx), std::vector{Ps{30'010'320}});
  EXPECT_EQ(chain.logs[Chain::kRack0].times(PfcEventKind::kXoffTx), std::vector{Ps{44'630'880}});
  EXPECT_EQ(chain.servers[0]->control().at(0).time, Ps{44'732'560});
  EXPECT_EQ(chain.servers[0]->mac().stats().tx_frames, 539u);
  EXPECT_EQ(chain.most_headroom(Chain::kRack1), Bytes{53'768});
  EXPECT_EQ(chain.most_headroom(Chain::kSpine), Bytes{53'768});
  EXPECT_EQ(chain.most_headroom(Chain::kRack0), Bytes{12'408});
  EXPECT_EQ(chain.switches[Chain::kRack1]->buffer().queue(1, 0), Bytes{756'888});
  EXPECT_EQ(chain.switches[Chain::kSpine]->buffer().queue(1, 0), Bytes{756'888});
  EXPECT_EQ(chain.switches[Chain::kRack0]->buffer().queue(1, 0), Bytes{715'528});
  EXPECT_EQ(chain.logs[Chain::kRack1].times(PfcEventKind::kRefreshTx), (std::vector{Ps{57'582'160}, Ps{99'774'560}}));
  EXPECT_EQ(chain.logs[Chain::kRack0].times(PfcEventKind::kRefreshTx), std::vector{Ps{86'623'280}});
}

TEST(SwitchChain, UnwindsFromTheReceiverWithoutAGap) {  // 58
  Chain chain;
  chain.hold_until(Ps{100'000'000});
  chain.servers[0]->send(1'500, 1, 0);
  chain.agenda.run(Ps{2'000'000'000});
  const auto& got = chain.servers[1]->received();
  ASSERT_EQ(got.size(), 1'500u);
  EXPECT_EQ(got[0].time, Ps{100'183'080});
  for (std::size_t i = 1; i < got.size(); ++i) ASSERT_EQ(got[i].time - got[i - 1].time, Ps{83'080}) << i;
  EXPECT_EQ(chain.logs[Chain::kRack1].times(PfcEventKind::kXonTx).at(0), Ps{109'221'880});
  EXPECT_EQ(chain.logs[Chain::kSpine].times(PfcEventKind::kXonTx).at(0), Ps{118'945'440});
  EXPECT_EQ(chain.logs[Chain::kRack0].times(PfcEventKind::kXonTx).at(0), Ps{127'838'200});
  EXPECT_EQ(chain.servers[0]->paused(0), Ps{83'207'320});
  for (const auto& sw : chain.switches) {
    Audit audit;
    sw->audit(audit);
    EXPECT_THAT(audit.violated(), IsEmpty());
  }
}

}  // namespace
}  // namespace headroom
