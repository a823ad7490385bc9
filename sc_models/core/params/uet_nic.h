// Values of one UET NIC component after its configuration has been checked.
#pragma once

#include <string>

#include "sc_models/core/params/nic.h"

namespace headroom {

enum class PacketSpraying : std::uint8_t { kNone, kDefault, kRecycledEntropy };

/// ScalaUETPdsManager and SemanticLayer.
struct PdsParams {
  bool trimming = false;
  bool distinct_dscp_for_retransmits = true;
  bool pdc_groups = true;
  bool prefetch_buffer = false;
  Bytes prefetch_buffer_size;
  PacketSpraying spraying = PacketSpraying::kDefault;
  std::uint64_t failure_detection_multiplier = 0;  ///< of the base round trip; 0: no early failure detection
  Ps initial_retransmit_timeout;
  std::uint64_t maximum_backoff_count = 0;
  bool fixed_retransmit_time = false;
  Ps fixed_retransmit_timeout;
  bool ack_first_packet = true, ack_last_packet = true;
  std::uint64_t ack_every_nth_packet = 1;
  Bytes mss;
};

/// PacketSpraying.
struct SprayingParams {
  std::uint64_t entropy_mask_bits = 0, starting_port_offset = 0;             ///< Default Packet Spraying
  std::uint64_t reps_buffer_size_mask_bits = 0, entropy_value_set_size = 1;  ///< Recycled Entropy Packet Spraying
  Ps freezing_timeout;
};

/// ScalaUETCongestionControl.
struct NsccParams {
  bool pass_through = false, enable = true;
  Ps initial_base_rtt, reference_rtt;
  BitRate reference_rate;
  bool override_target_queue_delay = false;
  Ps target_queue_delay, target_queue_delay_margin;
  bool disable_quick_adapt = false;
  std::uint64_t quick_adapt_gate = 0;
  Ps quick_adapt_threshold;
  bool override_maximum_window = false;
  std::uint64_t maximum_window = 1;    ///< nominal full packets
  double receiver_low_threshold = 0;   ///< percent of the receive pool
  double receiver_high_threshold = 0;  ///< percent of the receive pool
  bool restore_window = false;         ///< flag in the ACKs this NIC sends
  double maximum_decrease_jump = 0;
  double alpha_multiplier = 0, fair_increase_multiplier = 0, fast_increase_multiplier = 0, eta_multiplier = 0;
  double gamma = 0, delay_alpha = 0;
};

/// ScalaUETMonitor; the settings of the lowest-numbered UET NIC hold for the run.
struct UetMonitorParams {
  bool enable = false;
  std::string filter_fep_id, filter_local_ip, filter_remote_ip, filter_pdc;
  bool trigger_on_rtt = false;
  Ps rtt_threshold;
  bool trigger_on_penalty = false;
  std::uint64_t penalty_threshold = 0;
  std::uint64_t triggered_pdc_limit = 0;

  [[nodiscard]] bool on() const { return enable || trigger_on_rtt || trigger_on_penalty; }
  bool operator==(const UetMonitorParams&) const = default;
};

struct UetNicParams : NicParams {
  bool enable_transport_stats = true, enable_event_logging = false;
  PdsParams pds;
  SprayingParams spraying;
  NsccParams nscc;
  UetMonitorParams monitor;
};

}  // namespace headroom
