// Every way a configuration can be wrong, each with its place and what is allowed.
#include <gmock/gmock.h>

#include "sc_models/core/config/workload_reader.h"
#include "testbench/common/configuration_text.h"

namespace headroom {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string nic_with(std::string_view path, std::string_view value) {
  std::string out = fmt::format("{{ \"{}\": {} }}", path.substr(path.rfind('/') + 1), value);
  while (path.find('/') != std::string_view::npos) {
    path = path.substr(0, path.rfind('/'));
    out = fmt::format("{{ \"{}\": {} }}", path.substr(path.rfind('/') + 1), out);
  }
  return out;
}

constexpr std::string_view kIngress = "NetworkInterface/IngressBufferManager/";
constexpr std::string_view kEgress = "NetworkInterface/EgressBufferManager/";

LoadResult load_nic(const std::string& path, std::string_view value) {
  ConfigurationText text;
  text.nic = nic_with(path, value);
  return text.load();
}
LoadResult load_switch(const std::string& path, std::string_view value) {
  ConfigurationText text;
  text.rack_switch = nic_with(path, value);
  return text.load();
}
LoadResult load_flows(std::string flows) {
  ConfigurationText text;
  text.flows = std::move(flows);
  return text.load();
}

TEST(BadConfiguration, EmptyOrNotJsonOrNoObject) {
  EXPECT_EQ(codes(load_configuration_text("", "f").faults.errors()), std::vector<std::string>{"NOT_JSON"});
  EXPECT_EQ(codes(load_configuration_text("hello", "f").faults.errors()), std::vector<std::string>{"NOT_JSON"});
  EXPECT_EQ(codes(load_configuration_text("[1]", "f").faults.errors()), std::vector<std::string>{"TYPE_MISMATCH"});
  EXPECT_EQ(load_configuration_text("{}", "f").faults.errors().size(), 3u) << "components, topology, workload";
}

TEST(BadConfiguration, UnknownKeyNamesFileLinePathAndNearestKey) {
  EXPECT_EQ(load_nic("NetworkInterface/IngressBufferManager/TotalBuffer", "\"4MB\"").faults.text(),
            "case.json:4: components.Nic.typedParameters.NetworkInterface.IngressBufferManager.TotalBuffer: "
            "is unknown (did you mean TotalBufferSize?)\n");
  EXPECT_THAT(load_nic("TotalBufferSize", "\"4MB\"").faults.text(),
              HasSubstr("did you mean NetworkInterface.IngressBufferManager.TotalBufferSize?"));
}

TEST(BadConfiguration, WrongNesting) {
  EXPECT_EQ(codes(load_nic("NetworkInterface", "7").faults.errors()), std::vector<std::string>{"TYPE_MISMATCH"});
  EXPECT_EQ(codes(load_nic("EnableBufferStats/x", "{}").faults.errors()), std::vector<std::string>{"TYPE_MISMATCH"});
}

struct BadValue {
  std::string path, value, code;
};
class BadNicValue : public testing::TestWithParam<BadValue> {};
TEST_P(BadNicValue, IsRefusedWithItsCode) {
  const LoadResult result = load_nic(GetParam().path, GetParam().value);
  EXPECT_FALSE(result.ok());
  EXPECT_THAT(codes(result.faults.errors()), ElementsAre(GetParam().code)) << result.faults.text();
}
INSTANTIATE_TEST_SUITE_P(
    Values, BadNicValue,
    testing::Values(
        BadValue{"ScalaRoceQpManager/MSS", "4096", "BAD_UNIT"},
        BadValue{"ScalaRoceQpManager/MSS", "\"4096\"", "BAD_UNIT"},
        BadValue{"ScalaRoceQpManager/MSS", "\"4096b\"", "BAD_UNIT"},
        BadValue{"ScalaRoceQpManager/MSS", "\"many\"", "TYPE_MISMATCH"},
        BadValue{"ScalaRoceQpManager/MSS", "\"-1B\"", "MSS_RANGE"},
        BadValue{"ScalaRoceQpManager/MSS", "\"0B\"", "MSS_RANGE"},
        BadValue{"ScalaRoceQpManager/MSS", "\"9217B\"", "MSS_RANGE"},
        BadValue{"ScalaRoceQpManager/MSS", "\"4126B\"", "MSS_RANGE"},  // T4: 4,126 + 58 is not below 4,184
        BadValue{"ScalaRoceQpManager/MSS", "\"1.5B\"", "OUT_OF_RANGE"},
        BadValue{"NetworkInterface/UplinkNetworkInterface/DataRate", "\"0Gbps\"", "OUT_OF_RANGE"},
        BadValue{"NetworkInterface/TransmissionMedium/Delay", "\"0ns\"", "OUT_OF_RANGE"},
        BadValue{"NetworkInterface/TransmissionMedium/Delay", "\"0.0001ns\"", "OUT_OF_RANGE"},
        BadValue{"TransportProcessingLayers/RoceTransportLayer/RetransmitTimeout", "\"0ms\"", "OUT_OF_RANGE"},
        BadValue{"TransportProcessingLayers/RoceTransportLayer/AckThreshold", "-1", "TYPE_MISMATCH"},
        BadValue{"TransportProcessingLayers/RoceTransportLayer/AckThreshold", "1.5", "TYPE_MISMATCH"},
        BadValue{"TransportProcessingLayers/RoceTransportLayer/AckCoalescingEnabled", "\"true\"", "TYPE_MISMATCH"},
        BadValue{"ECNHandler/NumberActiveIncreaseSteps", "0", "OUT_OF_RANGE"},
        BadValue{"ECNHandler/ControlIntervalDurationNs", "0", "OUT_OF_RANGE"},
        BadValue{"ECNHandler/MinimumRatePercentage", "1.1", "OUT_OF_RANGE"}, BadValue{"NumDownLinks", "2", "READ_ONLY"},
        // C22
        BadValue{"HostInterface/NICSide/PCIeGen3.0/NicDeviceLayer/NicPCIeInterface/PhysicalLayer/LaneCount", "0",
                 "LANE_COUNT"},
        BadValue{"HostInterface/NICSide/PCIeGen3.0/NicDeviceLayer/NicPCIeInterface/PhysicalLayer/LaneCount", "17",
                 "LANE_COUNT"},
        BadValue{"HostInterface/NICSide/PCIeGen3.0/NicDeviceLayer/NicPCIeInterface/TransactionLayer/TXHeaderBufferSize",
                 "\"39B\"", "OUT_OF_RANGE"},
        BadValue{"HostInterface/HostSide/PCIeGen3.0/ScalaHostPCIeDeviceLayer/HostPCIeInterface/TransactionLayer/"
                 "RXDataBufferSize",
                 "\"511B\"", "OUT_OF_RANGE"},
        BadValue{std::string(kIngress) + "QueueSchedulingType", "\"Fair\"", "NOT_IN_ENUM"},
        BadValue{std::string(kIngress) + "PoolAllocationVector", "\"[0.9, 0.1, 0, 0, 0, 0, 0, 0, 0]\"", "BAD_LIST"},
        BadValue{std::string(kIngress) + "PoolAllocationVector", "[0.9, 0.1, 0, 0, 0, 0, 0, 0, 0]", "BAD_LIST"},
        BadValue{std::string(kIngress) + "PoolAllocationVector", "\"[0.9 0.1 0 0 0 0 0 0]\"", "BAD_LIST"},
        BadValue{std::string(kIngress) + "PoolAllocationVector", "\"0.9, 0.1, 0, 0, 0, 0, 0, 0\"", "BAD_LIST"},
        BadValue{std::string(kIngress) + "PoolAllocationVector", "\"[0.9, b, 0, 0, 0, 0, 0, 0]\"", "LIST_ENTRY"},
        BadValue{std::string(kIngress) + "PoolAllocationVector", "[-0.9, 0.1, 0, 0, 0, 0, 0, 0]", "LIST_ENTRY"},
        BadValue{std::string(kIngress) + "PoolAllocationVector", "[1.1, 0.1, 0, 0, 0, 0, 0, 0]", "OUT_OF_RANGE"},
        BadValue{std::string(kIngress) + "QuantaValue", "[65536, 1, 0, 0, 0, 0, 0, 0]", "OUT_OF_RANGE"},
        BadValue{std::string(kIngress) + "QuantaValue", "[1.5, 1, 0, 0, 0, 0, 0, 0]", "LIST_ENTRY"},
        BadValue{std::string(kIngress) + "QuantaValue", "[65535, 0, 0, 0, 0, 0, 0, 0]", "OUT_OF_RANGE"},
        // entries that leave a class without what it needs
        BadValue{std::string(kEgress) + "PoolAllocationVector", "[0.01, 0.9, 0, 0, 0, 0, 0, 0]", "POOL_TOO_SMALL"},
        BadValue{std::string(kEgress) + "PoolAllocationVector", "[0.9, 0, 0, 0, 0, 0, 0, 0]", "POOL_TOO_SMALL"},
        BadValue{std::string(kIngress) + "PoolAllocationVector", "[0.9, 0, 0, 0, 0, 0, 0, 0]", "POOL_TOO_SMALL"}));

TEST(BadConfiguration, PoolEntriesAfterAZeroAreRefusedBesidesWhatTheyStarve) {
  EXPECT_THAT(
      codes(load_nic(std::string(kIngress) + "PoolAllocationVector", "[0, 0.5, 0.5, 0, 0, 0, 0, 0]").faults.errors()),
      ElementsAre("POOL_ORDER", "POOL_ORDER", "POOL_TOO_SMALL"));
  EXPECT_THAT(codes(load_nic(std::string(kEgress) + "PoolAllocationVector", "[0,0,0,0,0,0,0,0]").faults.errors()),
              ElementsAre("POOL_COUNT", "POOL_TOO_SMALL", "POOL_TOO_SMALL"));
}

TEST(BadConfiguration, StarvedPoolsRunWithTheirExtensionOrWhenNothingUsesTheClass) {
  ConfigurationText text;
  text.nic = R"({ "NetworkInterface": { "EgressBufferManager": { "PoolAllocationVector": [0.9, 0, 0, 0, 0, 0, 0, 0] } },
    "TransportProcessingLayers": { "RoceTransportLayer": { "AllowStarvedPools": true } } })";
  EXPECT_TRUE(text.load().ok());
  text = {};  // platform-api 15: class 1 is not used
  text.nic =
      R"({ "NetworkInterface": { "EgressBufferManager": { "PoolAllocationVector": [0.9, 0, 0, 0, 0, 0, 0, 0] } } })";
  text.flows = R"([ { "src": 0, "dst": 1, "message_size": "1MB", "control_tc": 0 } ])";
  EXPECT_TRUE(text.load().ok()) << text.load().faults.text();
}

