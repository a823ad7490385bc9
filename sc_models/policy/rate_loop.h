#pragma once

#include <cstdint>

#include "sc_models/core/params/nic.h"
#include "sc_models/core/units.h"

namespace headroom {

/// What the rate loops of one NIC have in common.
struct RateLoopRules {
  RateLoopRules(const RateLoopParams& params, BitRate line_rate);
  RateLoopParams params;
  BitRate line, floor;
  Ps half_interval;
};

/// Congestion control of one queue pair. An episode begins with a CNP, which cuts the rate at once; from then on the
/// owner reports the end of every half of the control interval, increase and reduction in turn, until the loop says
/// that the line rate is reached again. Invariant: floor <= current rate <= line rate once an episode has begun.
class RateLoop {
 public:
  explicit RateLoop(BitRate start) : current_(start), target_(start) {}

  /// True: an episode has begun, and the first half ends RateLoopRules::half_interval from now.
  [[nodiscard]] bool on_cnp(const RateLoopRules& rules);
  /// The serialization of a data packet has ended.
  void on_packet_sent() { ++packets_; }
  /// A half of the interval has ended. False: the episode is over and no further half is due.
  [[nodiscard]] bool on_half(const RateLoopRules& rules);

  [[nodiscard]] bool congested() const { return congested_; }
  [[nodiscard]] BitRate rate() const { return current_; }
  [[nodiscard]] BitRate target() const { return target_; }
  [[nodiscard]] BitRate step() const { return step_; }
  /// Marked share of the traffic, 0 to 1.
  [[nodiscard]] double estimate() const { return estimate_; }
  [[nodiscard]] std::int64_t recovery_count() const { return recovery_count_; }

 private:
  void update_estimate(const RateLoopRules& rules);
  void reduce(const RateLoopRules& rules, bool first);
  [[nodiscard]] bool increase(const RateLoopRules& rules);
  [[nodiscard]] bool recovered(const RateLoopRules& rules) const {
    return recovery_count_ >= static_cast<std::int64_t>(rules.params.fast_recovery_attempts);
  }

  BitRate current_, target_, step_;
  double estimate_ = 0, base_ = 0;  ///< now; at the end of the last interval
  std::int64_t recovery_count_ = 0;
  std::uint64_t cnps_ = 0, packets_ = 0;  ///< of the current interval
  std::uint64_t marked_halves_ = 0;
  bool congested_ = false, increase_next_ = false;
};

}  // namespace headroom
