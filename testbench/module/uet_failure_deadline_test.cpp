// Early failure detection of a whole UET NIC (uet-transport.md 4.4).
#include <gtest/gtest.h>

#include "testbench/common/uet_pair.h"

namespace headroom::test {
namespace {

UetNicParams recycling() {
  UetNicParams params = default_uet_nic_params();
  params.pds.spraying = PacketSpraying::kRecycledEntropy;
  return params;
}

/// Loses every ACK.
void lose_acks(UetPair& pair) {
  pair.taps[1]->lose = [](const Frame& frame) { return frame.kind == FrameKind::kUetAck; };
}

// The packet has left at 169,883; three base round trips of 6 us later it is still in flight.
TEST(UetFailureDeadline, ReportsThePathOnceAndSendsNothingAgain) {  // 58
  UetPair pair(recycling());
  pair.cable_with_taps();
  start();
  lose_acks(pair);
  pair.post(0, 4'096);
  pair.agenda.run(Ps{169'883 + 18'000'000 - 1});
  EXPECT_EQ(pair.engine(0).stats().spraying.failures_detected, 0u);
  pair.agenda.run(Ps{169'883 + 18'000'000});
  EXPECT_EQ(pair.engine(0).stats().spraying.failures_detected, 1u);
  EXPECT_EQ(pair.engine(0).stats().spraying.freeze, 1u);
  // The timer is untouched: it expires 150 us after the packet has left, and finds the spraying frozen.
  pair.agenda.run(Ps{169'883 + 150'000'000 - 1});
  EXPECT_EQ(pair.engine(0).stats().retransmissions, 0u);
  EXPECT_EQ(pair.engine(0).stats().timeouts, 0u);
  pair.agenda.run(Ps{169'883 + 150'000'000});
  EXPECT_EQ(pair.engine(0).stats().timeouts, 1u);
  EXPECT_EQ(pair.engine(0).stats().spraying.freeze, 1u);
  // The second transmission has a deadline of its own.
  const Ps again{169'883 + 150'000'000 + 84'040 + 18'000'000};
  pair.agenda.run(again - Ps{1});
  EXPECT_EQ(pair.engine(0).stats().spraying.failures_detected, 1u);
  pair.agenda.run(again);
  EXPECT_EQ(pair.engine(0).stats().spraying.failures_detected, 2u);
}

// The answer to the probe of the first message comes 100,000 + 1,560 + 100,000 after the probe has left, which is less
// than its ACK took: base round trip 1,024,000 more, 1,225,560; three of them are 3,676,680.
TEST(UetFailureDeadline, FollowsTheBaseRoundTrip) {  // 58
  UetPair pair(recycling());
  pair.cable_with_taps();
  start();
  pair.hosts[0].closes = pair.hosts[1].closes = false;  // the group and its base round trip stay
  const PdcHandle end = pair.nics[0]->doorbell().open({.remote = 0x20000002});
  pair.post_on(end, 0, 0, 4'096);
  pair.agenda.run(Ps{10'000'000});
  ASSERT_TRUE(pair.log.done.contains({0, 0}));
  EXPECT_EQ(pair.engine(0).stats().spraying.failures_detected, 0u) << "an ACK in time";
  lose_acks(pair);
  pair.post_on(end, 0, 1, 4'096);
  const Ps deadline = pair.agenda.now() + Ps{169'883 + 3'676'680};
  pair.agenda.run(deadline - Ps{1});
  EXPECT_EQ(pair.engine(0).stats().spraying.failures_detected, 0u);
  pair.agenda.run(deadline);
  EXPECT_EQ(pair.engine(0).stats().spraying.failures_detected, 1u);
}

/// Failures reported within 100 us of a packet whose ACKs are lost.
std::uint64_t failures_of(const UetNicParams& params) {
  UetPair pair(params);
  pair.cable_with_taps();
  start();
  lose_acks(pair);
  pair.post(0, 4'096);
  pair.agenda.run(Ps{100'000'000});
  return pair.engine(0).stats().spraying.failures_detected;
}
TEST(UetFailureDeadline, IsOffWithAMultiplierOf0) {
  UetNicParams params = recycling();
  params.pds.failure_detection_multiplier = 0;
  EXPECT_EQ(failures_of(params), 0u);
}
TEST(UetFailureDeadline, IsOffUnderDefaultSpraying) { EXPECT_EQ(failures_of(default_uet_nic_params()), 0u); }
TEST(UetFailureDeadline, IsOffWithoutSpraying) {
  UetNicParams params = default_uet_nic_params();
  params.pds.spraying = PacketSpraying::kNone;
  EXPECT_EQ(failures_of(params), 0u);
}

}  // namespace
}  // namespace headroom::test