class BadSwitchValue : public testing::TestWithParam<BadValue> {};
TEST_P(BadSwitchValue, IsRefusedWithItsCode) {
  const LoadResult result = load_switch(GetParam().path, GetParam().value);
  EXPECT_FALSE(result.ok());
  EXPECT_THAT(codes(result.faults.errors()), testing::Contains(GetParam().code)) << result.faults.text();
}
INSTANTIATE_TEST_SUITE_P(
    Rules, BadSwitchValue,  // the rules of the switch document's section 13
    testing::Values(
        BadValue{"SharedBufferManager/EnablePFC", "\"[1, 1, 0, 0, 0, 0, 0]\"", "BAD_LIST"},                 // 1
        BadValue{"SharedBufferManager/TrafficClassPoolMapping", "[0.5,1,0,0,0,0,0,0]", "LIST_ENTRY"},       // 1
        BadValue{"SharedBufferManager/PoolAllocationMap", "\"[x, 0.1, 0, 0, 0, 0, 0, 0]\"", "LIST_ENTRY"},  // 2
        BadValue{"SharedBufferManager/PoolAllocationMap", "[0,0,0,0,0,0,0,0]", "SWITCH_POOLS"},             // 3
        BadValue{"SharedBufferManager/PoolAllocationMap", "[1.2,0.1,0,0,0,0,0,0]", "SWITCH_POOLS"},         // 4
        BadValue{"SharedBufferManager/EnablePFC", "[2,1,0,0,0,0,0,0]", "OUT_OF_RANGE"},                     // 4
        BadValue{"SharedBufferManager/TrafficClassPoolMapping", "[8,1,0,0,0,0,0,0]", "OUT_OF_RANGE"},       // 4
        BadValue{"SharedBufferManager/PoolAllocationMap", "[0.9,0.6,0.4,0,0,0,0,0]", "SWITCH_POOLS"},       // 5
        BadValue{"SharedBufferManager/HeadRoomPerPortLimit", "\"129MB\"", "SWITCH_POOLS"},                  // 6
        BadValue{"LoadBalancingFlowlet/Gap", "\"2.000000000001s\"", "GAP_RANGE"},                           // 8
        BadValue{"LoadBalancingStatsReportInterval", "\"9999999ps\"", "LB_INTERVAL"},                       // 9
        BadValue{"SharedBufferManager/UETPolicyEnabled", "true", "UET_POLICY_NIC"},                         // 10
        BadValue{"PacketTrimmer/TrimmingEnabled", "true", "TRIMMING"},                                      // 11, 12
        BadValue{"SharedBufferManager/TrafficClassPoolMapping", "[0,1,2,0,0,0,0,0]", "SWITCH_POOLS"},       // 13
        BadValue{"SharedBufferManager/TotalSharedBufferSize", "\"4294967296B\"", "OUT_OF_RANGE"},           // 14
        BadValue{"NetworkInterface/DownlinkNetworkInterface/DataRate", "\"0Gbps\"", "OUT_OF_RANGE"}));      // 14

