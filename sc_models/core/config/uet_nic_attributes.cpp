// Every attribute of ScalaUETNIC.
#include "sc_models/core/config/model.h"
#include "sc_models/core/config/nic_rows.h"
#include "sc_models/core/params/uet_nic.h"

namespace headroom {
namespace {

using N = UetNicParams;
using Pds = PdsParams;
using Spray = SprayingParams;
using Cc = NsccParams;
using Mon = UetMonitorParams;

constexpr Origin kSeed = Origin::kSeed;
constexpr std::string_view kDelivery[] = {"Reliable Unordered Delivery (RUD)"};
constexpr std::string_view kSpraying[] = {"None", "Default Packet Spraying", "Recycled Entropy Packet Spraying"};

constexpr NicRowStyle kStyle{
    .down_links = kSeed,
    .pcie = kSeed,
    .pfc_enable = "[0, 0, 0, 0, 0, 0, 0, 0]",
    .egress_pools = "[0.9, 0.1, 0.0, 0, 0, 0, 0, 0]",
    .egress_weights = "[1, 5, 0, 0, 0, 0, 0, 0]",
    .egress_scheduling_meaning = "How the port picks the class that sends next. PFC frames go before every class.",
    .egress_pools_meaning =
        "Share of the transmit buffer for each class, of at least two. A data class needs room for RdmaDataMSS + 106 "
        "B, a control class for an ACK, 78 B."};

constexpr auto kRecordRows = std::to_array<Attribute>({
    {"EnableTransportStats", Type::kBool, field<&N::enable_transport_stats>, "true", "", "", kSeed,
     "Write uet-transport-stats, a row for the NIC each NDStatsReportInterval."},
    {"EnableEventLogging", Type::kBool, field<&N::enable_event_logging>, "false", "", "", kSeed,
     "Write uet-events, a row for each PDC or work request made, completed or closed."},
});

#define HEADROOM_PDS "TransportProcessingLayers/ScalaUETPdsManager/"

constexpr auto kPdsRows = std::to_array<Attribute>({
    {HEADROOM_PDS "TrimmingEnabled", Type::kBool, field<&N::pds, &Pds::trimming>, "false", "", "", kSeed,
     "Mark data packets trimmable. Quick Adapt then follows trimmed packets instead of delay, and the target queue "
     "delay is 3/4 of InitialBaseRTT."},
    {HEADROOM_PDS "UseDistinctDSCPForRetransmits", Type::kBool, field<&N::pds, &Pds::distinct_dscp_for_retransmits>,
     "true", "", "", kSeed,
     "Mark retransmitted data as trimmable retransmissions, whatever TrimmingEnabled says; false: like the first "
     "transmission."},
    {HEADROOM_PDS "PDCGroupsEnabled", Type::kBool, field<&N::pds, &Pds::pdc_groups>, "true", "", "", kSeed,
     "PDCs to one address share a congestion window, a load balancer and a turn; false: each has its own."},
    {HEADROOM_PDS "PrefetchBufferEnable", Type::kBool, field<&N::pds, &Pds::prefetch_buffer>, "false", "", "", kSeed,
     "Fetched payload waits in a buffer of its own for window and egress space; false: both are needed to fetch."},
    {HEADROOM_PDS "PrefetchBufferSize", Type::kUint, field<&N::pds, &Pds::prefetch_buffer_size>, "262144", "4202", "",
     kSeed, "Bytes of that buffer, shared by all PDCs; when on, at least RdmaDataMSS + 106."},
    {.path = HEADROOM_PDS "DefaultDeliveryMethod",
     .type = Type::kEnum,
     .store = store_nothing,
     .fallback = "Reliable Unordered Delivery (RUD)",
     .min = "",
     .max = "",
     .origin = kSeed,
     .meaning = "Every new data packet is written to the host as it comes, in order or not.",
     .choices = kDelivery},
    {.path = HEADROOM_PDS "PacketSprayingType",
     .type = Type::kEnum,
     .store = field<&N::pds, &Pds::spraying>,
     .fallback = "Default Packet Spraying",
     .min = "",
     .max = "",
     .origin = kSeed,
     .meaning =
         "What UDP source port, which switches hash, a data packet gets: one a group, a range in turn, or values "
         "that ACKs report as uncongested.",
     .choices = kSpraying},
    {HEADROOM_PDS "FailureDetectionRTTMultiplier", Type::kUint, field<&N::pds, &Pds::failure_detection_multiplier>, "3",
     "", "100000", kSeed,
     "Base round trips after which an unacknowledged packet counts as a path failure, under Recycled Entropy Packet "
     "Spraying; 0: never."},
    {HEADROOM_PDS "InitialRetransmitTimeout", Type::kTime, field<&N::pds, &Pds::initial_retransmit_timeout>, "150us",
     "1ps", "30s", kSeed, "Retransmission timeout of a packet's first transmission; each further one doubles it."},
    {HEADROOM_PDS "MaxExponentialRTOBackoffCount", Type::kUint, field<&N::pds, &Pds::maximum_backoff_count>, "5", "0",
     "15", kSeed, "Doublings after which a packet's timeout stays."},
    {HEADROOM_PDS "FixedRexmitTimeEnable", Type::kBool, field<&N::pds, &Pds::fixed_retransmit_time>, "false", "", "",
     kSeed, "Every transmission has FixedRexmitTimeout, without doubling."},
    {HEADROOM_PDS "FixedRexmitTimeout", Type::kTime, field<&N::pds, &Pds::fixed_retransmit_timeout>, "150us", "1ps", "",
     kSeed, "That timeout; read when FixedRexmitTimeEnable is true."},
    {HEADROOM_PDS "AckRequestFirstPacket", Type::kBool, field<&N::pds, &Pds::ack_first_packet>, "true", "", "", kSeed,
     "The first of every AckRequestEveryNthPacket data transmissions of a PDC asks for an ACK; false: the last of "
     "them."},
    {HEADROOM_PDS "AckRequestLastPacket", Type::kBool, field<&N::pds, &Pds::ack_last_packet>, "true", "", "", kSeed,
     "The last packet of each message asks for an ACK as well."},
    {HEADROOM_PDS "AckRequestEveryNthPacket", Type::kUint, field<&N::pds, &Pds::ack_every_nth_packet>, "1", "1", "1024",
     kSeed, "One of so many data transmissions of a PDC, retransmissions included, asks for an ACK."},
});

#undef HEADROOM_PDS
#define HEADROOM_DEFAULT_SPRAYING "TransportProcessingLayers/PacketSpraying/DefaultPacketSpraying/"
#define HEADROOM_REPS "TransportProcessingLayers/PacketSpraying/RecycledEntropyPacketSpraying/"

constexpr auto kSprayingRows = std::to_array<Attribute>({
    {HEADROOM_DEFAULT_SPRAYING "EntropyMaskBits", Type::kUint, field<&N::spraying, &Spray::entropy_mask_bits>, "7", "0",
     "8", kSeed, "A group's data takes 2 to this power source ports in turn."},
    {HEADROOM_DEFAULT_SPRAYING "StartingPortOffset", Type::kUint, field<&N::spraying, &Spray::starting_port_offset>,
     "256", "0", "65535", kSeed, "First of these ports; after 65535 comes 0."},
    {HEADROOM_REPS "REPSBufferSizeMaskBits", Type::kUint, field<&N::spraying, &Spray::reps_buffer_size_mask_bits>, "3",
     "0", "16", kSeed,
     "2 to this power uncongested values are kept for reuse; after freezing one packet of so many explores."},
    {HEADROOM_REPS "EntropyValueSetSize", Type::kUint, field<&N::spraying, &Spray::entropy_value_set_size>, "65536",
     "1", "65536", kSeed, "Explored values are drawn from 0 up to this, exclusive."},
    {HEADROOM_REPS "FreezingTimeout", Type::kTime, field<&N::spraying, &Spray::freezing_timeout>, "100us", "", "",
     kSeed, "Shortest time without exploring after a path failure."},
});

#undef HEADROOM_DEFAULT_SPRAYING
#undef HEADROOM_REPS
#define HEADROOM_CC "TransportProcessingLayers/ScalaUETCongestionControl/"

constexpr auto kCongestionRows = std::to_array<Attribute>({
    {HEADROOM_CC "PassThrough", Type::kBool, field<&N::nscc, &Cc::pass_through>, "false", "", "", kSeed,
     "The window is computed and recorded, but holds back no packet."},
    {HEADROOM_CC "NSCCEnable", Type::kBool, field<&N::nscc, &Cc::enable>, "true", "", "", kSeed,
     "ACKs, trim NACKs and timeouts adjust the window; false: it stays at its maximum and still limits."},
    {HEADROOM_CC "InitialBaseRTT", Type::kTime, field<&N::nscc, &Cc::initial_base_rtt>, "6us", "", "", kSeed,
     "Base round trip until a lower one is measured; with the link rate it gives maximum window, target queue delay "
     "and gains."},
    {HEADROOM_CC "ReferenceNetworkRTT", Type::kTime, field<&N::nscc, &Cc::reference_rtt>, "6us", "", "", kSeed,
     "Round trip of the reference network, whose bandwidth-delay product divides the gains."},
    {HEADROOM_CC "ReferenceNetworkLinkSpeed", Type::kDataRate, field<&N::nscc, &Cc::reference_rate>, "400Gbps", "", "",
     kSeed, "Link rate of the reference network; at least 1 Gbps where a connection opens."},
    {HEADROOM_CC "OverrideSpecTargetQueueDelay", Type::kBool, field<&N::nscc, &Cc::override_target_queue_delay>,
     "false", "", "", kSeed, "The target queue delay is TargetQueueDelay, not derived from InitialBaseRTT."},
    {HEADROOM_CC "TargetQueueDelay", Type::kTime, field<&N::nscc, &Cc::target_queue_delay>, "4500ns", "", "", kSeed,
     "The target queue delay; read when OverrideSpecTargetQueueDelay is true."},
    {HEADROOM_CC "TargetQueueDelayMargin", Type::kTime, field<&N::nscc, &Cc::target_queue_delay_margin>, "1us", "", "",
     kSeed, "Queue delay below which acknowledged bytes count toward fast increase."},
    {HEADROOM_CC "DisableQuickAdapt", Type::kBool, field<&N::nscc, &Cc::disable_quick_adapt>, "false", "", "", kSeed,
     "Quick Adapt never runs."},
    {HEADROOM_CC "QuickAdaptGate", Type::kUint, field<&N::nscc, &Cc::quick_adapt_gate>, "3", "0", "31", kSeed,
     "Quick Adapt cuts only when fewer bytes were acknowledged than the maximum window divided by 2 to this power."},
    {HEADROOM_CC "QuickAdaptThreshold", Type::kTime, field<&N::nscc, &Cc::quick_adapt_threshold>, "24us", "", "", kSeed,
     "Average queue delay above which Quick Adapt is triggered; read when TrimmingEnabled is false."},
    {HEADROOM_CC "OverrideUetSpecMaxCWind", Type::kBool, field<&N::nscc, &Cc::override_maximum_window>, "false", "", "",
     kSeed, "The first maximum window is MaxCongestionWindow packets, until a lower base round trip is measured."},
    {HEADROOM_CC "MaxCongestionWindow", Type::kUint, field<&N::nscc, &Cc::maximum_window>, "107", "1", "4096", kSeed,
     "That maximum in packets of RdmaDataMSS + 88 B; read when OverrideUetSpecMaxCWind is true."},
    {HEADROOM_CC "ReceiverCongestionLowThreshold", Type::kReal, field<&N::nscc, &Cc::receiver_low_threshold>, "25.0",
     "0.0", "100.0", kSeed, "Percent of the data class's receive pool below which this NIC's ACKs carry no penalty."},
    {HEADROOM_CC "ReceiverCongestionHighThreshold", Type::kReal, field<&N::nscc, &Cc::receiver_high_threshold>, "75.0",
     "0.0", "100.0", kSeed,
     "Percent of the data class's receive pool from which this NIC's ACKs carry the full penalty."},
    {HEADROOM_CC "RestoreCWindEnable", Type::kBool, field<&N::nscc, &Cc::restore_window>, "false", "", "", kSeed,
     "This NIC's ACKs tell senders to take back the window they had before the penalty, once it has ended."},
    {HEADROOM_CC "MaxMultiplicativeDecreaseJump", Type::kReal, field<&N::nscc, &Cc::maximum_decrease_jump>, "0.5",
     "0.001", "1.0", kSeed, "Smallest share of the window that one multiplicative decrease leaves."},
    {HEADROOM_CC "AlphaMultiplier", Type::kReal, field<&N::nscc, &Cc::alpha_multiplier>, "4.0", "1.0", "100.0", kSeed,
     "Scales proportional increase, below the target queue delay."},
    {HEADROOM_CC "FairIncreaseMultiplier", Type::kReal, field<&N::nscc, &Cc::fair_increase_multiplier>, "5.0", "1.0",
     "100.0", kSeed, "Scales fair increase, on unmarked ACKs at or above the target queue delay."},
    {HEADROOM_CC "FastIncreaseMultiplier", Type::kReal, field<&N::nscc, &Cc::fast_increase_multiplier>, "1.0", "0.01",
     "100.0", kSeed, "Scales fast increase, after a window of ACKs below TargetQueueDelayMargin."},
    {HEADROOM_CC "EtaMultiplier", Type::kReal, field<&N::nscc, &Cc::eta_multiplier>, "0.15", "0.0", "1.0", kSeed,
     "Scales the constant that is added when a window update is fulfilled."},
    {HEADROOM_CC "Gamma", Type::kReal, field<&N::nscc, &Cc::gamma>, "0.8", "0.001", "1.0", kSeed,
     "Strength of multiplicative decrease."},
    {HEADROOM_CC "DelayAlpha", Type::kReal, field<&N::nscc, &Cc::delay_alpha>, "0.25", "0.0", "1.0", kSeed,
     "Weight of a new sample in the average queue delay."},
});

#undef HEADROOM_CC

constexpr std::array<Attribute, 1> kSemanticRows = {{
    {"TransportProcessingLayers/SemanticLayer/RdmaDataMSS", Type::kUint, field<&N::pds, &Pds::mss>, "4096", "1",
     "65447", kSeed,
     "Largest payload of a data packet, 106 B less than its frame; + 88 B it is the packet that windows count in."},
}};

#define HEADROOM_MONITOR "TransportProcessingLayers/ScalaUETMonitor/"

constexpr auto kMonitorRows = std::to_array<Attribute>({
    {HEADROOM_MONITOR "EnableUETMonitor", Type::kBool, field<&N::monitor, &Mon::enable>, "false", "", "", kSeed,
     "Write uet-monitor, a row for each packet of the PDCs that the filters select. The settings of the "
     "lowest-numbered "
     "UET NIC hold for the run."},
    {HEADROOM_MONITOR "FilterOnFepId", Type::kText, field<&N::monitor, &Mon::filter_fep_id>, "All", "", "", kSeed,
     "All, or the fep_id of one NIC: packets that it sends or receives."},
    {HEADROOM_MONITOR "FilterOnLocalIp", Type::kText, field<&N::monitor, &Mon::filter_local_ip>, "All", "", "", kSeed,
     "All, or the IPv4 address of the local end."},
    {HEADROOM_MONITOR "FilterOnRemoteIp", Type::kText, field<&N::monitor, &Mon::filter_remote_ip>, "All", "", "", kSeed,
     "All, or the IPv4 address of the remote end."},
    {HEADROOM_MONITOR "FilterOnPdc", Type::kText, field<&N::monitor, &Mon::filter_pdc>, "All", "", "", kSeed,
     "All, or a local or remote PDC id, as 32.0.0.2:4500."},
    {HEADROOM_MONITOR "TriggerLoggingOnRttEnable", Type::kBool, field<&N::monitor, &Mon::trigger_on_rtt>, "false", "",
     "", kSeed, "A round trip from TriggerLoggingOnRttThreshold selects its connection from then on."},
    {HEADROOM_MONITOR "TriggerLoggingOnRttThreshold", Type::kTime, field<&N::monitor, &Mon::rtt_threshold>, "100us", "",
     "", kSeed, "That round trip."},
    {HEADROOM_MONITOR "TriggerLoggingOnCWindPen", Type::kBool, field<&N::monitor, &Mon::trigger_on_penalty>, "false",
     "", "", kSeed, "A receiver penalty from TriggerLoggingOnCWindPenThreshold selects its connection from then on."},
    {HEADROOM_MONITOR "TriggerLoggingOnCWindPenThreshold", Type::kUint, field<&N::monitor, &Mon::penalty_threshold>,
     "127", "0", "127", kSeed, "That penalty; 127 is the full one."},
    {HEADROOM_MONITOR "TriggeredLoggingPDCLimit", Type::kUint, field<&N::monitor, &Mon::triggered_pdc_limit>, "1", "0",
     "100", kSeed, "Connections that both triggers together select, at most."},
});

#undef HEADROOM_MONITOR

constexpr auto kRows =
    joined(nic_top_rows(kStyle), kRecordRows, nic_network_rows(kStyle), kPdsRows, kSprayingRows, kCongestionRows,
           kSemanticRows, kMonitorRows, nic_pcie_nic_rows(kStyle), nic_pcie_host_rows(kStyle));

}  // namespace

const Model kUetNicModel{"ScalaUETNIC", "nic", "nic",
                         "Ultra Ethernet NIC: packet delivery contexts, spraying, NSCC; behind a PCIe host interface.",
                         kRows};

}  // namespace headroom
