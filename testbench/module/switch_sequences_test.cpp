// Sequences of the reference: senders behind 400 Gbps links of 100 ns send RoCE packets to server 0 back to back from
// t = 0 whenever they are not paused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbench/common/switch_bench.h"

namespace headroom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Servers 1 to `senders` send `packets` each to server 0.
struct Incast : Rack {
  Incast(const SwitchParams& params, std::uint32_t senders, int packets, unsigned traffic_class = 0,
         std::int64_t wire = kRoceWire)
      : Rack(params, senders + 1) {
    for (std::uint32_t i = 1; i <= senders; ++i) server(i).send(packets, 0, traffic_class, wire);
    violated = run(kLong);
  }
  [[nodiscard]] Ps last_bit() { return server(0).received().back().time; }
  [[nodiscard]] std::size_t delivered() { return server(0).received().size(); }
  [[nodiscard]] std::uint64_t tx_drops() const { return sw->tx_drops(0); }
  [[nodiscard]] Ps longest_gap() {
    Ps longest{0};
    const auto& got = server(0).received();
    for (std::size_t i = 1; i < got.size(); ++i) longest = std::max(longest, got[i].time - got[i - 1].time);
    return longest;
  }
  [[nodiscard]] std::size_t marked() {
    std::size_t count = 0;
    for (const auto& r : server(0).received()) count += r.frame.ecn == Ecn::kCe ? 1 : 0;
    return count;
  }
  [[nodiscard]] std::uint64_t pfc_frames() {
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < sw->ports(); ++i) sum += logs[i]->events.size();
    return sum;
  }
  std::vector<std::string> violated;
};

/// Largest values on the switch's accounts, from the samples of one long interval.
SwitchParams with_port_samples(SwitchParams params = default_switch()) {
  params.buffer.report_per_port_buffer_stats = true;
  return params;
}