TEST(BadConfiguration, AFaultInTheSimulationSectionHidesNoneOfTheComponents) {
  ConfigurationText text;
  text.rack_switch = R"({ "PacketTrimmer": { "TrimmingEnabled": true } })";
  text.simulation = R"({ "Foo": 1 })";
  EXPECT_THAT(codes(text.load().faults.errors()), testing::UnorderedElementsAre("UNKNOWN_KEY", "TRIMMING", "TRIMMING"));
}

TEST(BadConfiguration, MessagesInAnyNumberRunWhenFewAreOutstanding) {
  EXPECT_TRUE(
      load_flows(R"([ { "src": 0, "dst": 1, "message_size": "1B", "messages": 1000001, "outstanding": 4 } ])").ok());
}

TEST(BadConfiguration, FlowletWithDprNamesBoth) {  // 7
  ConfigurationText text;
  text.rack_switch = R"({ "LoadBalancingMethod": "flowlet", "EcmpHashMethod": "dpr" })";
  EXPECT_THAT(text.load().faults.text(), HasSubstr("is flowlet with EcmpHashMethod dpr"));
}

TEST(BadConfiguration, APoolMapMayExceedOneByItsLastEntry) {
  EXPECT_TRUE(load_switch("SharedBufferManager/PoolAllocationMap", "[0.9,0.2,0,0,0,0,0,0]").ok());
}

