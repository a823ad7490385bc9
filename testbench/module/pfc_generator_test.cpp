#include "sc_models/nic/pfc_generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "sc_models/core/headroom_size.h"
#include "testbench/common/port_bench.h"

namespace headroom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Ps microseconds(double n) { return Ps{static_cast<std::int64_t>(n * 1e6 + 0.5)}; }
constexpr Bytes kXoff{2'880'000}, kXon{1'440'000};

PortBenchParams stuck_host(Bytes headroom) {  // P31: pools of the documents behind a host that takes nothing
  PortBenchParams params;
  params.ingress = one_pool(Bytes{41'361} + headroom, Bytes{41'361}, Bytes{4'136});
  params.service = kNever;
  params.stream = 1'000;
  return params;
}

TEST(PfcGenerator, AnIdleNicNeedsTheOvershootAndThreeFrames) {  // P31
  PortBench bench(stuck_host(Bytes{16'543}));
  bench.agenda.run(microseconds(20));
  EXPECT_THAT(bench.log.times(PfcEventKind::kXoffTx), ElementsAre(microseconds(1.01388)));
  EXPECT_EQ(bench.ingress.meter(0).peak, Bytes{41'361 + 16'543});
  EXPECT_EQ(bench.engine.received().size(), 11u + 3u);
  EXPECT_EQ(bench.ingress.rx_drops(), 0u);
  bench.check();
}

TEST(PfcGenerator, TheGuidanceIsEnoughForAnIdleNic) {  // P31
  PortBench bench(stuck_host(headroom_guidance(kLine, kDelay, Bytes{4'184})));
  bench.agenda.run(microseconds(20));
  EXPECT_EQ(bench.ingress.meter(0).peak, Bytes{41'361 + 16'543});
  EXPECT_EQ(bench.ingress.rx_drops(), 0u);
}

TEST(PfcGenerator, TheGuidanceIsOneFrameShortForANicThatSends) {  // P32
  PortBench bench(stuck_host(Bytes{18'368}));
  bench.engine.set_refill(true);
  bench.script.at(Ps{0}, [&] {
    while (bench.engine.queue_data(0, kDataWire)) {}
  });
  bench.agenda.run(microseconds(20));
  EXPECT_EQ(bench.ingress.rx_drops(), 1u);
  bench.check();
}

TEST(PfcGenerator, ANicThatSendsNeedsTheOvershootAndFourFrames) {  // P32
  PortBench bench(stuck_host(Bytes{20'679}));
  bench.engine.set_refill(true);
  bench.script.at(Ps{0}, [&] {
    while (bench.engine.queue_data(0, kDataWire)) {}
  });
  bench.agenda.run(microseconds(20));
  EXPECT_EQ(bench.ingress.rx_drops(), 0u);
  EXPECT_EQ(bench.ingress.meter(0).peak, Bytes{41'361 + 20'679});
  bench.check();
}

TEST(PfcGenerator, ANicSlowedToTheRateFloorNeedsThirteenFrames) {  // 10.3, P51
  PortBench bench(stuck_host(Bytes{57'903}));
  bench.engine.set_data_rate(BitRate{40'000'000'000});
  // The pause is decided at 1.01388 microseconds: a slow frame that has just begun keeps it waiting 830.799 ns.
  bench.script.at(microseconds(1.013879), [&] { bench.engine.queue_data(0, kDataWire); });
  bench.agenda.run(microseconds(20));
  EXPECT_EQ(bench.engine.received().size(), 11u + 13u);
  EXPECT_EQ(bench.ingress.meter(0).peak, Bytes{41'361 + 57'903});
  EXPECT_EQ(bench.ingress.rx_drops(), 0u);
}

TEST(PfcGenerator, RepeatsThePauseEveryHalfPauseTimeWhileThePoolStaysFull) {  // P30, with an immediate first frame
  PortBenchParams params;
  params.service = kNever;
  params.stream = 100'000;
  PortBench bench(params);
  bench.agenda.run(microseconds(1'000));
  // No frame leaves: frame 697 finds 696 held. It arrives at 100 + 697 x 83.08 ns.
  const Ps first = kDelay + 697 * kDataTime;
  std::vector<Ps> repeats;
  for (Ps t = first + microseconds(41.9924); t <= microseconds(1'000); t += microseconds(41.9924)) repeats.push_back(t);
  EXPECT_THAT(bench.log.times(PfcEventKind::kXoffTx), ElementsAre(first));
  EXPECT_EQ(bench.log.times(PfcEventKind::kRefreshTx), repeats);
  EXPECT_EQ(repeats.size(), 22u);
  EXPECT_THAT(bench.log.times(PfcEventKind::kXonTx), IsEmpty());
  EXPECT_EQ(bench.ingress.occupied(0), Bytes{2'895'200}) << "700 frames: three after the one that paused";
  EXPECT_EQ(bench.pfc.stats(0).xoff_tx, 23u);
  EXPECT_EQ(bench.pfc.stats(0).refresh_tx, 22u);
  EXPECT_EQ(bench.source.sent(), 700) << "the peer never ran again: each repeat came before the end";
  bench.check();
}

TEST(PfcGenerator, AnArrivalOneByteBelowXoffDoesNotPause) {  // P13
  PortBench bench({});
  bench.pfc.arrived(0, kXoff - kDataCharge - Bytes{1}, kDataCharge, true);
  EXPECT_FALSE(bench.pfc.pausing(0));
  bench.pfc.arrived(0, kXoff - kDataCharge, kDataCharge, true);
  EXPECT_TRUE(bench.pfc.pausing(0));
  EXPECT_EQ(bench.log.events.at(0).occupancy, Bytes{2'875'864}) << "without the arriving frame";
  EXPECT_EQ(bench.log.events.at(0).quanta, 65'535);
}

TEST(PfcGenerator, XonAndANewPauseBehindALongFrameAreBothSentInOrder) {
  PortBench bench({});
  bench.engine.set_data_rate(BitRate{40'000'000'000});
  bench.script.at(Ps{0}, [&] { bench.engine.queue_data(0, kDataWire); });
  bench.script.at(Ps{1}, [&] { bench.pfc.arrived(0, kXoff, kDataCharge, true); });
  bench.script.at(Ps{2}, [&] { bench.pfc.released(0, kXon); });
  bench.script.at(Ps{3}, [&] { bench.pfc.arrived(0, kXoff, kDataCharge, true); });
  bench.agenda.run(microseconds(2));
  ASSERT_EQ(bench.source.control().size(), 3u);
  for (std::int64_t i = 0; i < 3; ++i) {
    const FrameEvent& event = bench.source.control()[static_cast<std::size_t>(i)];
    EXPECT_EQ(event.time, Ps{830'800 + (i + 1) * 1'680} + kDelay);
    EXPECT_EQ(event.frame.quanta[0], i == 1 ? 0 : 65'535);
    EXPECT_EQ(event.frame.class_enable, 0x01);
    EXPECT_EQ(event.frame.wire_bytes, 84u);
  }
  bench.check();
}

TEST(PfcGenerator, TheRefreshOfANewPauseIsNotThatOfTheOldOne) {
  PortBench bench({});
  bench.script.at(Ps{0}, [&] { bench.pfc.arrived(0, kXoff, kDataCharge, true); });
  bench.script.at(microseconds(10), [&] { bench.pfc.released(0, kXon); });
  bench.script.at(microseconds(20), [&] { bench.pfc.arrived(0, kXoff, kDataCharge, true); });
  bench.agenda.run(microseconds(100));
  EXPECT_THAT(bench.log.times(PfcEventKind::kRefreshTx), ElementsAre(microseconds(61.9924)));
}

TEST(PfcGenerator, RefreshesDueAtOneInstantGoByClass) {
  PortBench bench({});
  bench.script.at(Ps{0}, [&] {
    bench.pfc.arrived(1, Bytes{320'000}, kDataCharge, true);
    bench.pfc.arrived(0, kXoff, kDataCharge, true);
  });
  bench.agenda.run(microseconds(41.9924));
  ASSERT_EQ(bench.log.events.size(), 4u);
  EXPECT_EQ(bench.log.events[2].traffic_class, 0u);
  EXPECT_EQ(bench.log.events[3].traffic_class, 1u);
}

void release_at_the_refresh(Due group, PfcEventKind expected) {
  PortBench bench({});
  bench.script.at(Ps{0}, [&] { bench.pfc.arrived(0, kXoff, kDataCharge, true); });
  bench.script.at(
      microseconds(41.9924), [&] { bench.pfc.released(0, kXoff - Bytes{1}); }, Rank(group, 1, 0));
  bench.agenda.run(microseconds(41.9924));
  ASSERT_EQ(bench.log.events.size(), 2u);
  EXPECT_EQ(bench.log.events[1].kind, expected);
}

TEST(PfcGenerator, ARefreshSeesWhatIsDiscardedAtItsInstant) {
  release_at_the_refresh(Due::kFrame, PfcEventKind::kXonTx);
}
TEST(PfcGenerator, ARefreshDoesNotSeeWhatPcieTakesAtItsInstant) {
  release_at_the_refresh(Due::kPcieDecision, PfcEventKind::kRefreshTx);
}

TEST(PfcGenerator, SendingAndReceivingAPauseOfOneClassAreIndependent) {
  PortBench bench({});
  bench.script.at(Ps{0}, [&] {
    bench.receive_pause(0x01, 65'535);
    bench.pfc.arrived(0, kXoff, kDataCharge, true);
  });
  bench.script.at(microseconds(1), [&] { bench.receive_pause(0x01, 0); });
  bench.agenda.run(microseconds(2));
  EXPECT_TRUE(bench.pfc.pausing(0));
  EXPECT_FALSE(bench.egress.held(0));
  EXPECT_EQ(bench.source.control().size(), 1u) << "the pause went out although class 0 was held";
}

TEST(PfcGenerator, AClassThatIsSwitchedOffSendsNothing) {  // P27's switch
  PortBenchParams params;
  params.ingress.pfc_enable = {Fraction(0, 0), Fraction(2, 0)};  // any number but 1: off
  PortBench bench(params);
  bench.pfc.arrived(0, kXoff, kDataCharge, true);
  bench.pfc.arrived(1, kXoff, kDataCharge, true);
  EXPECT_THAT(bench.log.events, IsEmpty());
}

TEST(PfcGenerator, APoolSmallerThanAFrameDropsAllAndPausesOnceAnInterval) {
  PortBenchParams params;
  params.ingress = one_pool(Bytes{4'000}, Bytes{3'200}, Bytes{1'600});
  params.stream = 1'000'000;
  PortBench bench(params);
  bench.agenda.run(microseconds(200));
  EXPECT_EQ(bench.ingress.rx_drops(), bench.port.stats().rx_frames);
  EXPECT_THAT(bench.engine.received(), IsEmpty());
  // Frame 1 arrives at 183.08 ns and pauses. The refresh finds an empty pool and resumes; the peer starts again 101.68
  // ns later and its first frame, 183.08 ns after that, pauses again: 42.27716 microseconds from pause to pause.
  const Ps cycle = microseconds(41.9924) + Ps{101'680 + 183'080};
  EXPECT_THAT(bench.log.times(PfcEventKind::kXoffTx),
              ElementsAre(Ps{183'080}, Ps{183'080} + cycle, Ps{183'080} + 2 * cycle, Ps{183'080} + 3 * cycle,
                          Ps{183'080} + 4 * cycle));
  EXPECT_THAT(bench.log.times(PfcEventKind::kRefreshTx), IsEmpty());
  bench.check();
}

/// First frame of a back-to-back stream that finds, with itself, `xoff` or more, when the host takes one packet each
/// `service`: of the n - 1 before it, floor((n - 1) x frame time / service) have gone.
std::int64_t first_pausing_frame(Bytes xoff, Ps service) {
  for (std::int64_t n = 1;; ++n) {
    const std::int64_t gone = (n - 1) * kDataTime.count() / service.count();
    if ((n - gone) * kDataCharge >= xoff) return n;
  }
}

TEST(PfcGenerator, ASlowHostIsPausedAndResumedInACycleWithoutLoss) {
  const Ps service{277'157};  // a 4,096 B write on 16 lanes of 7.88 Gbps, without the PCIe buffer before it
  PortBenchParams params;
  params.service = service;
  params.stream = 1'000'000;
  PortBench bench(params);
  bench.agenda.run(microseconds(3'000));
  const auto pauses = bench.log.times(PfcEventKind::kXoffTx);
  const auto resumes = bench.log.times(PfcEventKind::kXonTx);
  ASSERT_GT(pauses.size(), 40u);
  EXPECT_EQ(pauses[0], kDelay + first_pausing_frame(kXoff, service) * kDataTime);
  EXPECT_THAT(bench.log.times(PfcEventKind::kRefreshTx), IsEmpty()) << "every refresh finds the pool below Xoff";
  for (std::size_t i = 0; i < resumes.size(); ++i) EXPECT_EQ(resumes[i] - pauses[i], microseconds(41.9924));
  for (std::size_t i = 1; i < pauses.size(); ++i) {
    // From XON to the next pause: 101.68 ns to the peer, then whole frames and the way back (section 11).
    const Ps rest = pauses[i] - resumes[i - 1] - Ps{101'680} - kDelay;
    EXPECT_EQ(rest.count() % kDataTime.count(), 0);
    const Ps cycle = pauses[i] - pauses[i - 1];
    EXPECT_GE(cycle, Ps{59'890'120});
    EXPECT_LE(cycle, Ps{59'973'200});
  }
  EXPECT_EQ(bench.ingress.rx_drops(), 0u);
  EXPECT_LE(bench.ingress.meter(0).peak, kXoff + headroom_needed(kDataCharge, 3));
  bench.check();
}

TEST(PfcGenerator, AFasterHostResumesThePeerAtXonAndIsTestedAtEveryRelease) {
  PortBenchParams params;
  params.ingress = one_pool(Bytes{100'000}, Bytes{80'000}, Bytes{40'000});
  params.service = Ps{277'157};
  params.stream = 1'000'000;
  PortBench bench(params);
  bench.agenda.run(microseconds(1'000));
  const auto pauses = bench.log.times(PfcEventKind::kXoffTx);
  ASSERT_GT(pauses.size(), 150u);
  EXPECT_EQ(pauses[0], kDelay + first_pausing_frame(Bytes{80'000}, params.service) * kDataTime);
  for (const PfcEvent& event : bench.log.events) {
    if (event.kind != PfcEventKind::kXonTx) continue;
    EXPECT_EQ(event.occupancy, Bytes{37'224});  // nine packets: P22
  }
  EXPECT_THAT(bench.log.times(PfcEventKind::kRefreshTx), IsEmpty());
  EXPECT_EQ(bench.ingress.meter(0).peak, Bytes{90'992});
  EXPECT_EQ(bench.ingress.rx_drops(), 0u);
  bench.check();
}

TEST(PfcGenerator, PausesCountWhenQueuedAndPortsCountThemWhenSent) {
  PortBench bench({});
  bench.script.at(Ps{0}, [&] { bench.pfc.arrived(0, kXoff, kDataCharge, true); });
  bench.agenda.run(Ps{1'679});
  EXPECT_EQ(bench.pfc.stats(0).xoff_tx, 1u);
  EXPECT_EQ(bench.port.stats().tx_frames, 0u);
  bench.agenda.run(Ps{1'680});
  EXPECT_EQ(bench.port.stats().tx_frames, 1u);
  EXPECT_EQ(bench.port.stats().tx_bytes, Bytes{84});
}

}  // namespace
}  // namespace headroom
