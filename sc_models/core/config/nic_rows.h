// Attribute rows that every NIC has, whatever its transport: port, buffers and PCIe.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "sc_models/core/config/attribute.h"
#include "sc_models/core/params/nic.h"

namespace headroom {

/// In what the rows of one NIC model differ from those of another.
struct NicRowStyle {
  Origin down_links, pcie;                                    ///< who documents NumDownLinks and the PCIe interface
  std::string_view pfc_enable, egress_pools, egress_weights;  ///< Defaults
  std::string_view egress_scheduling_meaning, egress_pools_meaning;
};

/// Rows of several lists as one list.
template <std::size_t... N>
[[nodiscard]] constexpr auto joined(const std::array<Attribute, N>&... lists) {
  std::array<Attribute, (N + ...)> out{};
  auto at = out.begin();
  ((at = std::copy(lists.begin(), lists.end(), at)), ...);
  return out;
}

inline constexpr std::string_view kNicSchedulers[] = {"StrictPriority", "RoundRobin", "WeightedRoundRobin"};
/// A scheduler of the product's other models: it may be written, and stops the run [S].
inline constexpr std::string_view kStoppingSchedulers[] = {"ProbabilisticWeightedRoundRobin"};

[[nodiscard]] constexpr std::array<Attribute, 2> nic_top_rows(const NicRowStyle& style) {
  using N = NicParams;
  return {{
      {.path = "NumDownLinks",
       .type = Type::kUint,
       .store = field<&N::num_down_links>,
       .fallback = "1",
       .min = "",
       .max = "",
       .origin = style.down_links,
       .meaning = "Hosts below the NIC: the one server that carries it.",
       .readonly = true},
      {"EnableBufferStats", Type::kBool, field<&N::enable_buffer_stats>, "false", "", "", Origin::kSeed,
       "The NIC's pools take part in net-buff-stats, if the global EnableNetworkBufferStatsReporting is on too."},
  }};
}

#define HEADROOM_INGRESS "NetworkInterface/IngressBufferManager/"
#define HEADROOM_EGRESS "NetworkInterface/EgressBufferManager/"

[[nodiscard]] constexpr std::array<Attribute, 15> nic_network_rows(const NicRowStyle& style) {
  using N = NicParams;
  using In = IngressParams;
  using Out = EgressParams;
  constexpr Origin kSeed = Origin::kSeed;
  return {{
      {"NetworkInterface/UplinkNetworkInterface/DataRate", Type::kDataRate, field<&N::uplink, &UplinkParams::data_rate>,
       "400Gbps", "1Mbps", "", kSeed,
       "Port speed. The wire runs at the lower of this and the peer's; frame times, pause times and the transport's "
       "rates follow from it."},
      {"NetworkInterface/TransmissionMedium/Delay", Type::kTime, field<&N::uplink, &UplinkParams::delay>, "100ns",
       "1ps", "", kSeed, "Propagation time of the wire to the switch, each way; part of every pause time."},
      {"NetworkInterface/TransmissionMedium/LossProbability", Type::kReal,
       field<&N::uplink, &UplinkParams::loss_probability>, "0", "0", "1", Origin::kExtension,
       "Probability that a frame is lost on the wire to the switch, in either direction; PFC frames are not."},

      {HEADROOM_INGRESS "TotalBufferSize", Type::kBytes, field<&N::ingress, &In::total_size>, "4MB", "", "", kSeed,
       "Receive buffer, cut into one pool a class by PoolAllocationVector."},
      without_effect({.path = HEADROOM_INGRESS "QueueSchedulingType",
                      .type = Type::kEnum,
                      .store = field<&N::ingress, &In::scheduling>,
                      .fallback = "StrictPriority",
                      .min = "",
                      .max = "",
                      .origin = kSeed,
                      .meaning = "Order in which classes of received data would go to the host.",
                      .choices = kNicSchedulers,
                      .stopping = kStoppingSchedulers},
                     kSeed, "Received data goes to the host in order of arrival, whatever its class."),
      {HEADROOM_INGRESS "PoolAllocationVector", Type::kFractions, field<&N::ingress, &In::pool_allocation>,
       "[0.9, 0.1, 0, 0, 0, 0, 0, 0]", "0", "1", kSeed,
       "Share of the receive buffer for each class; entries other than 0 first."},
      {HEADROOM_INGRESS "PFCEnableVector", Type::kFractions, field<&N::ingress, &In::pfc_enable>, style.pfc_enable, "",
       "", kSeed,
       "1: the NIC pauses its peer for the class; any other number: it does not. Received pauses are always obeyed."},
      without_effect({HEADROOM_INGRESS "WRRQueueWeights", Type::kWholes, field<&N::ingress, &In::wrr_weights>,
                      "[1, 3, 0, 0, 0, 0, 0, 0]", "0", "", kSeed,
                      "Packets a class would send in its turn under the ingress WeightedRoundRobin."},
                     kSeed, "Weights of a scheduler that the receive side does not have."),
      {HEADROOM_INGRESS "PfcStaticXoffThreshold", Type::kFractions, field<&N::ingress, &In::xoff_threshold>,
       "[0.8, 0.8, 0, 0, 0, 0, 0, 0]", "0", "1", kSeed,
       "Share of the class's receive pool at which the NIC sends a pause; what is above is headroom."},
      {HEADROOM_INGRESS "PfcXonResumeThreshold", Type::kFractions, field<&N::ingress, &In::xon_threshold>,
       "[0.4, 0.4, 0, 0, 0, 0, 0, 0]", "0", "1", kSeed,
       "Share of the class's receive pool at or below which a release ends the pause."},
      {HEADROOM_INGRESS "QuantaValue", Type::kWholes, field<&N::ingress, &In::quanta>,
       "[65535, 65535, 0, 0, 0, 0, 0, 0]", "0", "65535", kSeed,
       "Pause time asked for, in quanta of 512 bit times; repeated at half of it while the pool stays full."},

      {HEADROOM_EGRESS "TotalBufferSize", Type::kBytes, field<&N::egress, &Out::total_size>, "256KB", "", "", kSeed,
       "Transmit buffer, cut into one pool a class by PoolAllocationVector."},
      {.path = HEADROOM_EGRESS "QueueSchedulingType",
       .type = Type::kEnum,
       .store = field<&N::egress, &Out::scheduling>,
       .fallback = "StrictPriority",
       .min = "",
       .max = "",
       .origin = kSeed,
       .meaning = style.egress_scheduling_meaning,
       .choices = kNicSchedulers,
       .stopping = kStoppingSchedulers},
      {HEADROOM_EGRESS "PoolAllocationVector", Type::kFractions, field<&N::egress, &Out::pool_allocation>,
       style.egress_pools, "0", "1", kSeed, style.egress_pools_meaning},
      {HEADROOM_EGRESS "WRRQueueWeights", Type::kWholes, field<&N::egress, &Out::wrr_weights>, style.egress_weights,
       "0", "", kSeed, "Packets a class sends in its turn under WeightedRoundRobin; 0 starves the class."},
  }};
}

#undef HEADROOM_INGRESS
#undef HEADROOM_EGRESS

#define HEADROOM_PCIE_NIC "HostInterface/NICSide/PCIeGen3.0/NicDeviceLayer/NicPCIeInterface/"
#define HEADROOM_PCIE_HOST "HostInterface/HostSide/PCIeGen3.0/ScalaHostPCIeDeviceLayer/HostPCIeInterface/"

[[nodiscard]] constexpr Attribute lane_count_row(std::string_view path, Store store, Origin origin,
                                                 std::string_view meaning) {
  return {path, Type::kUint, store, "16", "1", "16", origin, meaning, {}, "LANE_COUNT"};
}

[[nodiscard]] constexpr std::array<Attribute, 6> nic_pcie_nic_rows(const NicRowStyle& style) {
  using N = NicParams;
  using Pcie = PcieEndParams;
  constexpr Origin kCompanion = Origin::kCompanion;
  return {{
      without_effect({HEADROOM_PCIE_NIC "TransactionLayer/RXHeaderBufferSize", Type::kQueueSize,
                      field<&N::pcie_nic, &Pcie::rx_header>, "16KB", "40B", "", style.pcie,
                      "Space at the NIC for headers of transfers from the host."},
                     kCompanion,
                     "Only the one transfer on the link is ever held here: the NIC takes what arrives at once."),
      {HEADROOM_PCIE_NIC "TransactionLayer/TXHeaderBufferSize", Type::kQueueSize, field<&N::pcie_nic, &Pcie::tx_header>,
       "16KB", "40B", "", style.pcie, "Space at the NIC for headers of transfers that wait to go to the host."},
      without_effect(
          {HEADROOM_PCIE_NIC "TransactionLayer/RXDataBufferSize", Type::kQueueSize, field<&N::pcie_nic, &Pcie::rx_data>,
           "256KB", "1B", "", style.pcie,
           "Space at the NIC for payload from the host; at least the smaller of 512 B and a full packet's payload."},
          kCompanion,
          "Only the one transfer on the link is ever held here: its payload goes on to space that is reserved."),
      {HEADROOM_PCIE_NIC "TransactionLayer/TXDataBufferSize", Type::kQueueSize, field<&N::pcie_nic, &Pcie::tx_data>,
       "256KB", "1B", "", style.pcie,
       "Space at the NIC for payload that waits to go to the host; at least the smaller of 512 B and a full packet's "
       "payload."},
      {HEADROOM_PCIE_NIC "PhysicalLayer/LaneBps", Type::kDataRate, field<&N::pcie_nic, &Pcie::lane_rate>, "31.52Gbps",
       "1Mbps", "", style.pcie, "Rate of a lane toward the host; it alone sets the PCIe generation."},
      lane_count_row(HEADROOM_PCIE_NIC "PhysicalLayer/LaneCount", field<&N::pcie_nic, &Pcie::lane_count>, style.pcie,
                     "Lanes toward the host."),
  }};
}

[[nodiscard]] constexpr std::array<Attribute, 6> nic_pcie_host_rows(const NicRowStyle& style) {
  using N = NicParams;
  using Pcie = PcieEndParams;
  return {{
      {HEADROOM_PCIE_HOST "TransactionLayer/RXHeaderBufferSize", Type::kQueueSize,
       field<&N::pcie_host, &Pcie::rx_header>, "16KB", "40B", "", style.pcie,
       "Space at the host for headers of transfers from the NIC."},
      {HEADROOM_PCIE_HOST "TransactionLayer/TXHeaderBufferSize", Type::kQueueSize,
       field<&N::pcie_host, &Pcie::tx_header>, "16KB", "40B", "", style.pcie,
       "Space at the host for headers of transfers that wait to go to the NIC."},
      without_effect(
          {HEADROOM_PCIE_HOST "TransactionLayer/RXDataBufferSize", Type::kQueueSize,
           field<&N::pcie_host, &Pcie::rx_data>, "256KB", "1B", "", style.pcie,
           "Space at the host for payload from the NIC; at least the smaller of 512 B and a full packet's payload."},
          Origin::kCompanion, "Only the one transfer on the link is ever held here: the host takes a write at once."),
      {HEADROOM_PCIE_HOST "TransactionLayer/TXDataBufferSize", Type::kQueueSize, field<&N::pcie_host, &Pcie::tx_data>,
       "256KB", "1B", "", style.pcie,
       "Space at the host for payload that waits to go to the NIC; at least the smaller of 512 B and a full packet's "
       "payload."},
      {HEADROOM_PCIE_HOST "PhysicalLayer/LaneBps", Type::kDataRate, field<&N::pcie_host, &Pcie::lane_rate>, "31.52Gbps",
       "1Mbps", "", style.pcie, "Rate of a lane from the host; it alone sets the PCIe generation."},
      lane_count_row(HEADROOM_PCIE_HOST "PhysicalLayer/LaneCount", field<&N::pcie_host, &Pcie::lane_count>, style.pcie,
                     "Lanes from the host."),
  }};
}

#undef HEADROOM_PCIE_NIC
#undef HEADROOM_PCIE_HOST

}  // namespace headroom
