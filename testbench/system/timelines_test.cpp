// Timelines of the transport on the real NIC: every value is from the worked examples of the transport's acceptance
// cases (T) and of the link's (P); the arithmetic stands beside those that have one.
#include <gtest/gtest.h>

#include "testbench/common/scenario.h"
#include "testbench/common/server_pair.h"

namespace headroom {
namespace {

using test::back_to_back;
using test::flow;
using test::host_lanes;
using test::rack;
using test::Scenario;

TEST(Timeline, OnePacketBackToBack) {  // T17
  Scenario s(back_to_back(flow(0, 1, "4096B")));
  s.run();
  const MessageTimes t = s.message(0);
  EXPECT_EQ(t.post, Ps{0});
  EXPECT_EQ(t.start, Ps{80'000});
  EXPECT_EQ(t.sent, Ps{233'923});
  EXPECT_EQ(t.received, Ps{333'923});
  EXPECT_EQ(t.acknowledged, Ps{436'443});
  EXPECT_EQ(s.network().agenda().now(), Ps{436'443}) << "in host memory at 403,212, so the ACK ends the run";
}

TEST(Timeline, AnEmptyMessageIsOneFrameWithoutPcie) {  // T18
  Scenario s(back_to_back(flow(0, 1, "0B")));
  s.run();
  EXPECT_EQ(s.message(0).received, Ps{181'160});
  EXPECT_EQ(s.message(0).acknowledged, Ps{283'680});
  EXPECT_EQ(s.nic(0).link().tlps(Ps{283'680}), 0u);
}

TEST(Timeline, OneMebibyte) {  // T19: 150.843 + 256 x 83.08 + 202.52 ns
  Scenario s(back_to_back(flow(0, 1, "1MiB")));
  s.run();
  EXPECT_EQ(s.completed(), Ps{21'621'843});
  EXPECT_EQ(s.nic(0).egress().meter(0).peak, Bytes{228'470});
  EXPECT_EQ(s.nic(1).ingress().meter(0).peak, Bytes{4'136});
  EXPECT_EQ(s.nic(1).engine().stats().acks_sent, 16u);
}

TEST(Timeline, OneMebibyteIsGeneratedInNineRuns) {  // T19
  test::ServerPair pair(back_to_back(flow(0, 1, "1MiB")));
  const EgressBuffer& egress = pair.nic(0).egress();
  pair.run(Ps{79'999});
  EXPECT_EQ(egress.reserved(0), Bytes{0});
  pair.run(Ps{80'000});
  EXPECT_EQ(egress.reserved(0), Bytes{55 * 4'154});
  // 80 ns after 28 more packets have left: 7 runs of 28, then the last 5 of 256.
  Ps run{2'557'083};
  for (int more = 0; more < 8; ++more, run += Ps{2'326'240}) {
    pair.run(run - Ps{1});
    EXPECT_EQ(egress.reserved(0), Bytes{27 * 4'154}) << more;
    pair.run(run);
    EXPECT_EQ(egress.reserved(0), Bytes{(more < 7 ? 55 : 27 + 5) * 4'154}) << more;
  }
  pair.run();
  pair.expect_complete();
}

TEST(Timeline, OnePacketThroughASwitch) {  // T20
  Scenario s(rack(2, flow(0, 1, "4096B")));
  s.run();
  EXPECT_EQ(s.completed(), Ps{722'043});
}

TEST(Timeline, OneMebibyteThroughASwitch) {  // T20
  Scenario s(rack(2, flow(0, 1, "1MiB")));
  s.run();
  EXPECT_EQ(s.completed(), Ps{21'907'443});
}

TEST(Timeline, MessagesOfOneQueuePairFollowEachOther) {  // T21
  Scenario s(back_to_back(flow(0, 1, "1MiB", R"("messages": 2)")));
  s.run();
  EXPECT_EQ(s.message(0, 0).acknowledged, Ps{21'621'843});
  EXPECT_EQ(s.message(0, 1).acknowledged, Ps{43'243'686});
}

TEST(Timeline, MessagesOfTwoQueuePairsShareTheLine) {  // T22
  Scenario s(back_to_back(flow(0, 1, "1MiB", R"("messages": 2, "queue_pairs": 2)")));
  s.run();
  EXPECT_EQ(s.message(0, 0).acknowledged, Ps{42'807'243});
  EXPECT_EQ(s.message(0, 1).acknowledged, Ps{42'890'323});
}

TEST(Timeline, ThreeSmallMessagesOnOneQueuePair) {  // T23
  Scenario s(back_to_back(flow(0, 1, "4096B", R"("messages": 3)")));
  s.run();
  EXPECT_EQ(s.message(0, 0).acknowledged, Ps{436'443});
  EXPECT_EQ(s.message(0, 1).acknowledged, Ps{872'886});
  EXPECT_EQ(s.message(0, 2).acknowledged, Ps{1'309'329});
}

TEST(Timeline, ThreeSmallMessagesOnThreeQueuePairs) {  // T23
  Scenario s(back_to_back(flow(0, 1, "4096B", R"("messages": 3, "queue_pairs": 3)")));
  s.run();
  EXPECT_EQ(s.message(0, 0).acknowledged, Ps{436'443});
  EXPECT_EQ(s.message(0, 1).acknowledged, Ps{519'523});
  EXPECT_EQ(s.message(0, 2).acknowledged, Ps{602'603});
}

TEST(Timeline, TenMegabytes) {  // T24
  Scenario s(back_to_back(flow(0, 1, "10MB")));
  s.run();
  EXPECT_EQ(s.completed(), Ps{203'186'083});
}

TEST(Timeline, TenMegabytesBothWaysAtOnce) {  // T24
  Scenario s(back_to_back(flow(0, 1, "10MB") + ", " + flow(1, 0, "10MB")));
  s.run();
  EXPECT_EQ(s.completed(0), Ps{203'546'443});
  EXPECT_EQ(s.completed(1), Ps{203'546'443});
}

TEST(Timeline, ASlowSendingHostLimitsTheFetch) {  // T25
  Scenario s(back_to_back(flow(0, 1, "10MB")), host_lanes("Nic", "7.88Gbps", 16));
  s.run();
  EXPECT_EQ(s.completed(), Ps{676'973'843});
}

TEST(Timeline, EveryAcknowledgementThresholdOfTheReference) {  // T13 at its default neighbours, end to end
  Scenario s(back_to_back(flow(0, 1, "1MiB")),
             {"components.SlowNic.TransportProcessingLayers.RoceTransportLayer.AckThreshold=31"});
  s.run();
  EXPECT_EQ(s.nic(1).engine().stats().acks_sent, 8u);
}

TEST(Timeline, ASmallRoundTripOfAWholeFourGibibyteMessageKeepsItsNumbers) {
  // 2^32 B at MSS 9216 would not fit the Mtu; at 4,096 B they are 2^20 packets. Only the first millisecond runs here.
  Scenario s(back_to_back(flow(0, 1, "4294967296B")), {"simulation.Duration=1ms"});
  s.run();
  // Frames sent back to back from 150,843 ps on: floor((10^9 - 150,843) / 83,080) serializations have ended.
  EXPECT_EQ(s.nic(0).port().stats().tx_frames, (1'000'000'000u - 150'843u) / 83'080u);
}

TEST(Timeline, LargeEgressPoolsMayHoldManyReadsAtTheHost) {  // C23
  Scenario s(back_to_back(flow(0, 1, "40MB") + ", " + flow(1, 0, "4MB")),
             {"components.Nic.NetworkInterface.EgressBufferManager.TotalBufferSize=11111112B"});
  s.run();
  EXPECT_LE(s.nic(0).link().requests_held_max(), 799);
  EXPECT_EQ(s.completed(1), Ps{81'649'243});
  EXPECT_EQ(s.nic(0).ingress().meter(0).peak, Bytes{4'136});
}

}  // namespace
}  // namespace headroom
