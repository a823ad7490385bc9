// Patches of a ScalaUETNIC: acceptance cases of the configuration interface, by number.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

#include "sc_models/core/config/patch.h"
#include "testbench/common/configuration_text.h"

namespace headroom {
namespace {

struct UetPatch {
  std::string section, key, leaf;
  std::string code;  ///< of the one fault; empty: applied
  friend std::ostream& operator<<(std::ostream& out, const UetPatch& p) { return out << p.key << " " << p.leaf; }
};

std::string number(const std::string& value, const std::string& type = "uint") {
  return R"({"value":)" + value + R"(,"type":")" + type + R"("})";
}
std::string text(const std::string& value) { return number("\"" + value + "\"", "string"); }

/// The patch with the nesting of `section`, keys separated by /.
std::string nested(const UetPatch& p) {
  std::string out = R"({")" + p.key + R"(":)" + p.leaf + "}";
  std::string rest = p.section;
  while (!rest.empty()) {
    const std::size_t dot = rest.rfind('/');
    out = R"({")" + (dot == std::string::npos ? rest : rest.substr(dot + 1)) + R"(":)" + out + "}";
    rest = dot == std::string::npos ? "" : rest.substr(0, dot);
  }
  return out;
}

class PatchOfAUetNic : public testing::TestWithParam<UetPatch> {};
TEST_P(PatchOfAUetNic, IsAppliedOrRefused) {
  ConfigurationText file;
  file.nic_model = "ScalaUETNIC";
  const PatchResult result = patch_component({file.text(), "case.json", nested(GetParam()), "patch.json"}, "Nic");
  if (GetParam().code.empty()) {
    EXPECT_TRUE(result.faults.ok()) << result.faults.text();
    EXPECT_FALSE(result.text.empty());
  } else {
    EXPECT_THAT(codes(result.faults.errors()), testing::ElementsAre(GetParam().code)) << result.faults.text();
    EXPECT_TRUE(result.text.empty());
  }
}

const std::string kTransportNesting = "TransportProcessingLayers/",
                  kPdsNesting = kTransportNesting + "ScalaUETPdsManager",
                  kCongestionNesting = kTransportNesting + "ScalaUETCongestionControl",
                  kMonitorNesting = kTransportNesting + "ScalaUETMonitor",
                  kSprayingNesting = kTransportNesting + "PacketSpraying/DefaultPacketSpraying",
                  kIngressNesting = "NetworkInterface/IngressBufferManager",
                  kLanesNesting = "HostInterface/NICSide/PCIeGen3.0/NicDeviceLayer/NicPCIeInterface/PhysicalLayer";

INSTANTIATE_TEST_SUITE_P(
    Cases, PatchOfAUetNic,
    testing::Values(
        UetPatch{"", "NumDownLinks", number("2"), "READ_ONLY"},                                         // 6
        UetPatch{kPdsNesting, "PrefetchBufferSize", number("4201"), "OUT_OF_RANGE"},                    // 7
        UetPatch{kPdsNesting, "PrefetchBufferSize", number("4202"), ""},                                // 7
        UetPatch{kPdsNesting, "AckRequestEveryNthPacket", number("0"), "OUT_OF_RANGE"},                 // 8
        UetPatch{kPdsNesting, "AckRequestEveryNthPacket", number("1025"), "OUT_OF_RANGE"},              // 8
        UetPatch{kPdsNesting, "AckRequestEveryNthPacket", number("-1"), "TYPE_MISMATCH"},               // 8
        UetPatch{kPdsNesting, "AckRequestEveryNthPacket", number("1.5"), "TYPE_MISMATCH"},              // 8
        UetPatch{kPdsNesting, "AckRequestEveryNthPacket", number("1.0"), ""},                           // 8
        UetPatch{"", "EnableEventLogging", number("\"true\"", "bool"), "TYPE_MISMATCH"},                // 9
        UetPatch{"", "EnableEventLogging", number("1", "bool"), "TYPE_MISMATCH"},                       // 9
        UetPatch{kPdsNesting, "PacketSprayingType", text("Recycled Entropy Packet Spraying"), ""},      // 10
        UetPatch{kPdsNesting, "PacketSprayingType", text("REPS"), "NOT_IN_ENUM"},                       // 10
        UetPatch{kPdsNesting, "DefaultDeliveryMethod", text("Reliable Unordered Delivery (RUD)"), ""},  // 11
        UetPatch{kIngressNesting, "PoolAllocationVector", text("[0.9,0.1,0,0,0,0,0,0]"), ""},           // 12
        UetPatch{kIngressNesting, "PoolAllocationVector", text("[0.9,0.1,0,0,0,0,0]"), "BAD_LIST"},     // 12
        UetPatch{kIngressNesting, "PoolAllocationVector", text("0.9,0.1,0,0,0,0,0,0"), "BAD_LIST"},     // 12
        UetPatch{kIngressNesting, "PoolAllocationVector", text("[0.9, 0, 0, 0, 0, 0, 0, 0]"), ""},      // 15
        UetPatch{kIngressNesting, "QueueSchedulingType", text("ProbabilisticWeightedRoundRobin"), ""},
        UetPatch{kMonitorNesting, "FilterOnPdc", text("32.0.0.2:4500"), ""},                            // 16
        UetPatch{kMonitorNesting, "FilterOnPdc", text("32.0.0.2;x"), "BAD_STRING"},                     // 16
        UetPatch{kMonitorNesting, "FilterOnPdc", text("All"), ""},                                      // 16
        UetPatch{kLanesNesting, "LaneCount", number("0"), "LANE_COUNT"},                                // 18
        UetPatch{kLanesNesting, "LaneCount", number("17"), "LANE_COUNT"},                               // 18
        UetPatch{kLanesNesting, "LaneCount", number("16"), ""},                                         // 18
        UetPatch{kCongestionNesting, "ReceiverCongestionLowThreshold", number("100.0", "double"), ""},  // 25
        UetPatch{kCongestionNesting, "ReceiverCongestionLowThreshold", number("100.1", "double"),
                 "OUT_OF_RANGE"},                                                             // 25
        UetPatch{kCongestionNesting, "QuickAdaptGate", number("31"), ""},                     // 26
        UetPatch{kCongestionNesting, "QuickAdaptGate", number("32"), "OUT_OF_RANGE"},         // 26
        UetPatch{kSprayingNesting, "StartingPortOffset", number("65535"), ""},                // 26
        UetPatch{kSprayingNesting, "StartingPortOffset", number("65536"), "OUT_OF_RANGE"}));  // 26

}  // namespace
}  // namespace headroom