class BadFlow : public testing::TestWithParam<std::pair<const char*, const char*>> {};
TEST_P(BadFlow, IsRefused) {
  const LoadResult result = load_flows(fmt::format("[ {} ]", GetParam().first));
  EXPECT_FALSE(result.ok());
  EXPECT_THAT(codes(result.faults.errors()), ElementsAre(GetParam().second)) << result.faults.text();
}
INSTANTIATE_TEST_SUITE_P(
    Flows, BadFlow,
    testing::Values(std::pair{R"({ "src": 0, "dst": 2, "message_size": "1B" })", "WORKLOAD"},
                    std::pair{R"({ "src": 0, "dst": 0, "message_size": "1B" })", "WORKLOAD"},
                    std::pair{R"({ "src": 0, "message_size": "1B" })", "WORKLOAD"},
                    std::pair{R"({ "src": 0, "dst": 1, "message_size": "1B", "messages": 0 })", "OUT_OF_RANGE"},
                    std::pair{R"({ "src": 0, "dst": 1, "message_size": "1B", "outstanding": 0 })", "OUT_OF_RANGE"},
                    std::pair{R"({ "src": 0, "dst": 1, "message_size": "1B", "messages": 1000001 })", "WORKLOAD"},
                    std::pair{R"({ "src": 0, "dst": 1, "message_size": "1B", "queue_pairs": 0 })", "OUT_OF_RANGE"},
                    std::pair{R"({ "src": 0, "dst": 1, "message_size": "4294967297B" })", "OUT_OF_RANGE"},
                    std::pair{R"({ "src": 0, "dst": 1, "message_size": "1B", "data_tc": 8 })", "OUT_OF_RANGE"},
                    std::pair{R"({ "src": 0, "dst": 1, "message_size": "1B", "verb": "READ" })", "NOT_AVAILABLE"},
                    std::pair{R"({ "src": 0, "dst": 1, "message_size": "1B", "verb": "write" })", "NOT_IN_ENUM"},
                    std::pair{R"({ "src": 0, "dst": 1, "message_size": "1B", "after": [] })", "NOT_AVAILABLE"},
                    std::pair{R"({ "src": 0, "dst": 1, "message_size": "1B", "pdc": "per_flow" })", "WORKLOAD"},
                    std::pair{R"({ "src": 0, "dst": 1, "message_size": "1B", "name": "x" },
                                 { "src": 1, "dst": 0, "message_size": "1B", "name": "x" })",
                              "WORKLOAD"}));

