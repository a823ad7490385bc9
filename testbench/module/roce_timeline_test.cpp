// Timelines of two engines back to back, against the numbers of the document. Times in ps.
#include <gtest/gtest.h>

#include "testbench/common/loss_cases.h"
#include "testbench/common/roce_pair.h"

namespace headroom {
namespace {

using test::default_engine;
using test::RocePair;

constexpr std::int64_t kMiB = 1 << 20;

TEST(RoceTimeline, OneFullPacketFollowsTheWorkedExample) {  // T17, T1
  RocePair pair;
  pair.post(Ps{0}, 4096);
  pair.run();
  EXPECT_EQ(pair.log.start.at({1, 0}), Ps{80'000});
  EXPECT_EQ(pair.port(0).data_starts.at(0), Ps{150'843});
  EXPECT_EQ(pair.log.send_done.at({1, 0}), Ps{233'923});
  EXPECT_EQ(pair.log.arrival.at({1, 0}), Ps{333'923});
  EXPECT_EQ(pair.pcie(1).last_write, Ps{403'212});
  EXPECT_EQ(pair.log.last_landed, Ps{403'212});
  EXPECT_EQ(pair.done(), Ps{436'443});
  EXPECT_EQ(pair.port(0).egress_peak, Bytes{4154});
  EXPECT_EQ(pair.port(1).ingress.peak, Bytes{4136});
  EXPECT_EQ(pair.node(0).engine.rtt().max, Ps{436'443 - 233'923}) << "from the end of serialization";
  pair.expect_written_once(1, 4096);
}

TEST(RoceTimeline, EmptyMessageNeedsNeitherReadNorWrite) {  // T18
  RocePair pair;
  pair.post(Ps{0}, 0);
  pair.run();
  EXPECT_EQ(pair.port(0).data_starts.at(0), Ps{80'000});
  EXPECT_EQ(pair.log.arrival.at({1, 0}), Ps{181'160});
  EXPECT_EQ(pair.done(), Ps{283'680});
  EXPECT_TRUE(pair.pcie(0).read_offers.empty());
  EXPECT_TRUE(pair.pcie(1).written.empty());
}

TEST(RoceTimeline, OneMebibyteIsGeneratedInNineRuns) {  // T19, T11
  RocePair pair;
  pair.post(Ps{0}, kMiB);
  pair.run();
  EXPECT_EQ(pair.done(), Ps{21'621'843});
  EXPECT_EQ(pair.log.start.at({1, 0}), Ps{80'000});
  EXPECT_EQ(pair.port(0).egress_peak, Bytes{228'470});
  EXPECT_EQ(pair.port(1).ingress.peak, Bytes{4136});
  std::vector<Ps> runs = pair.pcie(0).read_offers;
  runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
  ASSERT_EQ(runs.size(), 9u);
  EXPECT_EQ(runs[0], Ps{80'000});
  for (std::size_t i = 1; i < runs.size(); ++i) {
    EXPECT_EQ(runs[i], Ps{2'557'083 + static_cast<std::int64_t>(i - 1) * 2'326'240});
  }
  std::vector<Psn> acks;
  for (Psn n = 16; n <= 254; n += 17) acks.push_back(n);
  acks.push_back(255);
  EXPECT_EQ(pair.numbers(1, FrameKind::kAck), acks);
  pair.expect_written_once(1, kMiB);
}

TEST(RoceTimeline, MessagesOfOneQueuePairFollowEachOther) {  // T21
  RocePair pair;
  pair.post(Ps{0}, kMiB);
  pair.post(Ps{0}, kMiB);
  pair.run();
  EXPECT_EQ(pair.done(1, 0), Ps{21'621'843});
  EXPECT_EQ(pair.done(1, 1), Ps{43'243'686});
}

TEST(RoceTimeline, TwoQueuePairsAlternate) {  // T22
  RocePair pair(default_engine(0), default_engine(1), 2);
  pair.post(Ps{0}, kMiB, 1);
  pair.post(Ps{0}, kMiB, 2);
  pair.run();
  EXPECT_EQ(pair.done(1), Ps{42'807'243});
  EXPECT_EQ(pair.done(2), Ps{42'890'323});
  QpNumber expected = 1;
  for (const Frame& frame : pair.port(0).queued_frames) {
    EXPECT_EQ(frame.source_qp, expected);
    expected = 3 - expected;
  }
}

TEST(RoceTimeline, ShortMessagesWaitForEachOtherOnOneQueuePairOnly) {  // T23
  RocePair pair(default_engine(0), default_engine(1), 1);
  for (int i = 0; i < 3; ++i) pair.post(Ps{0}, 4096);
  pair.run();
  EXPECT_EQ(pair.done(1, 0), Ps{436'443});
  EXPECT_EQ(pair.done(1, 1), Ps{872'886});
  EXPECT_EQ(pair.done(1, 2), Ps{1'309'329});
}

TEST(RoceTimeline, ShortMessagesOfThreeQueuePairsFollowBackToBack) {  // T23
  RocePair pair(default_engine(0), default_engine(1), 3);
  for (QpNumber qp = 1; qp <= 3; ++qp) pair.post(Ps{0}, 4096, qp);
  pair.run();
  EXPECT_EQ(pair.done(1), Ps{436'443});
  EXPECT_EQ(pair.done(2), Ps{519'523});
  EXPECT_EQ(pair.done(3), Ps{602'603});
}

TEST(RoceTimeline, TenMegabytesAloneAndInBothDirections) {  // T24
  RocePair pair;
  pair.post(Ps{0}, 10'000'000);
  pair.run();
  EXPECT_EQ(pair.done(), Ps{203'186'083});
}

TEST(RoceTimeline, TenMegabytesInBothDirectionsAtOnce) {  // T24
  RocePair pair;
  pair.post(Ps{0}, 10'000'000, 1, 0);
  pair.post(Ps{0}, 10'000'000, 1, 1);
  pair.run();
  EXPECT_EQ(pair.done(1), Ps{203'546'443});
  EXPECT_EQ(pair.done(101), Ps{203'546'443});
}

TEST(RoceTimeline, SlowHostLanesLimitTheFetch) {  // T25
  RocePair pair;
  pair.pcie(0).to_nic_rate = BitRate{7'880'000'000 * 16};
  pair.post(Ps{0}, 10'000'000);
  pair.run();
  EXPECT_EQ(pair.done(), Ps{676'973'843});
}

TEST(RoceTimeline, AHeldClassStopsGenerationWhenItsPoolIsFull) {  // T26
  RocePair pair;
  pair.port(0).hold(0, true);
  pair.post(Ps{0}, 4 * kMiB);
  pair.run(Ps{1'000'000'000});
  EXPECT_EQ(pair.stats(0).data_sent, 55u);
  EXPECT_EQ(pair.port(0).reserved(0), Bytes{228'470});
  EXPECT_EQ(pair.node(0).engine.gauges(Ps{1'000'000'000}).generation_stall, Ps{1'000'000'000 - 80'000});
  EXPECT_EQ(pair.node(0).engine.gauges(Ps{1'000'000'000}).outstanding_psns, 55u);
}

TEST(RoceTimeline, AResumedClassKeepsThePortBusyWhileGenerationFollowsInRuns) {  // T27
  RocePair pair;
  pair.port(0).hold(0, true);
  pair.post(Ps{0}, 4 * kMiB);
  pair.call(Ps{80'500'000}, Rank(Due::kPauseEnd, 0, 0), [&] { pair.port(0).hold(0, false); });
  pair.run(Ps{82'826'240});
  EXPECT_EQ(pair.port(0).reserved(0), Bytes{112'158}) << "28 packets have left";
  pair.run();
  EXPECT_EQ(pair.done(), Ps{165'776'440});
  std::vector<Ps> runs = pair.pcie(0).read_offers;
  runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
  ASSERT_GT(runs.size(), 2u);
  for (std::size_t i = 1; i < runs.size(); ++i) {
    EXPECT_EQ(runs[i], Ps{82'906'240 + static_cast<std::int64_t>(i - 1) * 2'326'240});
  }
  const std::vector<Ps>& starts = pair.port(0).data_starts;
  for (std::size_t i = 1; i < starts.size(); ++i) EXPECT_EQ(starts[i] - starts[i - 1], Ps{83'080}) << "never idle";
}

class RoceLossTimeline : public testing::TestWithParam<test::LossCase> {};
TEST_P(RoceLossTimeline, EndsAtTheInstantAndCostOfTheDocument) {
  const test::LossCase& c = GetParam();
  auto sender = default_engine(0);
  sender.transport.retransmit_timeout = c.retransmit_timeout;
  RocePair pair(sender);
  if (c.data) pair.port(0).lose = *c.data;
  if (c.answer) pair.port(1).lose = *c.answer;
  pair.post(Ps{0}, c.message.count());
  pair.run();
  EXPECT_EQ(pair.done(), c.completed);
  test::expect_counts(c, pair.stats(0), pair.stats(1));
  pair.expect_written_once(1, c.message.count());
}
INSTANTIATE_TEST_SUITE_P(Cases, RoceLossTimeline, testing::ValuesIn(test::kLossCases), test::loss_case_name);

TEST(RoceTimeline, TheTimerExpiresAtItsInstant) {  // T28
  RocePair pair;
  pair.port(0).lose = test::lose_data(255);
  pair.post(Ps{0}, kMiB);
  pair.run(Ps{64'021'538'762});
  EXPECT_EQ(pair.stats(0).timeouts, 0u);
  pair.run(Ps{64'021'538'763});
  EXPECT_EQ(pair.stats(0).timeouts, 1u);
  pair.run();
  EXPECT_EQ(pair.stats(0).retransmitted, 1u);
  EXPECT_EQ(pair.stats(0).retransmitted_bytes, Bytes{4096});
}

TEST(RoceTimeline, ATimeoutResumesBehindTheLastAck) {  // T33
  RocePair pair;
  pair.port(0).lose = test::lose_data(99);
  pair.port(1).lose = test::LostFrame{FrameKind::kNak, 99};
  pair.post(Ps{0}, kMiB);
  pair.run();
  EXPECT_EQ(pair.numbers(0, FrameKind::kData).at(256), 85u);
}

TEST(RoceTimeline, TheHostHasTheMessageWhoseLastAckIsLost) {  // T34
  RocePair pair;
  pair.port(1).lose = test::LostFrame{FrameKind::kAck, 255};
  pair.post(Ps{0}, kMiB);
  pair.run();
  EXPECT_EQ(pair.log.arrival.at({1, 0}), Ps{21'621'843 - 102'520}) << "ACK time before completion of T19";
  EXPECT_EQ(pair.pcie(1).last_write, Ps{21'588'612});
}

TEST(RoceTimeline, OneMarkedPacketSlowsALongMessage) {  // T49
  RocePair pair;
  pair.port(0).mark = [](const Frame& f) { return f.kind == FrameKind::kData && f.psn == 99; };
  pair.post(Ps{0}, 4 * kMiB);
  pair.run(Ps{8'661'282});
  EXPECT_EQ(pair.stats(0).cnps_received, 0u);
  pair.run(Ps{8'661'283});
  EXPECT_EQ(pair.stats(0).cnps_received, 1u);
  EXPECT_EQ(pair.node(0).engine.gauges(Ps{8'661'283}).min_rate_gbps, 300.0);
  EXPECT_EQ(pair.node(0).engine.gauges(Ps{8'661'283}).congested_qps, 1u);
  pair.run();
  EXPECT_EQ(pair.done(), Ps{98'026'165});
  EXPECT_EQ(pair.stats(1).cnps_sent, 1u);
  EXPECT_EQ(pair.stats(1).ce_received, 1u);
}

TEST(RoceTimeline, FourMebibytesWithoutAMarkTakeTheLineRate) {  // T49
  RocePair pair;
  pair.post(Ps{0}, 4 * kMiB);
  pair.run();
  EXPECT_EQ(pair.done(), Ps{85'427'283});
}

}  // namespace
}  // namespace headroom
