#pragma once

#include <cstdint>
#include <optional>

#include "sc_models/core/params/uet_nic.h"
#include "sc_models/core/uet_observer.h"
#include "sc_models/core/uet_stats.h"
#include "sc_models/core/units.h"
#include "sc_models/policy/uet/nscc_constants.h"

namespace headroom {

/// Congestion control of one PDC group: a window that follows queueing delay, marks, trims and timeouts. The owner
/// tells when packets are fetched, enter and leave flight; nothing else changes the bytes in flight. There is no
/// pacing. Invariant: a full packet <= window(), and window() <= max_window() wherever that is not less than a full
/// packet.
class Nscc {
 public:
  using Routine = UetRoutine;
  struct Reaction {
    Routine routine = Routine::kNone;
    unsigned fulfil = 0;  ///< 1: the gathered increase has been applied; 2: and the additive term
  };

  Nscc(const NsccParams& params, Bytes mss, bool trimming, BitRate link, Ps now);

  /// May a packet go on the wire? May another segment be fetched?
  [[nodiscard]] bool may_commit(std::int64_t nominal) const { return pass_through_ || in_flight_ + nominal <= window_; }
  [[nodiscard]] bool may_fetch() const { return pass_through_ || fetched_ <= window_; }
  void committed(std::int64_t nominal) { in_flight_ += nominal; }
  void fetched(std::int64_t nominal) { fetched_ += nominal; }
  /// Acknowledged while counted in flight, trimmed or timed out: before the reaction to it.
  void left_flight(std::int64_t nominal) { in_flight_ -= nominal; }
  void retired(std::int64_t nominal) { fetched_ -= nominal; }

  /// A round trip has been measured by a probe: it counts for the base alone.
  void offer(Ps rtt);
  /// An ACK says that `newly` more bytes have arrived. `marked`: of the packet that drew it. `sample`: its round trip.
  Reaction on_ack(Ps now, std::int64_t newly, bool marked, std::optional<Ps> sample, unsigned penalty, bool restore);
  Reaction on_trim(Ps now, std::int64_t nominal, std::optional<Ps> sample);
  void on_timeout(std::int64_t nominal);

  [[nodiscard]] std::int64_t window() const { return window_; }
  [[nodiscard]] std::int64_t max_window() const { return max_window_; }
  [[nodiscard]] std::int64_t in_flight() const { return in_flight_; }
  [[nodiscard]] std::int64_t bytes_fetched() const { return fetched_; }
  [[nodiscard]] Ps base_rtt() const { return base_rtt_; }
  /// How much of a round trip is queueing.
  [[nodiscard]] Ps delay_of(Ps rtt) const { return rtt > reference_rtt_ ? rtt - reference_rtt_ : Ps{}; }
  [[nodiscard]] double average_delay() const { return average_; }  ///< ps
  /// End of Quick Adapt's observation window; 0 until its first look.
  [[nodiscard]] Ps observation_end() const { return observation_end_; }
  [[nodiscard]] std::int64_t bytes_to_ignore() const { return to_ignore_; }
  /// Packets of a bandwidth-delay product: what the load balancer explores after freezing.
  [[nodiscard]] std::int64_t exploration_packets() const { return constants_.bdp / constants_.packet; }
  [[nodiscard]] const NsccConstants& constants() const { return constants_; }
  [[nodiscard]] const UetWindowCounts& counts() const { return counts_; }

 private:
  void average(Ps delay);
  void apply_penalty(unsigned penalty, bool restore, std::int64_t newly);
  [[nodiscard]] std::optional<Routine> quick_adapt(Ps now, bool loss, bool marked);
  [[nodiscard]] bool observe(Ps now, bool loss);
  void cut_to_achieved();
  [[nodiscard]] Routine increase(std::int64_t newly, Ps delay);
  [[nodiscard]] Routine decrease(Ps now);
  [[nodiscard]] unsigned fulfil(Ps now);
  void apply_gathered();

  /// Moves the window, truncated and within its bounds; the bytes by which it has grown, negative: shrunk.
  Bytes move_to(std::int64_t window);
  Bytes grow(double bytes);

  const NsccConstants constants_;
  const NsccParams params_;
  const bool trimming_;
  const bool pass_through_;

  std::int64_t window_, max_window_;
  std::int64_t in_flight_ = 0;  ///< committed and not acknowledged, trimmed or timed out
  std::int64_t fetched_ = 0;    ///< fetched and not yet acknowledged
  Ps base_rtt_, reference_rtt_;
  double average_ = 0;       ///< queueing delay, ps
  std::int64_t saved_ = 0;   ///< window before the receiver penalty; 0: none
  std::int64_t recent_ = 0;  ///< bytes received since the last fulfil
  // gathered since the last fulfil, in B^2: all of it, and what fair increase has given to it (for the counters alone)
  double gathered_ = 0, gathered_fair_ = 0;
  std::int64_t uncongested_ = 0;  ///< bytes seen at next to no delay
  bool fast_ = false;
  Ps last_additive_, last_decrease_;
  // Quick Adapt
  bool trim_seen_ = false;  ///< since it last cut
  Ps observation_end_;
  std::int64_t achieved_ = 0;  ///< bytes received in its observation window
  std::int64_t to_ignore_ = 0, ignored_ = 0;
  UetWindowCounts counts_;
};

}  // namespace headroom
