// Lost frames between two whole servers: what the transport repairs, when, and at what cost. T28 to T36; T38, each
// message written to the host exactly once, is part of expect_complete().
#include <gtest/gtest.h>

#include "testbench/common/server_pair.h"

namespace headroom {
namespace {

using test::back_to_back;
using test::flow;
using test::lose_data;
using test::ServerPair;

/// PSN 0 to 255.
const std::string kOneMebibyte = back_to_back(flow(0, 1, "1MiB"));

auto lose_control(FrameKind kind, Psn psn) {
  return [kind, psn, lost = false](const Frame& f) mutable {
    return f.kind == kind && f.psn == psn && !std::exchange(lost, true);
  };
}

TEST(Loss, OfTheLastPacketIsRepairedByTheTimer) {  // T28
  ServerPair pair(kOneMebibyte);
  pair.tap(0).lose = lose_data(255);
  pair.run(Ps{64'021'538'762});
  EXPECT_EQ(pair.stats(0).timeouts, 0u);
  pair.run(Ps{64'021'538'763});
  EXPECT_EQ(pair.stats(0).timeouts, 1u);
  pair.run();
  pair.expect_complete();
  EXPECT_EQ(pair.completed(), Ps{64'021'975'206});
  EXPECT_EQ(pair.stats(0).data_sent, 257u);
  EXPECT_EQ(pair.stats(0).go_backs, 1u);
  EXPECT_EQ(pair.stats(1).naks_sent, 0u);
}

TEST(Loss, IsRepairedSoonerWithAShorterTimer) {  // T29
  ServerPair pair(kOneMebibyte, {test::roce("Nic") + "RetransmitTimeout=16ms"});
  pair.tap(0).lose = lose_data(255);
  pair.run();
  pair.expect_complete();
  EXPECT_EQ(pair.completed(), Ps{16'021'975'206});
}

TEST(Loss, OfAPacketInBetweenDrawsOneNak) {  // T30
  ServerPair pair(kOneMebibyte);
  pair.tap(0).lose = lose_data(99);
  pair.run();
  pair.expect_complete();
  EXPECT_EQ(pair.completed(), Ps{23'781'923});
  EXPECT_EQ(pair.stats(1).naks_sent, 1u);
  EXPECT_EQ(pair.stats(0).naks_received, 1u);
  EXPECT_EQ(pair.stats(0).go_backs, 1u);
  EXPECT_EQ(pair.stats(0).data_sent, 282u);
  EXPECT_EQ(pair.stats(1).drops_after_nak, 25u);
  EXPECT_EQ(pair.stats(0).payload_discards, 14u);
  EXPECT_EQ(pair.stats(1).acks_sent, 15u);
}

TEST(Loss, OfTheFirstPacketIsAnOrdinaryGap) {  // T31
  ServerPair pair(kOneMebibyte);
  pair.tap(0).lose = lose_data(0);
  pair.run();
  pair.expect_complete();
  EXPECT_EQ(pair.completed(), Ps{25'432'757});
  EXPECT_EQ(pair.stats(0).data_sent, 262u);
  EXPECT_EQ(pair.stats(1).drops_after_nak, 5u);
  EXPECT_EQ(pair.stats(0).payload_discards, 49u);
}

TEST(Loss, OfARepeatedPacketIsLeftToTheTimer) {  // T32
  ServerPair pair(kOneMebibyte);
  pair.tap(0).lose = lose_data(99, 2);
  pair.run();
  pair.expect_complete();
  EXPECT_EQ(pair.completed(), Ps{64'023'178'984});
  EXPECT_EQ(pair.stats(0).data_sent, 439u);
  EXPECT_EQ(pair.stats(1).drops_after_nak, 181u);
  EXPECT_EQ(pair.stats(1).naks_sent, 1u);
  EXPECT_EQ(pair.stats(0).timeouts, 1u);
  EXPECT_EQ(pair.stats(0).go_backs, 2u);
}

TEST(Loss, OfTheNakIsLeftToTheTimer) {  // T33
  ServerPair pair(kOneMebibyte);
  pair.tap(0).lose = lose_data(99);
  pair.tap(1).lose = lose_control(FrameKind::kNak, 99);
  std::vector<Psn> sent;
  pair.tap(0).look = [&](const Frame& f) { sent.push_back(f.psn); };
  pair.run();
  pair.expect_complete();
  EXPECT_EQ(pair.completed(), Ps{64'021'975'206});
  EXPECT_EQ(pair.stats(0).data_sent, 427u);
  EXPECT_EQ(pair.stats(1).duplicates, 14u);
  EXPECT_EQ(pair.stats(1).drops_after_nak, 156u);
  EXPECT_EQ(sent.at(256), 85u) << "behind the last ACK";
}

TEST(Loss, OfTheLastAckCostsATimeoutButTheHostHasTheMessage) {  // T34
  ServerPair pair(kOneMebibyte);
  pair.tap(1).lose = lose_control(FrameKind::kAck, 255);
  pair.run(Ps{21'588'611});
  EXPECT_LT(pair.nic(1).endpoint().bytes_written(), Bytes{1'048'576});
  pair.run(Ps{21'588'612});
  EXPECT_EQ(pair.nic(1).endpoint().bytes_written(), Bytes{1'048'576});
  pair.run();
  pair.expect_complete();
  EXPECT_EQ(pair.completed(), Ps{64'021'975'206});
  EXPECT_EQ(pair.stats(1).duplicates, 1u);
  EXPECT_EQ(pair.stats(1).acks_sent, 17u);
}

TEST(Loss, OfAnAckInBetweenCostsNothing) {  // T35
  ServerPair pair(kOneMebibyte);
  pair.tap(1).lose = lose_control(FrameKind::kAck, 16);
  pair.run();
  pair.expect_complete();
  EXPECT_EQ(pair.completed(), Ps{21'621'843});
  EXPECT_EQ(pair.stats(0).data_sent, 256u);
}

TEST(Loss, InAMessageThatFitsThePoolResendsItsTail) {  // T36
  ServerPair pair(back_to_back(flow(0, 1, "131072B")));
  pair.tap(0).lose = lose_data(9);
  pair.run();
  pair.expect_complete();
  EXPECT_EQ(pair.completed(), Ps{4'481'462});
  EXPECT_EQ(pair.stats(0).data_sent, 40u);
  EXPECT_EQ(pair.stats(1).drops_after_nak, 7u);
  EXPECT_EQ(pair.stats(0).payload_discards, 15u);
}

}  // namespace
}  // namespace headroom
