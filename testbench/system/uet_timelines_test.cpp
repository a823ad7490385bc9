// The worked times of uet-transport through whole runs, and what a flow does with its PDCs.
#include <gtest/gtest.h>

#include "testbench/common/scenario.h"

namespace headroom {
namespace {

using test::flow;
using test::Scenario;
using test::uet_back_to_back;
using test::uet_rack;

Ps completion(const std::string& text) {
  Scenario scenario(text);
  scenario.run();
  return scenario.completed();
}

TEST(UetTimelines, OnePacketThroughASwitchIsAcknowledged723413PsAfterItsPost) {
  Scenario scenario(uet_rack(2, flow(0, 1, "4096B")));
  Network& network = scenario.run();
  const MessageTimes times = scenario.message(0);
  EXPECT_EQ(times.start, Ps{15'000});
  EXPECT_EQ(times.sent, Ps{15'000});
  EXPECT_EQ(times.received, Ps{453'923});
  EXPECT_EQ(times.acknowledged, Ps{723'413});
  const UetStats stats = network.servers()[0]->uet().engine().stats();
  EXPECT_EQ(stats.rtt.run().max, 553'530);
  EXPECT_EQ(stats.base_rtt.run().min, 1'577'530);
  EXPECT_EQ(stats.window.cut_base_rtt, Bytes{450'000 - 118'314});
}
TEST(UetTimelines, NoPayloadThroughASwitchTakes423755Ps) {
  EXPECT_EQ(completion(uet_rack(2, flow(0, 1, "0B"))), Ps{423'755});
}
TEST(UetTimelines, AMebibyteThroughASwitchTakes22154853Ps) {
  EXPECT_EQ(completion(uet_rack(2, flow(0, 1, "1MiB"))), Ps{22'154'853});
}
TEST(UetTimelines, OnePacketOnACableTakes437813Ps) {
  EXPECT_EQ(completion(uet_back_to_back(flow(0, 1, "4096B"))), Ps{437'813});
}

// The bound is the issue's; the wire alone takes 489 x 4,202 B x 20 ps = 41.1 us.
TEST(UetTimelines, TwoMegabytesThroughASwitchTakeLessThan45Microseconds) {
  EXPECT_LT(completion(uet_rack(2, flow(0, 1, "2MB"))), Ps{45'000'000});
}
TEST(UetTimelines, TwoMegabytesOnACableTakeLessThan45Microseconds) {
  EXPECT_LT(completion(uet_back_to_back(flow(0, 1, "2MB"))), Ps{45'000'000});
}

/// PDCs that the NIC of server 1 has received a first packet of.
std::uint64_t pdcs(const std::string& flows) {
  Scenario scenario(uet_rack(2, flows));
  Network& network = scenario.run();
  EXPECT_TRUE(network.workload().complete());
  for (const auto& server : network.servers()) EXPECT_EQ(server->uet().engine().open_ends(), 0u);
  return network.servers()[1]->uet().engine().pdcs_received();
}
TEST(UetPdcUse, EachMessageHasItsOwnByDefault) { EXPECT_EQ(pdcs(flow(0, 1, "10000B", R"("messages": 7)")), 7u); }
TEST(UetPdcUse, AFlowMayKeepOne) { EXPECT_EQ(pdcs(flow(0, 1, "10000B", R"("messages": 7, "pdc": "per_flow")")), 1u); }
TEST(UetPdcUse, AFlowMayKeepSeveral) {
  EXPECT_EQ(pdcs(flow(0, 1, "10000B", R"("messages": 7, "pdc": "per_flow", "queue_pairs": 3)")), 3u);
}
TEST(UetPdcUse, AFlowOpensNoMoreThanItHasMessages) {
  EXPECT_EQ(pdcs(flow(0, 1, "10000B", R"("messages": 2, "pdc": "per_flow", "queue_pairs": 3)")), 2u);
}

TEST(UetCarriedData, EveryByteArrivesAndNoTimeChanges) {
  const std::string text = uet_rack(3, flow(0, 2, "1234567B") + ", " + flow(1, 2, "1MB", R"("messages": 3)"));
  Scenario scenario(text, {"simulation.CarryData=true"});
  scenario.run();  // compares every byte at its end
  EXPECT_TRUE(scenario.network().workload().complete());
}

}  // namespace
}  // namespace headroom
