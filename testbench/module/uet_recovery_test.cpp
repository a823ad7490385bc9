// Two whole UET NICs on a wire that loses or trims what a test says.
#include <gtest/gtest.h>

#include "sc_models/core/random.h"
#include "testbench/common/uet_pair.h"

namespace headroom::test {
namespace {

bool is_data(const Frame& frame) { return frame.kind == FrameKind::kUetData; }
bool is_ack(const Frame& frame) { return frame.kind == FrameKind::kUetAck; }

/// Loses the first `times` frames of a kind.
template <class Kind>
auto lose_first(Kind kind, int times) {
  return [kind, times](const Frame& frame) mutable { return kind(frame) && times-- > 0; };
}

// Serialization of the first transmission begins at 85,843 and takes 84,040; each timeout starts the next at once.
TEST(UetRetransmission, TimeoutsDoubleUpTo32TimesTheFirst) {  // 55
  UetPair pair;
  pair.cable_with_taps();
  start();
  std::vector<Ps> starts;
  std::vector<std::uint16_t> entropies;
  pair.taps[0]->look = [&](const Frame& frame) {
    if (!is_data(frame)) return;
    starts.push_back(pair.agenda.now());
    entropies.push_back(frame.udp_source);
    EXPECT_EQ(frame.psn, 1u);
    EXPECT_EQ(frame.retransmission, starts.size() > 1);
    EXPECT_EQ(dscp_of(frame.traffic_class, frame.role), starts.size() > 1 ? 2u : 0u);
  };
  pair.taps[0]->lose = lose_first(is_data, 8);
  pair.post(0, 4'096);
  pair.agenda.run(kLong);
  std::vector<Ps> expected{Ps{85'843}};
  for (const std::int64_t us : {150, 300, 600, 1'200, 2'400, 4'800, 4'800, 4'800}) {
    expected.push_back(expected.back() + Ps{84'040 + us * 1'000'000});
  }
  EXPECT_EQ(starts, expected);
  EXPECT_EQ(entropies, (std::vector<std::uint16_t>{256, 257, 258, 259, 260, 261, 262, 263, 264}));
  const UetStats stats = pair.engine(0).stats();
  EXPECT_EQ(stats.timeouts, 8u);
  EXPECT_EQ(stats.retransmissions, 8u);
  EXPECT_EQ(stats.transmissions.run(), 9u);
  EXPECT_EQ(pair.engine(0).retransmitted(0), 8u);
  pair.expect_finished();
}

TEST(UetRetransmission, FixedTimeoutIsTheSameForEveryTransmission) {  // 57
  UetNicParams sender = default_uet_nic_params();
  sender.pds.fixed_retransmit_time = true;
  sender.pds.fixed_retransmit_timeout = Ps{80'000'000};
  UetPair pair(sender);
  pair.cable_with_taps();
  start();
  std::vector<Ps> starts;
  pair.taps[0]->look = [&](const Frame& frame) {
    if (is_data(frame)) starts.push_back(pair.agenda.now());
  };
  pair.taps[0]->lose = lose_first(is_data, 3);
  pair.post(0, 4'096);
  pair.agenda.run(kLong);
  ASSERT_EQ(starts.size(), 4u);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(starts[i] - starts[i - 1], Ps{80'084'040});
  pair.expect_finished();
}

// The receiver has closed its end when the packet comes again; the end that lingers answers it: 169,883 + 150 us, then
// 84,040 + 100,000 + 66,370 + 1,560 + 100,000.
TEST(UetLinger, AClosedReceivingEndAnswersUntilTheSenderKnows) {
  UetPair pair;
  pair.cable_with_taps();
  start();
  pair.taps[1]->lose = lose_first(is_ack, 1);
  pair.post(0, 4'096);
  pair.agenda.run(Ps{150'521'852});
  EXPECT_FALSE(pair.log.done.contains({0, 0}));
  pair.agenda.run(kLong);
  EXPECT_EQ(pair.done(0), Ps{150'521'853});
  EXPECT_EQ(pair.engine(1).stats().duplicates, 1u);
  EXPECT_EQ(pair.engine(1).packets_accepted(), 1u);
  EXPECT_EQ(pair.events[1].events.size(), 3u);  // created, received, terminated: once
  pair.expect_finished();
}

// 169,883 + 100,000; NACK 1,240 + 100,000 later; then 84,040 + 100,000, hold 66,370, 1,560 + 100,000.
TEST(UetTrimming, ANackDrawsTheRetransmissionAtOnce) {
  UetPair pair;
  pair.cable_with_taps();
  start();
  pair.taps[0]->trim = lose_first(is_data, 1);
  std::vector<Frame> nacks;
  pair.taps[1]->look = [&](const Frame& frame) {
    if (frame.kind == FrameKind::kUetNack) nacks.push_back(frame);
  };
  pair.post(0, 4'096);
  pair.agenda.run(Ps{371'122});
  EXPECT_EQ(pair.engine(0).stats().retransmissions, 0u);
  pair.agenda.run(Ps{371'123});
  EXPECT_EQ(pair.engine(0).stats().retransmissions, 1u);
  // The sample 201,240 lowers the base round trip to 1,225,240: 1.5 x 400 Gbps x it / 8 = 91,893 B.
  EXPECT_EQ(pair.engine(0).stats().window.cut_base_rtt, Bytes{450'000 - 91'893});
  EXPECT_EQ(pair.engine(0).stats().window.cut_trim, Bytes{4'184});
  pair.agenda.run(kLong);
  EXPECT_EQ(pair.done(0), Ps{723'093});
  ASSERT_EQ(nacks.size(), 1u);
  EXPECT_EQ(nacks[0].wire_bytes, 62u);
  EXPECT_EQ(nacks[0].udp_source, 256);
  EXPECT_EQ(nacks[0].uet.nack_code, kNackTrimmed);
  EXPECT_EQ(nacks[0].uet.source_pdc, 32'769);
  EXPECT_EQ(pair.engine(0).stats().timeouts, 0u);
  pair.expect_finished();
}

// [C] Of a trimmed packet the control class's pool is charged, 44 B.
TEST(UetTrimming, ATrimmedPacketIsChargedToTheControlClass) {
  UetPair pair;
  pair.cable_with_taps();
  start();
  pair.taps[0]->trim = lose_first(is_data, 1);
  pair.post(0, 4'096);
  pair.agenda.run(Ps{369'000});
  EXPECT_EQ(pair.nics[1]->ingress().meter(0).peak, Bytes{0});
  EXPECT_EQ(pair.nics[1]->ingress().meter(1).peak, Bytes{44});
}

TEST(UetOutOfOrder, APacketThatIsMissingDelaysNoOtherAndEndsTheMessage) {
  UetPair pair;
  pair.cable_with_taps();
  start();
  pair.taps[0]->lose = [lost = false](const Frame& frame) mutable {
    return is_data(frame) && frame.psn == 2 && !std::exchange(lost, true);
  };
  pair.post(0, 8 * 4'096);
  pair.agenda.run(Ps{10'000'000});
  EXPECT_EQ(pair.engine(1).packets_accepted(), 7u);
  EXPECT_EQ(pair.engine(1).stats().out_of_order, 6u);
  EXPECT_EQ(pair.engine(1).stats().out_of_order_held.run(), 6u);
  EXPECT_FALSE(pair.log.arrival.contains({0, 0}));
  pair.agenda.run(kLong);
  EXPECT_EQ(pair.engine(0).stats().retransmissions, 1u);
  pair.expect_finished();
}

// Occupancy 4,184 of 8,368 B is 50 %: floor(127 x 25 / 50) = 63.
TEST(UetPenalty, TravelsInTheAckAndCutsTheWindow) {  // 51
  UetNicParams receiver = default_uet_nic_params();
  receiver.ingress.total_size = Bytes{16'736};
  receiver.ingress.pool_allocation = {};
  receiver.ingress.pool_allocation[0] = receiver.ingress.pool_allocation[1] = Fraction(5, 1);
  UetPair pair(default_uet_nic_params(), receiver);
  pair.cable();
  start();
  pair.post(0, 4'096);
  pair.agenda.run(kLong);
  const UetStats stats = pair.engine(0).stats();
  EXPECT_EQ(stats.penalty.run().max, 63);
  EXPECT_EQ(stats.window.penalty_acks, 1u);
  pair.expect_finished();
}

TEST(UetPdc, EventsTellItsLifeAtBothEnds) {
  UetPair pair;
  pair.cable();
  start();
  pair.post(0, 4'096);
  pair.agenda.run(kLong);
  using Kind = UetEventKind;
  struct Expected {
    Ps time;
    Kind kind;
    PdcId local, remote;
  };
  const auto expect = [](const std::vector<UetEvent>& events, const std::vector<Expected>& expected) {
    ASSERT_EQ(events.size(), expected.size());
    for (std::size_t i = 0; i < events.size(); ++i) {
      EXPECT_EQ(events[i].time, expected[i].time) << i;
      EXPECT_EQ(events[i].kind, expected[i].kind) << i;
      EXPECT_EQ(events[i].local.number, expected[i].local) << i;
      EXPECT_EQ(events[i].remote.number, expected[i].remote) << i;
    }
  };
  expect(pair.events[0].events, {{Ps{0}, Kind::kPdcCreated, 1, 0},
                                 {Ps{0}, Kind::kWqeCreated, 1, 0},
                                 {Ps{15'000}, Kind::kSendComplete, 1, 0},
                                 {Ps{437'813}, Kind::kWqeComplete, 1, 32'769},
                                 {Ps{437'813}, Kind::kPdcTerminated, 1, 32'769}});
  expect(pair.events[1].events, {{Ps{269'883}, Kind::kPdcCreated, 32'769, 1},
                                 {Ps{269'883}, Kind::kRecvComplete, 32'769, 1},
                                 {Ps{269'883}, Kind::kPdcTerminated, 32'769, 1}});
}

TEST(UetPdc, TakesSeveralMessagesOneBehindTheOther) {
  UetPair pair;
  pair.cable();
  start();
  pair.hosts[0].closes = pair.hosts[1].closes = false;
  const PdcHandle end = pair.nics[0]->doorbell().open({.remote = 0x20000002});
  for (std::uint32_t m = 0; m < 5; ++m) pair.post_on(end, 0, m, m == 2 ? 0 : 10'000);
  pair.agenda.run(kLong);
  EXPECT_EQ(pair.hosts[0].completions.size(), 5u);
  EXPECT_EQ(pair.hosts[1].arrivals.size(), 5u);
  pair.expect_finished();
  pair.nics[0]->doorbell().close(end);
  pair.nics[1]->doorbell().close_receiving_end(pair.hosts[1].receiving_end);
  pair.expect_finished();
}

// The 32,768th message finds no id free and waits until the first PDC closes; ids count up, then begin again at 1. The
// second use of id 1 goes on with the number after the last one of the first.
TEST(UetPdc, WaitsForAnIdAndUsesItAgain) {
  UetPair pair;
  pair.cable_with_taps();
  start();
  std::vector<std::pair<Ps, Psn>> uses;
  pair.taps[0]->look = [&](const Frame& frame) {
    if (is_data(frame) && frame.uet.source_pdc == 1) uses.emplace_back(pair.agenda.now(), frame.psn);
  };
  constexpr std::uint32_t kIds = 32'767;
  for (std::uint32_t flow = 0; flow <= kIds; ++flow) pair.post(flow, 0);
  pair.agenda.run(kLong);
  EXPECT_EQ(pair.hosts[0].completions.size(), kIds + 1);
  ASSERT_EQ(uses.size(), 2u);
  EXPECT_EQ(uses[0].second, 1u);
  EXPECT_EQ(uses[1].second, 2u);
  EXPECT_GT(uses[1].first, Ps{220'075});
  pair.expect_finished();
}

TEST(UetFault, StopsTheRunAtTheFirstConnectionNotBefore) {
  Agenda agenda;
  FramePool frames;
  HostLog log;
  PdcHost host;
  const NicPlace place{.address = 1, .link_rate = BitRate{400'000'000'000}, .link_delay = Ps{100'000}};
  UetNic nic("nic", default_uet_nic_params(), place, UetNicSurroundings{.fault = "no target delay"}, agenda, frames,
             log, host);
  const PdcHandle end = nic.doorbell().open({.remote = 2});
  WorkRequest request;
  request.queue_pair = end;
  EXPECT_THROW(nic.doorbell().post(request), ModelError);
  Audit audit;
  nic.audit(audit);
  EXPECT_TRUE(audit.violated().empty());
}

/// Every frame is lost, trimmed or marked with some probability, in both directions.
void survive(std::uint64_t seed, const UetNicParams& params, bool carry_data) {
  UetPair pair(params, params, carry_data);
  pair.cable_with_taps();
  start();
  RandomStream random(seed);
  for (auto& tap : pair.taps) {
    tap->lose = [&](const Frame&) { return random.unit() < 0.1; };
    tap->trim = [&](const Frame& frame) { return is_data(frame) && random.unit() < 0.1; };
    tap->mark = [&](const Frame&) { return random.unit() < 0.2; };
  }
  for (std::uint32_t flow = 0; flow < 20; ++flow) pair.post(flow, 20'000 * (flow % 7), flow % 2);
  pair.agenda.run(kLong);
  EXPECT_EQ(pair.log.done.size(), 20u) << "seed " << seed;
  EXPECT_EQ(pair.log.arrival.size(), 20u) << "seed " << seed;
  pair.expect_finished();
}

TEST(UetLoss, EveryMessageArrivesOnceWhateverIsLost) { survive(1, default_uet_nic_params(), false); }

TEST(UetLoss, EveryMessageArrivesOnceWithPrefetchAndCarriedData) {
  UetNicParams params = default_uet_nic_params();
  params.pds.prefetch_buffer = true;
  params.pds.prefetch_buffer_size = Bytes{4 * 4'202};
  survive(2, params, true);
}

TEST(UetLoss, EveryMessageArrivesOnceWithRecycledEntropiesWithoutGroups) {
  UetNicParams params = default_uet_nic_params();
  params.pds.spraying = PacketSpraying::kRecycledEntropy;
  params.pds.pdc_groups = false;
  params.pds.trimming = true;
  params.pds.ack_every_nth_packet = 8;
  survive(3, params, false);
}

}  // namespace
}  // namespace headroom::test
