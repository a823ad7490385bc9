// Two ways to simulate the PCIe link and two ways to schedule: same records, byte for byte, for every configuration
// here.
#include <gtest/gtest.h>

#include "testbench/common/nic_attributes.h"
#include "testbench/common/random_configuration.h"
#include "testbench/common/recorded_run.h"
#include "testbench/common/scenario_text.h"

namespace headroom {
namespace {

using test::back_to_back;
using test::egress;
using test::flow;
using test::ingress;
using test::lanes;
using test::nic_lanes;
using test::nic_side;
using test::rack;
using test::RecordedRuns;
using test::roce;
using test::Sets;
using test::operator+;

/// Every record there is, often.
const Sets kAllRecords = {"simulation.EnablePfcEventLogging=true",
                          "simulation.EnablePCIeStatsLogging=true",
                          "simulation.RecordMessages=true",
                          "simulation.EnableNetworkBufferStatsReporting=true",
                          "components.Nic.EnableBufferStats=true",
                          "simulation.NDStatsReportInterval=0.00002",
                          "simulation.NetworkBufferStatsReportingInterval=0.00003"};

/// The four ways of one configuration give one set of records.
void expect_equal_records(RecordedRuns& runs, const std::filesystem::path& config, const Sets& sets) {
  const Sets all = sets + kAllRecords;
  ASSERT_EQ(runs.run(config, "base", all), 0);
  const test::RecordFiles base = runs.files("base");
  EXPECT_GT(base.size(), 5u);
  const std::vector<std::string> switches = {"PcieGranularity", "Scheduling"};
  const std::pair<std::string, Sets> others[] = {
      {"tlp", {"simulation.PcieGranularity=tlp"}},
      {"strict", {"simulation.Scheduling=strict"}},
      {"both", {"simulation.PcieGranularity=tlp", "simulation.Scheduling=strict"}}};
  for (const auto& [out, set] : others) {
    SCOPED_TRACE(out);
    ASSERT_EQ(runs.run(config, out, all + set), 0);
    EXPECT_EQ(test::differences(base, runs.files(out)), "");
    EXPECT_EQ(runs.effective_without("base", switches), runs.effective_without(out, switches));
  }
}

class EqualExamples : public testing::TestWithParam<const char*> {};

TEST_P(EqualExamples, HaveEqualRecordsInEveryForm) {
  RecordedRuns runs;
  expect_equal_records(runs, std::filesystem::path(HEADROOM_SOURCE_DIR) / "examples" / GetParam(), {});
}

INSTANTIATE_TEST_SUITE_P(All, EqualExamples,
                         testing::Values("cable.json", "default.json", "incast.json", "lossy.json", "slow_host.json",
                                         "two_classes.json"));

struct Case {
  const char* name;
  std::string text;
  Sets sets;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class EqualCases : public testing::TestWithParam<Case> {};

TEST_P(EqualCases, HaveEqualRecordsInEveryForm) {
  RecordedRuns runs;
  expect_equal_records(runs, runs.configuration(GetParam().text), GetParam().sets);
}

const std::string kBothWays = flow(0, 1, "1MB") + ", " + flow(1, 0, "700001B", R"("queue_pairs": 2, "messages": 2)");
/// Both ends of a link that must not drop, so that queues build up everywhere.
const Sets kSlow = lanes("SlowNic", "7.88Gbps", 16);
/// A receive pool that fills within 1 MB.
const Sets kSmallPool = {ingress("SlowNic") + "TotalBufferSize=250000B"};
const Sets kTinyPcie = {nic_side("SlowNic") + "TransactionLayer.TXDataBufferSize=512B",
                        nic_side("SlowNic") + "TransactionLayer.TXHeaderBufferSize=1600B",
                        nic_side("Nic") + "TransactionLayer.TXDataBufferSize=8192B",
                        nic_side("Nic") + "TransactionLayer.TXHeaderBufferSize=1600B"};

INSTANTIATE_TEST_SUITE_P(
    List, EqualCases,
    testing::Values(
        Case{"BackToBackBothWays", back_to_back(kBothWays), kSlow + kSmallPool},
        Case{"RackBothWays", rack(2, kBothWays), kSlow + kSmallPool},
        Case{"ManyQueuePairs",
             rack(3, flow(0, 2, "100000B", R"("queue_pairs": 5, "messages": 9)") + ", " +
                         flow(1, 2, "4097B", R"("queue_pairs": 3, "messages": 20, "outstanding": 3)") + ", " +
                         flow(2, 0, "333333B", R"("queue_pairs": 2, "messages": 3)")),
             kSlow + kSmallPool},
        Case{"TinyPcieBuffers", back_to_back(kBothWays), kTinyPcie + kSmallPool},
        Case{"TinyPcieBuffersSlow", rack(2, kBothWays), kTinyPcie + kSlow + kSmallPool},
        Case{"SmallMss",
             back_to_back(flow(0, 1, "200001B") + ", " + flow(1, 0, "100000B")),
             {"components.Nic.ScalaRoceQpManager.MSS=700B", "components.SlowNic.ScalaRoceQpManager.MSS=256B"}},
        Case{"WeightedRoundRobin",
             rack(3, flow(0, 2, "400000B") + ", " + flow(0, 2, "400000B", R"("data_tc": 1, "control_tc": 1)") + ", " +
                         flow(1, 2, "400000B", R"("data_tc": 1)")),
             kSlow + kSmallPool +
                 Sets{egress("Nic") + "QueueSchedulingType=WeightedRoundRobin",
                      egress("Nic") + "PoolAllocationVector=[0.5, 0.5, 0, 0, 0, 0, 0, 0]",
                      egress("SlowNic") + "QueueSchedulingType=RoundRobin"}},
        Case{"Lossy", back_to_back(kBothWays),
             kSlow + kSmallPool +
                 Sets{ingress("SlowNic") + "PFCEnableVector=[0, 0, 0, 0, 0, 0, 0, 0]",
                      roce("Nic") + "RetransmitTimeout=50us", roce("SlowNic") + "RetransmitTimeout=50us"}},
        Case{"CarriedData", rack(2, kBothWays), kSlow + kSmallPool + Sets{"simulation.CarryData=true"}},
        Case{"AWarmHostStops", rack(2, kBothWays),
             nic_lanes("SlowNic", "1Mbps", 1) + kSmallPool + Sets{"simulation.Duration=200us"}}),
    [](const auto& c) { return std::string(c.param.name); });

/// Left to the long sets.
class ExtendedEquality : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ExtendedEquality, HoldsForARandomConfiguration) {
  RecordedRuns runs;
  const auto [text, sets] = test::random_configuration(GetParam());
  SCOPED_TRACE(text);
  for (const std::string& set : sets) SCOPED_TRACE(set);
  expect_equal_records(runs, runs.configuration(text), sets);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ExtendedEquality, testing::Range<std::uint64_t>(1, 41));

TEST(Equality, HoldsForARandomConfiguration) {  // one of the long set, so that it is known to work
  RecordedRuns runs;
  const auto [text, sets] = test::random_configuration(1);
  expect_equal_records(runs, runs.configuration(text), sets);
}

}  // namespace
}  // namespace headroom