TEST(BadConfiguration, MoreFlowsThanTheLimit) {
  EXPECT_FALSE(too_many_flows(4'000'000));
  EXPECT_EQ(too_many_flows(4'000'001), "has 4000001 flows (at most 4000000)");
}

class BadTopology : public testing::TestWithParam<std::pair<const char*, const char*>> {};
TEST_P(BadTopology, IsRefused) {
  ConfigurationText text;
  text.topology = GetParam().first;
  const LoadResult result = text.load();
  EXPECT_THAT(codes(result.faults.errors()), ElementsAre(GetParam().second)) << result.faults.text();
}
INSTANTIATE_TEST_SUITE_P(
    Topologies, BadTopology,
    testing::Values(
        std::pair{R"({ "type": "ring", "servers": 2, "nic": "Nic", "switch": "Tor" })", "NOT_IN_ENUM"},
        std::pair{R"({ "type": "fat_tree", "k": 4 })", "NOT_AVAILABLE"},
        std::pair{R"({ "type": "rack", "servers": 2, "nic": "Nix", "switch": "Tor" })", "PLACEMENT"},
        std::pair{R"({ "type": "rack", "servers": 2, "nic": "Tor", "switch": "Tor" })", "PLACEMENT"},
        std::pair{R"({ "type": "rack", "servers": 2, "nic": "Nic" })", "PLACEMENT"},
        std::pair{R"({ "type": "rack", "servers": 2, "switch": "Tor" })", "PLACEMENT"},
        std::pair{R"({ "type": "rack", "servers": 2, "nic": [ { "servers": "0", "nic": "Nic" } ], "switch": "Tor" })",
                  "PLACEMENT"},
        std::pair{R"({ "type": "rack", "servers": 2, "nic": [ { "servers": "0-2", "nic": "Nic" } ], "switch": "Tor" })",
                  "PLACEMENT"}));

TEST(BadConfiguration, ComponentsAndApplicationsThatAreNotThere) {
  EXPECT_THAT(
      codes(load_configuration_text(R"({ "components": { "Nic": { "model": "ScalaMrcNic" }, "B": { "model": "Nic" } },
    "topology": { "type": "rack", "servers": 2, "nic": "Nic", "switch": "Tor" },
    "workload": { "application": "Ping", "patterns": [] } })",
                                    "f")
                .faults.errors()),
      ElementsAre("UNKNOWN_MODEL", "UNKNOWN_MODEL", "PLACEMENT", "APPLICATION"))
      << "Nic stands there, Tor does not";
}

