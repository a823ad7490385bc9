// Packets that find a port's queue full. The port is blocked: its server pauses all classes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbench/common/switch_bench.h"

namespace headroom {
namespace {

using testing::IsEmpty;

constexpr ClassMask kAllClasses = 0xFF;
constexpr Ps kBlocked{80'000'000};

/// Server 1 takes nothing for 84 us; server 0 sends to it as soon as that has become known.
struct Blocked : Rack {
  explicit Blocked(const SwitchParams& params) : Rack(params, 3) {
    server(1).send_pfc(kAllClasses, 65'535);
    agenda.run(Ps{1'000'000});
  }
  void send(int count, DscpRole role, unsigned traffic_class = 0, Ecn ecn = Ecn::kEct1) {
    server(0).send(count, 1, traffic_class, kUetWire, ecn, role);
  }
  /// What the port has queued in a pool when everything has come in and nothing has left.
  [[nodiscard]] Bytes queue(unsigned pool) const { return sw->buffer().queue(1, pool); }
  [[nodiscard]] const std::vector<TestServer::Received>& got() { return server(1).received(); }
};

TEST(SwitchTrimming, CutsTheFirstPacketOverTheLimit) {  // 75, 81
  Blocked rack(trimming_switch());
  rack.send(72, DscpRole::kTrimmable);
  EXPECT_THAT(rack.run(kBlocked), IsEmpty());
  EXPECT_EQ(rack.queue(0), Bytes{297'064});
  EXPECT_EQ(rack.queue(1), Bytes{46});
  EXPECT_EQ(rack.sw->port(1).queued(0), 71u);
  EXPECT_EQ(rack.sw->port(1).queued(1), 1u);
  EXPECT_EQ(rack.sw->tx_drops(1), 0u);
  EXPECT_EQ(rack.sw->trimmed(1).trimmed, 1u);
  EXPECT_EQ(rack.sw->trimmed(1).trimmed_bytes, Bytes{4'202});
  // The account of the port it came in by is smaller by 4,138 B at once.
  EXPECT_EQ(rack.sw->buffer().occupancy(0, 0), Bytes{72 * 4'184 - 4'138});
  EXPECT_EQ(rack.sw->buffer().ingress_used(0), Bytes{72 * 4'184 - 4'138});
  EXPECT_THAT(rack.run(kLong), IsEmpty());
  ASSERT_EQ(rack.got().size(), 72u);
  const Frame& first = rack.got().front().frame;
  EXPECT_EQ(first.psn, 71u) << "trimmed packets overtake data";
  EXPECT_EQ(first.wire_bytes, 62u);
  EXPECT_EQ(first.payload_bytes, 0u);
  EXPECT_EQ(first.role, DscpRole::kTrimmedLastHop);
  EXPECT_EQ(first.traffic_class, 0);
  EXPECT_EQ(first.udp_source, 256);
  EXPECT_EQ(rack.sw->buffer().ingress_used(0), Bytes{0});
  EXPECT_EQ(rack.frames.in_use(), 0u);
}

TEST(SwitchTrimming, ReleasesTheRestOfACutPacketWhenItHasLeft) {  // 81
  Blocked rack(trimming_switch());
  rack.send(72, DscpRole::kTrimmable);
  rack.script.at(kBlocked, [&rack] { rack.server(1).send_pfc(kAllClasses, 0); });
  rack.run(kBlocked);
  const Bytes before = rack.sw->buffer().occupancy(0, 0);
  // 1.68 ns + 100 ns to the switch, then 62 B.
  rack.run(kBlocked + Ps{101'680 + 1'240 - 1});
  EXPECT_EQ(rack.sw->buffer().occupancy(0, 0), before);
  rack.run(kBlocked + Ps{101'680 + 1'240});
  EXPECT_EQ(rack.sw->buffer().occupancy(0, 0), before - Bytes{46});
}

TEST(SwitchTrimming, GivesSecondTriesHalfAsMuchAgain) {  // 76, 77
  Blocked rack(trimming_switch());
  rack.send(71, DscpRole::kTrimmable);
  rack.send(37, DscpRole::kTrimmableRetransmission);
  EXPECT_THAT(rack.run(kBlocked), IsEmpty());
  EXPECT_EQ(rack.queue(0), Bytes{107 * 4'184});
  EXPECT_EQ(rack.queue(1), Bytes{46});
}

TEST(SwitchTrimming, DropsWhatMustNotBeCut) {  // 78
  Blocked rack(trimming_switch());
  rack.send(72, DscpRole::kNoTrim);
  rack.send(72, DscpRole::kControl, 1);
  EXPECT_THAT(rack.run(kBlocked), IsEmpty());
  EXPECT_EQ(rack.queue(0), Bytes{297'064});
  EXPECT_EQ(rack.queue(1), Bytes{0});
  EXPECT_EQ(rack.queue(2), Bytes{297'064});
  EXPECT_EQ(rack.sw->tx_drops(1), 2u);
  EXPECT_EQ(rack.sw->trimmed(1).trimmed, 0u);
}

TEST(SwitchTrimming, DropsACutPacketThatFindsNoRoomEitherAndCountsItOnce) {  // 79
  SwitchParams params = trimming_switch();
  params.buffer.plane_bdp = Bytes{4'184 + 3 * 46};  // one packet, or 93 cut ones
  Blocked rack(params);
  rack.send(1 + 93 + 2, DscpRole::kTrimmable);
  EXPECT_THAT(rack.run(kBlocked), IsEmpty());
  EXPECT_EQ(rack.queue(0), Bytes{4'184});
  EXPECT_EQ(rack.queue(1), Bytes{93 * 46});
  EXPECT_EQ(rack.sw->trimmed(1).trimmed, 95u);
  EXPECT_EQ(rack.sw->trimmed(1).refused, 2u);
  EXPECT_EQ(rack.sw->tx_drops(1), 2u);
  EXPECT_EQ(rack.sw->buffer().occupancy(0, 0), Bytes{4'184 + 93 * 46});
}

TEST(SwitchTrimming, DoesNotCutTwice) {  // 78
  Blocked rack(trimming_switch());
  rack.server(0).send(6'522, 1, 0, kUetControlBytes, Ecn::kEct1, DscpRole::kTrimmed);
  EXPECT_THAT(rack.run(kBlocked), IsEmpty());
  EXPECT_EQ(rack.queue(1), Bytes{299'966});
  EXPECT_EQ(rack.sw->tx_drops(1), 1u);
  EXPECT_EQ(rack.sw->trimmed(1).trimmed, 0u);
}

TEST(SwitchTrimming, DropsOverALargerLimitWhenItIsOff) {  // 82
  SwitchParams params = trimming_switch();
  params.trimming = false;
  Blocked rack(params);
  rack.send(359, DscpRole::kTrimmable);
  EXPECT_THAT(rack.run(kBlocked), IsEmpty());
  EXPECT_EQ(rack.queue(0), Bytes{1'497'872});
  EXPECT_EQ(rack.sw->tx_drops(1), 1u);
}

TEST(SwitchTrimming, KnowsNoRolesWithoutThePolicy) {  // 83
  Blocked rack(with_buffer(fixed_cap()));
  rack.send(359, DscpRole::kTrimmable, 2);
  rack.send(1, DscpRole::kTrimmableRetransmission, 2);
  EXPECT_THAT(rack.run(kBlocked), IsEmpty());
  EXPECT_EQ(rack.sw->port(1).queued(2), 358u);
  EXPECT_EQ(rack.sw->tx_drops(1), 2u);
}

TEST(SwitchTrimming, NeverMarksACutPacket) {  // 74
  SwitchParams params = trimming_switch();
  params.ecn.min_threshold = params.ecn.max_threshold = 0;  // everything capable is marked
  Blocked rack(params);
  rack.send(72, DscpRole::kTrimmable);
  EXPECT_THAT(rack.run(kLong), IsEmpty());
  ASSERT_EQ(rack.got().size(), 72u);
  EXPECT_EQ(rack.got()[0].frame.ecn, Ecn::kEct1);
  EXPECT_EQ(rack.got()[1].frame.ecn, Ecn::kCe);
  EXPECT_EQ(rack.sw->port(1).pfc_stats(1).ecn_marked, 0u);
  EXPECT_EQ(rack.sw->port(1).pfc_stats(0).ecn_marked, 71u);
}

TEST(SwitchTrimming, ServesControlThenTrimmedThenData) {
  Blocked rack(trimming_switch());
  rack.send(72, DscpRole::kTrimmable);
  rack.send(1, DscpRole::kControl, 1);
  EXPECT_THAT(rack.run(kLong), IsEmpty());
  EXPECT_EQ(rack.got()[0].frame.role, DscpRole::kControl);
  EXPECT_EQ(rack.got()[1].frame.role, DscpRole::kTrimmedLastHop);
  EXPECT_EQ(rack.got()[2].frame.role, DscpRole::kTrimmable);
}

}  // namespace
}  // namespace headroom
