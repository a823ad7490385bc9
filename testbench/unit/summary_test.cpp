#include "sc_models/core/records/summary.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "sc_models/core/check.h"
#include "testbench/common/record_fakes.h"

namespace headroom {
namespace {

constexpr Ps kMicrosecond{1'000'000};

FlowIdentity flow(std::int64_t message_size, std::uint64_t messages) {
  FlowIdentity identity{{}, host_node(0, 3), host_node(1, 4)};
  identity.params.message_size = message_size;
  identity.params.messages = messages;
  return identity;
}

// records.md, case 20.
TEST(NearestRank, TakesTheValueThatThatManyDoNotExceed) {
  std::vector<Ps> times;
  for (int i = 1; i <= 1000; ++i) times.push_back(i * kMicrosecond);
  EXPECT_EQ(nearest_rank(times, 500), 500 * kMicrosecond);
  EXPECT_EQ(nearest_rank(times, 990), 990 * kMicrosecond);
  EXPECT_EQ(nearest_rank(times, 999), 999 * kMicrosecond);
  EXPECT_EQ(nearest_rank(times, 1000), 1000 * kMicrosecond);
  EXPECT_EQ(nearest_rank({Ps{7}}, 500), Ps{7});
  EXPECT_EQ(nearest_rank({Ps{7}, Ps{8}}, 500), Ps{7});
  EXPECT_EQ(nearest_rank({Ps{7}, Ps{8}}, 990), Ps{8});
  EXPECT_THROW((void)nearest_rank({}, 500), ModelError);
}

RC_GTEST_PROP(NearestRankProperty, IsTheSmallestValueWithEnoughValuesUpToIt, ()) {
  auto values = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::uint16_t>>(rc::gen::arbitrary<std::uint16_t>()));
  const auto per_mille = *rc::gen::inRange<std::uint64_t>(1, 1001);
  std::sort(values.begin(), values.end());
  std::vector<Ps> times(values.size());
  std::transform(values.begin(), values.end(), times.begin(), [](std::uint16_t v) { return Ps{v}; });
  const Ps answer = nearest_rank(times, per_mille);
  const auto up_to = [&](Ps bound) {
    return static_cast<std::uint64_t>(std::count_if(times.begin(), times.end(), [&](Ps t) { return t <= bound; }));
  };
  RC_ASSERT(up_to(answer) * 1000 >= per_mille * times.size());
  RC_ASSERT(up_to(answer - Ps{1}) * 1000 < per_mille * times.size());
}

TEST(FlowsSummary, MeasuresGoodputFromTheFirstPostToTheLastCompletion) {
  const FlowsSummary summary =
      summarize({flow(1'000'000, 2), flow(500'000, 1), flow(1'000, 1)},
                {{1, 2 * kMicrosecond, 30 * kMicrosecond, 0}, {1, 10 * kMicrosecond, 42 * kMicrosecond, 0}, {}});
  EXPECT_EQ(summary.total, 3u);
  EXPECT_EQ(summary.completed, 1u);
  // (1,000,000 + 500,000) B x 8 in 40 us.
  EXPECT_DOUBLE_EQ(summary.goodput_gbps, 300.0);
  ASSERT_TRUE(summary.fct);
  EXPECT_EQ(summary.fct->p50, 32 * kMicrosecond);
  EXPECT_EQ(summary.fct->max, 32 * kMicrosecond);
  EXPECT_FALSE(summarize({flow(1, 1)}, {{}}).fct) << "no flow has completed";
}

// contract, section 4: the keys and their order.
TEST(Summary, IsTheContractsObject) {
  Summary summary;
  summary.version = "0.1.0";
  summary.config_sha256 = "abc";
  summary.seed = 1;
  summary.sim_time = 100 * kMicrosecond;
  summary.wall_seconds = 0.5;
  summary.packets = 1, summary.packet_hops = 2, summary.tlps = 16, summary.events = 9, summary.kernel_activations = 3;
  summary.flows = {1, 1, 393.9, FlowsSummary::CompletionTimes{kMicrosecond, kMicrosecond, kMicrosecond}};
  NodeSummary server;
  server.name = "server0";
  server.ingress[0] = {Bytes{3'600'000}, Bytes{2'880'000}, Bytes{1'440'000}, Bytes{0}, 0};
  server.egress[0] = {Bytes{230'400}, Bytes{0}};
  server.pfc[0] = {0, 0, 0, 0, Ps{0}};
  server.pcie = NodeSummary::Pcie{Bytes{5}, Bytes{6}, 50 * kMicrosecond, Ps{0}};
  NodeSummary rack;
  rack.name = "rack0";
  rack.stuck_pauses = 1;
  summary.nodes = {server, rack};
  summary.findings = {"server0 was slow"};
  summary.audit.law("server0.nic", "bytes in = bytes out", true);
  summary.audit.balance("rack0", "in = out", 1, 2);
  EXPECT_EQ(
      nlohmann::ordered_json::parse(summary_json(summary)).dump(),
      R"_({"headroom":"0.1.0","config_sha256":"abc","seed":1,"stop_reason":"workload_complete",)_"
      R"_("sim_time_ps":100000000,"wall_seconds":0.5,)_"
      R"_("work":{"packets":1,"packet_hops":2,"tlps":16,"events":9,"kernel_activations":3},)_"
      R"_("flows":{"total":1,"completed":1,"goodput_gbps":393.9,"fct_usec":{"p50":1.0,"p99":1.0,"max":1.0}},)_"
      R"_("nodes":{"server0":{"ingress":{"0":{"size_bytes":3600000,"xoff_bytes":2880000,"xon_bytes":1440000,)_"
      R"_("peak_bytes":0,"dropped_packets":0}},"egress":{"0":{"size_bytes":230400,"peak_bytes":0}},)_"
      R"_("pfc":{"0":{"xoff_tx":0,"xon_tx":0,"xoff_rx":0,"xon_rx":0,"paused_usec":0.0}},)_"
      R"_("pcie":{"to_host_payload_bytes":5,"from_host_payload_bytes":6,"to_host_busy":0.5,"from_host_busy":0.0}},)_"
      R"_("rack0":{"ingress":{},"egress":{},"pfc":{},"stuck_pauses":1}},"findings":["server0 was slow"],)_"
      R"_("invariants":{"checked":2,"violated":["rack0: in = out (1 = 2)"]}})_");
}

TEST(Summary, NamesWhyTheRunEnded) {
  EXPECT_EQ(name(StopReason::kWorkloadComplete), "workload_complete");
  EXPECT_EQ(name(StopReason::kDuration), "duration");
  EXPECT_EQ(name(StopReason::kInterrupted), "interrupted");
  EXPECT_EQ(name(StopReason::kError), "error");
  Summary empty;
  const auto json = nlohmann::json::parse(summary_json(empty));
  EXPECT_TRUE(json["flows"]["fct_usec"]["max"].is_null()) << "no completed flow, no completion time";
}

}  // namespace
}  // namespace headroom
