#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <utility>

#include "testbench/common/leaf_spine_bench.h"

namespace headroom {
namespace {

using testing::Each;
using testing::IsEmpty;

LeafSpineParams one_link_each(LeafSpineParams params = {}) {
  params.leaf.num_up_links_per_switch = 1;
  return params;
}

TEST(LeafSpine, CarriesARocePacketOverFourLinks) {  // 102
  LeafSpine fabric(one_link_each());
  fabric.server(0).send(1, 2, 0);
  EXPECT_THAT(fabric.run(kLong), IsEmpty());
  EXPECT_EQ(fabric.server(2).received().at(0).time, Ps{1'532'320});
}

TEST(LeafSpine, CarriesAUetPacketOverFourLinks) {  // 103
  LeafSpine fabric(one_link_each());
  fabric.server(0).send(1, 2, 0, kUetWire);
  fabric.run(kLong);
  EXPECT_EQ(fabric.server(2).received().at(0).time, Ps{1'536'160});
}

TEST(LeafSpine, KeepsTrafficOfARackInside) {
  LeafSpine fabric(one_link_each());
  fabric.server(0).send(10, 1, 0);
  EXPECT_THAT(fabric.run(kLong), IsEmpty());
  EXPECT_EQ(fabric.server(1).received().size(), 10u);
  EXPECT_EQ(fabric.spine(0).forwarded() + fabric.spine(1).forwarded(), 0u);
  EXPECT_THAT(fabric.rack(0).paths().formed(), IsEmpty());
}

TEST(LeafSpine, FormsASetWhenItsFirstPacketHasArrived) {
  LeafSpine fabric(one_link_each());
  fabric.server(0).send(1, 2, 0);
  fabric.run(kLong);
  ASSERT_EQ(fabric.rack(0).paths().formed().size(), 1u);
  EXPECT_EQ(fabric.rack(0).paths().formed()[0].formed, Ps{183'080});
  EXPECT_THAT(fabric.rack(0).paths().members(fabric.rack(0).paths().formed()[0]), testing::ElementsAre(2, 3));
  EXPECT_THAT(fabric.rack(1).paths().formed(), IsEmpty());
}

/// Frames that left by each uplink of a rack with 8 spines.
std::vector<std::uint64_t> uplink_frames(LeafSpine& fabric) {
  std::vector<std::uint64_t> sent;
  for (std::uint32_t ifid = 16; ifid < 24; ++ifid) sent.push_back(fabric.rack(0).mac(ifid).stats().tx_frames);
  return sent;
}
/// 2 racks of 16 servers: rack 0 is node 32 of the hash salts, server 16 has address 32.0.0.17.
LeafSpineParams eight_spines() {
  LeafSpineParams params = one_link_each();
  params.servers_per_rack = 16;
  params.spines = 8;
  return params;
}

TEST(LeafSpine, SpraysPortsOverItsUplinksByTheHash) {  // 88
  LeafSpine fabric(eight_spines());
  for (std::uint16_t port = 256; port < 384; ++port) {
    fabric.server(0).use_port(port);
    fabric.server(0).send(1, 16, 0, kUetWire);
  }
  EXPECT_THAT(fabric.run(kLong), IsEmpty());
  EXPECT_EQ(uplink_frames(fabric), (std::vector<std::uint64_t>{18, 17, 13, 19, 19, 15, 14, 13}));
  EXPECT_EQ(fabric.server(16).received().size(), 128u);
}

TEST(LeafSpine, KeepsOneFlowOnOneWayAndInOrder) {
  LeafSpine fabric(eight_spines());
  fabric.server(0).send(500, 16, 0);
  EXPECT_THAT(fabric.run(kLong), IsEmpty());
  const auto& got = fabric.server(16).received();
  ASSERT_EQ(got.size(), 500u);
  for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i].frame.psn, i);
  EXPECT_EQ(std::ranges::count(uplink_frames(fabric), 0u), 7);
}

TEST(LeafSpine, SharesASenderEvenlyUnderFlowletsWithoutAGap) {
  LeafSpineParams params = eight_spines();
  params.leaf.load_balancing = LoadBalancing::kFlowlet;
  params.leaf.flowlet_gap = Ps{0};
  LeafSpine fabric(params);
  for (std::uint32_t i = 0; i < 8; ++i) fabric.server(i).send(80, 16 + i, 0);
  EXPECT_THAT(fabric.run(kLong), IsEmpty());
  // Eight packets arrive at once, and each takes the port that is loaded least.
  EXPECT_THAT(uplink_frames(fabric), Each(80u));
  const EqualCostPaths& paths = fabric.rack(0).paths();
  std::uint64_t in = 0, out = 0, assignments = 0;
  for (std::size_t m = 0; m < 8; ++m) {
    const PathStats& stats = paths.stats(paths.formed()[0], m);
    in += stats.moved_in, out += stats.moved_out, assignments += stats.assignments;
    EXPECT_EQ(stats.bytes, Bytes{80 * 4'136});
  }
  EXPECT_EQ(in, out);
  EXPECT_LE(assignments, 8u);
}

TEST(LeafSpine, CutsAtAPortToASwitchWithTheOtherMark) {  // 80
  LeafSpineParams params = one_link_each();
  params.spines = 1;
  params.servers_per_rack = 3;
  params.leaf = params.spine = trimming_switch();
  params.leaf.num_up_links_per_switch = 1;
  params.leaf.ecn.enable = params.spine.ecn.enable = false;
  LeafSpine fabric(params);
  for (std::uint32_t i = 0; i < 3; ++i) {
    fabric.server(i).send(200, 3 + i, 0, kUetWire, Ecn::kEct1, DscpRole::kTrimmable);
  }
  EXPECT_THAT(fabric.run(kLong), IsEmpty());
  std::size_t cut = 0, whole = 0;
  for (std::uint32_t i = 3; i < 6; ++i) {
    for (const auto& r : fabric.server(i).received()) {
      ++(r.frame.wire_bytes == kUetControlBytes ? cut : whole);
      if (r.frame.wire_bytes == kUetControlBytes) { EXPECT_EQ(r.frame.role, DscpRole::kTrimmed); }
    }
  }
  EXPECT_EQ(cut + whole, 600u);
  EXPECT_GT(cut, 0u);
  EXPECT_EQ(fabric.rack(0).trimmed(3).trimmed, cut) << "the uplink of rack 0";
  EXPECT_EQ(fabric.frames.in_use(), 0u);
}

TEST(LeafSpine, PausesHopByHopAndLosesNothing) {
  LeafSpineParams params = one_link_each();
  params.racks = 3;
  params.servers_per_rack = 8;
  LeafSpine fabric(params);
  for (std::uint32_t i = 8; i < 24; ++i) {
    fabric.server(i).use_port(static_cast<std::uint16_t>(256 + i));
    fabric.server(i).send(500, 0, 0);
  }
  EXPECT_THAT(fabric.run(kLong), IsEmpty());
  EXPECT_EQ(fabric.server(0).received().size(), 8'000u);
  std::uint64_t pauses = 0, drops = 0;
  for (std::uint32_t ifid = 8; ifid < 10; ++ifid)
    pauses += std::as_const(fabric.rack(0)).port(ifid).pfc_stats(0).xoff_tx;
  for (const auto& sw : fabric.switches) {
    for (std::uint32_t ifid = 0; ifid < sw->ports(); ++ifid) drops += sw->rx_drops(ifid) + sw->tx_drops(ifid);
  }
  EXPECT_GT(pauses, 0u);
  EXPECT_EQ(drops, 0u);
  EXPECT_EQ(fabric.frames.in_use(), 0u);
}

TEST(LeafSpine, DropsAtEgressLeaveTheSetsOfASwitchBalanced) {
  LeafSpineParams params = one_link_each();
  params.servers_per_rack = 8;
  params.leaf.load_balancing = LoadBalancing::kFlowlet;
  params.leaf.buffer = fixed_cap();
  params.leaf.buffer.queue_drop_threshold = 1;
  params.leaf.buffer.plane_bdp = Bytes{50'000};
  LeafSpine fabric(params);
  for (std::uint32_t i = 0; i < 8; ++i) fabric.server(i).send(300, 8 + i, 2);
  EXPECT_THAT(fabric.run(kLong), IsEmpty());
  const std::uint64_t drops = fabric.rack(0).tx_drops(8) + fabric.rack(0).tx_drops(9);
  EXPECT_GT(drops, 0u);
  const EqualCostPaths& paths = fabric.rack(0).paths();
  EXPECT_EQ(paths.stats(paths.formed()[0], 0).packets + paths.stats(paths.formed()[0], 1).packets, 2'400 - drops);
}

}  // namespace
}  // namespace headroom
