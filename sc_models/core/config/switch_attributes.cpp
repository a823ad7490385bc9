// Every attribute of ScalaSwitch.
#include "sc_models/core/config/model.h"
#include "sc_models/core/params/switch.h"

namespace headroom {
namespace {

using S = SwitchParams;
using Buf = SharedBufferParams;
using Ecn = EcnMarkerParams;

constexpr Origin kCompanion = Origin::kCompanion;
constexpr std::string_view kHashes[] = {"dpr", "hash", "hashWithSalt", "crc32", "crc32WithSalt", "dprWithFallback"};
constexpr std::string_view kBalancing[] = {"none", "flowlet"};
constexpr std::string_view k32Bits = "4294967295B";

#define HEADROOM_BUFFER "SharedBufferManager/"

constexpr Attribute kRows[] = {
    without_effect({"NumUpLinks", Type::kUint, field<&S::num_up_links>, "64", "", "", kCompanion,
                    "Uplinks the switch is meant for; more draw a warning. Does not set the number of ports."},
                   kCompanion, "Advisory: it draws a warning at most and does not set the number of ports."),
    without_effect({"NumDownLinks", Type::kUint, field<&S::num_down_links>, "64", "", "", kCompanion,
                    "Downlinks the switch is meant for; more draw a warning. Does not set the number of ports."},
                   kCompanion, "Advisory: it draws a warning at most and does not set the number of ports."),
    {"NumUpLinksPerSwitch", Type::kUint, field<&S::num_up_links_per_switch>, "8", "1", "", kCompanion,
     "Parallel links to each switch above."},
    without_effect({"SwitchingCapacity", Type::kDataRate, field<&S::switching_capacity>, "51200Gbps", "1Mbps", "",
                    kCompanion, "Compared with the sum of the port rates; never limits forwarding."},
                   kCompanion,
                   "A number to compare with the sum of the port rates; forwarding is limited by the ports alone."),
    {"EcmpHashMethod", Type::kEnum, field<&S::ecmp_hash>, "crc32WithSalt", "", "", kCompanion,
     "What tells flows apart when one of several equal paths is chosen.", kHashes},
    {"LoadBalancingMethod", Type::kEnum, field<&S::load_balancing>, "none", "", "", kCompanion,
     "Path by flow hash, or by load at gaps of a flow (flowlet).", kBalancing},
    {"EnableLoadBalancingStats", Type::kBool, field<&S::enable_load_balancing_stats>, "true", "", "", kCompanion,
     "Write scala-switch-load-balancing-stats."},
    {"LoadBalancingStatsReportInterval",
     Type::kTime,
     field<&S::load_balancing_stats_interval>,
     "1ms",
     "10us",
     "",
     kCompanion,
     "Spacing of the rows of that record.",
     {},
     "LB_INTERVAL"},
    {"NetworkInterface/UplinkNetworkInterface/DataRate", Type::kDataRate, field<&S::uplink_rate>, "400Gbps", "1Mbps",
     "", kCompanion, "Speed of uplink ports; a link runs at the lower of its two ends."},
    {"NetworkInterface/DownlinkNetworkInterface/DataRate", Type::kDataRate, field<&S::downlink_rate>, "400Gbps",
     "1Mbps", "", kCompanion, "Speed of downlink ports; a link runs at the lower of its two ends."},
    {"NetworkInterface/TransmissionMedium/Delay", Type::kTime, field<&S::delay>, "500ns", "1ps", "", kCompanion,
     "Propagation time of this switch's uplinks; a link down has the lower device's."},
    {"NetworkInterface/TransmissionMedium/LossProbability", Type::kReal, field<&S::loss_probability>, "0", "0", "1",
     Origin::kExtension,
     "Probability that a frame is lost on an uplink of this switch, in either direction; PFC frames are not."},
    {"PacketTrimmer/TrimmingEnabled", Type::kBool, field<&S::trimming>, "false", "", "", kCompanion,
     "Cut a packet that does not fit down to its headers instead of dropping it; needs UETPolicyEnabled and no class "
     "with PFC."},
    {"PacketTrimmer/TrimmingStatsEnabled", Type::kBool, field<&S::trimming_stats>, "false", "", "", kCompanion,
     "Write x-switch-trim-stats; needs TrimmingEnabled."},
    {"LoadBalancingFlowlet/Gap",
     Type::kTime,
     field<&S::flowlet_gap>,
     "100us",
     "0s",
     "2s",
     kCompanion,
     "Silence after which a flow may change its path; 0: every packet may.",
     {},
     "GAP_RANGE"},
    {"LoadBalancingFlowlet/PFCAware", Type::kBool, field<&S::flowlet_pfc_aware>, "true", "", "", kCompanion,
     "Flowlets avoid ports paused for their class."},

    {HEADROOM_BUFFER "TotalSharedBufferSize", Type::kBytes, field<&S::buffer, &Buf::total_size>, "256MB", "", k32Bits,
     kCompanion, "Whole packet buffer; headroom is taken off, pools share the rest."},
    {HEADROOM_BUFFER "UETPolicyEnabled", Type::kBool, field<&S::buffer, &Buf::uet_policy>, "false", "", "", kCompanion,
     "Three pools and classes by role (data, trimmed, control), for UET NICs only."},
    {HEADROOM_BUFFER "PoolAllocationMap",
     Type::kFractions,
     field<&S::buffer, &Buf::pool_allocation>,
     "[0.9, 0.1, 0, 0, 0, 0, 0, 0]",
     "0",
     "1",
     kCompanion,
     "Share of each pool; 0: no such pool. The last one takes what the sum lacks or exceeds.",
     {},
     "SWITCH_POOLS"},
    {HEADROOM_BUFFER "TrafficClassPoolMapping", Type::kWholes, field<&S::buffer, &Buf::class_pool>,
     "[0, 1, 0, 0, 0, 0, 0, 0]", "0", "7", kCompanion, "Pool of each class."},
    {HEADROOM_BUFFER "EnablePFC", Type::kWholes, field<&S::buffer, &Buf::enable_pfc>, "[1, 1, 0, 0, 0, 0, 0, 0]", "0",
     "1", kCompanion, "1: the class is lossless; 0: it may be dropped at an egress limit."},
    {HEADROOM_BUFFER "HeadRoomPerPortLimit", Type::kBytes, field<&S::buffer, &Buf::headroom_per_port>, "256KB", "",
     k32Bits, kCompanion, "Reserved once a port; most that a paused port may hold above Xoff in a lossless pool."},
    {HEADROOM_BUFFER "StaticPoolXoffThreshold", Type::kBytes, field<&S::buffer, &Buf::xoff>, "700KB", "", k32Bits,
     kCompanion, "Bytes of one port in one pool above which the switch pauses that port's peer."},
    {HEADROOM_BUFFER "StaticPoolXonThreshold", Type::kBytes, field<&S::buffer, &Buf::xon>, "300KB", "", k32Bits,
     kCompanion, "Bytes of one port in one pool at or below which, with its headroom empty, the pause ends."},
    {HEADROOM_BUFFER "LossyAlpha", Type::kReal, field<&S::buffer, &Buf::lossy_alpha>, "1.0", "0", "", kCompanion,
     "Limit of a lossy egress queue as a multiple of its pool's free bytes; 0: a fixed limit."},
    {HEADROOM_BUFFER "QueueDropThresholdEnable", Type::kBool, field<&S::buffer, &Buf::queue_drop_threshold_enable>,
     "false", "", "", kCompanion,
     "With LossyAlpha 0: the limit is QueueDropThreshold x PlaneBDP; false: an even split of the pool."},
    {HEADROOM_BUFFER "QueueDropThreshold", Type::kUint, field<&S::buffer, &Buf::queue_drop_threshold>, "5", "",
     "1000000000", kCompanion, "The fixed limit of a lossy egress queue in multiples of PlaneBDP."},
    {HEADROOM_BUFFER "PlaneBDP", Type::kBytes, field<&S::buffer, &Buf::plane_bdp>, "300KB", "", k32Bits, kCompanion,
     "Longest round trip x NIC rate: unit of the fixed limit."},
    {HEADROOM_BUFFER "BufferStatsReportInterval", Type::kTime, field<&S::buffer, &Buf::buffer_stats_interval>, "1ms",
     "1ps", "", kCompanion, "Spacing of the rows of scala-switch-agg-buff-stats."},
    {HEADROOM_BUFFER "ReportPerPortBufferStats", Type::kBool, field<&S::buffer, &Buf::report_per_port_buffer_stats>,
     "false", "", "", kCompanion, "Write scala-switch-buff-stats, a row for each port and pool."},

    {"EcnHandler/EnableEcn", Type::kBool, field<&S::ecn, &Ecn::enable>, "true", "", "", kCompanion,
     "Mark ECN-capable packets by the average egress queue."},
    {"EcnHandler/EwmaWeight", Type::kReal, field<&S::ecn, &Ecn::ewma_weight>, "0.10", "0", "1", kCompanion,
     "Weight of the newest sample in that average."},
    {"EcnHandler/MinThreshold", Type::kReal, field<&S::ecn, &Ecn::min_threshold>, "0.2", "0", "1", kCompanion,
     "Share of the static egress limit up to which nothing is marked."},
    {"EcnHandler/MaxThreshold", Type::kReal, field<&S::ecn, &Ecn::max_threshold>, "0.8", "0", "1", kCompanion,
     "Share of the static egress limit from which all is marked."},
    {"EcnHandler/MaxMarkProbability", Type::kReal, field<&S::ecn, &Ecn::max_mark_probability>, "1.0", "0", "1",
     kCompanion, "Probability of a mark just below the upper threshold."},
};

#undef HEADROOM_BUFFER

}  // namespace

const Model kSwitchModel{"ScalaSwitch", "switch", "switch", "Switch with a shared buffer, PFC and ECN marking.", kRows};

}  // namespace headroom