TEST(BadConfiguration, NumbersOfAPlacementAreTraceableToTheOptionThatSetThem) {
  ConfigurationText text;
  text.topology = R"({ "type": "rack", "servers": 2, "nic": [ { "servers": "0-1", "nic": "Nic" } ], "switch": "Tor" })";
  EXPECT_EQ(text.load_set({"topology.nic.0.servers=0-5"}).faults.text(),
            "--set: topology.nic.0.servers: is \"0-5\" (numbers and ranges within 0-1, as \"0-3,7\")\n");
}

TEST(BadConfiguration, AllFaultsOfAFileAreReportedInItsOrder) {
  ConfigurationText text;
  text.simulation = R"({ "Seed": -1, "Duration": "5" })";
  text.nic = R"({ "ScalaRoceQpManager": { "MSS": "0B" }, "Colour": 1 })";
  text.flows = R"([ { "src": 0, "dst": 0, "message_size": "1B" } ])";
  const LoadResult result = text.load();
  EXPECT_THAT(codes(result.faults.errors()),
              ElementsAre("TYPE_MISMATCH", "BAD_UNIT", "MSS_RANGE", "UNKNOWN_KEY", "WORKLOAD"));
  EXPECT_EQ(result.faults.errors()[2].line, 4);
}

TEST(BadConfiguration, AListNamesEveryBadEntry) {
  const auto text = [](const char* value) {
    return load_nic(std::string(kIngress) + "QuantaValue", value).faults.text();
  };
  EXPECT_THAT(
      codes(load_nic(std::string(kIngress) + "QuantaValue", "\"[1, 70000, x, 0, 0, -1, 0, 1.5]\"").faults.errors()),
      ElementsAre("LIST_ENTRY", "LIST_ENTRY", "LIST_ENTRY", "OUT_OF_RANGE"));
  EXPECT_THAT(text("\"[1, , 0, 0, 0, 0, 0, !]\""),
              HasSubstr("entry 1 is empty, entry 7 has a character that no number has ("));
  EXPECT_THAT(text("[1, true, 0, 0, \"x\", 0, 0, 0]"),
              HasSubstr("entry 1 is true, entry 4 is \"x\", a string (numbers)"));
  EXPECT_THAT(
      codes(load_nic(std::string(kIngress) + "PoolAllocationVector", "[0.1,0,0.2,0,0.3,0,0,0]").faults.errors()),
      ElementsAre("POOL_ORDER", "POOL_ORDER", "POOL_TOO_SMALL"));
}

/// One NIC with a fault of its own, of a list or of nesting, beside a rule across attributes that is broken too.
TEST(BadConfiguration, NoFaultHidesABrokenRuleThatDoesNotDependOnIt) {
  const std::string broken =
      R"("EgressBufferManager": { "PoolAllocationVector": [0.01, 0.9, 0, 0, 0, 0, 0, 0] })";  // 2,560 B of class 0
  for (const char* other : {R"("UplinkNetworkInterface": { "DataRate": 400 })",
                            R"("IngressBufferManager": { "PFCEnableVector": "[x, 1, 0, 0, 0, 0, 0, 0]" })",
                            R"("IngressBufferManager": 7)", R"("IngressBufferManager": { "Colour": 1 })"}) {
    ConfigurationText text;
    text.nic = fmt::format(R"({{ "NetworkInterface": {{ {}, {} }} }})", broken, other);
    EXPECT_THAT(codes(text.load().faults.errors()), testing::Contains("POOL_TOO_SMALL")) << other;
    EXPECT_EQ(text.load().faults.errors().size(), 2u) << text.load().faults.text();
  }
  ConfigurationText text;
  text.nic = fmt::format(R"({{ "NetworkInterface": {{ {} }}, "ScalaRoceQpManager": {{ "MSS": "9000B" }} }})", broken);
  text.simulation = R"({ "Duration": 1, "Name": " " })";
  text.rack_switch =
      R"({ "SharedBufferManager": { "HeadRoomPerPortLimit": "129MB", "EnablePFC": [1, 1, 2, 0, 0, 0, 0, 0] } })";
  text.flows =
      R"([ { "src": 0, "dst": 1, "message_size": 1 }, { "src": 0, "dst": 7, "message_size": "1B", "start": 5 } ])";
  EXPECT_THAT(codes(text.load().faults.errors()),
              ElementsAre("BAD_UNIT", "BAD_STRING",             // Duration, Name
                          "POOL_TOO_SMALL", "MSS_RANGE",        // of the NIC
                          "SWITCH_POOLS", "OUT_OF_RANGE",       // headroom of 2 ports; entry 2
                          "BAD_UNIT", "WORKLOAD", "BAD_UNIT"))  // message_size; dst; start
      << text.load().faults.text();
}

