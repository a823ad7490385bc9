// Every time of the UET message on docs/walk.md, from both sides: not yet one picosecond before, done at it. The times
// are those of the worked timeline of uet-transport.md 10.
#include <gtest/gtest.h>

#include "testbench/common/scenario.h"

namespace headroom {
namespace {

using test::flow;
using test::Scenario;
using test::uet_rack;

class UetWalk : public testing::Test {
 protected:
  void run(Ps until) {
    if (sc_core::sc_get_status() == sc_core::SC_ELABORATION) sc_core::sc_start(sc_core::SC_ZERO_TIME);
    scenario.network().agenda().run(until);
  }
  void before(Ps time) { run(time - Ps{1}); }
  UetNic& nic(std::size_t server) { return scenario.network().servers()[server]->uet(); }
  UetStats stats(std::size_t server) { return nic(server).engine().stats(); }
  SwitchPort& port(std::uint32_t ifid) { return scenario.network().fabric()->at(0).port(ifid); }

  Scenario scenario{uet_rack(2, flow(0, 1, "4096B")),
                    {"simulation.Scheduling=strict"}};  // the kernel runs nothing ahead
  UetNic& near = nic(0);
  UetNic& far = nic(1);
};

TEST_F(UetWalk, ThePostMakesThePdc) {
  run(Ps{0});
  EXPECT_EQ(stats(0).wqes_created, 1u);
  EXPECT_EQ(near.engine().open_ends(), 1u);
  EXPECT_EQ(near.endpoint().reads_open(), 0u) << "the pass is due 15 ns later";
}

TEST_F(UetWalk, ThePassReservesRoomAndAsksTheHost) {
  before(Ps{15'000});
  EXPECT_EQ(near.egress().reserved(0), Bytes{0});
  run(Ps{15'000});
  EXPECT_EQ(near.egress().reserved(0), Bytes{4'202});
  EXPECT_EQ(near.endpoint().reads_open(), 1u);
  EXPECT_EQ(near.link().stats(PcieEnd::kNic, Ps{15'000}).wire, Bytes{98});
  EXPECT_EQ(stats(0).congestion_window.run().max, 450'000);
  EXPECT_EQ(stats(0).in_flight.run().max, 0) << "sampled before this packet is added";
}

TEST_F(UetWalk, TheHostAnswersWhenItHasTheRequest) {
  before(Ps{16'554});
  EXPECT_EQ(near.link().stats(PcieEnd::kHost, Ps{16'553}).completion, 0u);
  run(Ps{16'554});
  EXPECT_EQ(near.link().stats(PcieEnd::kHost, Ps{16'554}).completion, 1u);
}

TEST_F(UetWalk, ThePayloadIsCommittedAndSerializationStarts) {
  before(Ps{85'843});
  EXPECT_EQ(stats(0).data_sent, 0u);
  EXPECT_FALSE(near.port().sending());
  run(Ps{85'843});
  EXPECT_EQ(near.endpoint().bytes_fetched(), Bytes{4'096});
  EXPECT_EQ(stats(0).data_sent, 1u);
  EXPECT_TRUE(near.port().sending());
}

TEST_F(UetWalk, TheReservationEndsWithTheSerialization) {
  before(Ps{169'883});
  EXPECT_EQ(near.egress().reserved(0), Bytes{4'202});
  run(Ps{169'883});
  EXPECT_EQ(near.egress().reserved(0), Bytes{0});
  EXPECT_EQ(near.port().stats().tx_frames, 1u);
}

TEST_F(UetWalk, TheSwitchHasThePacketAndSendsItOn) {
  before(Ps{269'883});
  EXPECT_EQ(port(0).mac().stats().rx_frames, 0u);
  run(Ps{269'883});
  EXPECT_EQ(port(0).mac().stats().rx_frames, 1u);
  EXPECT_TRUE(port(1).mac().sending());
  before(Ps{353'923});
  EXPECT_EQ(port(1).mac().stats().tx_frames, 0u);
  run(Ps{353'923});
  EXPECT_EQ(port(1).mac().stats().tx_frames, 1u);
}

TEST_F(UetWalk, TheReceiverMakesItsEndWritesAndHoldsTheAcknowledgement) {
  before(Ps{453'923});
  EXPECT_EQ(far.engine().pdcs_received(), 0u);
  run(Ps{453'923});
  EXPECT_EQ(far.ingress().meter(0).peak, Bytes{4'184});
  EXPECT_EQ(far.ingress().occupied(0), Bytes{0}) << "PCIe has accepted the write";
  EXPECT_EQ(far.engine().pdcs_received(), 1u);
  EXPECT_EQ(far.engine().open_ends(), 0u) << "the host has closed it, it lingers";
  EXPECT_EQ(far.engine().packets_accepted(), 1u);
  EXPECT_EQ(stats(1).acks_sent, 0u);
}

TEST_F(UetWalk, TheAcknowledgementIsReleasedAndSerialized) {
  before(Ps{520'293});
  EXPECT_EQ(far.egress().reserved(1), Bytes{0});
  run(Ps{520'293});
  EXPECT_EQ(far.egress().reserved(1), Bytes{78});
  EXPECT_EQ(stats(1).acks_sent, 1u);
  before(Ps{521'853});
  EXPECT_EQ(far.port().stats().tx_frames, 0u);
  run(Ps{521'853});
  EXPECT_EQ(far.port().stats().tx_frames, 1u);
}

TEST_F(UetWalk, ThePayloadReachesTheMemoryOfTheReceiver) {
  before(Ps{523'212});
  EXPECT_EQ(far.endpoint().bytes_written(), Bytes{0});
  run(Ps{523'212});
  EXPECT_EQ(far.endpoint().bytes_written(), Bytes{4'096});
}

TEST_F(UetWalk, TheAcknowledgementGoesThroughTheSwitch) {
  before(Ps{621'853});
  EXPECT_EQ(port(1).mac().stats().rx_frames, 0u);
  run(Ps{621'853});
  EXPECT_EQ(port(1).mac().stats().rx_frames, 1u);
  before(Ps{623'413});
  EXPECT_EQ(port(0).mac().stats().tx_frames, 0u);
  run(Ps{623'413});
  EXPECT_EQ(port(0).mac().stats().tx_frames, 1u);
}

TEST_F(UetWalk, TheAcknowledgementCompletesTheMessageAndDrawsAProbe) {
  before(Ps{723'413});
  EXPECT_FALSE(scenario.network().workload().complete());
  EXPECT_EQ(stats(0).acks_received, 0u);
  run(Ps{723'413});
  EXPECT_TRUE(scenario.network().workload().complete());
  const UetStats after = stats(0);
  EXPECT_EQ(after.rtt.run().max, 553'530);
  EXPECT_EQ(after.base_rtt.run().min, 1'577'530);
  EXPECT_EQ(after.window.cut_base_rtt, Bytes{450'000 - 118'314});
  EXPECT_EQ(after.wqes_completed, 1u);
  EXPECT_EQ(after.probes_sent, 1u);
  EXPECT_EQ(near.engine().open_ends(), 0u);
}

}  // namespace
}  // namespace headroom
