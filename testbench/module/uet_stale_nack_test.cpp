// NACKs that come too late for a whole UET NIC to act on (uet-transport.md 4.2): one loss, one reaction.
#include <gtest/gtest.h>

#include "testbench/common/uet_pair.h"

namespace headroom::test {
namespace {

/// Sends again that long after a packet has left, whatever comes.
UetNicParams impatient(Ps timeout) {
  UetNicParams params = default_uet_nic_params();
  params.pds.fixed_retransmit_time = true;
  params.pds.fixed_retransmit_timeout = timeout;
  return params;
}

bool data_frame(const Frame& frame) { return frame.kind == FrameKind::kUetData; }

/// Cuts the first data packet that is, or is not, sent again.
auto trim_first(bool retransmission) {
  return [retransmission, done = false](const Frame& frame) mutable {
    return data_frame(frame) && frame.retransmission == retransmission && !std::exchange(done, true);
  };
}

/// A NACK had no effect: all the window has lost is a packet for each timeout.
void expect_timeouts_only(const UetStats& stats, std::uint64_t timeouts) {
  EXPECT_EQ(stats.nacks_received, 1u);
  EXPECT_EQ(stats.timeouts, timeouts);
  EXPECT_EQ(stats.retransmissions, timeouts);
  EXPECT_EQ(stats.window.cut_trim, Bytes{0});
  EXPECT_EQ(stats.window.cut_timeout, static_cast<std::int64_t>(timeouts) * Bytes{4'184});
}

// The packet leaves at 169,883 and is cut; its NACK arrives 100,000 + 1,240 + 100,000 later, at 371,123. The timer of
// 150 ns has expired at 319,883, so the second transmission is on its way out until 403,923 and not in flight. It
// arrives at 503,923, its ACK is held 66,370 and takes 1,560 + 100,000. The timer expires again at 553,923.
TEST(UetStaleNack, IsIgnoredWhileThePacketIsLeavingAgain) {
  UetPair pair(impatient(Ps{150'000}));
  pair.cable_with_taps();
  start();
  pair.taps[0]->trim = trim_first(false);
  pair.post(0, 4'096);
  pair.agenda.run(Ps{371'122});
  EXPECT_EQ(pair.engine(0).stats().nacks_received, 0u);
  EXPECT_EQ(pair.engine(0).stats().retransmissions, 1u);
  pair.agenda.run(Ps{371'123});
  EXPECT_EQ(pair.engine(0).stats().stale_nacks, 1u);
  pair.agenda.run(kLong);
  EXPECT_EQ(pair.done(0), Ps{671'853});
  expect_timeouts_only(pair.engine(0).stats(), 2);
  pair.expect_finished();
}

// With a timer of 100 ns the second transmission has left at 353,923: in flight, but not what the NACK speaks of. It
// arrives at 453,923 and its ACK at 621,853; the timer has expired once more at 453,923, and the third transmission has
// left at 537,963.
TEST(UetStaleNack, IsIgnoredWhenItSpeaksOfAnEarlierTransmission) {
  UetPair pair(impatient(Ps{100'000}));
  pair.cable_with_taps();
  start();
  pair.taps[0]->trim = trim_first(false);
  pair.post(0, 4'096);
  pair.agenda.run(Ps{371'123});
  EXPECT_EQ(pair.engine(0).stats().stale_nacks, 1u);
  pair.agenda.run(kLong);
  EXPECT_EQ(pair.done(0), Ps{621'853});
  expect_timeouts_only(pair.engine(0).stats(), 2);
  pair.expect_finished();
}

// The ACK of the first transmission comes at 437,813, while the second, from 369,883 on, is leaving; that one is cut.
TEST(UetStaleNack, IsIgnoredWhenThePacketIsAcknowledged) {
  UetPair pair(impatient(Ps{200'000}));
  pair.cable_with_taps();
  start();
  pair.hosts[0].closes = pair.hosts[1].closes = false;
  pair.taps[0]->trim = trim_first(true);
  const PdcHandle end = pair.nics[0]->doorbell().open({.remote = 0x20000002});
  pair.post_on(end, 0, 0, 4'096);
  pair.agenda.run(kLong);
  EXPECT_EQ(pair.done(0), Ps{437'813});
  EXPECT_EQ(pair.engine(0).stats().stale_nacks, 1u);
  EXPECT_EQ(pair.engine(0).stats().no_pdc, 0u);
  EXPECT_EQ(pair.engine(1).stats().duplicates, 0u) << "nothing of it is left to be a duplicate";
  expect_timeouts_only(pair.engine(0).stats(), 1);
  pair.expect_finished();
}

// The same, but the host has closed the PDC: neither the NACK nor the probe's answer finds it.
TEST(UetStaleNack, OfAClosedPdcCountsAsWithoutPdc) {
  UetPair pair(impatient(Ps{200'000}));
  pair.cable_with_taps();
  start();
  pair.taps[0]->trim = trim_first(true);
  pair.post(0, 4'096);
  pair.agenda.run(kLong);
  EXPECT_EQ(pair.engine(0).stats().stale_nacks, 0u);
  EXPECT_EQ(pair.engine(0).stats().no_pdc, 2u);
  expect_timeouts_only(pair.engine(0).stats(), 1);
  pair.expect_finished();
}

}  // namespace
}  // namespace headroom::test
