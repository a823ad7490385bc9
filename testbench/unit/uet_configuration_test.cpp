// Rules of the UET NIC's page: what refuses a configuration, and what stops its first connection.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sc_models/core/config/defaults.h"
#include "sc_models/core/connection_rules.h"
#include "testbench/common/configuration_text.h"

namespace headroom {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr BitRate k400G{400'000'000'000};

ConfigurationText uet() {
  ConfigurationText text;
  text.nic_model = "ScalaUETNIC";
  return text;
}
const std::string kPds = "components.Nic.TransportProcessingLayers.ScalaUETPdsManager.";
const std::string kCc = "components.Nic.TransportProcessingLayers.ScalaUETCongestionControl.";
const std::string kMonitor = "components.Nic.TransportProcessingLayers.ScalaUETMonitor.";
const std::string kMss = "components.Nic.TransportProcessingLayers.SemanticLayer.RdmaDataMSS=";
const std::string kIn = "components.Nic.NetworkInterface.IngressBufferManager.";
const std::string kOut = "components.Nic.NetworkInterface.EgressBufferManager.";
const std::string kTor = "components.Tor.";

std::vector<std::string> errors(std::vector<std::string> sets) {
  return codes(uet().load_set(std::move(sets)).faults.errors());
}

std::vector<std::string_view> faulty(const UetNicParams& nic, BitRate link = k400G) {
  std::vector<std::string_view> out;
  for (const ConnectionFault& fault : connection_faults(nic, link)) out.push_back(fault.attribute);
  return out;
}

TEST(UetConfiguration, DefaultsAreValidAndThoseOfThePage) {
  const LoadResult result = uet().load();
  ASSERT_TRUE(result.ok()) << result.faults.text();
  EXPECT_EQ(result.faults.text(), "");
  ASSERT_TRUE(result.configuration->nics[0].is_uet());
  const UetNicParams& nic = result.configuration->nics[0].uet();
  EXPECT_EQ(nic.pds.mss, Bytes(4'096));
  EXPECT_EQ(nic.pds.spraying, PacketSpraying::kDefault);
  EXPECT_EQ(nic.pds.prefetch_buffer_size, Bytes(262'144));
  EXPECT_EQ(nic.nscc.initial_base_rtt, Ps(6'000'000));
  EXPECT_EQ(nic.nscc.maximum_window, 107u);
  EXPECT_EQ(nic.monitor.filter_pdc, "All");
  EXPECT_EQ(nic.egress.wrr_weights[1], 5u);
  EXPECT_FALSE(nic.ingress.sends_pfc(0));
  EXPECT_TRUE(nic.enable_transport_stats);
  EXPECT_EQ(result.configuration->nics[0].common().read_request_size, Bytes(64));
  EXPECT_EQ(default_uet_nic_params().nscc.gamma, 0.8);
}

TEST(UetConfiguration, ValuesOutsideTheirRangeAreRefused) {
  for (const std::string& value :
       {kPds + "PrefetchBufferSize=4201", kPds + "AckRequestEveryNthPacket=0", kPds + "AckRequestEveryNthPacket=1025",
        kPds + "MaxExponentialRTOBackoffCount=16", kCc + "QuickAdaptGate=32", kCc + "MaxCongestionWindow=0",
        kCc + "MaxCongestionWindow=4097", kCc + "ReceiverCongestionLowThreshold=100.1", kCc + "Gamma=0",
        kCc + "DelayAlpha=1.01", kMonitor + "TriggerLoggingOnCWindPenThreshold=128", kMss + "0", kMss + "65448"})
    EXPECT_THAT(errors({value}), ElementsAre("OUT_OF_RANGE")) << value;
  EXPECT_THAT(errors({kPds + "PacketSprayingType=REPS"}), ElementsAre("NOT_IN_ENUM"));
  EXPECT_THAT(errors({kMonitor + "FilterOnPdc=32.0.0.2;x"}), ElementsAre("BAD_STRING"));
}

TEST(UetConfiguration, ValuesAtTheEndsOfTheirRangeAreAccepted) {
  EXPECT_THAT(errors({kPds + "PrefetchBufferSize=4202", kPds + "PrefetchBufferEnable=true",
                      kPds + "AckRequestEveryNthPacket=1024", kCc + "QuickAdaptGate=31",
                      kCc + "ReceiverCongestionLowThreshold=100.0", kMonitor + "FilterOnPdc=32.0.0.2:4500",
                      kPds + "PacketSprayingType=Recycled Entropy Packet Spraying",
                      kPds + "DefaultDeliveryMethod=Reliable Unordered Delivery (RUD)"}),
              IsEmpty());
}

TEST(UetConfiguration, TwoClassesNeedAPoolOnEachSide) {
  const std::string one = "PoolAllocationVector=[0.9, 0, 0, 0, 0, 0, 0, 0]";
  EXPECT_THAT(errors({kIn + one}), testing::Contains("POOL_COUNT"));
  EXPECT_THAT(errors({kOut + one}), testing::Contains("POOL_COUNT"));
}

TEST(UetConfiguration, PrefetchBufferHoldsAPacketOnTheWireWhenItIsOn) {
  EXPECT_THAT(errors({kMss + "4097", kPds + "PrefetchBufferSize=4202"}), IsEmpty());
  EXPECT_THAT(errors({kMss + "4097", kPds + "PrefetchBufferSize=4202", kPds + "PrefetchBufferEnable=true"}),
              ElementsAre("PREFETCH_SMALL"));
  EXPECT_THAT(errors({kMss + "4097", kPds + "PrefetchBufferSize=4203", kPds + "PrefetchBufferEnable=true"}), IsEmpty());
}

TEST(UetConfiguration, ProbabilisticSchedulingStopsTheRun) {
  for (const std::string& side : {kIn, kOut})
    EXPECT_THAT(errors({side + "QueueSchedulingType=ProbabilisticWeightedRoundRobin"}), ElementsAre("SCHEDULING_TYPE"));
}

TEST(UetConfiguration, TransmitPoolsHoldAPacketAndAnAck) {
  // 0.9 x 4,669 B is 4,202.1 B: one packet; of 4,668 B it is 4,201.2. A tenth of 780 B is one ACK.
  const auto total = [](int bytes) { return kOut + "TotalBufferSize=" + std::to_string(bytes) + "B"; };
  EXPECT_THAT(errors({total(4'669)}), IsEmpty());
  EXPECT_THAT(errors({total(4'668)}), ElementsAre("POOL_TOO_SMALL"));
  const std::string acks = kOut + "PoolAllocationVector=[1, 0.01, 0, 0, 0, 0, 0, 0]";
  EXPECT_THAT(errors({total(7'800), acks}), IsEmpty());
  EXPECT_THAT(errors({total(7'700), acks}), ElementsAre("POOL_TOO_SMALL"));
}

TEST(UetConfiguration, MtuDoesNotBoundTheSegmentSize) {
  EXPECT_THAT(errors({kMss + "9000", "simulation.Mtu=1500"}), IsEmpty());
}

TEST(UetConfiguration, UetPolicyNeedsUetNicsOnly) {
  const std::string policy = kTor + "SharedBufferManager.UETPolicyEnabled=true";
  EXPECT_THAT(errors({policy}), IsEmpty());
  const LoadResult roce = ConfigurationText{}.load_set({policy});
  EXPECT_THAT(codes(roce.faults.errors()), ElementsAre("UET_POLICY_NIC"));  // platform case 24
  EXPECT_THAT(roce.faults.text(), HasSubstr("server 0 carries Nic, a ScalaRoceNic"));
}

TEST(UetConfiguration, TrimmingNeedsThePolicyAndNoPfc) {
  const std::string trimming = kTor + "PacketTrimmer.TrimmingEnabled=true",
                    policy = kTor + "SharedBufferManager.UETPolicyEnabled=true",
                    no_pfc = kTor + "SharedBufferManager.EnablePFC=[0, 0, 0, 0, 0, 0, 0, 0]";
  EXPECT_THAT(errors({trimming, policy, no_pfc}), IsEmpty());
  EXPECT_THAT(errors({trimming, no_pfc}), ElementsAre("TRIMMING"));
  EXPECT_THAT(errors({trimming, policy}), ElementsAre("TRIMMING"));
}

TEST(UetConfiguration, FlowletIsWarnedAboutWithRecycledEntropies) {
  const std::string flowlet = kTor + "LoadBalancingMethod=flowlet";
  const auto result = uet().load_set({flowlet, kPds + "PacketSprayingType=Recycled Entropy Packet Spraying"});
  EXPECT_TRUE(result.ok()) << result.faults.text();
  EXPECT_THAT(codes(result.faults.warnings()), ElementsAre("REPS_WITH_FLOWLET"));
  EXPECT_THAT(codes(uet().load_set({flowlet}).faults.warnings()), IsEmpty());
  EXPECT_THAT(errors({flowlet, kTor + "EcmpHashMethod=dpr"}), ElementsAre("FLOWLET_HASH"));
  EXPECT_THAT(errors({flowlet, kTor + "EcmpHashMethod=dprWithFallback"}), ElementsAre("FLOWLET_HASH"));
  EXPECT_THAT(errors({flowlet, kTor + "LoadBalancingFlowlet.Gap=2s"}), IsEmpty());
  EXPECT_THAT(errors({kTor + "LoadBalancingFlowlet.Gap=2001ms"}), ElementsAre("GAP_RANGE"));
}

TEST(UetConfiguration, ReadsAreRefused) {  // workloads 22
  ConfigurationText text = uet();
  text.flows = R"([ { "src": 0, "dst": 1, "message_size": "1B", "verb": "READ" } ])";
  EXPECT_FALSE(text.load().ok());
}

TEST(UetConfiguration, FlowsSayHowTheyUsePdcs) {
  ConfigurationText text = uet();
  text.flows = R"([ { "src": 0, "dst": 1, "message_size": "1B", "pdc": "per_flow", "queue_pairs": 4 },
                    { "src": 1, "dst": 0, "message_size": "1B" } ])";
  const LoadResult result = text.load();
  ASSERT_TRUE(result.ok()) << result.faults.text();
  EXPECT_EQ(result.faults.text(), "");
  EXPECT_EQ(result.configuration->flows[0].pdc, PdcUse::kPerFlow);
  EXPECT_EQ(result.configuration->flows[1].pdc, PdcUse::kPerMessage);
  text.flows = R"([ { "src": 0, "dst": 1, "message_size": "1B", "queue_pairs": 4 } ])";
  EXPECT_THAT(codes(text.load().faults.warnings()), ElementsAre("WORKLOAD"));
}

// Each limit is the last value on its good side: InitialBaseRTT of 4,184 B x 8 / (1.5 x 400 Gbps) = 55.78667 ns and of
// 4,294,967,295 B likewise = 57,266,230,600 ps; ReferenceNetworkRTT 4,294,967,295 B x 8 / 400 Gbps = 85,899,345,900 ps.
TEST(ConnectionRules, HoldToThePicosecond) {
  UetNicParams nic = default_uet_nic_params();
  EXPECT_THAT(faulty(nic), IsEmpty());
  EXPECT_EQ(connection_fault_text(nic, k400G), "");
  const auto initial = [&](std::int64_t ps) {
    nic.nscc.initial_base_rtt = Ps(ps);
    return faulty(nic);
  };
  EXPECT_THAT(initial(55'787), IsEmpty());
  EXPECT_THAT(initial(55'786), ElementsAre("InitialBaseRTT"));
  EXPECT_THAT(initial(57'266'230'600), IsEmpty());
  EXPECT_THAT(initial(57'266'230'601), ElementsAre("InitialBaseRTT"));
  nic.nscc.override_maximum_window = true;
  EXPECT_THAT(initial(55'786), IsEmpty());
  EXPECT_THAT(initial(57'266'230'601), ElementsAre("InitialBaseRTT"));
  nic = default_uet_nic_params();
  const auto reference = [&](std::int64_t ps) {
    nic.nscc.reference_rtt = Ps(ps);
    return faulty(nic);
  };
  EXPECT_THAT(reference(85'899'345'900), IsEmpty());
  EXPECT_THAT(reference(85'899'345'901), ElementsAre("ReferenceNetworkRTT"));
  EXPECT_THAT(reference(0), ElementsAre("ReferenceNetworkRTT"));
}

TEST(ConnectionRules, TargetQueueDelayAboveZero) {
  UetNicParams nic = default_uet_nic_params();
  nic.nscc.override_maximum_window = true;
  nic.nscc.initial_base_rtt = Ps{0};
  EXPECT_THAT(faulty(nic), ElementsAre("InitialBaseRTT"));
  nic.nscc.override_target_queue_delay = true;
  EXPECT_THAT(faulty(nic), IsEmpty());
  nic.nscc.target_queue_delay = Ps{0};
  EXPECT_THAT(faulty(nic), ElementsAre("TargetQueueDelay"));
  nic.nscc.override_target_queue_delay = false;
  nic.pds.trimming = true;
  nic.nscc.initial_base_rtt = Ps{1};  // three quarters of it, rounded down
  EXPECT_THAT(faulty(nic), ElementsAre("InitialBaseRTT"));
  nic.nscc.initial_base_rtt = Ps{2};
  EXPECT_THAT(faulty(nic), IsEmpty());
}

TEST(ConnectionRules, RatesFromOneGigabit) {
  UetNicParams nic = default_uet_nic_params();
  nic.nscc.override_maximum_window = true;
  EXPECT_THAT(faulty(nic, BitRate{1'000'000'000}), IsEmpty());
  EXPECT_THAT(faulty(nic, BitRate{999'000'000}), ElementsAre("DataRate"));
  nic.nscc.reference_rate = BitRate{999'000'000};
  EXPECT_THAT(faulty(nic), ElementsAre("ReferenceNetworkLinkSpeed"));
}

TEST(ConnectionRules, AreWarningsOfValidationForNicsThatConnect) {
  const std::vector<std::string> bad = {kCc + "ReferenceNetworkRTT=0us"};
  const LoadResult result = uet().load_set(bad);
  EXPECT_TRUE(result.ok());
  EXPECT_THAT(codes(result.faults.warnings()), ElementsAre("CC_LIMITS"));
  ConfigurationText idle = uet();
  idle.flows = "[]";
  EXPECT_THAT(codes(idle.load_set(bad).faults.warnings()), IsEmpty());
  // A slow switch makes a slow link: the lower of both rates counts.
  EXPECT_THAT(codes(uet()
                        .load_set({kTor + "NetworkInterface.DownlinkNetworkInterface.DataRate=900Mbps",
                                   kCc + "OverrideUetSpecMaxCWind=true"})
                        .faults.warnings()),
              ElementsAre("CC_LIMITS"));
}

TEST(Topology, LeafSpinePlacesASwitchOnEachRackAndSpine) {
  ConfigurationText text;
  text.topology = R"({ "type": "leaf_spine", "racks": 2, "servers_per_rack": 4, "spines": 3, "nic": "Nic",
      "leaf_switch": "Tor", "spine_switch": [ { "switches": "0,2", "switch": "Tor" }, { "switches": "1", "switch": "Tor" } ] })";
  const LoadResult result = text.load();
  ASSERT_TRUE(result.ok()) << result.faults.text();
  const TopologyParams& topology = result.configuration->topology;
  EXPECT_EQ(topology.kind, TopologyKind::kLeafSpine);
  EXPECT_EQ(topology.server_nic.size(), 8u);
  EXPECT_EQ(topology.servers_per_rack(), 4u);
  EXPECT_THAT(topology.rack_switch, ElementsAre(0, 0));
  EXPECT_THAT(topology.spine_switch, ElementsAre(0, 0, 0));
}

TEST(Topology, LeafSpineFaultsAreNamed) {
  const auto faults = [](const std::string& fields) {
    ConfigurationText text;
    text.topology = R"({ "type": "leaf_spine", "nic": "Nic", "leaf_switch": "Tor", )" + fields + " }";
    return text.load().faults.text();
  };
  const std::string sizes = R"("racks": 2, "servers_per_rack": 1, "spines": 2, )";
  EXPECT_THAT(faults(sizes + R"("spine_switch": "Nic")"), HasSubstr("is \"Nic\", a nic, no switch (Tor)"));
  EXPECT_THAT(faults(sizes + R"("spine_switch": [ { "switches": "0", "switch": "Tor" } ])"),
              HasSubstr("topology.spine_switch: spine 1 has no switch (one each)"));
  EXPECT_THAT(faults(R"("racks": 1, "servers_per_rack": 1, "spines": 1, "spine_switch": "Tor")"),
              HasSubstr("x racks is 1 servers (2 to 65,536)"));
  EXPECT_THAT(faults(R"("racks": 2, "spines": 1, "spine_switch": "Tor")"),
              HasSubstr("topology.servers_per_rack: is missing"));
  EXPECT_THAT(faults(sizes + R"("spine_switch": "Tor", "servers": 2)"), HasSubstr("topology.servers: is not used"));
}

}  // namespace
}  // namespace headroom
