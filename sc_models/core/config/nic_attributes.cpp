// Every attribute of ScalaRoceNic.
#include "sc_models/core/config/model.h"
#include "sc_models/core/params/nic.h"

namespace headroom {
namespace {

using N = RoceNicParams;
using In = IngressParams;
using Out = EgressParams;
using Pcie = PcieEndParams;
using Roce = RoceTransportParams;
using Loop = RateLoopParams;

constexpr Origin kSeed = Origin::kSeed, kCompanion = Origin::kCompanion, kOurs = Origin::kExtension;
constexpr std::string_view kSchedulers[] = {"StrictPriority", "RoundRobin", "WeightedRoundRobin"};

#define HEADROOM_INGRESS "NetworkInterface/IngressBufferManager/"
#define HEADROOM_EGRESS "NetworkInterface/EgressBufferManager/"
#define HEADROOM_PCIE_NIC "HostInterface/NICSide/PCIeGen3.0/NicDeviceLayer/NicPCIeInterface/"
#define HEADROOM_PCIE_HOST "HostInterface/HostSide/PCIeGen3.0/ScalaHostPCIeDeviceLayer/HostPCIeInterface/"
#define HEADROOM_ROCE "TransportProcessingLayers/RoceTransportLayer/"

constexpr Attribute kRows[] = {
    {"NumDownLinks",
     Type::kUint,
     field<&N::num_down_links>,
     "1",
     "",
     "",
     kCompanion,
     "Hosts below the NIC: the one server that carries it.",
     {},
     "OUT_OF_RANGE",
     true},
    {"EnableBufferStats", Type::kBool, field<&N::enable_buffer_stats>, "false", "", "", kSeed,
     "The NIC's pools take part in net-buff-stats, if the global EnableNetworkBufferStatsReporting is on too."},

    {"NetworkInterface/UplinkNetworkInterface/DataRate", Type::kDataRate, field<&N::uplink, &UplinkParams::data_rate>,
     "400Gbps", "1Mbps", "", kSeed,
     "Port speed. The wire runs at the lower of this and the peer's; frame times, pause times and the rate floor "
     "follow from it."},
    {"NetworkInterface/TransmissionMedium/Delay", Type::kTime, field<&N::uplink, &UplinkParams::delay>, "100ns", "1ps",
     "", kSeed, "Propagation time of the wire to the switch, each way; part of every pause time."},

    {HEADROOM_INGRESS "TotalBufferSize", Type::kBytes, field<&N::ingress, &In::total_size>, "4MB", "", "", kSeed,
     "Receive buffer, cut into one pool a class by PoolAllocationVector."},
    without_effect(
        {HEADROOM_INGRESS "QueueSchedulingType", Type::kEnum, field<&N::ingress, &In::scheduling>, "StrictPriority", "",
         "", kSeed, "Without effect: received data goes to the host in order of arrival.", kSchedulers},
        kSeed, "Received data goes to the host in order of arrival, whatever its class."),
    {HEADROOM_INGRESS "PoolAllocationVector", Type::kFractions, field<&N::ingress, &In::pool_allocation>,
     "[0.9, 0.1, 0, 0, 0, 0, 0, 0]", "0", "1", kSeed,
     "Share of the receive buffer for each class; entries other than 0 first."},
    {HEADROOM_INGRESS "PFCEnableVector", Type::kFractions, field<&N::ingress, &In::pfc_enable>,
     "[1, 1, 0, 0, 0, 0, 0, 0]", "", "", kSeed,
     "1: the NIC pauses its peer for the class; any other number: it does not. Received pauses are always obeyed."},
    without_effect(
        {HEADROOM_INGRESS "WRRQueueWeights", Type::kWholes, field<&N::ingress, &In::wrr_weights>,
         "[1, 3, 0, 0, 0, 0, 0, 0]", "0", "", kSeed, "Without effect, like the ingress QueueSchedulingType."},
        kSeed, "Weights of a scheduler that the receive side does not have."),
    {HEADROOM_INGRESS "PfcStaticXoffThreshold", Type::kFractions, field<&N::ingress, &In::xoff_threshold>,
     "[0.8, 0.8, 0, 0, 0, 0, 0, 0]", "0", "1", kSeed,
     "Share of the class's receive pool at which the NIC sends a pause; what is above is headroom."},
    {HEADROOM_INGRESS "PfcXonResumeThreshold", Type::kFractions, field<&N::ingress, &In::xon_threshold>,
     "[0.4, 0.4, 0, 0, 0, 0, 0, 0]", "0", "1", kSeed,
     "Share of the class's receive pool at or below which a release ends the pause."},
    {HEADROOM_INGRESS "QuantaValue", Type::kWholes, field<&N::ingress, &In::quanta>, "[65535, 65535, 0, 0, 0, 0, 0, 0]",
     "0", "65535", kSeed,
     "Pause time asked for, in quanta of 512 bit times; repeated at half of it while the pool stays full."},

    {HEADROOM_EGRESS "TotalBufferSize", Type::kBytes, field<&N::egress, &Out::total_size>, "256KB", "", "", kSeed,
     "Transmit buffer, cut into one pool a class by PoolAllocationVector."},
    {HEADROOM_EGRESS "QueueSchedulingType", Type::kEnum, field<&N::egress, &Out::scheduling>, "StrictPriority", "", "",
     kSeed, "How the port picks the class that sends next. PFC frames and CNPs go before every class.", kSchedulers},
    {HEADROOM_EGRESS "PoolAllocationVector", Type::kFractions, field<&N::egress, &Out::pool_allocation>,
     "[0.9, 0.1, 0, 0, 0, 0, 0, 0]", "0", "1", kSeed,
     "Share of the transmit buffer for each class. A data class needs room for MSS + 58 B, a control class a pool."},
    {HEADROOM_EGRESS "WRRQueueWeights", Type::kWholes, field<&N::egress, &Out::wrr_weights>, "[1, 3, 0, 0, 0, 0, 0, 0]",
     "0", "", kSeed, "Packets a class sends in its turn under WeightedRoundRobin; 0 starves the class."},

    without_effect({HEADROOM_PCIE_NIC "TransactionLayer/RXHeaderBufferSize", Type::kQueueSize,
                    field<&N::pcie_nic, &Pcie::rx_header>, "16KB", "40B", "", kCompanion,
                    "Space at the NIC for headers of transfers from the host."},
                   kCompanion,
                   "Only the one transfer on the link is ever held here: the NIC takes what arrives at once."),
    {HEADROOM_PCIE_NIC "TransactionLayer/TXHeaderBufferSize", Type::kQueueSize, field<&N::pcie_nic, &Pcie::tx_header>,
     "16KB", "40B", "", kCompanion, "Space at the NIC for headers of transfers that wait to go to the host."},
    without_effect(
        {HEADROOM_PCIE_NIC "TransactionLayer/RXDataBufferSize", Type::kQueueSize, field<&N::pcie_nic, &Pcie::rx_data>,
         "256KB", "1B", "", kCompanion,
         "Space at the NIC for payload from the host; at least the smaller of 512 B and MSS."},
        kCompanion,
        "Only the one transfer on the link is ever held here: its payload goes on to egress space that is reserved."),
    {HEADROOM_PCIE_NIC "TransactionLayer/TXDataBufferSize", Type::kQueueSize, field<&N::pcie_nic, &Pcie::tx_data>,
     "256KB", "1B", "", kCompanion,
     "Space at the NIC for payload that waits to go to the host; at least the smaller of 512 B and MSS."},
    {HEADROOM_PCIE_NIC "PhysicalLayer/LaneBps", Type::kDataRate, field<&N::pcie_nic, &Pcie::lane_rate>, "31.52Gbps",
     "1Mbps", "", kCompanion, "Rate of a lane toward the host; it alone sets the PCIe generation."},
    {HEADROOM_PCIE_NIC "PhysicalLayer/LaneCount",
     Type::kUint,
     field<&N::pcie_nic, &Pcie::lane_count>,
     "16",
     "1",
     "16",
     kCompanion,
     "Lanes toward the host.",
     {},
     "LANE_COUNT"},
    {"HostInterface/NICSide/NICPCIeHandler/ReadRequestSize", Type::kBytes, field<&N::read_request_size>, "64B", "", "",
     kCompanion, "Bytes of the request that fetches one packet's payload, before 34 B of PCIe overhead."},

    {HEADROOM_PCIE_HOST "TransactionLayer/RXHeaderBufferSize", Type::kQueueSize, field<&N::pcie_host, &Pcie::rx_header>,
     "16KB", "40B", "", kCompanion, "Space at the host for headers of transfers from the NIC."},
    {HEADROOM_PCIE_HOST "TransactionLayer/TXHeaderBufferSize", Type::kQueueSize, field<&N::pcie_host, &Pcie::tx_header>,
     "16KB", "40B", "", kCompanion, "Space at the host for headers of transfers that wait to go to the NIC."},
    without_effect({HEADROOM_PCIE_HOST "TransactionLayer/RXDataBufferSize", Type::kQueueSize,
                    field<&N::pcie_host, &Pcie::rx_data>, "256KB", "1B", "", kCompanion,
                    "Space at the host for payload from the NIC; at least the smaller of 512 B and MSS."},
                   kCompanion, "Only the one transfer on the link is ever held here: the host takes a write at once."),
    {HEADROOM_PCIE_HOST "TransactionLayer/TXDataBufferSize", Type::kQueueSize, field<&N::pcie_host, &Pcie::tx_data>,
     "256KB", "1B", "", kCompanion,
     "Space at the host for payload that waits to go to the NIC; at least the smaller of 512 B and MSS."},
    {HEADROOM_PCIE_HOST "PhysicalLayer/LaneBps", Type::kDataRate, field<&N::pcie_host, &Pcie::lane_rate>, "31.52Gbps",
     "1Mbps", "", kCompanion, "Rate of a lane from the host; it alone sets the PCIe generation."},
    {HEADROOM_PCIE_HOST "PhysicalLayer/LaneCount",
     Type::kUint,
     field<&N::pcie_host, &Pcie::lane_count>,
     "16",
     "1",
     "16",
     kCompanion,
     "Lanes from the host.",
     {},
     "LANE_COUNT"},

    {HEADROOM_ROCE "RetransmitTimeout", Type::kTime, field<&N::transport, &Roce::retransmit_timeout>, "64ms", "1ps", "",
     kCompanion, "Transport timer of a queue pair: on expiry all from the oldest unacknowledged packet goes again."},
    {HEADROOM_ROCE "AckCoalescingEnabled", Type::kBool, field<&N::transport, &Roce::ack_coalescing>, "true", "", "",
     kCompanion, "Hold acknowledgements by count, time and end of message; false: one for each packet."},
    {HEADROOM_ROCE "AckDelay", Type::kTime, field<&N::transport, &Roce::ack_delay>, "1ms", "", "", kCompanion,
     "Longest time a coalesced acknowledgement is held."},
    {HEADROOM_ROCE "AckThreshold", Type::kUint, field<&N::transport, &Roce::ack_threshold>, "16", "", "", kCompanion,
     "Packets held before the next one draws an acknowledgement."},
    {HEADROOM_ROCE "AllowStarvedPools", Type::kBool, field<&N::transport, &Roce::allow_starved_pools>, "false", "", "",
     kOurs, "Run a NIC whose used classes lack a pool or room for a packet, instead of refusing it."},
    {"ScalaRoceQpManager/MSS",
     Type::kBytes,
     field<&N::transport, &Roce::mss>,
     "4096B",
     "1B",
     "9216B",
     kSeed,
     "Largest payload of a packet, 58 B less than its frame; MSS + 58 must stay below the global Mtu.",
     {},
     "MSS_RANGE"},

    {"ECNHandler/EnableECN", Type::kBool, field<&N::rate_loop, &Loop::enable_ecn>, "true", "", "", kCompanion,
     "Data leaves ECN-capable and CNPs drive the rate loop; false: line rate whatever comes."},
    {"ECNHandler/MinimumRatePercentage", Type::kReal, field<&N::rate_loop, &Loop::minimum_rate>, "0.10", "0", "1",
     kCompanion, "Lowest rate of a congested queue pair, as a share of the line rate."},
    {"ECNHandler/FastRecoveryAttempt", Type::kUint, field<&N::rate_loop, &Loop::fast_recovery_attempts>, "3", "", "",
     kCompanion, "Recoveries after which fast recovery gives way to additive increase."},
    {"ECNHandler/InitialTargetRatePercentage", Type::kReal, field<&N::rate_loop, &Loop::initial_target>, "0.90", "0",
     "1", kCompanion, "Sets the additive step of an episode: (1 - value) x its first target / steps."},
    {"ECNHandler/NumberActiveIncreaseSteps", Type::kUint, field<&N::rate_loop, &Loop::increase_steps>, "10", "1", "",
     kCompanion, "Divisor of the additive step."},
    {"ECNHandler/ControlIntervalDurationNs", Type::kUint, field<&N::rate_loop, &Loop::control_interval_ns>, "45000",
     "1", "1000000000000000", kCompanion, "Control interval in ns; the loop acts each half of it."},
    {"ECNHandler/CongestionProbabilityWeight", Type::kReal, field<&N::rate_loop, &Loop::weight>, "0.5", "0", "1",
     kCompanion, "Weight of the newest interval in the average of the congestion estimate."},
    {"ECNHandler/NumOfControlLoopsPerIncrease", Type::kUint, field<&N::rate_loop, &Loop::loops_per_increase>, "5", "",
     "", kCompanion, "Increase halves with CNPs that pass before one raises the rate."},
};

#undef HEADROOM_INGRESS
#undef HEADROOM_EGRESS
#undef HEADROOM_PCIE_NIC
#undef HEADROOM_PCIE_HOST
#undef HEADROOM_ROCE

}  // namespace

const Model kRoceNicModel{"ScalaRoceNic", "nic", "nic", "RoCEv2 NIC with PFC, behind a PCIe host interface.", kRows};

}  // namespace headroom
