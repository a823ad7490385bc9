// Paths of the attributes that rules across attributes speak about.
#pragma once

#include <string_view>

namespace headroom::path {

inline constexpr std::string_view kMtu = "DefaultNetworkParameters/GenericNetDevice/Mtu";

inline constexpr std::string_view kNicRate = "NetworkInterface/UplinkNetworkInterface/DataRate";
inline constexpr std::string_view kDelay = "NetworkInterface/TransmissionMedium/Delay";
inline constexpr std::string_view kLoss = "NetworkInterface/TransmissionMedium/LossProbability";
inline constexpr std::string_view kIngressSize = "NetworkInterface/IngressBufferManager/TotalBufferSize";
inline constexpr std::string_view kIngressPools = "NetworkInterface/IngressBufferManager/PoolAllocationVector";
inline constexpr std::string_view kIngressPfc = "NetworkInterface/IngressBufferManager/PFCEnableVector";
inline constexpr std::string_view kIngressXoff = "NetworkInterface/IngressBufferManager/PfcStaticXoffThreshold";
inline constexpr std::string_view kIngressXon = "NetworkInterface/IngressBufferManager/PfcXonResumeThreshold";
inline constexpr std::string_view kQuanta = "NetworkInterface/IngressBufferManager/QuantaValue";
inline constexpr std::string_view kEgressSize = "NetworkInterface/EgressBufferManager/TotalBufferSize";
inline constexpr std::string_view kEgressScheduling = "NetworkInterface/EgressBufferManager/QueueSchedulingType";
inline constexpr std::string_view kEgressPools = "NetworkInterface/EgressBufferManager/PoolAllocationVector";
inline constexpr std::string_view kEgressWeights = "NetworkInterface/EgressBufferManager/WRRQueueWeights";
inline constexpr std::string_view kAllowStarved = "TransportProcessingLayers/RoceTransportLayer/AllowStarvedPools";
inline constexpr std::string_view kMss = "ScalaRoceQpManager/MSS";
inline constexpr std::string_view kUetMss = "TransportProcessingLayers/SemanticLayer/RdmaDataMSS";
inline constexpr std::string_view kPrefetch = "TransportProcessingLayers/ScalaUETPdsManager/PrefetchBufferEnable";
inline constexpr std::string_view kPrefetchSize = "TransportProcessingLayers/ScalaUETPdsManager/PrefetchBufferSize";
inline constexpr std::string_view kSpraying = "TransportProcessingLayers/ScalaUETPdsManager/PacketSprayingType";
inline constexpr std::string_view kNicTrimming = "TransportProcessingLayers/ScalaUETPdsManager/TrimmingEnabled";
inline constexpr std::string_view kMonitor = "TransportProcessingLayers/ScalaUETMonitor";
inline constexpr std::string_view kCongestion = "TransportProcessingLayers/ScalaUETCongestionControl/";
inline constexpr std::string_view kPcieNic =
    "HostInterface/NICSide/PCIeGen3.0/NicDeviceLayer/NicPCIeInterface/TransactionLayer/";
inline constexpr std::string_view kPcieHost =
    "HostInterface/HostSide/PCIeGen3.0/ScalaHostPCIeDeviceLayer/HostPCIeInterface/TransactionLayer/";

inline constexpr std::string_view kUplinksPerSwitch = "NumUpLinksPerSwitch";
inline constexpr std::string_view kUplinkRate = "NetworkInterface/UplinkNetworkInterface/DataRate";
inline constexpr std::string_view kDownlinkRate = "NetworkInterface/DownlinkNetworkInterface/DataRate";
inline constexpr std::string_view kSwitchSize = "SharedBufferManager/TotalSharedBufferSize";
inline constexpr std::string_view kSwitchPools = "SharedBufferManager/PoolAllocationMap";
inline constexpr std::string_view kSwitchMapping = "SharedBufferManager/TrafficClassPoolMapping";
inline constexpr std::string_view kSwitchPfc = "SharedBufferManager/EnablePFC";
inline constexpr std::string_view kSwitchHeadroom = "SharedBufferManager/HeadRoomPerPortLimit";
inline constexpr std::string_view kSwitchXoff = "SharedBufferManager/StaticPoolXoffThreshold";
inline constexpr std::string_view kSwitchXon = "SharedBufferManager/StaticPoolXonThreshold";
inline constexpr std::string_view kUetPolicy = "SharedBufferManager/UETPolicyEnabled";
inline constexpr std::string_view kTrimming = "PacketTrimmer/TrimmingEnabled";
inline constexpr std::string_view kTrimmingStats = "PacketTrimmer/TrimmingStatsEnabled";
inline constexpr std::string_view kBalancing = "LoadBalancingMethod";
inline constexpr std::string_view kHash = "EcmpHashMethod";

}  // namespace headroom::path
