#include "sc_models/nic/egress_buffer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sc_models/core/check.h"
#include "testbench/common/port_bench.h"

namespace headroom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Ps us(double n) { return Ps{static_cast<std::int64_t>(n * 1e6 + 0.5)}; }

std::vector<std::string> kinds(const std::vector<FrameEvent>& events) {
  constexpr const char* kNames[] = {"data", "ack", "nak", "cnp", "pfc"};
  std::vector<std::string> names;
  for (const FrameEvent& event : events) names.emplace_back(kNames[static_cast<unsigned>(event.frame.kind)]);
  return names;
}

void fill(PortBench& bench) {
  while (bench.engine.queue_data(0, kDataWire)) {}
}

TEST(EgressBuffer, ReservesFiftyFivePacketsAndRefusesTheNext) {  // P2, P46
  PortBench bench({});
  bench.script.at(Ps{0}, [&] {
    bench.receive_pause(0x01, 65'535);
    fill(bench);
  });
  bench.agenda.run(us(80));
  EXPECT_EQ(bench.egress.reserved(0), Bytes{228'470});
  EXPECT_EQ(bench.egress.queued(0), 55u);
  EXPECT_EQ(bench.egress.meter(0).refused, 1u);
  EXPECT_THAT(bench.engine.sent(), IsEmpty());
  bench.check();
}

TEST(EgressBuffer, AReleasedClassSendsAtLineRateAndReachesHalfAfterTwentyEightPackets) {  // P3, the egress side of T27
  PortBench bench({});
  bench.script.at(Ps{0}, [&] {
    bench.receive_pause(0x01, 65'535);
    fill(bench);
  });
  bench.script.at(us(80.5), [&] { bench.receive_pause(0x01, 0); });
  const Ps half = us(80.5) + 28 * kDataTime;
  EXPECT_EQ(half, Ps{82'826'240});
  bench.agenda.run(half - Ps{1});
  EXPECT_GT(2 * bench.egress.reserved(0), bench.egress.pool(0));
  bench.agenda.run(half);
  EXPECT_EQ(bench.egress.reserved(0), Bytes{112'158});
  EXPECT_EQ(bench.engine.sent().size(), 28u);
  bench.check();
}

TEST(EgressBuffer, AHeldClassStartsAtTheInstantItsPauseRunsOut) {  // P8
  PortBench bench({});
  bench.script.at(Ps{0}, [&] {
    bench.receive_pause(0x01, 65'535);
    bench.engine.queue_data(0, kDataWire);
  });
  bench.agenda.run(Ps{83'984'799});
  EXPECT_THAT(bench.engine.started(), IsEmpty());
  bench.agenda.run(Ps{83'984'800});
  EXPECT_EQ(bench.engine.started().size(), 1u);
  EXPECT_THAT(bench.log.times(PfcEventKind::kResume), ElementsAre(Ps{83'984'800}));
  EXPECT_EQ(bench.egress.pfc_stats(0).expired, 1u);
  EXPECT_EQ(bench.egress.pause_clock(0).paused_with_packets_waiting(us(100)).total, Ps{83'984'800});
  bench.check();
}

/// Pauses (time, quanta) of class 0, and when a frame that waits all the while starts.
Ps start_after(PortBench& bench, const std::vector<std::pair<Ps, std::uint16_t>>& pauses) {
  for (const auto& [time, quanta] : pauses) {
    bench.script.at(time, [&bench, q = quanta] { bench.receive_pause(0x01, q); });
  }
  bench.script.at(pauses.front().first, [&bench] { bench.engine.queue_data(0, kDataWire); });
  bench.agenda.run(us(1'000));
  bench.check();
  EXPECT_EQ(bench.engine.started().size(), 1u);
  return bench.engine.started().front().time;
}

TEST(EgressBuffer, AFreshPauseRestartsTheTimeInFull) {  // P38
  PortBench bench({});
  EXPECT_EQ(start_after(bench, {{Ps{0}, 65'535}, {us(41.9924), 65'535}}), us(125.9772));
}

TEST(EgressBuffer, XonEndsAPauseAndThePortDecidesAtOnce) {  // P39
  PortBench bench({});
  EXPECT_EQ(start_after(bench, {{Ps{0}, 65'535}, {us(60), 0}}), us(60));
  EXPECT_EQ(bench.egress.pause_clock(0).paused(us(1'000)).total, us(60));
}

TEST(EgressBuffer, TwoShortPausesMakeOneHold) {  // P40
  PortBench bench({});
  EXPECT_EQ(start_after(bench, {{us(100), 1'000}, {us(101), 1'000}}), us(102.38));
  EXPECT_EQ(bench.egress.pause_clock(0).paused(us(1'000)).total, us(2.38));
  EXPECT_EQ(bench.egress.pfc_stats(0).xoff_rx, 2u);
}

TEST(EgressBuffer, AShorterPauseReplacesTheEnd) {  // P41
  PortBench bench({});
  EXPECT_EQ(start_after(bench, {{Ps{0}, 65'535}, {us(1), 1}}), us(1.10128));
}

TEST(EgressBuffer, XonWithoutAPauseIsCountedAndNothingElse) {  // P42
  PortBench bench({});
  EXPECT_EQ(start_after(bench, {{us(5), 0}}), us(5));
  EXPECT_EQ(bench.egress.pfc_stats(0).xon_rx, 1u);
  EXPECT_EQ(bench.egress.pause_clock(0).paused(us(1'000)).total, Ps{0});
}

TEST(EgressBuffer, APauseThatArrivesAtTheEndIsSeenFirst) {  // P43
  PortBench bench({});
  EXPECT_EQ(start_after(bench, {{Ps{0}, 65'535}, {us(83.9848), 65'535}}), us(167.9696));
  EXPECT_EQ(bench.egress.pfc_stats(0).expired, 1u);
}

TEST(EgressBuffer, StaleWakeUpsOfReplacedPausesDoNothing) {
  PortBench bench({});
  // the wake-up of the first pause, 83.9848, comes in the middle of the third
  EXPECT_EQ(start_after(bench, {{Ps{0}, 65'535}, {us(1), 1}, {us(1.05), 65'535}, {us(50), 65'535}}),
            us(50) + us(83.9848));
}

TEST(EgressBuffer, AFrameInProgressEndsNormallyWhenItsClassIsPaused) {
  PortBench bench({});
  bench.script.at(Ps{0}, [&] {
    bench.engine.queue_data(0, kDataWire);
    bench.engine.queue_data(0, kDataWire);
  });
  bench.script.at(Ps{1}, [&] { bench.receive_pause(0x01, 65'535); });
  bench.agenda.run(us(50));
  EXPECT_THAT(bench.sink.times(), ElementsAre(kDataTime + kDelay));
  bench.check();
}

TEST(EgressBuffer, CnpAndAckPassAHeldClass) {  // P45
  PortBench bench({});
  bench.script.at(Ps{0}, [&] { fill(bench); });
  bench.script.at(Ps{10}, [&] {
    bench.receive_pause(0x01, 65'535);
    bench.engine.queue_ack(1);
    bench.engine.queue_cnp(1);
  });
  bench.agenda.run(us(80));
  EXPECT_THAT(kinds(bench.sink.seen()), ElementsAre("data", "cnp", "ack"));
  EXPECT_THAT(bench.sink.times(), ElementsAre(Ps{183'080}, Ps{183'080 + 2'440}, Ps{183'080 + 2'440 + 2'520}));
  bench.check();
}

TEST(EgressBuffer, ThePriorityQueueIsNeverPausedAndKeepsItsOrder) {
  PortBench bench({});
  bench.script.at(Ps{0}, [&] {
    bench.receive_pause(0xFF, 65'535);
    bench.engine.queue_cnp(1);
    bench.pfc.arrived(0, Bytes{2'880'000}, kDataCharge, false);
    bench.engine.queue_cnp(0);
  });
  bench.agenda.run(us(10));
  EXPECT_THAT(bench.sink.times(), ElementsAre(Ps{2'440} + kDelay, Ps{2'440 + 1'680 + 2'440} + kDelay));
  ASSERT_EQ(bench.source.control().size(), 1u);
  EXPECT_EQ(bench.source.control()[0].time, Ps{2'440 + 1'680} + kDelay);
  EXPECT_EQ(bench.egress.reserved(0), Bytes{0}) << "neither CNP nor PFC frame is charged";
  EXPECT_EQ(bench.egress.reserved(1), Bytes{0});
}

TEST(EgressBuffer, APauseWaitsForTheFrameInTransmission) {  // P44
  PortBench bench({});
  bench.script.at(Ps{0}, [&] { bench.engine.queue_data(0, kDataWire); });
  bench.script.at(Ps{1}, [&] { bench.pfc.arrived(0, Bytes{2'880'000}, kDataCharge, false); });
  bench.agenda.run(us(1));
  ASSERT_EQ(bench.source.control().size(), 1u);
  EXPECT_EQ(bench.source.control()[0].time, Ps{184'760});
}

TEST(EgressBuffer, APauseWaitsLongerForAFrameOfACongestedQueuePair) {  // P51
  PortBench bench({});
  bench.engine.set_data_rate(BitRate{40'000'000'000});
  bench.script.at(Ps{0}, [&] { bench.engine.queue_data(0, kDataWire); });
  bench.script.at(Ps{1}, [&] { bench.pfc.arrived(0, Bytes{2'880'000}, kDataCharge, false); });
  bench.agenda.run(us(2));
  ASSERT_EQ(bench.source.control().size(), 1u);
  EXPECT_EQ(bench.source.control()[0].time, Ps{830'800 + 1'680} + kDelay);
}

TEST(EgressBuffer, OnlyDataFramesAskTheEngineForARateWhenTheyStart) {
  PortBench bench({});
  bench.script.at(Ps{0}, [&] {
    bench.engine.queue_cnp(1);
    bench.engine.queue_ack(1);
    bench.engine.queue_data(0, kDataWire);
  });
  bench.agenda.run(us(1));
  EXPECT_THAT(kinds(bench.engine.started()), ElementsAre("data"));
  EXPECT_THAT(kinds(bench.engine.sent()), ElementsAre("cnp", "ack", "data"));
}

TEST(EgressBuffer, AReservationEndsWithTheSerialization) {
  PortBench bench({});
  bench.script.at(Ps{0}, [&] {
    bench.engine.queue_data(0, kDataWire);
    bench.engine.queue_ack(1);
  });
  bench.agenda.run(Ps{2'519});
  EXPECT_EQ(bench.egress.reserved(1), Bytes{126});
  bench.agenda.run(Ps{2'520});
  EXPECT_EQ(bench.egress.reserved(1), Bytes{0});
  bench.agenda.run(Ps{2'520 + 83'079});
  EXPECT_EQ(bench.egress.reserved(0), kDataWire);
  bench.agenda.run(Ps{2'520 + 83'080});
  EXPECT_EQ(bench.egress.reserved(0), Bytes{0});
  bench.check();
}

TEST(EgressBuffer, DataAndControlOfOneClassShareItsPoolAndItsQueue) {
  PortBenchParams params;
  params.egress.total_size = Bytes{8'434};  // two data packets and one ACK
  params.egress.pool_allocation = {Fraction(1, 0)};
  PortBench bench(params);
  bench.script.at(Ps{0}, [&] {
    EXPECT_TRUE(bench.engine.queue_data(0, kDataWire));
    EXPECT_TRUE(bench.engine.queue_data(0, kDataWire));
    EXPECT_TRUE(bench.engine.queue_ack(0));
    EXPECT_FALSE(bench.engine.queue_ack(0));
  });
  bench.agenda.run(us(1));
  EXPECT_THAT(kinds(bench.sink.seen()), ElementsAre("data", "data", "ack")) << "ACKs wait behind data";
  bench.check();
}

TEST(EgressBuffer, SchedulesClassesAsConfigured) {  // S7, through the port
  PortBenchParams params;
  params.egress.scheduling = QueueScheduling::kWeightedRoundRobin;
  PortBench bench(params);
  bench.script.at(Ps{0}, [&] {
    for (int i = 0; i < 4; ++i) bench.engine.queue_data(0, Bytes{1'000});
    for (int i = 0; i < 8; ++i) bench.engine.queue_data(1, Bytes{1'000});
  });
  bench.agenda.run(us(1));
  std::vector<unsigned> classes;
  for (const FrameEvent& event : bench.sink.seen()) classes.push_back(event.frame.traffic_class);
  EXPECT_THAT(classes, ElementsAre(1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 0, 0));
}

TEST(EgressBuffer, AStalePayloadGivesItsReservationBack) {
  PortBench bench({});
  ASSERT_TRUE(bench.egress.reserve(0, kDataWire));
  bench.egress.release(0, kDataWire);
  EXPECT_EQ(bench.egress.reserved(0), Bytes{0});
  EXPECT_EQ(bench.egress.meter(0).dequeued, 1u);
  bench.check();
}

TEST(EgressBuffer, AFrameOfAClassWithoutAPoolContradictsTheModel) {
  PortBench bench({});
  EXPECT_FALSE(bench.egress.reserve(3, kDataWire));
  Frame& frame = bench.frames.take();
  frame.traffic_class = 3;
  EXPECT_THROW(bench.engine.egress_tx.send(frame, FramePhase::kQueue), ModelError);
}

TEST(EgressBuffer, OneFrameMayNameSeveralClasses) {
  PortBench bench({});
  bench.script.at(Ps{0}, [&] { bench.receive_pause(0x85, 100); });
  bench.agenda.run(Ps{0});
  for (unsigned c = 0; c < kTrafficClasses; ++c) EXPECT_EQ(bench.egress.held(c), c == 0 || c == 2 || c == 7);
  bench.agenda.run(us(1));
  EXPECT_EQ(bench.egress.pfc_stats(7).expired, 1u) << "every class obeys, with or without a pool";
}

TEST(EgressBuffer, AFrameThatNamesNoClassDoesNothing) {
  PortBench bench({});
  bench.script.at(Ps{0}, [&] { bench.receive_pause(0x00, 65'535); });
  bench.agenda.run(us(1));
  EXPECT_THAT(bench.log.events, IsEmpty());
  EXPECT_EQ(bench.frames.in_use(), 0u);
}

TEST(EgressBuffer, TellsOfReceivedPausesWithTheOccupancyOfTheReceivePool) {
  PortBench bench({.service = kNever, .stream = 3});
  bench.script.at(us(1), [&] { bench.receive_pause(0x01, 1'000); });
  bench.script.at(us(2), [&] { bench.receive_pause(0x01, 0); });
  bench.agenda.run(us(3));
  ASSERT_EQ(bench.log.events.size(), 2u);
  EXPECT_EQ(bench.log.events[0].kind, PfcEventKind::kXoffRx);
  EXPECT_EQ(bench.log.events[0].quanta, 1'000);
  EXPECT_EQ(bench.log.events[0].occupancy, 3 * kDataCharge);
  EXPECT_EQ(bench.log.events[1].kind, PfcEventKind::kXonRx);
  EXPECT_EQ(bench.log.events[1].time, us(2));
}

}  // namespace
}  // namespace headroom
