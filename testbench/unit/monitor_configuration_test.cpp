// Settings of the UET monitor: one NIC's hold for the run (uet-transport.md 9.3), and a filter that can match nothing
// is pointed out.
#include <gmock/gmock.h>

#include "testbench/common/configuration_text.h"

namespace headroom {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Four servers behind a rack: 0 has a RoCE NIC, 1 has `first`, 2 and 3 have `second`; both monitors with settings. FEP
/// ids 1 to 4.
LoadResult load(const std::string& first, const std::string& second, bool one_component = false) {
  return load_configuration_text(fmt::format(R"({{
"components": {{
"Roce": {{ "model": "ScalaRoceNic" }},
"Second": {{ "model": "ScalaUETNIC", "typedParameters": {{ "TransportProcessingLayers": {{ "ScalaUETMonitor": {{ {1} }} }} }} }},
"First": {{ "model": "ScalaUETNIC", "typedParameters": {{ "TransportProcessingLayers": {{ "ScalaUETMonitor": {{ {0} }} }} }} }},
"Tor": {{ "model": "ScalaSwitch" }}
}},
"topology": {{ "type": "rack", "servers": 4, "switch": "Tor", "nic": [ {{ "servers": "0", "nic": "Roce" }},
{{ "servers": "1", "nic": "First" }}, {{ "servers": "2-3", "nic": "{2}" }} ] }},
"workload": {{ "application": "ScalaRDMA", "flows": [ {{ "src": 1, "dst": 2, "message_size": "1MB" }} ] }}
}}
)",
                                             first, second, one_component ? "First" : "Second"),
                                 "case.json");
}

TEST(MonitorConfiguration, IsThatOfTheLowestNumberedServerWithAUetNic) {
  const LoadResult result = load("\"EnableUETMonitor\": true, \"TriggeredLoggingPDCLimit\": 7",
                                 "\"EnableUETMonitor\": true, \"TriggeredLoggingPDCLimit\": 7");
  ASSERT_TRUE(result.ok()) << result.faults.text();
  EXPECT_THAT(result.faults.warnings(), IsEmpty()) << result.faults.text();
  EXPECT_EQ(result.configuration->monitor(),
            &result.configuration->nics[result.configuration->topology.server_nic[1]].uet().monitor);
  EXPECT_EQ(result.configuration->monitor()->triggered_pdc_limit, 7u);
}

TEST(MonitorConfiguration, IsNothingWithoutAUetNic) {
  const LoadResult result = ConfigurationText{}.load();
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.configuration->monitor(), nullptr);
}

TEST(MonitorConfiguration, IgnoresTheSettingsOfOtherNicsAndSaysSo) {
  const LoadResult result = load("", "\"EnableUETMonitor\": true, \"FilterOnPdc\": \"x\"");
  ASSERT_TRUE(result.ok()) << result.faults.text();
  EXPECT_THAT(codes(result.faults.warnings()), ElementsAre("MONITOR_DIFFERS", "MONITOR_DIFFERS"));
  EXPECT_FALSE(result.configuration->monitor()->enable);
  EXPECT_THAT(load("", "\"EnableUETMonitor\": true", true).faults.warnings(), IsEmpty()) << "stands nowhere";
}

TEST(MonitorConfiguration, PointsOutAFilterThatCanMatchNothing) {
  const std::string on = "\"EnableUETMonitor\": true, ";
  const auto warnings = [&](const std::string& filter) { return load(on + filter, on + filter).faults.text(); };
  EXPECT_THAT(warnings("\"FilterOnFepId\": \"0\""),
              HasSubstr("FilterOnFepId: 0 selects nothing"));                         // the rack
  EXPECT_THAT(warnings("\"FilterOnFepId\": \"1\""), HasSubstr("1 selects nothing"));  // a RoCE NIC
  EXPECT_EQ(warnings("\"FilterOnFepId\": \"2\""), "");
  EXPECT_EQ(warnings("\"FilterOnFepId\": \"4\""), "");
  EXPECT_THAT(warnings("\"FilterOnFepId\": \"5\""), HasSubstr("5 selects nothing"));  // a host
  EXPECT_THAT(warnings("\"FilterOnLocalIp\": \"32.0.0\""), HasSubstr("FilterOnLocalIp: 32.0.0 selects nothing"));
  EXPECT_THAT(warnings("\"FilterOnRemoteIp\": \"all\""), HasSubstr("FilterOnRemoteIp: all selects nothing"));
  EXPECT_THAT(warnings("\"FilterOnPdc\": \"32.0.0.2\""), HasSubstr("FilterOnPdc: 32.0.0.2 selects nothing"));
  EXPECT_EQ(warnings("\"FilterOnPdc\": \"32.0.0.2:4500\", \"FilterOnLocalIp\": \"32.0.0.2\""), "");
}

TEST(MonitorConfiguration, DoesNotMindFiltersWhenTheMonitorIsOff) {
  const std::string filter = "\"FilterOnPdc\": \"server0\"";
  EXPECT_EQ(load(filter, filter).faults.text(), "");
}

}  // namespace
}  // namespace headroom
