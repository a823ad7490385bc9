#include <gtest/gtest.h>

#include "testbench/common/allocation_counter.h"
#include "testbench/common/leaf_spine_bench.h"

namespace headroom {
namespace {

// Eight senders pause and resume in turn; the first 100 us have seen every queue at its longest.
TEST(SwitchAllocation, ForwardsPausesAndResumesWithoutAllocating) {
  Rack rack(default_switch(), 9);
  for (std::uint32_t i = 1; i <= 8; ++i) {
    rack.server(i).send(500, 0, 0);
    rack.server(i).expect_control(64);
  }
  rack.server(0).expect(4'000);
  for (std::uint32_t i = 1; i <= 8; ++i) rack.log(i).events.reserve(64);
  rack.agenda.run(Ps{100'000'000});
  const std::uint64_t before = AllocationCounter::count();
  rack.agenda.run(Ps{300'000'000});
  EXPECT_EQ(AllocationCounter::count() - before, 0u);
  EXPECT_GT(rack.server(0).received().size(), 3'500u);
  EXPECT_GT(rack.sw->port(1).pfc_stats(0).xon_tx, 1u);
}

// Every packet chooses among the uplinks, and the port to the receiver trims; the first 100 us have seen the longest
// queues.
TEST(SwitchAllocation, ChoosesAmongPathsAndTrimsWithoutAllocating) {
  LeafSpineParams params;
  params.servers_per_rack = 8;
  params.leaf = params.spine = trimming_switch();
  params.leaf.num_up_links_per_switch = 2;
  params.leaf.load_balancing = LoadBalancing::kFlowlet;
  params.leaf.flowlet_gap = Ps{0};
  LeafSpine fabric(params);
  for (std::uint32_t i = 8; i < 16; ++i) fabric.server(i).send(4'000, 0, 0, kUetWire, Ecn::kEct1, DscpRole::kTrimmable);
  fabric.server(0).expect(32'000);
  fabric.run(Ps{100'000'000});
  const std::uint64_t before = AllocationCounter::count();
  fabric.agenda.run(Ps{300'000'000});
  EXPECT_EQ(AllocationCounter::count() - before, 0u);
  EXPECT_GT(fabric.rack(0).trimmed(0).trimmed, 1'000u);
}

}  // namespace
}  // namespace headroom
