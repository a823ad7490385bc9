// Values of one RoCE NIC component, and of what all NICs share, after its configuration has been checked. Plain and
// constant once the model is built.
#pragma once

#include <array>
#include <cstdint>

#include "sc_models/core/fraction.h"
#include "sc_models/core/units.h"

namespace headroom {

template <class T>
using PerClass = std::array<T, kTrafficClasses>;

enum class QueueScheduling : std::uint8_t { kStrictPriority, kRoundRobin, kWeightedRoundRobin };

/// NetworkInterface / UplinkNetworkInterface and TransmissionMedium.
struct UplinkParams {
  BitRate data_rate;
  Ps delay;
  double loss_probability = 0;  ///< of a frame on the wire, in either direction; PFC frames are not lost
};

/// NetworkInterface / IngressBufferManager.
struct IngressParams {
  Bytes total_size;
  QueueScheduling scheduling{};
  PerClass<Fraction> pool_allocation{};
  PerClass<Fraction> pfc_enable{};  ///< 1: the NIC sends PFC for the class; any other number: it does not
  PerClass<std::uint64_t> wrr_weights{};
  PerClass<Fraction> xoff_threshold{}, xon_threshold{};
  PerClass<std::uint64_t> quanta{};

  [[nodiscard]] Bytes pool(unsigned c) const { return pool_allocation[c].of(total_size); }
  [[nodiscard]] Bytes xoff(unsigned c) const { return xoff_threshold[c].of(pool(c)); }
  [[nodiscard]] Bytes xon(unsigned c) const { return xon_threshold[c].of(pool(c)); }
  [[nodiscard]] bool sends_pfc(unsigned c) const { return pfc_enable[c] == Fraction(1, 0) && pool(c) > Bytes{0}; }
};

/// NetworkInterface / EgressBufferManager.
struct EgressParams {
  Bytes total_size;
  QueueScheduling scheduling{};
  PerClass<Fraction> pool_allocation{};
  PerClass<std::uint64_t> wrr_weights{};

  [[nodiscard]] Bytes pool(unsigned c) const { return pool_allocation[c].of(total_size); }
};

/// TransactionLayer and PhysicalLayer of one end of the PCIe link.
struct PcieEndParams {
  Bytes rx_header, tx_header, rx_data, tx_data;
  BitRate lane_rate;
  std::uint64_t lane_count = 0;

  [[nodiscard]] BitRate rate() const { return lane_rate * static_cast<std::int64_t>(lane_count); }
};

/// TransportProcessingLayers / RoceTransportLayer and ScalaRoceQpManager.
struct RoceTransportParams {
  Ps retransmit_timeout;
  bool ack_coalescing = true;
  Ps ack_delay;
  std::uint64_t ack_threshold = 0;
  Bytes mss;
  bool allow_starved_pools = false;
};

/// ECNHandler of the RoCE NIC.
struct RateLoopParams {
  bool enable_ecn = true;
  double minimum_rate = 0;  ///< MinimumRatePercentage, a fraction of the line rate
  std::uint64_t fast_recovery_attempts = 0;
  double initial_target = 0;  ///< InitialTargetRatePercentage
  std::uint64_t increase_steps = 1;
  std::uint64_t control_interval_ns = 1;
  double weight = 0;  ///< CongestionProbabilityWeight
  std::uint64_t loops_per_increase = 0;
};

/// What the NICs have in common, whatever their transport.
struct NicParams {
  std::uint64_t num_down_links = 1;
  bool enable_buffer_stats = false;
  UplinkParams uplink;
  IngressParams ingress;
  EgressParams egress;
  PcieEndParams pcie_nic, pcie_host;
  Bytes read_request_size{64};  ///< an attribute of the RoCE NIC only
};

struct RoceNicParams : NicParams {
  RoceTransportParams transport;
  RateLoopParams rate_loop;
};

}  // namespace headroom
