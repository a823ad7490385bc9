// The whole model in steady state takes nothing from the heap: everything a packet needs comes from a pool or a ring
// that has grown before.
#include <gtest/gtest.h>

#include <vector>

#include "testbench/common/allocation_counter.h"
#include "testbench/common/scenario.h"

namespace headroom {
namespace {

/// Notes the heap allocations made so far at each look between two batches of agenda entries.
struct BatchLog final : AgendaWatch {
  explicit BatchLog() { counts.reserve(1000); }
  bool between_batches(Ps) override {
    counts.push_back(AllocationCounter::count());
    return true;
  }
  std::vector<std::uint64_t> counts;
};

/// Allocations between the first quarter of the run and its last batch.
std::uint64_t steady_state_allocations(test::Scenario& scenario) {
  BatchLog log;
  scenario.network().driver().set_watch(&log);
  scenario.run();
  if (log.counts.size() < 8) ADD_FAILURE() << "the run is too short to have a steady state";
  // Not the end, when messages complete at different times and their connections close.
  return log.counts[log.counts.size() * 3 / 4] - log.counts[log.counts.size() / 4];
}

TEST(NetworkAllocation, OneFlowThroughASwitchAllocatesNothingPerPacket) {
  test::Scenario scenario(test::rack(2, test::flow(0, 1, "400MB")));
  EXPECT_EQ(steady_state_allocations(scenario), 0u);
}

TEST(NetworkAllocation, AUetFlowThroughASwitchAllocatesNothingPerPacket) {
  test::Scenario scenario(test::uet_rack(2, test::flow(0, 1, "400MB")));
  EXPECT_EQ(steady_state_allocations(scenario), 0u);
}

TEST(NetworkAllocation, AUetIncastAllocatesNothingPerPacket) {
  std::string flows;
  for (int i = 0; i < 8; ++i) flows += (i ? ", " : "") + test::flow(i, 8, "50MB");
  test::Scenario scenario(test::uet_rack(9, flows));
  EXPECT_EQ(steady_state_allocations(scenario), 0u);
}

TEST(NetworkAllocation, AnIncastWithPausesAllocatesNothingPerPacket) {
  std::string flows;
  for (int i = 0; i < 8; ++i) flows += (i ? ", " : "") + test::flow(i, 8, "50MB");
  test::Scenario scenario(test::rack(9, flows));
  EXPECT_EQ(steady_state_allocations(scenario), 0u);
}

TEST(NetworkAllocation, ASlowHostWithABackloggedLinkAllocatesNothingPerPacket) {
  test::Scenario scenario(test::rack(2, test::flow(0, 1, "300MB")), test::lanes("SlowNic", "7.88Gbps", 16));
  EXPECT_EQ(steady_state_allocations(scenario), 0u);
}

}  // namespace
}  // namespace headroom
