// Two whole UET NICs: which packets leave when, what holds them back, and what lets them go on.
#include <gtest/gtest.h>

#include "testbench/common/uet_pair.h"

namespace headroom::test {
namespace {

constexpr std::int64_t kMebibyte = 1 << 20;

struct AckCase {
  bool first, last;
  std::uint64_t every, acks;
};

/// Data ACKs of one message of 256 packets within 100 us, before any timer.
std::uint64_t acks(bool first, bool last, std::uint64_t every) {
  UetNicParams sender = default_uet_nic_params();
  sender.pds.ack_first_packet = first;
  sender.pds.ack_last_packet = last;
  sender.pds.ack_every_nth_packet = every;
  UetPair pair(sender);
  pair.cable();
  start();
  pair.post(0, kMebibyte);
  pair.agenda.run(Ps{100'000'000});
  const UetStats stats = pair.engine(1).stats();
  const std::uint64_t sent = stats.acks_sent - pair.engine(0).stats().probe_acks_received;
  pair.agenda.run(kLong);
  EXPECT_TRUE(pair.log.done.contains({0, 0}));
  pair.expect_finished();
  return sent;
}

TEST(UetAckRequests, FirstLastAndEvery8thOf256PacketsAre33) { EXPECT_EQ(acks(true, true, 8), 33u); }  // 15
TEST(UetAckRequests, FirstAndEvery8thOf256PacketsAre32) { EXPECT_EQ(acks(true, false, 8), 32u); }     // 16
TEST(UetAckRequests, LastAndEvery8thOf256PacketsAre32) { EXPECT_EQ(acks(false, true, 8), 32u); }      // 17
TEST(UetAckRequests, Every8thOf256PacketsIs32) { EXPECT_EQ(acks(false, false, 8), 32u); }             // 17
TEST(UetAckRequests, EachOf256PacketsAsksWithOneInOne) { EXPECT_EQ(acks(false, false, 1), 256u); }    // 18

/// Asks for one ACK only, with the last packet.
UetNicParams one_ack() {
  UetNicParams params = default_uet_nic_params();
  params.pds.ack_first_packet = false;
  params.pds.ack_every_nth_packet = 1'024;
  return params;
}

// 54 x 4,202 = 226,908 of 230,400 B. The first is serialized from 85,843 on, one each 84,040 ps; after 27 of them
// 27 x 4,202 = 113,454 B are reserved, the first that is at or below 115,200.
TEST(UetEgress, PoolOfClass0Takes54PacketsAndGenerationRestartsAtHalf) {  // 8
  UetPair pair(one_ack());
  pair.cable();
  start();
  pair.post(0, 100 * 4'096);
  const auto reserved = [&] { return pair.nics[0]->egress().reserved(0); };
  pair.agenda.run(Ps{15'000});
  EXPECT_EQ(reserved(), Bytes{226'908});
  EXPECT_EQ(pair.engine(0).stats().blocked_egress, 1u);
  pair.agenda.run(Ps{85'843 + 27 * 84'040 - 1});
  EXPECT_EQ(reserved(), Bytes{28 * 4'202});
  pair.agenda.run(Ps{85'843 + 27 * 84'040});
  EXPECT_EQ(reserved(), Bytes{226'908});
  pair.agenda.run(kLong);
  pair.expect_finished();
}

// The ACK of the first packet arrives at 437,813, four packets having left.
TEST(UetEgress, AnAckLetsGenerationGoOnThoughThePoolIsMoreThanHalfFull) {
  UetNicParams sender = default_uet_nic_params();
  sender.nscc.pass_through = true;  // the ACK lowers the base round trip and with it the window
  UetPair pair(sender);
  pair.cable();
  start();
  pair.post(0, kMebibyte);
  pair.agenda.run(Ps{437'812});
  EXPECT_EQ(pair.nics[0]->egress().reserved(0), Bytes{50 * 4'202});
  pair.agenda.run(Ps{437'813});
  EXPECT_EQ(pair.nics[0]->egress().reserved(0), Bytes{54 * 4'202});
}

TEST(UetEgress, PoolOfClass1Takes328AcksAndTheOthersWaitInOrder) {  // 9
  UetNicParams sender = default_uet_nic_params();
  sender.nscc.override_maximum_window = true;
  sender.nscc.maximum_window = 4'096;
  UetPair pair(sender);
  pair.cable_with_taps();
  start();
  std::vector<Psn> acks;
  pair.taps[1]->look = [&](const Frame& frame) {
    if (frame.kind == FrameKind::kUetAck && !frame.uet.probe_answer) acks.push_back(frame.psn);
  };
  pair.taps[0]->inject_pause(Ps{1'000}, 1u << 1, 65'535);  // 83,985 ns
  pair.post(0, 2 * kMebibyte);
  pair.agenda.run(Ps{60'000'000});
  EXPECT_EQ(pair.nics[1]->egress().reserved(1), Bytes{328 * 78});
  pair.expect_consistent();
  pair.agenda.run(kLong);
  pair.expect_finished();
  ASSERT_EQ(acks.size(), 512u);
  for (Psn psn = 1; psn <= 512; ++psn) EXPECT_EQ(acks[psn - 1], psn);
}

UetNicParams with_prefetch() {
  UetNicParams params = default_uet_nic_params();
  params.pds.prefetch_buffer = true;
  return params;
}

TEST(UetPrefetch, BufferTakes62PacketsAndTheGroupWaitsForHalfOfIt) {  // 10
  UetPair pair(with_prefetch());
  pair.cable();
  start();
  pair.post(0, kMebibyte);
  pair.agenda.run(Ps{15'000});
  EXPECT_EQ(pair.nics[0]->endpoint().reads_open(), 62u);
  EXPECT_EQ(pair.nics[0]->egress().reserved(0), Bytes{0});
  EXPECT_EQ(pair.engine(0).stats().blocked_prefetch, 1u);
  pair.expect_consistent();
  pair.agenda.run(kLong);
  EXPECT_TRUE(pair.log.done.contains({0, 0}));
  pair.expect_finished();
}

// Nothing overtakes on the way of one packet, so the buffer changes no time of it.
TEST(UetPrefetch, OnePacketTakesAsLongAsWithout) {
  UetPair pair(with_prefetch());
  pair.cable();
  start();
  pair.post(0, 4'096);
  pair.agenda.run(kLong);
  EXPECT_EQ(pair.done(0), Ps{437'813});
  pair.expect_finished();
}

TEST(UetScheduler, PdcsOfAGroupTakeTurnsPacketByPacket) {
  UetPair pair;
  pair.cable_with_taps();
  start();
  std::vector<PdcId> order;
  pair.taps[0]->look = [&](const Frame& frame) {
    if (frame.kind == FrameKind::kUetData) order.push_back(frame.uet.source_pdc);
  };
  pair.post(0, 3 * 4'096);
  pair.post(1, 2 * 4'096);
  pair.post(2, 4'096);
  pair.agenda.run(kLong);
  EXPECT_EQ(order, (std::vector<PdcId>{1, 2, 3, 1, 2, 1}));
  pair.expect_finished();
}

TEST(UetWindow, IsSharedByThePdcsOfAGroupAndFreshForTheNextGroup) {
  UetPair pair;
  pair.cable();
  start();
  pair.post(0, kMebibyte);
  pair.post(1, kMebibyte);
  pair.agenda.run(Ps{15'000});
  // Both halves of the pool's 54 packets count in one window.
  EXPECT_EQ(pair.engine(0).stats().in_flight.interval().max, 53 * 4'184);
  pair.agenda.run(kLong);
  pair.engine(0).begin_stats_interval();
  pair.post(2, 4'096);
  pair.agenda.run(kLong + kLong);
  EXPECT_EQ(pair.engine(0).stats().congestion_window.interval().min, 450'000);
  pair.expect_finished();
}

TEST(UetWindow, IsEachPdcsOwnWithoutGroups) {
  UetNicParams sender = default_uet_nic_params();
  sender.pds.pdc_groups = false;
  UetPair pair(sender);
  pair.cable();
  start();
  pair.post(0, kMebibyte);
  pair.post(1, kMebibyte);
  pair.agenda.run(Ps{15'000});
  EXPECT_EQ(pair.engine(0).stats().in_flight.interval().max, 26 * 4'184);
  pair.agenda.run(kLong);
  pair.expect_finished();
}

TEST(UetFrames, CarryTheFieldsOfTheirKind) {
  UetPair pair;
  pair.cable_with_taps();
  start();
  std::vector<Frame> out, back;
  pair.taps[0]->look = [&](const Frame& frame) { out.push_back(frame); };
  pair.taps[1]->look = [&](const Frame& frame) { back.push_back(frame); };
  pair.post(0, 4'096);
  pair.agenda.run(kLong);
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[0].wire_bytes, 4'202u);
  EXPECT_EQ(out[0].udp_source, 256);
  EXPECT_EQ(dscp_of(out[0].traffic_class, out[0].role), 0u);
  EXPECT_EQ(out[0].psn, 1u);
  EXPECT_TRUE(out[0].uet.syn && out[0].uet.ack_requested && out[0].last_of_message);
  EXPECT_EQ(out[1].kind, FrameKind::kUetProbe);  // sent though the ACK completes the message
  EXPECT_EQ(out[1].wire_bytes, 62u);
  EXPECT_EQ(out[1].uet.destination_pdc, 32'769);
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(back[0].wire_bytes, 78u);
  EXPECT_EQ(back[0].udp_source, 256);
  EXPECT_EQ(dscp_of(back[0].traffic_class, back[0].role), 13u);
  EXPECT_EQ(back[0].uet.cumulative, 1u);
  EXPECT_EQ(back[0].uet.received, 17u);
  EXPECT_TRUE(back[1].uet.probe_answer);
  EXPECT_EQ(pair.engine(0).stats().no_pdc, 1u);  // the probe's answer finds its PDC closed
}

}  // namespace
}  // namespace headroom::test