TEST(SwitchSequence, DeliversALosslessIncastOfTwoWithoutAGap) {  // 50
  Incast run(default_switch(), 2, 1'000);
  EXPECT_EQ(run.delivered(), 2'000u);
  EXPECT_EQ(run.last_bit(), Ps{166'443'080});
  EXPECT_EQ(run.longest_gap(), Ps{83'080}) << "port 0 is never idle";
  EXPECT_EQ(run.sw->rx_drops(1) + run.sw->rx_drops(2) + run.tx_drops(), 0u);
  EXPECT_EQ(run.sw->forwarded(), 2'000u);
  EXPECT_EQ(run.frames.in_use(), 0u);
  EXPECT_THAT(run.violated, IsEmpty());
}

TEST(SwitchSequence, PausesAndResumesBothSendersInTurn) {  // 51
  Incast run(default_switch(), 2, 1'000);
  const auto xoff1 = run.log(1).times(PfcEventKind::kXoffTx), xoff2 = run.log(2).times(PfcEventKind::kXoffTx);
  const auto xon1 = run.log(1).times(PfcEventKind::kXonTx), xon2 = run.log(2).times(PfcEventKind::kXonTx);
  ASSERT_EQ(xoff1.size(), 4u);
  ASSERT_EQ(xoff2.size(), 4u);
  EXPECT_EQ(xon1.size(), 4u);
  EXPECT_EQ(xon2.size(), 4u);
  EXPECT_EQ(xoff2[0], Ps{28'097'960});
  EXPECT_EQ(xoff1[0], Ps{28'181'040});
  EXPECT_EQ(xon2[0], Ps{44'713'960});
  EXPECT_EQ(xon1[0], Ps{44'797'040});
  EXPECT_EQ(xoff2[1], Ps{61'282'400});
  EXPECT_EQ(xoff1[1], Ps{61'365'480});
  EXPECT_THAT(run.log(1).times(PfcEventKind::kRefreshTx), IsEmpty());
  EXPECT_THAT(run.log(2).times(PfcEventKind::kRefreshTx), IsEmpty());
}

TEST(SwitchSequence, FillsOccupancyAndHeadroomToTheReferencesMaxima) {  // 52
  Incast run(with_port_samples(), 2, 1'000);
  for (const std::uint32_t port : {1u, 2u}) {
    EXPECT_EQ(run.sw->samples().port(port, 0).ingress.max, Bytes{703'120});
    EXPECT_EQ(run.sw->samples().port(port, 0).headroom.max, Bytes{8'272});
    EXPECT_EQ(run.server(port).paused(0), Ps{66'606'680});
  }
}

TEST(SwitchSequence, DoesTheSameWithLongerPackets) {  // 53
  Incast run(with_port_samples(), 2, 1'000, 0, kUetWire);
  EXPECT_EQ(run.delivered(), 2'000u);
  EXPECT_EQ(run.last_bit(), Ps{168'364'040});
  EXPECT_EQ(run.log(2).times(PfcEventKind::kXoffTx)[0], Ps{28'085'320});
  EXPECT_EQ(run.log(1).times(PfcEventKind::kXoffTx)[0], Ps{28'169'360});
  EXPECT_EQ(run.log(2).times(PfcEventKind::kXonTx)[0], Ps{44'725'240});
  EXPECT_EQ(run.log(1).times(PfcEventKind::kXonTx)[0], Ps{44'809'280});
  EXPECT_EQ(run.sw->samples().port(1, 0).headroom.max, Bytes{8'368});
  EXPECT_EQ(run.sw->samples().port(2, 0).headroom.max, Bytes{8'368});
}

TEST(SwitchSequence, DropsWhatTheHeadroomCannotHold) {  // 54
  SwitchParams params = with_port_samples();
  params.buffer.headroom_per_port = Bytes{8'000};
  Incast run(params, 2, 1'000);
  EXPECT_EQ(run.delivered(), 1'992u);
  EXPECT_EQ(run.sw->rx_drops(1), 4u);
  EXPECT_EQ(run.sw->rx_drops(2), 4u);
  EXPECT_EQ(run.sw->samples().port(1, 0).headroom.max, Bytes{4'136});
  EXPECT_EQ(run.frames.in_use(), 0u) << "dropped frames go back to the pool";
  EXPECT_THAT(run.violated, IsEmpty());
}

TEST(SwitchSequence, DropsFirstWhenTheSecondPacketFindsTheHeadroomFull) {  // 54
  SwitchParams params = default_switch();
  params.buffer.headroom_per_port = Bytes{8'000};
  Rack rack(params, 3);
  for (const std::uint32_t i : {1u, 2u}) rack.server(i).send(1'000, 0, 0);
  rack.agenda.run(Ps{28'264'119});
  EXPECT_EQ(rack.sw->rx_drops(2), 0u);
  rack.agenda.run(Ps{28'264'120});
  EXPECT_EQ(rack.sw->rx_drops(2), 1u);
  rack.agenda.run(Ps{28'347'199});
  EXPECT_EQ(rack.sw->rx_drops(1), 0u);
  rack.agenda.run(Ps{28'347'200});
  EXPECT_EQ(rack.sw->rx_drops(1), 1u);
}

TEST(SwitchSequence, DeliversALosslessIncastOfEight) {  // 55
  Incast run(with_port_samples(), 8, 500);
  EXPECT_EQ(run.delivered(), 4'000u);
  EXPECT_EQ(run.last_bit(), Ps{332'603'080});
  Bytes headroom{0};
  for (std::uint32_t port = 1; port <= 8; ++port) {
    headroom = std::max(headroom, run.sw->samples().port(port, 0).headroom.max);
    EXPECT_EQ(run.sw->rx_drops(port), 0u);
  }
  EXPECT_EQ(headroom, Bytes{12'408});
  EXPECT_THAT(run.violated, IsEmpty());
}

TEST(SwitchSequence, DropsALossyIncastAtAFixedCap) {  // 59
  Incast run(with_buffer(fixed_cap()), 2, 1'000, 2);
  EXPECT_EQ(run.delivered(), 1'360u);
  EXPECT_EQ(run.tx_drops(), 640u);
  EXPECT_EQ(run.last_bit(), Ps{113'271'880});
  EXPECT_EQ(run.pfc_frames(), 0u);
  EXPECT_EQ(run.frames.in_use(), 0u);
  EXPECT_THAT(run.violated, IsEmpty());
}

TEST(SwitchSequence, DropsMoreAtASmallerCap) {  // 60
  SharedBufferParams buffer = fixed_cap();
  buffer.queue_drop_threshold = 1;
  Incast run(with_buffer(buffer), 2, 1'000, 2);
  EXPECT_EQ(run.delivered(), 1'070u);
  EXPECT_EQ(run.tx_drops(), 930u);
}

TEST(SwitchSequence, DropsLongerPacketsEarlier) {  // 60
  Incast run(with_buffer(fixed_cap()), 2, 1'000, 2, kUetWire);
  EXPECT_EQ(run.delivered(), 1'356u);
  EXPECT_EQ(run.tx_drops(), 644u);
}

TEST(SwitchSequence, DeliversAsMuchOfALossyIncastOfEight) {  // 61
  Incast run(with_buffer(fixed_cap()), 8, 1'000, 2);
  EXPECT_EQ(run.delivered(), 1'360u);
  EXPECT_EQ(run.tx_drops(), 6'640u);
}

TEST(SwitchSequence, HoldsTheWholeLossyIncastUnderADynamicLimit) {  // 62
  Incast run(default_switch(), 2, 1'000, 2);
  EXPECT_EQ(run.delivered(), 2'000u);
  EXPECT_EQ(run.tx_drops(), 0u);
}

SwitchParams marking_step_at_a_fifth_of(const SharedBufferParams& buffer) {
  SwitchParams params = with_buffer(buffer);
  params.ecn.max_threshold = params.ecn.min_threshold;
  return params;
}

TEST(SwitchSequence, MarksFromThe76thFrameOnInALosslessClass) {  // 72
  Incast run(marking_step_at_a_fifth_of(fixed_cap()), 2, 1'000);
  const auto& got = run.server(0).received();
  EXPECT_EQ(got[74].frame.ecn, Ecn::kEct0);
  EXPECT_EQ(got[75].frame.ecn, Ecn::kCe);
  EXPECT_EQ(got[75].time, Ps{6'414'080 + 83'080 + 100'000});
  EXPECT_EQ(run.marked(), 1'925u);
  EXPECT_EQ(run.sw->port(0).pfc_stats(0).ecn_marked, 1'925u);
}

TEST(SwitchSequence, MarksFromThe76thFrameOnInALossyClass) {  // 73
  Incast run(marking_step_at_a_fifth_of(fixed_cap()), 2, 1'000, 2);
  EXPECT_EQ(run.server(0).received()[74].frame.ecn, Ecn::kEct0);
  EXPECT_EQ(run.server(0).received()[75].frame.ecn, Ecn::kCe);
  EXPECT_EQ(run.marked(), 1'285u);
  EXPECT_EQ(run.sw->port(0).pfc_stats(2).ecn_marked, 1'285u);
}

}  // namespace
}  // namespace headroom
