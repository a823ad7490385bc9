#include "sc_models/nic/ingress_buffer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "testbench/common/port_bench.h"

namespace headroom {
namespace {

using testing::IsEmpty;

/// A frame whose last bit arrives at the receive buffer now.
void arrive(PortBench& bench, FrameKind kind, unsigned traffic_class, std::int64_t wire) {
  Frame& frame = bench.frames.take();
  frame.kind = kind;
  frame.traffic_class = static_cast<std::uint8_t>(traffic_class);
  frame.wire_bytes = static_cast<std::uint32_t>(wire);
  bench.port.rx.send(frame, FramePhase::kReceived);
}

TEST(IngressBuffer, ChargesADataPacketWithoutItsEthernetHeaderAndCheckSequence) {  // P12
  PortBench bench({.service = kNever});
  arrive(bench, FrameKind::kData, 0, 4'154);
  EXPECT_EQ(bench.ingress.occupied(0), Bytes{4'136});
  bench.engine.release_one();
  EXPECT_EQ(bench.ingress.occupied(0), Bytes{0});
  bench.check();
}

TEST(IngressBuffer, RisesAndFallsAtOneInstantWhenTheHostIsFreeAndThePeakCountsIt) {  // P15's peak
  PortBench bench({});
  arrive(bench, FrameKind::kData, 0, 4'154);
  EXPECT_EQ(bench.ingress.occupied(0), Bytes{0});
  EXPECT_EQ(bench.ingress.meter(0).peak, Bytes{4'136});
}

TEST(IngressBuffer, AdmitsAFrameThatFillsThePoolAndDropsTheNextByte) {  // P47
  PortBenchParams params;
  params.ingress = one_pool(Bytes{8'272}, Bytes{8'272}, Bytes{0});
  params.service = kNever;
  PortBench bench(params);
  arrive(bench, FrameKind::kData, 0, 4'154);
  arrive(bench, FrameKind::kData, 0, 4'155);  // one byte too many
  EXPECT_EQ(bench.ingress.rx_drops(), 1u);
  arrive(bench, FrameKind::kData, 0, 4'154);
  EXPECT_EQ(bench.ingress.rx_drops(), 1u);
  EXPECT_EQ(bench.ingress.occupied(0), Bytes{8'272});
  bench.check();
}

TEST(IngressBuffer, AFrameThatIsDroppedCanCauseThePause) {
  PortBenchParams params;
  params.ingress = one_pool(Bytes{8'272}, Bytes{8'272}, Bytes{0});
  params.service = kNever;
  PortBench bench(params);
  arrive(bench, FrameKind::kData, 0, 4'154);
  arrive(bench, FrameKind::kData, 0, 4'155);
  EXPECT_TRUE(bench.pfc.pausing(0));
  ASSERT_EQ(bench.log.events.size(), 1u);
  EXPECT_EQ(bench.log.events[0].occupancy, Bytes{4'136});
  bench.check();
}

TEST(IngressBuffer, TheFrameThatCausesThePauseIsAdmittedIfItFits) {
  PortBenchParams params;
  params.ingress = one_pool(Bytes{10'000}, Bytes{4'136}, Bytes{0});
  params.service = kNever;
  PortBench bench(params);
  arrive(bench, FrameKind::kData, 0, 4'154);
  EXPECT_TRUE(bench.pfc.pausing(0));
  EXPECT_EQ(bench.engine.received().size(), 1u);
}

TEST(IngressBuffer, DropsAClassWithoutAPoolAndSendsNoPause) {  // P48
  PortBench bench({});
  arrive(bench, FrameKind::kData, 3, 4'154);
  EXPECT_EQ(bench.ingress.rx_drops(), 1u);
  EXPECT_THAT(bench.engine.received(), IsEmpty());
  EXPECT_THAT(bench.log.events, IsEmpty());
  EXPECT_EQ(bench.frames.in_use(), 0u) << "a dropped frame goes back to its pool";
  bench.check();
}

TEST(IngressBuffer, ControlFramesAreChargedToTheirClassAndReleasedAtOnce) {
  PortBench bench({});
  arrive(bench, FrameKind::kAck, 1, kAckBytes);
  arrive(bench, FrameKind::kCnp, 1, kCnpBytes);
  EXPECT_EQ(bench.ingress.meter(1).peak, Bytes{108});
  EXPECT_EQ(bench.ingress.meter(1).enqueued_bytes, Bytes{108 + 104});
  EXPECT_EQ(bench.ingress.occupied(1), Bytes{0});
  bench.check();
}

TEST(IngressBuffer, AReleaseOfControlFramesAlsoResumes) {  // every release of the class is tested
  PortBenchParams params;
  params.ingress.xoff_threshold = {Fraction(8, 1), Fraction(0, 0)};  // class 1 pauses on every arrival
  PortBench bench(params);
  arrive(bench, FrameKind::kAck, 1, kAckBytes);
  ASSERT_EQ(bench.log.events.size(), 2u);
  EXPECT_EQ(bench.log.events[0].kind, PfcEventKind::kXoffTx);
  EXPECT_EQ(bench.log.events[1].kind, PfcEventKind::kXonTx);
}

TEST(IngressBuffer, PfcFramesAreNeverCharged) {
  PortBench bench({});
  bench.receive_pause(0x01, 100);
  for (unsigned c = 0; c < kTrafficClasses; ++c) EXPECT_EQ(bench.ingress.meter(c).enqueued, 0u);
  EXPECT_EQ(bench.frames.in_use(), 0u);
}

TEST(IngressBuffer, TellsItsSizesAndThresholds) {  // P4, P5
  PortBench bench({});
  EXPECT_EQ(bench.ingress.pool(0), Bytes{3'600'000});
  EXPECT_EQ(bench.ingress.xoff(0), Bytes{2'880'000});
  EXPECT_EQ(bench.ingress.xon(0), Bytes{1'440'000});
}

}  // namespace
}  // namespace headroom
