#include "sc_models/policy/shared_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sc_models/core/frame.h"
#include "testbench/common/switch_defaults.h"

namespace headroom {
namespace {

constexpr std::uint32_t kPorts = 128;
constexpr Bytes kRoce{4'136}, kUet{4'184}, kRound{4'000};

SharedBuffer buffer_with(const SharedBufferParams& params, std::uint32_t ports = kPorts) {
  return SharedBuffer(plan_shared_buffer(params, ports), ports);
}
SharedBuffer default_buffer() { return buffer_with(default_shared_buffer()); }

/// Packets of the class that the queue of `port` takes until it refuses one.
std::int64_t fill_queue(SharedBuffer& buffer, std::uint32_t port, unsigned traffic_class, Bytes charge) {
  std::int64_t packets = 0;
  while (buffer.enqueue(port, traffic_class, charge)) ++packets;
  return packets;
}

TEST(SwitchCharge, LeavesOutHeaderAndCheckSequenceButCountsAtLeastTheShortestPayload) {  // 22
  const std::pair<std::int64_t, std::int64_t> cases[] = {{4'154, 4'136}, {4'202, 4'184}, {126, 108},
                                                         {122, 104},     {78, 60},       {62, 46}};
  for (const auto& [wire, charge] : cases) EXPECT_EQ(switch_charge(Bytes{wire}), Bytes{charge});
}

TEST(TrafficClass, IsTheUpperHalfOfTheDscp) {  // 23
  const std::pair<unsigned, unsigned> cases[] = {{0, 0}, {7, 0}, {8, 1}, {15, 1}, {16, 2}, {63, 7}};
  for (const auto& [dscp, traffic_class] : cases) EXPECT_EQ(traffic_class_of(dscp), traffic_class);
}

TEST(SharedBufferEgress, LetsOneLossyQueueSettleAtAlphaOverOnePlusAlphaOfItsPool) {  // 16
  struct Case {
    double alpha;
    std::int64_t filled;
  };
  for (const Case& c :
       {Case{1, 100'456'000}, {0.5, 66'968'000}, {2, 133'940'000}, {0.125, 22'320'000}, {8, 178'588'000}}) {
    SharedBufferParams params = default_shared_buffer();
    params.lossy_alpha = c.alpha;
    SharedBuffer buffer = buffer_with(params);
    EXPECT_EQ(fill_queue(buffer, 0, 2, kRound), c.filled / 4'000) << c.alpha;
    EXPECT_EQ(buffer.queue(0, 0), Bytes{c.filled}) << c.alpha;
  }
}

void offer_in_turn(SharedBuffer& buffer, std::uint32_t ports) {
  for (bool any = true; any;) {
    any = false;
    for (std::uint32_t port = 0; port < ports; ++port) any |= buffer.enqueue(port, 2, kRound);
  }
}

TEST(SharedBufferEgress, LetsLossyQueuesCompeteForTheFreeBytesOfTheirPool) {  // 17
  SharedBuffer two = default_buffer();
  offer_in_turn(two, 2);
  EXPECT_EQ(two.queue(0, 0), Bytes{66'972'000});
  EXPECT_EQ(two.queue(1, 0), Bytes{66'968'000});
  SharedBuffer four = default_buffer();
  offer_in_turn(four, 4);
  EXPECT_EQ(four.queue(0, 0), Bytes{40'184'000});
  EXPECT_EQ(four.queue(1, 0), Bytes{40'184'000});
  EXPECT_EQ(four.queue(2, 0), Bytes{40'180'000});
  EXPECT_EQ(four.queue(3, 0), Bytes{40'180'000});
}

TEST(SharedBufferEgress, LimitsALossyClassInEitherPoolAlike) {  // 18
  SharedBufferParams params = default_shared_buffer();
  params.class_pool[3] = 1;
  SharedBuffer buffer = buffer_with(params);
  EXPECT_EQ(fill_queue(buffer, 0, 2, kRoce), 24'288);
  EXPECT_EQ(buffer.queue(0, 0), Bytes{100'455'168});
  EXPECT_EQ(fill_queue(buffer, 0, 3, kRoce), 2'699);
  EXPECT_EQ(buffer.queue(0, 1), Bytes{11'163'064});
}

TEST(SharedBufferEgress, HoldsAQueueToItsEvenPart) {  // 19
  SharedBufferParams params = even_split();
  params.class_pool[3] = 1;
  SharedBuffer buffer = buffer_with(params);
  EXPECT_EQ(fill_queue(buffer, 0, 2, kRoce), 379);
  EXPECT_EQ(buffer.queue(0, 0), Bytes{1'567'544});
  EXPECT_EQ(fill_queue(buffer, 0, 3, kRoce), 42);
  EXPECT_EQ(buffer.queue(0, 1), Bytes{173'712});
}

TEST(SharedBufferEgress, HoldsAQueueToAFixedCapUntilThePoolIsFull) {  // 20
  SharedBufferParams params = fixed_cap();
  params.class_pool[3] = 1;
  SharedBuffer buffer = buffer_with(params);
  int full_caps = 0;
  for (std::uint32_t port = 0; port < kPorts; ++port) full_caps += fill_queue(buffer, port, 3, kRoce) == 362 ? 1 : 0;
  EXPECT_EQ(buffer.queue(0, 1), Bytes{1'497'232});
  EXPECT_EQ(full_caps, 14);
  EXPECT_LE(buffer.egress_used(1), buffer.plan().pool_size[1]);
}

TEST(SharedBufferEgress, NeverTestsALosslessPacketButCountsItAgainstTheLossyOnes) {
  SharedBuffer buffer = default_buffer();
  for (int n = 0; n < 60'000; ++n) ASSERT_TRUE(buffer.enqueue(0, 0, kRoce));
  EXPECT_GT(buffer.egress_used(0), buffer.plan().pool_size[0]);
  EXPECT_FALSE(buffer.enqueue(1, 2, kRoce));
}

/// What arrives on port 0 while nothing leaves.
struct Filling {
  std::int64_t admitted = 0, pause_at = 0, in_headroom = 0;
};
Filling fill_port(SharedBuffer& buffer, Bytes charge, unsigned traffic_class = 0) {
  Filling filling;
  for (;;) {
    const SharedBuffer::Arrival arrival = buffer.arrive(0, traffic_class, charge);
    if (!arrival.admitted) return filling;
    ++filling.admitted;
    if (arrival.start_pause) filling.pause_at = filling.admitted;
    if (arrival.in_headroom) ++filling.in_headroom;
  }
}

TEST(SharedBufferIngress, PausesAboveXoffAndFillsHeadroomThen) {  // 25, 26, 27
  struct Case {
    Bytes charge;
    std::int64_t pause_at, occupancy, in_headroom, headroom;
  };
  for (const Case& c : {Case{kRound, 176, 704'000, 64, 256'000},
                        {kRoce, 170, 703'120, 61, 252'296},
                        {kUet, 168, 702'912, 61, 255'224}}) {
    SharedBuffer buffer = default_buffer();
    const Filling filling = fill_port(buffer, c.charge);
    EXPECT_EQ(filling.pause_at, c.pause_at);
    EXPECT_EQ(filling.in_headroom, c.in_headroom);
    EXPECT_EQ(filling.admitted, c.pause_at + c.in_headroom) << "the next one is dropped";
    EXPECT_EQ(buffer.occupancy(0, 0), Bytes{c.occupancy});
    EXPECT_EQ(buffer.headroom(0, 0), Bytes{c.headroom});
    EXPECT_EQ(buffer.headroom_peak(0), Bytes{c.headroom});
    EXPECT_TRUE(buffer.pausing(0, 0));
  }
}

TEST(SharedBufferIngress, DoesNotPauseAtExactlyXoff) {  // 25
  SharedBuffer buffer = default_buffer();
  for (int n = 0; n < 175; ++n) EXPECT_FALSE(buffer.arrive(0, 0, kRound).start_pause);
  EXPECT_EQ(buffer.occupancy(0, 0), Bytes{700'000});
  EXPECT_TRUE(buffer.arrive(0, 0, kRound).start_pause);
}

/// Number of the departure that ends the pause of port 0, all packets having the same charge.
std::int64_t departures_until_resume(SharedBuffer& buffer, Bytes charge) {
  for (std::int64_t n = 1;; ++n) {
    if (buffer.release(0, 0, 0, charge)) return n;
  }
}

TEST(SharedBufferRelease, GivesBackHeadroomFirstAndResumesAtXon) {  // 28
  SharedBuffer buffer = default_buffer();
  fill_port(buffer, kRound);
  for (int n = 1; n <= 164; ++n) {
    EXPECT_FALSE(buffer.release(0, 0, 0, kRound));
    if (n == 64) {
      EXPECT_EQ(buffer.headroom(0, 0), Bytes{0});
      EXPECT_EQ(buffer.occupancy(0, 0), Bytes{704'000});
    }
  }
  EXPECT_EQ(buffer.occupancy(0, 0), Bytes{304'000});
  EXPECT_TRUE(buffer.release(0, 0, 0, kRound));
  EXPECT_EQ(buffer.occupancy(0, 0), Bytes{300'000});
  EXPECT_FALSE(buffer.pausing(0, 0));
}

TEST(SharedBufferRelease, ResumesAtOrBelowXonForOtherPacketSizes) {  // 29
  for (const auto& [charge, departure, occupancy] : {std::tuple{kRoce, 159, 297'792}, std::tuple{kUet, 158, 297'064}}) {
    SharedBuffer buffer = default_buffer();
    fill_port(buffer, charge);
    EXPECT_EQ(departures_until_resume(buffer, charge), departure);
    EXPECT_EQ(buffer.occupancy(0, 0), Bytes{occupancy});
  }
}

TEST(SharedBufferRelease, ResumesOnceHeadroomIsEmptyWhenXonEqualsXoff) {  // 30
  SharedBufferParams params = default_shared_buffer();
  params.xon = params.xoff;
  SharedBuffer buffer = buffer_with(params);
  fill_port(buffer, kRound);
  EXPECT_EQ(departures_until_resume(buffer, kRound), 65);
  EXPECT_TRUE(buffer.arrive(0, 0, kRound).start_pause);
  EXPECT_EQ(buffer.occupancy(0, 0), Bytes{704'000});
}

TEST(SharedBufferRelease, TakesTheRestOfALargeReleaseFromOccupancy) {  // 31
  SharedBuffer buffer = default_buffer();
  for (int n = 0; n < 170; ++n) buffer.arrive(0, 0, kRoce);
  EXPECT_EQ(buffer.occupancy(0, 0), Bytes{703'120});
  buffer.arrive(0, 0, Bytes{100});
  EXPECT_EQ(buffer.headroom(0, 0), Bytes{100});
  EXPECT_FALSE(buffer.release(0, 0, 0, kRoce));
  EXPECT_EQ(buffer.headroom(0, 0), Bytes{0});
  EXPECT_EQ(buffer.occupancy(0, 0), Bytes{699'084});
}

/// 500,000 lossy bytes of class 2 and 49 packets of class 0 on port 0.
SharedBuffer paused_early_by_lossy_bytes() {
  SharedBuffer buffer = default_buffer();
  for (int n = 0; n < 125; ++n) buffer.arrive(0, 2, kRound);
  for (int n = 0; n < 48; ++n) EXPECT_FALSE(buffer.arrive(0, 0, kRoce).start_pause);
  EXPECT_EQ(buffer.occupancy(0, 0), Bytes{698'528});
  EXPECT_TRUE(buffer.arrive(0, 0, kRoce).start_pause);
  return buffer;
}

TEST(SharedBufferIngress, CountsLossyBytesTowardThePauseOfALosslessClass) {  // 32
  EXPECT_EQ(paused_early_by_lossy_bytes().occupancy(0, 0), Bytes{702'664});
}

TEST(SharedBufferRelease, NeverResumesOnALossyRelease) {  // 33
  SharedBuffer buffer = paused_early_by_lossy_bytes();
  for (int n = 0; n < 49; ++n) EXPECT_FALSE(buffer.release(0, 0, 0, kRoce));
  for (int n = 0; n < 125; ++n) EXPECT_FALSE(buffer.release(0, 0, 2, kRound));
  EXPECT_EQ(buffer.occupancy(0, 0), Bytes{0});
  EXPECT_TRUE(buffer.pausing(0, 0));
}

TEST(SharedBufferIngress, ChargesLossyArrivalsOfAPausedPortToThePool) {  // 34
  SharedBuffer buffer = default_buffer();
  for (int n = 0; n < 170; ++n) buffer.arrive(0, 0, kRoce);
  const SharedBuffer::Arrival arrival = buffer.arrive(0, 2, kRoce);
  EXPECT_TRUE(arrival.admitted);
  EXPECT_FALSE(arrival.in_headroom);
  EXPECT_EQ(buffer.occupancy(0, 0), Bytes{703'120 + 4'136});
  EXPECT_EQ(buffer.headroom(0, 0), Bytes{0});
}

/// RoCE packets of class 1, one a port in turn, until every port is paused; nothing leaves.
struct PoolFilling {
  std::int64_t admitted = 0, first_drop_port = -1, first_drop_number = 0, pauses_before_drop = 0;
  std::int64_t pauses_with_drop = 0;
};
PoolFilling fill_small_pool(std::uint32_t senders, int rounds) {
  SharedBuffer buffer = default_buffer();
  PoolFilling filling;
  for (int round = 1; round <= rounds; ++round) {
    for (std::uint32_t port = 1; port <= senders; ++port) {
      const SharedBuffer::Arrival arrival = buffer.arrive(port, 1, kRoce);
      if (arrival.admitted) ++filling.admitted;
      if (!arrival.admitted && filling.first_drop_port < 0) {
        filling.first_drop_port = port;
        filling.first_drop_number = round;
      }
      if (arrival.start_pause && filling.first_drop_port < 0) ++filling.pauses_before_drop;
      if (arrival.start_pause && !arrival.admitted) ++filling.pauses_with_drop;
    }
  }
  return filling;
}

TEST(SharedBufferIngress, DropsByThePoolBeforeAnyPauseWhenTooManyPortsShareIt) {  // 36
  const PoolFilling filling = fill_small_pool(32, 170);
  EXPECT_EQ(filling.admitted, 5'397);
  EXPECT_EQ(filling.first_drop_port, 22);
  EXPECT_EQ(filling.first_drop_number, 169);
  EXPECT_EQ(filling.pauses_before_drop, 0);
  EXPECT_EQ(filling.pauses_with_drop, 21) << "ports 1 to 21 pause although their packet is dropped";
}

TEST(SharedBufferIngress, PausesEveryPortInTimeWhenThePoolCoversThem) {  // 36
  const PoolFilling filling = fill_small_pool(31, 170);
  EXPECT_EQ(filling.first_drop_port, -1);
  EXPECT_EQ(filling.pauses_before_drop, 31);
  EXPECT_EQ(filling.admitted * 4'136, 21'796'720);
}

}  // namespace
}  // namespace headroom
