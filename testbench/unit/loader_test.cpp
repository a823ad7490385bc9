#include "sc_models/core/config/loader.h"

#include <gmock/gmock.h>

#include "sc_models/core/config/effective.h"
#include "testbench/common/configuration_text.h"

namespace headroom {
namespace {

using testing::HasSubstr;

TEST(Loader, FillsEveryDefaultOfTheReferences) {
  const LoadResult result = ConfigurationText{}.load();
  ASSERT_TRUE(result.ok()) << result.faults.text();
  EXPECT_EQ(result.faults.text(), "");
  const Configuration& c = *result.configuration;
  ASSERT_EQ(c.nics.size(), 1u);
  const RoceNicParams& nic = c.nics[0].roce();
  EXPECT_EQ(nic.uplink.data_rate, BitRate(400'000'000'000));
  EXPECT_EQ(nic.uplink.delay, Ps(100'000));
  EXPECT_EQ(nic.ingress.pool(0), Bytes(3'600'000));
  EXPECT_EQ(nic.ingress.xoff(0), Bytes(2'880'000));
  EXPECT_EQ(nic.ingress.xon(0), Bytes(1'440'000));
  EXPECT_EQ(nic.egress.pool(0), Bytes(230'400));
  EXPECT_EQ(nic.pcie_host.rate(), BitRate(504'320'000'000));
  EXPECT_EQ(nic.transport.mss, Bytes(4096));
  EXPECT_EQ(c.switches[0].params.buffer.total_size, Bytes(256'000'000));
  EXPECT_EQ(c.simulation.mtu, Bytes(4184));
  EXPECT_EQ(c.simulation.nd_stats_interval, Ps(1'000'000'000));
  EXPECT_EQ(c.simulation.name, "case");
  ASSERT_EQ(c.flows.size(), 1u);
  EXPECT_EQ(c.flows[0].name, "flow0");
  EXPECT_EQ(c.flows[0].message_size, 1'000'000);
  EXPECT_EQ(c.flows[0].outstanding, 1u);
  EXPECT_EQ(c.flows[0].control_class, 1u);
}

TEST(Loader, ShowsNumbersAsTheyWereWritten) {
  const LoadResult result = ConfigurationText{}.load_set(
      {"simulation.NDStatsReportInterval=0.359367723", "workload.flows.0.start=0.506834us"});
  ASSERT_TRUE(result.ok()) << result.faults.text();
  EXPECT_THAT(canonical_text(result.effective), HasSubstr("\"NDStatsReportInterval\": 0.359367723,"));
  EXPECT_THAT(canonical_text(result.effective), HasSubstr("\"start\": \"0.506834us\""));
  EXPECT_EQ(result.configuration->simulation.nd_stats_interval, Ps(359'367'723'000));
}

TEST(Loader, EffectiveConfigurationLoadsToTheSameTextAgain) {
  const LoadResult first = ConfigurationText{}.load();
  ASSERT_TRUE(first.ok());
  const std::string text = canonical_text(first.effective);
  const LoadResult second = load_configuration_text(text, "other.json");
  ASSERT_TRUE(second.ok()) << second.faults.text();
  EXPECT_EQ(canonical_text(second.effective), text);
}

}  // namespace
}  // namespace headroom
