// Every attribute of ScalaRoceNic.
#include "sc_models/core/config/model.h"
#include "sc_models/core/config/nic_rows.h"

namespace headroom {
namespace {

using N = RoceNicParams;
using Roce = RoceTransportParams;
using Loop = RateLoopParams;

constexpr Origin kSeed = Origin::kSeed, kCompanion = Origin::kCompanion, kOurs = Origin::kExtension;

constexpr NicRowStyle kStyle{
    .down_links = kCompanion,
    .pcie = kCompanion,
    .pfc_enable = "[1, 1, 0, 0, 0, 0, 0, 0]",
    .egress_pools = "[0.9, 0.1, 0, 0, 0, 0, 0, 0]",
    .egress_weights = "[1, 3, 0, 0, 0, 0, 0, 0]",
    .egress_scheduling_meaning =
        "How the port picks the class that sends next. PFC frames and CNPs go before every class. Weights show little "
        "between queue pairs of one NIC: a class whose transmit pool is full stops packet generation for all of them. "
        "The switch is always strict, whatever stands here.",
    .egress_pools_meaning =
        "Share of the transmit buffer for each class. A data class needs room for MSS + 58 B, a control class a pool."};

constexpr std::array<Attribute, 1> kReadRequestRows = {{
    {"HostInterface/NICSide/NICPCIeHandler/ReadRequestSize", Type::kBytes, field<&N::read_request_size>, "64B", "", "",
     kCompanion, "Bytes of the request that fetches one packet's payload, before 34 B of PCIe overhead."},
}};

#define HEADROOM_ROCE "TransportProcessingLayers/RoceTransportLayer/"

constexpr auto kTransportRows = std::to_array<Attribute>({
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
});

#undef HEADROOM_ROCE

constexpr auto kRows = joined(nic_top_rows(kStyle), nic_network_rows(kStyle), nic_pcie_nic_rows(kStyle),
                              kReadRequestRows, nic_pcie_host_rows(kStyle), kTransportRows);

}  // namespace

const Model kRoceNicModel{"ScalaRoceNic", "nic", "nic", "RoCEv2 NIC with PFC, behind a PCIe host interface.", kRows};

}  // namespace headroom