TEST(BadConfiguration, ARuleIsPassedOverWhileAValueItNeedsIsUnknown) {
  ConfigurationText text;
  text.simulation = R"({ "Mtu": "9216" })";
  text.nic = R"({ "ScalaRoceQpManager": { "MSS": "9000B" } })";  // too much for the Default of Mtu only
  EXPECT_THAT(codes(text.load().faults.errors()), ElementsAre("TYPE_MISMATCH"));
  text = {};
  text.nic = R"({ "NetworkInterface": { "EgressBufferManager": { "TotalBufferSiz": "2560KB",
    "PoolAllocationVector": [0.01, 0.9, 0, 0, 0, 0, 0, 0] } } })";  // too small for the Default only
  EXPECT_THAT(codes(text.load().faults.errors()), ElementsAre("UNKNOWN_KEY"));
  text = {};
  text.rack_switch = R"({ "SharedBufferManager": { "TrafficClassPoolMapping": [8, 9, 0, 0, 0, 0, 0, 0] } })";
  EXPECT_THAT(codes(text.load().faults.errors()), ElementsAre("OUT_OF_RANGE", "OUT_OF_RANGE"));
}

TEST(BadConfiguration, NumbersAreShownInPlainDigits) {
  EXPECT_THAT(load_nic("ScalaRoceQpManager/MSS", "\"4.5B\"").faults.text(),
              HasSubstr("is 4.5B, finer than 1 B (a whole number of B)"));
}

TEST(BadConfiguration, AnUnknownTopologyHidesNeitherItsNicsNorItsFlows) {
  ConfigurationText text;
  text.topology = R"({ "type": "torus", "servers": 2, "nic": "Nick" })";
  text.flows = R"([ { "src": 0, "dst": 2, "message_size": "1B" } ])";
  EXPECT_THAT(codes(text.load().faults.errors()), ElementsAre("NOT_IN_ENUM", "PLACEMENT", "WORKLOAD"));
}

TEST(BadConfiguration, DurationAndRunTimeExcludeEachOther) {
  ConfigurationText text;
  text.simulation = R"({ "Duration": "5ms", "RunTime": 0.001 })";
  EXPECT_THAT(codes(text.load().faults.errors()), ElementsAre("STOP_TIME"));
  text.simulation = R"({ "StartTime": 0.5, "RunTime": 0.001, "WarmUp": 0.000000000001 })";
  EXPECT_EQ(text.load().configuration.value().simulation.stop_time(), Ps(501'000'000'001));
}

TEST(BadConfiguration, UnequalDelaysBackToBack) {
  const LoadResult result = load_configuration_text(R"({ "components": { "A": { "model": "ScalaRoceNic" },
    "B": { "model": "ScalaRoceNic", "typedParameters": { "NetworkInterface": { "TransmissionMedium": { "Delay": "1us" } } } } },
    "topology": { "type": "back_to_back", "servers": 2, "nic": [ { "servers": "0", "nic": "A" }, { "servers": "1", "nic": "B" } ] },
    "workload": { "application": "ScalaRDMA", "flows": [] } })",
                                                    "f");
  EXPECT_THAT(codes(result.faults.errors()), ElementsAre("LINK_DELAY"));
}

