#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sc_models/core/check.h"
#include "testbench/common/switch_bench.h"

namespace headroom {
namespace {

using testing::IsEmpty;

TEST(Switch, StoresAndForwardsInNoTimeOfItsOwn) {  // 102, 103
  Rack rack(default_switch(), 2);
  rack.server(0).send(1, 1, 0);
  rack.run(kLong);
  EXPECT_EQ(rack.server(1).received().at(0).time, Ps{366'160});
}

TEST(Switch, StoresAndForwardsALongerPacketToo) {  // 103
  Rack rack(default_switch(), 2);
  rack.server(0).send(1, 1, 0, kUetWire);
  rack.run(kLong);
  EXPECT_EQ(rack.server(1).received().at(0).time, Ps{368'080});
}

TEST(Switch, SendsEachDestinationsFramesOutOfItsPort) {
  Rack rack(default_switch(), 4);
  for (std::uint32_t i = 0; i < 4; ++i) {
    for (std::uint32_t to = 0; to < 4; ++to) {
      if (to != i) rack.server(i).send(1, to, i);
    }
  }
  EXPECT_THAT(rack.run(kLong), IsEmpty());
  for (std::uint32_t i = 0; i < 4; ++i) {
    ASSERT_EQ(rack.server(i).received().size(), 3u);
    for (const auto& r : rack.server(i).received()) EXPECT_EQ(r.frame.destination, kFirstServer + i);
  }
  EXPECT_EQ(rack.sw->forwarded(), 12u);
  EXPECT_EQ(rack.frames.in_use(), 0u);
}

TEST(Switch, RefusesADestinationWithoutARoute) {
  Rack rack(default_switch(), 2);
  rack.server(0).send(1, 2, 0);
  EXPECT_THROW(rack.agenda.run(kLong), ModelError);
}

TEST(Switch, SendsTheHigherClassOfTwoFramesThatReachAnIdlePortTogether) {
  Rack rack(default_switch(), 3);
  rack.server(1).send(1, 0, 2);
  rack.server(2).send(1, 0, 6);
  rack.run(kLong);
  ASSERT_EQ(rack.server(0).received().size(), 2u);
  EXPECT_EQ(rack.server(0).received()[0].frame.traffic_class, 6);
}

TEST(Switch, ServesWaitingClassesByStrictPriorityAndEachInOrder) {
  Rack rack(default_switch(), 9);
  for (std::uint32_t i = 1; i <= 8; ++i) rack.server(i).send(2, 0, i - 1);
  rack.run(kLong);
  const auto& got = rack.server(0).received();
  ASSERT_EQ(got.size(), 16u);
  // Eight frames come together, and eight more when the first has been sent.
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i].frame.traffic_class, 7 - i / 2);
    EXPECT_EQ(got[i].frame.psn, i % 2);
  }
}

TEST(Switch, SendsAtItsOwnRateWhatASlowedSenderSent) {
  Rack rack(default_switch(), 2);
  Frame& frame = rack.frames.take();
  frame.destination = kFirstServer + 1;
  frame.wire_bytes = kRoceWire;
  frame.rate = BitRate{40'000'000'000};
  FramePhase phase = FramePhase::kWire;
  sc_core::sc_time arrival(930'800, sc_core::SC_PS);  // 830.8 ns on the wire, then 100 ns
  rack.server(0).mac().wire_tx->nb_transport_fw(frame, phase, arrival);
  rack.run(kLong);
  EXPECT_EQ(rack.server(1).received().at(0).time, Ps{930'800} + kDelivery);
}

TEST(Switch, DoesNotSeeAReleaseOfTheSameInstantWhenAFrameArrives) {
  // Pool 0 holds exactly one packet. The second arrives in the picosecond in which the first has been sent.
  SwitchParams params = default_switch();
  params.buffer.total_size = Bytes{2 * 256'000 + 4'136};
  params.buffer.pool_allocation = shares({100});
  params.buffer.class_pool = {};
  Rack rack(params, 2);
  rack.server(0).send(2, 1, 2);
  EXPECT_THAT(rack.run(kLong), IsEmpty());
  EXPECT_EQ(rack.server(1).received().size(), 1u);
  EXPECT_EQ(rack.sw->rx_drops(0), 1u);
  EXPECT_EQ(rack.sw->tx_drops(1), 0u);
}

TEST(Switch, CountsEveryFrameOnTheWireBeforeAdmission) {
  SwitchParams params = with_buffer(fixed_cap());
  params.buffer.queue_drop_threshold = 0;  // nothing lossy is admitted
  Rack rack(params, 2);
  rack.server(0).send(3, 1, 2);
  rack.server(0).send(2, 1, 0);
  EXPECT_THAT(rack.run(kLong), IsEmpty());
  EXPECT_EQ(rack.sw->mac(0).stats().rx_frames, 5u);
  EXPECT_EQ(rack.sw->mac(0).stats().rx_bytes, Bytes{5 * kRoceWire});
  EXPECT_EQ(rack.sw->mac(1).stats().tx_frames, 2u);
  EXPECT_EQ(rack.sw->tx_drops(1), 3u);
  EXPECT_EQ(rack.sw->rx_drops(0), 0u);
}

TEST(Switch, SamplesItsBuffersAtEachAdmissionAfterIt) {
  Rack rack(default_switch(), 3);
  rack.server(1).send(1, 0, 0);
  rack.server(2).send(1, 0, 0);  // both arrive at once and meet in the queue of port 0
  rack.run(kLong);
  const BufferSamples& samples = rack.sw->samples();
  const SampleMeter& queue = samples.egress_queue(0, LinkDirection::kDown);
  EXPECT_EQ(queue.count, 2u);
  EXPECT_EQ(queue.sum, Bytes{4'136 + 8'272});
  EXPECT_EQ(queue.max, Bytes{8'272});
  const SampleMeter& ingress = samples.ingress_usage(0, LinkDirection::kDown);
  EXPECT_EQ(ingress.sum, Bytes{2 * 4'136});
  EXPECT_EQ(ingress.max, Bytes{4'136});
  EXPECT_EQ(samples.shared_buffer(0).sum, Bytes{4'136 + 8'272});
  EXPECT_EQ(samples.egress_queue(0, LinkDirection::kUp).count, 0u);
  rack.sw->begin_sample_interval();
  EXPECT_EQ(rack.sw->samples().shared_buffer(0).count, 0u);
}

TEST(Switch, CostsTwoAgendaEntriesAHop) {
  Rack rack(default_switch(), 2);
  rack.server(0).send(1'000, 1, 0);
  rack.run(kLong);
  // Server and switch each: the end of a serialization and an arrival at the other end.
  EXPECT_EQ(rack.agenda.served(), 4'000u);
}

}  // namespace
}  // namespace headroom
