#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbench/common/switch_bench.h"

namespace headroom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::int64_t kUs = 1'000'000;
constexpr Ps kPfcOnTheWire{1'680 + 100'000};  // 84 B at 400 Gbps, then the delay of the link
constexpr Ps kFrameTime{83'080};              // 4,154 B at 400 Gbps
constexpr TestServerParams kLongLink{k400Gbps, Ps{500'000}};

/// Rack of two in which server 1's packets wait for server 0, whose PFC frames reach the switch at the given times.
struct HeldRack : Rack {
  explicit HeldRack(const SwitchParams& params = default_switch(), const TestServerParams& link = {})
      : Rack(params, 2, link) {}
  void pfc_reaches_switch(Ps time, ClassMask classes, std::uint16_t quanta) {
    script.at(time - kPfcOnTheWire, [this, classes, quanta] { server(0).send_pfc(classes, quanta); });
  }
  /// Start of the only packet that server 0 gets.
  [[nodiscard]] Ps start_of_packet() {
    EXPECT_EQ(server(0).received().size(), 1u);
    return server(0).received().at(0).time - kDelivery;
  }
  void send_at(Ps time, int count = 1, unsigned traffic_class = 0) {
    script.at(time, [=, this] { server(1).send(count, 0, traffic_class); });
  }
};

TEST(SwitchReceivedPause, StartsAgainInFullWithEveryPauseFrame) {  // 43
  HeldRack rack;
  rack.pfc_reaches_switch(Ps{10 * kUs}, 1, 65'535);
  rack.pfc_reaches_switch(Ps{50 * kUs}, 1, 65'535);
  rack.send_at(Ps{20 * kUs});
  EXPECT_THAT(rack.run(Ps{1'000 * kUs}), IsEmpty());
  EXPECT_EQ(rack.start_of_packet(), Ps{133'984'800});
  const PfcStats stats = rack.sw->port(0).pfc_stats(0);
  EXPECT_EQ(stats.xoff_rx, 2u);
  EXPECT_EQ(stats.xon_rx, 0u);
  EXPECT_EQ(stats.expired, 1u);
  const Ps end{1'000 * kUs};
  EXPECT_EQ(rack.sw->port(0).pause_clock(0).paused(end).total, Ps{123'984'800});
  // Blocked from the packet's arrival on: sent at 20 us, on the wire for 83.08 ns, and 100 ns away.
  EXPECT_EQ(rack.sw->port(0).pause_clock(0).paused_with_packets_waiting(end).total,
            Ps{133'984'800} - Ps{20 * kUs} - kDelivery);
  EXPECT_THAT(rack.log(0).times(PfcEventKind::kXoffRx), ElementsAre(Ps{10 * kUs}, Ps{50 * kUs}));
  EXPECT_THAT(rack.log(0).times(PfcEventKind::kResume), ElementsAre(Ps{133'984'800}));
}

TEST(SwitchReceivedPause, IsShortenedByAShorterOne) {  // 44
  HeldRack rack;
  rack.pfc_reaches_switch(Ps{10 * kUs}, 1, 65'535);
  rack.pfc_reaches_switch(Ps{20 * kUs}, 1, 100);
  rack.send_at(Ps{12 * kUs});
  rack.run(Ps{1'000 * kUs});
  EXPECT_EQ(rack.start_of_packet(), Ps{20'228'000});
}

TEST(SwitchReceivedPause, EndsAtOnceWithAResume) {  // 45
  HeldRack rack;
  rack.pfc_reaches_switch(Ps{10 * kUs}, 1, 65'535);
  rack.pfc_reaches_switch(Ps{30 * kUs}, 1, 0);
  rack.send_at(Ps{12 * kUs});
  rack.run(Ps{1'000 * kUs});
  EXPECT_EQ(rack.start_of_packet(), Ps{30 * kUs});
  EXPECT_EQ(rack.sw->port(0).pfc_stats(0).xon_rx, 1u);
  EXPECT_EQ(rack.sw->port(0).pfc_stats(0).expired, 0u);
  EXPECT_THAT(rack.log(0).times(PfcEventKind::kXonRx), ElementsAre(Ps{30 * kUs}));
  EXPECT_THAT(rack.log(0).times(PfcEventKind::kResume), IsEmpty());
}

TEST(SwitchReceivedPause, NeverCutsTheFrameOnTheWire) {  // 46
  HeldRack rack;
  rack.send_at(Ps{10 * kUs}, 2);  // on port 0 from 10.18308 us on
  rack.pfc_reaches_switch(Ps{10 * kUs} + kDelivery + Ps{40'000}, 1, 100);
  rack.run(Ps{1'000 * kUs});
  ASSERT_EQ(rack.server(0).received().size(), 2u);
  EXPECT_EQ(rack.server(0).received()[0].time, Ps{10 * kUs} + kDelivery + kDelivery);
  EXPECT_EQ(rack.server(0).received()[1].time - kDelivery, Ps{10 * kUs} + kDelivery + Ps{40'000} + Ps{228'000});
}

TEST(SwitchReceivedPause, StopsTheNextFrameWhenItArrivesInThePicosecondInWhichAFrameEnds) {
  const Ps end_of_first = Ps{10 * kUs} + kDelivery + kFrameTime;
  HeldRack rack;
  rack.send_at(Ps{10 * kUs}, 2);
  rack.pfc_reaches_switch(end_of_first, 1, 100);
  rack.run(Ps{1'000 * kUs});
  ASSERT_EQ(rack.server(0).received().size(), 2u);
  EXPECT_EQ(rack.server(0).received()[1].time - kDelivery, end_of_first + Ps{228'000});
}

TEST(SwitchReceivedPause, IsObeyedByALossyClassAndByEveryClassNamed) {  // 48
  HeldRack rack;
  rack.pfc_reaches_switch(Ps{10 * kUs}, class_bit(5) | class_bit(0), 65'535);
  rack.agenda.run(Ps{20 * kUs});
  EXPECT_TRUE(rack.sw->port(0).held(5));
  EXPECT_TRUE(rack.sw->port(0).held(0));
  EXPECT_FALSE(rack.sw->port(0).held(1));
  EXPECT_FALSE(rack.sw->port(1).held(5)) << "on that port only";
}

TEST(SwitchReceivedPause, LetsOtherClassesPass) {
  HeldRack rack;
  rack.pfc_reaches_switch(Ps{10 * kUs}, class_bit(5), 65'535);
  rack.send_at(Ps{20 * kUs}, 1, 5);
  rack.send_at(Ps{20 * kUs}, 1, 4);
  rack.agenda.run(Ps{30 * kUs});
  ASSERT_EQ(rack.server(0).received().size(), 1u);
  EXPECT_EQ(rack.server(0).received()[0].frame.traffic_class, 4);
}

TEST(SwitchReceivedPause, IsCountedByThePortAndNeitherChargedNorForwarded) {
  HeldRack rack;
  rack.pfc_reaches_switch(Ps{10 * kUs}, 1, 65'535);
  EXPECT_THAT(rack.run(Ps{20 * kUs}), IsEmpty());
  EXPECT_EQ(rack.sw->mac(0).stats().rx_frames, 1u);
  EXPECT_EQ(rack.sw->mac(0).stats().rx_bytes, Bytes{84});
  EXPECT_EQ(rack.sw->samples().shared_buffer(0).count, 0u);
  EXPECT_EQ(rack.server(1).received().size() + rack.server(1).control().size(), 0u);
  EXPECT_EQ(rack.frames.in_use(), 0u);
}

/// Frames that reach server 0 after it started to send a pause when its 100th packet had arrived, 83.08 ns a frame.
std::size_t frames_after_pause(bool behind_own_frame) {
  HeldRack rack;
  rack.send_at(Ps{0}, 1'000);
  const Ps decided = kDelivery + kDelivery + 99 * kFrameTime;
  if (behind_own_frame) rack.script.at(decided, [&] { rack.server(0).send(1, 1, 0); });
  rack.script.at(behind_own_frame ? decided + Ps{1} : decided, [&] { rack.server(0).send_pfc(1, 65'535); });
  rack.agenda.run(decided);
  EXPECT_EQ(rack.server(0).received().size(), 100u);
  rack.agenda.run(decided + Ps{10 * kUs});
  return rack.server(0).received().size() - 100;
}

TEST(SwitchReceivedPause, LetsThreeMoreFramesReachAnIdleNic) {  // 49
  EXPECT_EQ(frames_after_pause(false), 3u);
}

TEST(SwitchReceivedPause, LetsFourMoreFramesReachANicThatIsSendingAFullFrame) {  // 49
  EXPECT_EQ(frames_after_pause(true), 4u);
}

TEST(SwitchPfcFrame, Takes84BytesOfTheLine) {  // 47
  EXPECT_EQ(duration(Bytes{kPfcBytes}, k400Gbps), Ps{1'680});
  EXPECT_EQ(duration(Bytes{kPfcBytes}, BitRate{800'000'000'000}), Ps{840});
}

/// Server 0 holds the classes for as long as a test runs.
void hold(HeldRack& rack, ClassMask classes, Ps until) {
  for (Ps at{kUs}; at < until; at += Ps{40 * kUs}) rack.pfc_reaches_switch(at, classes, 65'535);
}

TEST(SwitchSentPause, IsRepeatedEveryHalfPauseTimeAndResumedOnce) {  // 25, 28, 42
  HeldRack rack(default_switch(), kLongLink);
  hold(rack, 1, Ps{100 * kUs});
  rack.script.at(Ps{2 * kUs}, [&] { rack.server(1).send(1'000, 0, 0, 4'018); });
  rack.run(Ps{110 * kUs});
  const Ps first = rack.log(1).times(PfcEventKind::kXoffTx).at(0);
  // The 176th packet of 4,018 B, 80.36 ns each, behind the 500 ns link.
  EXPECT_EQ(first, Ps{2 * kUs} + 176 * Ps{80'360} + Ps{500'000});
  EXPECT_THAT(rack.log(1).times(PfcEventKind::kRefreshTx), ElementsAre(first + Ps{42'192'400}, first + Ps{84'384'800}));
  EXPECT_EQ(rack.log(1).events[0].occupancy, Bytes{700'000}) << "without the packet that is the reason";
  EXPECT_EQ(rack.log(1).events[0].quanta, 65'535);
  rack.pfc_reaches_switch(Ps{120 * kUs}, 1, 0);
  EXPECT_THAT(rack.run(Ps{1'000 * kUs}), IsEmpty());
  EXPECT_EQ(rack.server(0).received().size(), 1'000u);
  const PfcStats stats = rack.sw->port(1).pfc_stats(0);
  EXPECT_EQ(stats.xoff_tx - stats.refresh_tx, stats.xon_tx);
  EXPECT_EQ(rack.log(1).events[3].kind, PfcEventKind::kXonTx);
  EXPECT_EQ(rack.log(1).events[3].occupancy, Bytes{300'000});
}

TEST(SwitchSentPause, GoesAheadOfEveryClassAndWaitsForTheFrameOnTheWire) {
  SwitchParams params = default_switch();
  params.buffer.xoff = Bytes{0};
  params.buffer.xon = Bytes{0};
  HeldRack rack(params);
  rack.script.at(Ps{0}, [&] { rack.server(0).send(3, 1, 7); });       // reaches port 1's queue: frames 1 to 3
  rack.script.at(Ps{40'000}, [&] { rack.server(1).send(1, 0, 0); });  // pauses port 1 at 223.08 ns
  rack.run(Ps{10 * kUs});
  ASSERT_EQ(rack.server(1).control().size(), 2u);
  // Frame 1 leaves port 1 from 183.08 to 266.16 ns; the pause follows it.
  EXPECT_EQ(rack.server(1).control()[0].time, Ps{266'160} + kPfcOnTheWire);
  EXPECT_EQ(rack.server(1).control()[0].frame.wire_bytes, 84u);
  EXPECT_EQ(rack.server(1).received().size(), 3u);
  EXPECT_EQ(rack.server(1).received()[1].time, Ps{266'160} + Ps{1'680} + kDelivery);
}

TEST(SwitchSentPause, NamesEveryLosslessClassOfThePoolInAFrameOfItsOwn) {  // 35
  SwitchParams params = default_switch();
  params.buffer.enable_pfc = {1, 1, 0, 1, 0, 0, 0, 0};
  HeldRack rack(params);
  hold(rack, 1, Ps{100 * kUs});
  rack.send_at(Ps{2 * kUs}, 170);
  rack.pfc_reaches_switch(Ps{30 * kUs}, 1, 0);
  rack.run(Ps{80 * kUs});
  std::vector<std::pair<unsigned, unsigned>> seen;  // class bits, quanta of the class
  for (const auto& r : rack.server(1).control()) {
    seen.emplace_back(r.frame.class_enable, r.frame.quanta[lowest_class(r.frame.class_enable)]);
  }
  EXPECT_THAT(seen, ElementsAre(std::pair(1u, 65'535u), std::pair(8u, 65'535u), std::pair(1u, 0u), std::pair(8u, 0u)));
  EXPECT_EQ(rack.server(1).control()[1].time - rack.server(1).control()[0].time, Ps{1'680});
  EXPECT_EQ(rack.sw->port(1).pfc_stats(3).xoff_tx, 1u);
  EXPECT_EQ(rack.sw->port(1).pfc_stats(3).xon_tx, 1u);
}

TEST(SwitchSentPause, StaysForeverWhenLossyBytesCausedItAndLosslessOnesLeaveFirst) {  // 32, 33
  HeldRack rack(default_switch(), kLongLink);
  hold(rack, class_bit(0) | class_bit(2), Ps{40 * kUs});
  rack.script.at(Ps{2 * kUs}, [&] {
    rack.server(1).send(125, 0, 2, 4'018);  // 500,000 B
    rack.server(1).send(49, 0, 0);
  });
  rack.agenda.run(Ps{30 * kUs});
  const auto xoff = rack.log(1).times(PfcEventKind::kXoffTx);
  ASSERT_EQ(xoff.size(), 1u);
  EXPECT_EQ(rack.log(1).events[0].occupancy, Bytes{698'528});
  EXPECT_EQ(rack.sw->buffer().occupancy(1, 0), Bytes{702'664});
  EXPECT_EQ(rack.sw->stuck_pauses(), 0u) << "lossless bytes are still inside";
  rack.script.at(Ps{50 * kUs}, [&] { rack.server(0).send_pfc(class_bit(0), 0); });
  rack.script.at(Ps{70 * kUs}, [&] { rack.server(0).send_pfc(class_bit(2), 0); });
  EXPECT_THAT(rack.run(Ps{200 * kUs}), IsEmpty());
  EXPECT_EQ(rack.server(0).received().size(), 174u);
  EXPECT_EQ(rack.sw->buffer().occupancy(1, 0), Bytes{0});
  EXPECT_THAT(rack.log(1).times(PfcEventKind::kXonTx), IsEmpty());
  EXPECT_THAT(rack.log(1).times(PfcEventKind::kRefreshTx),
              ElementsAre(xoff[0] + Ps{42'192'400}, xoff[0] + Ps{84'384'800}, xoff[0] + Ps{126'577'200},
                          xoff[0] + Ps{168'769'600}));
  EXPECT_EQ(rack.sw->stuck_pauses(), 1u);
  EXPECT_TRUE(rack.server(1).held(0));
}

TEST(SwitchSentPause, StaysWhenThePacketThatCausedItIsDroppedByThePool) {
  SwitchParams params = default_switch();
  params.buffer.total_size = Bytes{2 * 256'000 + 6'000};  // pool 0 holds one packet
  params.buffer.xoff = Bytes{5'000};
  HeldRack rack(params);
  hold(rack, 1, Ps{40 * kUs});
  rack.send_at(Ps{2 * kUs}, 2);
  EXPECT_THAT(rack.run(Ps{10 * kUs}), IsEmpty());
  EXPECT_EQ(rack.sw->rx_drops(1), 1u);
  EXPECT_TRUE(rack.sw->buffer().pausing(1, 0));
  EXPECT_TRUE(rack.server(1).held(0));
  EXPECT_EQ(rack.log(1).events.at(0).occupancy, Bytes{4'136});
}

}  // namespace
}  // namespace headroom
