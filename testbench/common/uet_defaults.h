// Default values of the UET NIC's packet delivery, spraying and congestion control.
#pragma once

#include "sc_models/core/params/uet_nic.h"

namespace headroom::test {

inline constexpr Ps kUs{1'000'000};
inline constexpr BitRate kUetLine{400'000'000'000};
inline constexpr Bytes kUetMss{4'096};

inline NsccParams default_nscc() {
  NsccParams p;
  p.initial_base_rtt = p.reference_rtt = 6 * kUs;
  p.reference_rate = kUetLine;
  p.target_queue_delay = Ps(4'500'000);
  p.target_queue_delay_margin = kUs;
  p.quick_adapt_gate = 3;
  p.quick_adapt_threshold = 24 * kUs;
  p.maximum_window = 107;
  p.receiver_low_threshold = 25.0;
  p.receiver_high_threshold = 75.0;
  p.maximum_decrease_jump = 0.5;
  p.alpha_multiplier = 4.0;
  p.fair_increase_multiplier = 5.0;
  p.fast_increase_multiplier = 1.0;
  p.eta_multiplier = 0.15;
  p.gamma = 0.8;
  p.delay_alpha = 0.25;
  return p;
}

inline PdsParams default_pds() {
  PdsParams p;
  p.prefetch_buffer_size = Bytes(262'144);
  p.failure_detection_multiplier = 3;
  p.initial_retransmit_timeout = p.fixed_retransmit_timeout = 150 * kUs;
  p.maximum_backoff_count = 5;
  p.mss = kUetMss;
  return p;
}

inline SprayingParams default_spraying() {
  return {.entropy_mask_bits = 7,
          .starting_port_offset = 256,
          .reps_buffer_size_mask_bits = 3,
          .entropy_value_set_size = 65'536,
          .freezing_timeout = 100 * kUs};
}

}  // namespace headroom::test