TEST(ConfigurationWarnings, TellOfRowsThatAreWrittenWhileNothingHappens) {
  const auto warned = [](const char* fields, const char* simulation) {
    ConfigurationText text;
    text.simulation = simulation;
    text.flows = fmt::format(R"([ {{ "src": 0, "dst": 1, "message_size": "1MB" }},
                                  {{ "src": 0, "dst": 1, "message_size": "1MB", {} }} ])",
                             fields);
    const LoadResult result = text.load();
    EXPECT_TRUE(result.ok()) << result.faults.text();
    return codes(result.faults.warnings()) == std::vector<std::string>{"MANY_ROWS"};
  };
  EXPECT_FALSE(warned(R"("start": "100s")", "{}"));  // 100,000 intervals of 1 ms
  EXPECT_TRUE(warned(R"("start": "100.001s")", "{}"));
  EXPECT_TRUE(warned(R"("interval": "1s", "messages": 102)", "{}"));
  EXPECT_FALSE(warned(R"("start": "1000000s")", R"({ "Duration": "1s" })"));
  EXPECT_FALSE(warned(R"("start": "1000s")", R"({ "NDStatsReportInterval": 1 })"));
}

TEST(ConfigurationWarnings, AreGivenAndDoNotRefuse) {
  const auto warnings = [](const LoadResult& result) {
    EXPECT_TRUE(result.ok()) << result.faults.text();
    return codes(result.faults.warnings());
  };
  EXPECT_THAT(warnings(load_nic(std::string(kIngress) + "PfcXonResumeThreshold", "[0.8,0.4,0,0,0,0,0,0]")),
              ElementsAre("XON_ABOVE_XOFF"));
  EXPECT_THAT(warnings(load_nic(std::string(kIngress) + "PoolAllocationVector", "[0.9,0.2,0,0,0,0,0,0]")),
              ElementsAre("POOL_SUM"));
  EXPECT_THAT(warnings(load_nic(std::string(kIngress) + "PFCEnableVector", "[1,1,1,0,0,0,0,-2]")),
              ElementsAre("PFC_WITHOUT_POOL"));
  // 720,000 B of headroom, 2 x 50,000 x D(us) + 8,368 needed: 7.11632 us is the longest delay without a warning.
  // Class 1 has 80,000 B, 0.71632 us; the switch reserves 256,000 B, 2.47632 us.
  EXPECT_THAT(warnings(load_nic("NetworkInterface/TransmissionMedium/Delay", "\"716320ps\"")), testing::IsEmpty());
  EXPECT_THAT(warnings(load_nic("NetworkInterface/TransmissionMedium/Delay", "\"716321ps\"")),
              ElementsAre("HEADROOM_SMALL"));
  EXPECT_THAT(warnings(load_switch("SharedBufferManager/PoolAllocationMap", "[0.8,0.1,0,0,0,0,0,0]")),
              ElementsAre("SWITCH_POOL_SUM"));
  EXPECT_THAT(warnings(load_switch("NumDownLinks", "1")), ElementsAre("SWITCH_PORTS"));
  EXPECT_THAT(warnings(load_switch("SwitchingCapacity", "\"799Gbps\"")), ElementsAre("SWITCH_CAPACITY"));
  EXPECT_THAT(warnings(load_switch("PacketTrimmer/TrimmingStatsEnabled", "true")), ElementsAre("TRIMMING_STATS"));
  EXPECT_THAT(warnings(load_switch("EcnHandler/MaxThreshold", "0.1")), ElementsAre("ECN_BAND"));
  EXPECT_THAT(warnings(load_switch("SharedBufferManager/TrafficClassPoolMapping", "[0,0,0,0,0,0,0,0]")),
              ElementsAre("SWITCH_PFC_MAP"));
}

}  // namespace
}  // namespace headroom
