// Every time on docs/walk.md, from both sides: not yet one picosecond before, done at it.
#include <gtest/gtest.h>

#include "testbench/common/server_pair.h"

namespace headroom {
namespace {

using test::back_to_back;
using test::flow;
using test::ServerPair;

class Walk : public testing::Test {
 protected:
  ServerPair pair{back_to_back(flow(0, 1, "4096B"))};
  RoceNic& near = pair.nic(0);
  RoceNic& far = pair.nic(1);
  void before(Ps time) { pair.run(time - Ps{1}); }
  std::uint64_t transfers(RoceNic& nic, PcieEnd end, Ps now) {
    const PcieEndStats stats = nic.link().stats(end, now);
    return stats.nonposted + stats.completion + stats.posted;
  }
};

TEST_F(Walk, TheApplicationPostsAtTheStartOfItsFlow) {
  pair.run(Ps{0});
  EXPECT_EQ(pair.workload().flows()[0].first_post, Ps{0});
  EXPECT_EQ(pair.stats(0).wqes_created, 1u);
  EXPECT_EQ(near.endpoint().reads_open(), 0u) << "generation is due 80 ns later";
}

TEST_F(Walk, GenerationReservesAndTheRequestStartsOnPcieAtOnce) {
  before(Ps{80'000});
  EXPECT_EQ(near.egress().reserved(0), Bytes{0});
  EXPECT_EQ(transfers(near, PcieEnd::kNic, Ps{79'999}), 0u);
  pair.run(Ps{80'000});
  EXPECT_EQ(near.egress().reserved(0), Bytes{4'154});
  EXPECT_EQ(near.endpoint().reads_open(), 1u);
  EXPECT_EQ(transfers(near, PcieEnd::kNic, Ps{80'000}), 1u);
  EXPECT_EQ(near.link().stats(PcieEnd::kNic, Ps{80'000}).wire, Bytes{98});
}

TEST_F(Walk, TheAnswerStartsWhenTheRequestHasReachedTheHost) {
  before(Ps{81'554});
  EXPECT_EQ(transfers(near, PcieEnd::kHost, Ps{81'553}), 0u);
  pair.run(Ps{81'554});
  EXPECT_EQ(transfers(near, PcieEnd::kHost, Ps{81'554}), 1u);
}

TEST_F(Walk, ThePayloadArrivesIsNumberedAndSerializationStarts) {
  before(Ps{150'843});
  EXPECT_EQ(near.endpoint().bytes_fetched(), Bytes{0});
  EXPECT_EQ(pair.stats(0).data_sent, 0u);
  pair.run(Ps{150'843});
  EXPECT_EQ(near.endpoint().bytes_fetched(), Bytes{4'096});
  const PcieEndStats host = near.link().stats(PcieEnd::kHost, Ps{150'843});
  EXPECT_EQ(host.completion, 8u);
  EXPECT_EQ(host.wire, Bytes{4'368});
  EXPECT_EQ(host.busy, Ps{69'289});
  EXPECT_EQ(near.engine().gauges(Ps{150'843}).outstanding_psns, 1u);
  EXPECT_EQ(near.egress().queued(0), 0u);
  EXPECT_TRUE(near.port().sending());
  EXPECT_EQ(far.port().arriving(), 1u) << "handed over at the start";
}

TEST_F(Walk, TheReservationEndsWithTheSerialization) {
  before(Ps{233'923});
  EXPECT_EQ(near.egress().reserved(0), Bytes{4'154});
  pair.run(Ps{233'923});
  EXPECT_EQ(near.egress().reserved(0), Bytes{0});
  EXPECT_EQ(near.port().stats().tx_frames, 1u);
}

TEST_F(Walk, TheReceiverChargesAcceptsWritesAndAcknowledgesInOneInstant) {
  before(Ps{333'923});
  EXPECT_EQ(far.port().stats().rx_frames, 0u);
  pair.run(Ps{333'923});
  EXPECT_EQ(far.ingress().meter(0).peak, Bytes{4'136});
  EXPECT_EQ(far.ingress().occupied(0), Bytes{0}) << "PCIe has accepted the write";
  EXPECT_EQ(far.endpoint().write_wait().count, 1u);
  EXPECT_EQ(far.endpoint().write_wait().max, Ps{0});
  EXPECT_EQ(pair.stats(1).in_order, 1u);
  EXPECT_EQ(pair.stats(1).acks_sent, 1u);
  EXPECT_EQ(far.egress().reserved(1), Bytes{126});
  EXPECT_TRUE(far.port().sending());
}

TEST_F(Walk, TheAcknowledgementIsSerialized) {
  before(Ps{336'443});
  EXPECT_EQ(far.port().stats().tx_frames, 0u);
  pair.run(Ps{336'443});
  EXPECT_EQ(far.port().stats().tx_frames, 1u);
}

TEST_F(Walk, ThePayloadReachesTheMemoryOfTheReceiver) {
  before(Ps{403'212});
  EXPECT_EQ(far.endpoint().bytes_written(), Bytes{0});
  pair.run(Ps{403'212});
  EXPECT_EQ(far.endpoint().bytes_written(), Bytes{4'096});
}

TEST_F(Walk, TheAcknowledgementCompletesTheMessage) {
  before(Ps{436'443});
  EXPECT_FALSE(pair.workload().complete());
  pair.run(Ps{436'443});
  EXPECT_TRUE(pair.workload().complete());
  pair.expect_complete();
  const MessageTimes& times = pair.messages().at({0, 0});
  EXPECT_EQ(times.start, Ps{80'000});
  EXPECT_EQ(times.sent, Ps{233'923});
  EXPECT_EQ(times.received, Ps{333'923});
  EXPECT_EQ(times.acknowledged, Ps{436'443});
}

TEST_F(Walk, CostsNineAgendaEntries) {
  pair.run();
  EXPECT_EQ(pair.agenda().served(), 9u);
}

}  // namespace
}  // namespace headroom
