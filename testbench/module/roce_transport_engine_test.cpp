#include "sc_models/nic/roce_transport_engine.h"

#include <gtest/gtest.h>

#include "sc_models/core/check.h"
#include "testbench/common/roce_pair.h"

namespace headroom {
namespace {

using test::default_engine;
using test::RocePair;

constexpr std::int64_t kPacket = 4096;

Frame forged(FrameKind kind, Psn psn, QpNumber to = 1) {
  Frame frame{};
  frame.kind = kind;
  frame.psn = psn;
  frame.destination_qp = to;
  frame.payload_bytes = kind == FrameKind::kData ? 4096 : 0;
  frame.wire_bytes = kind == FrameKind::kData ? 4154 : kind == FrameKind::kCnp ? 122 : 126;
  frame.traffic_class = kind == FrameKind::kData ? 0 : 1;
  return frame;
}

TEST(RoceTransportEngine, HeldPacketsAreAcknowledgedWhenTheDelayOfTheFirstIsOver) {  // T15
  RocePair pair;
  pair.port(0).lose = [](const Frame& f) { return f.psn >= 5; };
  pair.post(Ps{0}, 10 * kPacket);
  constexpr Ps kFirstArrival{333'923};
  pair.run(kFirstArrival + Ps{1'000'000'000 - 1});
  EXPECT_EQ(pair.stats(1).acks_sent, 0u);
  pair.run(kFirstArrival + Ps{1'000'000'000});
  EXPECT_EQ(pair.numbers(1, FrameKind::kAck), (std::vector<Psn>{4}));
  pair.run(Ps{60'000'000'000});
  EXPECT_EQ(pair.stats(1).acks_sent, 1u);
}

TEST(RoceTransportEngine, AnAckDelayOfZeroAcknowledgesAHeldPacketAtItsArrival) {
  auto receiver = default_engine(1);
  receiver.transport.ack_delay = Ps{0};
  RocePair pair(default_engine(0), receiver);
  pair.post(Ps{0}, 3 * kPacket);
  pair.run(Ps{333'923});
  EXPECT_EQ(pair.numbers(1, FrameKind::kAck), (std::vector<Psn>{0}));
  pair.run();
  EXPECT_EQ(pair.numbers(1, FrameKind::kAck), (std::vector<Psn>{0, 1, 2}));
}

TEST(RoceTransportEngine, ADuplicateCountsForCoalescingAndIsNotWritten) {  // T16
  auto receiver = default_engine(1);
  receiver.transport.ack_threshold = 4;
  RocePair pair(default_engine(0), receiver);
  pair.port(0).hold(0, true);
  pair.post(Ps{0}, 20 * kPacket);
  for (Psn n = 0; n < 3; ++n) pair.inject(Ps{1000 + n}, 1, forged(FrameKind::kData, n));
  pair.inject(Ps{2000}, 1, forged(FrameKind::kData, 1));
  pair.run(Ps{2000});
  EXPECT_EQ(pair.stats(1).duplicates, 1u);
  EXPECT_EQ(pair.stats(1).in_order, 3u);
  EXPECT_EQ(pair.node(1).engine.delivery().offered, Bytes{3 * 4096});
  EXPECT_EQ(pair.stats(1).acks_sent, 0u) << "four held is not yet too many";
  pair.inject(Ps{3000}, 1, forged(FrameKind::kData, 3));
  pair.run(Ps{3000});
  EXPECT_EQ(pair.numbers(1, FrameKind::kAck), (std::vector<Psn>{3}));
}

TEST(RoceTransportEngine, ThresholdsAndCoalescingSetTheNumberOfAcks) {  // T13, T14
  auto every = default_engine(1), second = default_engine(1);
  every.transport.ack_coalescing = false;
  second.transport.ack_threshold = 1;
  RocePair a(default_engine(0), every), b(default_engine(0), second);
  for (RocePair* pair : {&a, &b}) {
    pair->post(Ps{0}, 256 * kPacket);
    pair->run();
    pair->expect_written_once(1, 256 * kPacket);
  }
  EXPECT_EQ(a.stats(1).acks_sent, 256u);
  EXPECT_EQ(b.stats(1).acks_sent, 128u);
}

TEST(RoceTransportEngine, NumbersStartWhereConfiguredAndWrap) {  // T10
  auto sender = default_engine(0), receiver = default_engine(1);
  sender.initial_psn = receiver.initial_psn = 0xFFFFFE;
  RocePair pair(sender, receiver);
  pair.post(Ps{0}, 4 * kPacket);
  pair.run();
  EXPECT_EQ(pair.numbers(0, FrameKind::kData), (std::vector<Psn>{0xFFFFFE, 0xFFFFFF, 0, 1}));
  EXPECT_EQ(pair.numbers(1, FrameKind::kAck), (std::vector<Psn>{1}));
  EXPECT_EQ(pair.log.done.size(), 1u);
}

TEST(RoceTransportEngine, AnAckForAPacketNeverSentIsDiscarded) {  // T37
  RocePair pair;
  pair.post(Ps{0}, 256 * kPacket);
  pair.inject(Ps{10'000'000}, 0, forged(FrameKind::kAck, 300));
  pair.run();
  EXPECT_EQ(pair.stats(0).drops_ghost_ack, 1u);
  EXPECT_EQ(pair.done(), Ps{21'621'843}) << "and changes nothing";
}

TEST(RoceTransportEngine, EveryMarkedPacketDrawsOneCnp) {  // T50
  RocePair pair;
  pair.port(0).mark = [](const Frame& f) { return f.kind == FrameKind::kData && f.psn < 602; };
  pair.post(Ps{0}, 700 * kPacket);
  pair.run();
  EXPECT_EQ(pair.stats(1).cnps_sent, 602u);
  EXPECT_EQ(pair.stats(1).ce_received, 602u);
  EXPECT_EQ(pair.stats(0).cnps_received, 602u);
  const Frame* cnp = nullptr;
  for (const Frame& f : pair.port(1).queued_frames) {
    if (f.kind == FrameKind::kCnp) cnp = &f;
  }
  ASSERT_NE(cnp, nullptr);
  EXPECT_EQ(cnp->wire_bytes, 122u);
  EXPECT_EQ(cnp->traffic_class, 1u);
  EXPECT_EQ(cnp->ecn, Ecn::kNotEct);
  EXPECT_EQ(cnp->destination, 0x20000001u);
}

TEST(RoceTransportEngine, WithoutEcnDataIsNotEctAndCnpsAreOnlyCounted) {  // T51
  auto sender = default_engine(0);
  sender.rate_loop.enable_ecn = false;
  RocePair pair(sender);
  pair.port(0).mark = [](const Frame& f) { return f.kind == FrameKind::kData; };
  pair.post(Ps{0}, 64 * kPacket);
  pair.run();
  EXPECT_EQ(pair.stats(0).cnps_received, 64u);
  for (const Frame& f : pair.port(0).queued_frames) EXPECT_EQ(f.ecn, Ecn::kNotEct);
  for (const Ps time : pair.port(0).durations) EXPECT_EQ(time, Ps{83'080});
}

TEST(RoceTransportEngine, OnlyDataOfTheCongestedQueuePairIsSlowed) {  // T52
  RocePair pair(default_engine(0), default_engine(1), 2);
  pair.inject(Ps{1000}, 0, forged(FrameKind::kCnp, 0, 2));
  pair.post(Ps{0}, 4 * kPacket, 1);
  pair.post(Ps{0}, 4 * kPacket, 2);
  pair.run(Ps{20'000'000});
  ASSERT_EQ(pair.port(0).durations.size(), 8u);
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_NEAR(static_cast<double>(pair.port(0).durations[i].count()), i % 2 == 0 ? 83'080 : 110'773, 1);
  }
  const RoceGauges idle = pair.node(0).engine.gauges(Ps{20'000'000});
  EXPECT_EQ(idle.congested_qps, 1u);
  EXPECT_EQ(idle.min_rate_gbps, 0) << "no queue pair has work";
}

TEST(RoceTransportEngine, DataFramesCarryWhatTheDocumentsSay) {
  RocePair pair;
  pair.post(Ps{0}, kPacket + 1);
  pair.run();
  const std::vector<Frame>& sent = pair.port(0).queued_frames;
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_EQ(sent[0].source, 0x20000001u);
  EXPECT_EQ(sent[0].destination, 0x20000002u);
  EXPECT_EQ(sent[0].destination_qp, 1u);
  EXPECT_EQ(sent[0].traffic_class, 0u);
  EXPECT_EQ(sent[0].ecn, Ecn::kEct0);
  EXPECT_EQ(sent[0].wire_bytes, 4154u);
  EXPECT_FALSE(sent[0].last_of_message);
  EXPECT_EQ(sent[1].wire_bytes, 59u);
  EXPECT_EQ(sent[1].remote_address, sent[0].remote_address + 4096);
  EXPECT_TRUE(sent[1].last_of_message);
  const Frame& ack = pair.port(1).queued_frames.at(0);
  EXPECT_EQ(ack.wire_bytes, 126u);
  EXPECT_EQ(ack.traffic_class, 1u);
  EXPECT_EQ(ack.ecn, Ecn::kNotEct);
}

TEST(RoceTransportEngine, AnswersThatFindNoRoomWaitAndOnlyTheNewestIsSent) {
  auto receiver = default_engine(1);
  receiver.transport.ack_coalescing = false;
  RocePair pair(default_engine(0), receiver);
  pair.port(1).pools[1] = Bytes{2 * 126 + 50};
  pair.port(1).hold(1, true);
  pair.post(Ps{0}, 8 * kPacket);
  pair.run(Ps{5'000'000});
  EXPECT_EQ(pair.numbers(1, FrameKind::kAck), (std::vector<Psn>{0, 1}));
  EXPECT_EQ(pair.stats(1).acks_sent, 2u) << "a pending one is counted when it gets its room";
  pair.call(Ps{6'000'000}, Rank(Due::kPauseEnd, 1, 0), [&] { pair.port(1).hold(1, false); });
  pair.run();
  EXPECT_EQ(pair.numbers(1, FrameKind::kAck), (std::vector<Psn>{0, 1, 7}));
  EXPECT_EQ(pair.log.done.size(), 1u);
}

TEST(RoceTransportEngine, AnAckNeverReplacesAPendingNak) {
  auto receiver = default_engine(1);
  receiver.transport.ack_coalescing = false;
  RocePair pair(default_engine(0), receiver);
  pair.port(1).pools[1] = Bytes{126};
  pair.port(1).hold(1, true);
  pair.port(0).lose = test::lose_data(1);
  pair.post(Ps{0}, 4 * kPacket);
  pair.inject(Ps{5'000'000}, 1, forged(FrameKind::kData, 0));  // a duplicate would draw an ACK
  pair.run(Ps{5'000'000});
  EXPECT_EQ(pair.stats(1).duplicates, 1u);
  pair.call(Ps{6'000'000}, Rank(Due::kPauseEnd, 1, 0), [&] { pair.port(1).hold(1, false); });
  pair.run();
  EXPECT_EQ(pair.port(1).queued_frames.at(0).kind, FrameKind::kAck);
  EXPECT_EQ(pair.port(1).queued_frames.at(1).kind, FrameKind::kNak);
  EXPECT_EQ(pair.stats(0).timeouts, 0u);
  pair.expect_written_once(1, 4 * kPacket);
}

TEST(RoceTransportEngine, WithoutAPoolForItsControlClassItAcknowledgesNothing) {  // F14
  RocePair pair;
  pair.port(1).pools[1] = Bytes{0};
  pair.post(Ps{0}, 20 * kPacket);
  pair.run(Ps{200'000'000'000});
  EXPECT_EQ(pair.stats(1).acks_sent, 0u);
  EXPECT_TRUE(pair.port(1).queued_frames.empty());
  EXPECT_EQ(pair.stats(1).in_order, 20u);
  EXPECT_EQ(pair.stats(0).timeouts, 3u) << "sends it all again every 64 ms";
  pair.expect_written_once(1, 20 * kPacket);
}

TEST(RoceTransportEngine, ADataPoolSmallerThanAPacketStopsEveryQueuePair) {  // F14
  RocePair pair;
  pair.port(0).pools[2] = Bytes{4153};
  pair.connect(2, 1);
  pair.post(Ps{0}, 2 * kPacket, 2);
  pair.post(Ps{0}, 2 * kPacket, 1);
  pair.run(Ps{1'000'000'000});
  EXPECT_EQ(pair.stats(0).data_sent, 0u);
  EXPECT_EQ(pair.node(0).engine.gauges(Ps{1'000'000'000}).generation_stall, Ps{1'000'000'000 - 80'000});
}

TEST(RoceTransportEngine, APacketLargerThanHalfThePoolIsSentOneAtATime) {
  RocePair pair;
  pair.port(0).pools[0] = Bytes{5000};
  pair.post(Ps{0}, 3 * kPacket);
  pair.run();
  // Each after the serialization of the one before, 80 ns and a fetch of 70.843 ns.
  const std::vector<Ps> expected = {Ps{150'843}, Ps{150'843 + 233'923}, Ps{150'843 + 2 * 233'923}};
  EXPECT_EQ(pair.port(0).data_starts, expected);
}

TEST(RoceTransportEngine, DataAndAcksMayShareAClass) {
  RocePair pair(default_engine(0), default_engine(1), 0);
  pair.connect(0, 0);
  pair.post(Ps{0}, 300 * kPacket, 1, 0);
  pair.post(Ps{0}, 300 * kPacket, 1, 1);
  pair.run();
  EXPECT_EQ(pair.log.done.size(), 2u);
  for (const Frame& f : pair.port(0).queued_frames) EXPECT_EQ(f.traffic_class, 0u);
}

TEST(RoceTransportEngine, ChargesStayUntilPcieAcceptsTheWriteAndTheHostIsToldThen) {
  RocePair pair;
  pair.pcie(1).accepting = false;
  pair.post(Ps{0}, 2 * kPacket);
  pair.run(Ps{5'000'000});
  EXPECT_EQ(pair.port(1).ingress.filled, Bytes{2 * 4136});
  EXPECT_EQ(pair.log.arrival.size(), 0u);
  EXPECT_EQ(pair.log.done.size(), 1u) << "acknowledgement does not wait for the host";
  EXPECT_FALSE(pair.node(1).engine.quiet());
  pair.call(Ps{6'000'000}, Rank(Due::kPcie, 1, 0), [&] { pair.pcie(1).resume_accepting(); });
  pair.run();
  EXPECT_EQ(pair.log.arrival.at({1, 0}), Ps{6'000'000});
  EXPECT_EQ(pair.log.last_landed, Ps{6'000'000 + 2 * 69'289});
  EXPECT_EQ(pair.node(1).engine.delivery().confirmed, Bytes{2 * 4096});
}

TEST(RoceTransportEngine, FramesForNoQueuePairAreDiscardedAndCounted) {
  RocePair pair;
  pair.inject(Ps{1}, 0, forged(FrameKind::kData, 0, 0));
  pair.inject(Ps{2}, 0, forged(FrameKind::kAck, 0, 7));
  pair.inject(Ps{3}, 0, forged(FrameKind::kNak, 0, 0));
  pair.inject(Ps{4}, 0, forged(FrameKind::kCnp, 0, 7));
  pair.run();
  EXPECT_EQ(pair.stats(0).drops_no_qp_data, 1u);
  EXPECT_EQ(pair.stats(0).drops_no_qp_control, 3u);
  EXPECT_EQ(pair.port(0).ingress.filled, Bytes{0});
}

TEST(RoceTransportEngine, TheFirstPacketCreatesTheFarSideOfAQueuePair) {
  RocePair pair;
  pair.node(0).engine.create_queue_pair({3, 0x20000002, 3, 0, 1});  // 2 is left out, and the far side of 3 is unknown
  pair.post(Ps{0}, 2 * kPacket, 3);
  pair.run();
  EXPECT_EQ(pair.log.done.size(), 1u);
  EXPECT_EQ(pair.log.arrival.size(), 1u);
  EXPECT_EQ(pair.stats(1).drops_no_qp_data, 0u);
  EXPECT_EQ(pair.stats(1).in_order, 2u);
  EXPECT_EQ(pair.stats(1).acks_sent, 1u);
  pair.node(1).engine.create_queue_pair({2, 0x20000001, 2});
  EXPECT_THROW(pair.node(1).engine.create_queue_pair({3, 0x20000001, 3}), ModelError);
}

TEST(RoceTransportEngine, AFarSideExpectsTheInitialNumberWhateverItsFirstPacketHas) {  // a lost packet shows as a gap
  RocePair pair;
  Frame second = forged(FrameKind::kData, 1, 5);
  second.source_qp = 5;
  pair.inject(Ps{1}, 1, second);
  pair.run();
  EXPECT_EQ(pair.stats(1).out_of_order, 1u);
  EXPECT_EQ(pair.stats(1).naks_sent, 1u);
}

TEST(RoceTransportEngine, AClosedQueuePairNeverComesBack) {
  RocePair pair;
  pair.post(Ps{0}, kPacket);
  pair.run();
  pair.node(0).engine.close_queue_pair(1);
  pair.node(1).engine.close_queue_pair(1);
  pair.inject(pair.agenda.now() + Ps{1}, 1, forged(FrameKind::kData, 0));
  pair.inject(pair.agenda.now() + Ps{1}, 0, forged(FrameKind::kAck, 0));
  pair.run();
  EXPECT_EQ(pair.stats(1).drops_no_qp_data, 1u);
  EXPECT_EQ(pair.stats(1).duplicates, 0u);
  EXPECT_EQ(pair.stats(0).drops_no_qp_control, 1u);
  EXPECT_THROW(pair.node(0).engine.post({.queue_pair = 1}), ModelError);
}

TEST(RoceTransportEngine, AGoBackDuringAPauseSendsTheOldCopiesFirst) {
  auto sender = default_engine(0);
  sender.transport.retransmit_timeout = Ps{100'000'000};
  RocePair pair(sender);
  pair.port(0).hold(0, true);
  pair.post(Ps{0}, 4 * kPacket);
  pair.call(Ps{150'000'000}, Rank(Due::kPauseEnd, 0, 0), [&] { pair.port(0).hold(0, false); });
  pair.run();
  EXPECT_EQ(pair.stats(0).timeouts, 1u);
  EXPECT_EQ(pair.numbers(0, FrameKind::kData), (std::vector<Psn>{0, 1, 2, 3, 0, 1, 2, 3}));
  EXPECT_EQ(pair.stats(1).duplicates, 4u);
  EXPECT_EQ(pair.log.done.size(), 1u);
  pair.expect_written_once(1, 4 * kPacket);
}

TEST(RoceTransportEngine, TheTimerRunsFromTheLastAckThatRetiredSomething) {
  auto sender = default_engine(0), receiver = default_engine(1);
  sender.transport.retransmit_timeout = Ps{10'000'000};
  receiver.transport.ack_coalescing = false;
  RocePair pair(sender, receiver);
  pair.port(0).lose = [](const Frame& f) { return f.psn >= 3; };
  pair.post(Ps{0}, 4 * kPacket);
  const Ps last_ack(436'443 + 2 * 83'080);  // of PSN 2
  pair.run(last_ack + Ps{10'000'000 - 1});
  EXPECT_EQ(pair.stats(0).timeouts, 0u);
  pair.run(last_ack + Ps{10'000'000});
  EXPECT_EQ(pair.stats(0).timeouts, 1u);
}

TEST(RoceTransportEngine, RoundTripsAreCountedOverTheIntervalAndTheRun) {
  RocePair pair;
  pair.post(Ps{0}, 0);
  pair.post(Ps{1'000'000}, kPacket);
  pair.run(Ps{999'999});
  constexpr Ps kRoundTrip{202'520};  // two wires and an ACK
  EXPECT_EQ(pair.node(0).engine.rtt().interval_count, 1u);
  EXPECT_EQ(pair.node(0).engine.rtt().interval_max, kRoundTrip);
  pair.node(0).engine.rtt().begin_interval();
  EXPECT_EQ(pair.node(0).engine.rtt().interval_count, 0u);
  pair.run();
  EXPECT_EQ(pair.node(0).engine.rtt().interval_min, kRoundTrip);
  EXPECT_EQ(pair.node(0).engine.rtt().count, 2u);
}

}  // namespace
}  // namespace headroom
