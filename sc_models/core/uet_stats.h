// What a UET transport engine counts, all its PDCs and groups together; the names in the comments are those of the
// record `uet-transport-stats`. An engine has one of these, keeps it when groups close, and hands out a copy.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "sc_models/core/units.h"

namespace headroom {

/// Samples of one quantity. Adding touches the interval only; the run is what earlier intervals left plus this one.
template <class Value>
class SampleBlock {
 public:
  using Sum = std::conditional_t<std::floating_point<Value>, double, Int128>;
  /// Zero throughout without samples.
  struct Range {
    std::uint64_t count = 0;
    Value min{}, max{};
    Sum sum{};

    void add(Value sample) {
      min = count == 0 ? sample : std::min(min, sample);
      max = count == 0 ? sample : std::max(max, sample);
      sum += sample;
      ++count;
    }
    [[nodiscard]] double mean() const {
      return count == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(count);
    }
  };

  void add(Value sample) { interval_.add(sample); }
  [[nodiscard]] const Range& interval() const { return interval_; }
  [[nodiscard]] Range run() const {
    if (before_.count == 0 || interval_.count == 0) return before_.count == 0 ? interval_ : before_;
    return {before_.count + interval_.count, std::min(before_.min, interval_.min), std::max(before_.max, interval_.max),
            before_.sum + interval_.sum};
  }
  void begin_interval() {
    before_ = run();
    interval_ = {};
  }

 private:
  Range before_, interval_;
};

/// The largest sample of the run and of the interval; 0 without one.
class Peak {
 public:
  void add(std::uint64_t sample) { interval_ = std::max(interval_, sample); }
  [[nodiscard]] std::uint64_t interval() const { return interval_; }
  [[nodiscard]] std::uint64_t run() const { return std::max(before_, interval_); }
  void begin_interval() {
    before_ = run();
    interval_ = 0;
  }

 private:
  std::uint64_t before_ = 0, interval_ = 0;
};

/// What moved the congestion windows. Bytes are those by which a window really changed, its bounds applied; what a
/// restore after a penalty gives back stands nowhere.
struct UetWindowCounts {
  std::uint64_t quick_adapts = 0;    ///< num_quick_adapt: windows cut
  std::uint64_t decreases = 0;       ///< x_num_md: multiplicative decreases that cut (not those held back)
  std::uint64_t fulfils = 0;         ///< x_num_fulfil
  std::uint64_t fast_acks = 0;       ///< x_num_fast_acks: ACKs that grew the window by fast increase
  std::uint64_t penalty_acks = 0;    ///< x_num_penalty_acks: ACKs whose penalty above 0 was applied
  Bytes added_proportional;          ///< x_inc_prop_bytes: at a fulfil, the share of proportional increase
  Bytes added_fair;                  ///< x_inc_fair_bytes: at a fulfil, the share of fair increase
  Bytes added_fast;                  ///< x_inc_fast_bytes
  Bytes added_eta;                   ///< x_inc_eta_bytes
  Bytes cut_decrease;                ///< x_dec_md_bytes
  Bytes cut_quick_adapt;             ///< x_dec_qa_bytes
  Bytes cut_trim;                    ///< x_dec_trim_bytes
  Bytes cut_timeout;                 ///< x_dec_rto_bytes
  Bytes cut_penalty;                 ///< x_dec_pen_bytes
  Bytes cut_base_rtt;                ///< x_dec_base_bytes
  std::uint64_t base_rtt_drops = 0;  ///< x_base_rtt_drops

  UetWindowCounts& operator+=(const UetWindowCounts& other);
};

/// Decisions of Recycled Entropy Packet Spraying; all 0 under the other ways of spraying.
struct UetSprayingCounts {
  std::uint64_t explore = 0;      ///< x_reps_explore: random values drawn
  std::uint64_t reuse = 0;        ///< x_reps_reuse: valid cached values taken
  std::uint64_t stale_reuse = 0;  ///< x_reps_stale_reuse: used values taken again while frozen
  std::uint64_t freeze = 0, unfreeze = 0;
  std::uint64_t failures_detected = 0;  ///< x_efd: deadlines that found their packet still in flight

  UetSprayingCounts& operator+=(const UetSprayingCounts& other);
};

struct UetStats {
  // packets: sent when handed down to the egress queue, received after admission to the receive pool
  std::uint64_t data_sent = 0;      ///< write_pkts_sent, retransmissions included
  std::uint64_t data_received = 0;  ///< write_pkts_rcvd, trimmed ones included
  std::uint64_t acks_sent = 0;      ///< ack_pkts_sent, probe answers included
  std::uint64_t acks_received = 0;  ///< ack_pkts_rcvd, likewise, also of closed PDCs
  std::uint64_t nacks_sent = 0, nacks_received = 0;
  std::uint64_t probes_sent = 0;          ///< probe_sent
  std::uint64_t probe_acks_received = 0;  ///< probe_ack_rcvd, also of closed PDCs
  std::uint64_t marked_sent = 0;          ///< m_marked_pkts_sent: ACKs with the echo of a mark, probe answers included
  std::uint64_t marked_received = 0;      ///< m_marked_pkts_rcvd: data ACKs with it that gave a sample
  // work requests
  std::uint64_t wqes_created = 0;    ///< posted
  std::uint64_t wqes_completed = 0;  ///< every packet retired
  // receiver
  std::uint64_t out_of_order = 0;  ///< num_out_of_order_events_on_nic
  std::uint64_t duplicates = 0;    ///< num_dup_events_on_nic
  Peak out_of_order_held;          ///< max_out_of_order_on_flow: add the set's size after each insertion
  // recovery
  std::uint64_t timeouts = 0;         ///< num_rto: timers that expired with the packet in flight
  std::uint64_t retransmissions = 0;  ///< num_rtx, when committed
  Peak transmissions;                 ///< max_tx_count: add tx_count at each commit
  std::uint64_t stale_nacks = 0;      ///< x_stale_nack
  std::uint64_t late_acks = 0;        ///< x_late_ack: ACKs that cancelled a waiting retransmission
  std::uint64_t no_pdc = 0;           ///< x_rx_no_pdc
  // transmit scheduler
  std::uint64_t blocked_window = 0;    ///< x_blk_window: picks with work, none of which could be sent
  std::uint64_t blocked_egress = 0;    ///< x_blk_egress: passes ended by a full egress pool
  std::uint64_t blocked_prefetch = 0;  ///< x_blk_prefetch: picks that lacked only prefetch space
  // of all groups, closed ones included
  UetWindowCounts window;
  UetSprayingCounts spraying;
  // at each data ACK with a round-trip sample, after its reaction
  SampleBlock<std::int64_t> rtt;       ///< calc_rtt_usec, ps
  SampleBlock<double> average_delay;   ///< calc_avg_q_delay_usec, ps
  SampleBlock<std::int64_t> penalty;   ///< calc_.._rcvr_cwnd_pen, as the ACK carries it
  SampleBlock<std::int64_t> base_rtt;  ///< x_min_base_rtt_ns, ps; also at a probe answer or NACK that lowers it
  // at each first transmission of a data packet, before it is added: when its fetch is issued, with the prefetch buffer
  // on when it is committed
  SampleBlock<std::int64_t> congestion_window;  ///< calc_.._cwnd_bytes
  SampleBlock<std::int64_t> in_flight;          ///< calc_.._bytes_in_flight

  /// A data ACK gave a sample.
  void sample_ack(Ps round_trip, double average, unsigned receiver_penalty, Ps base) {
    rtt.add(round_trip.count());
    average_delay.add(average);
    penalty.add(receiver_penalty);
    base_rtt.add(base.count());
  }
  /// A data packet is transmitted for the first time.
  void sample_transmission(std::int64_t window_bytes, std::int64_t in_flight_bytes) {
    congestion_window.add(window_bytes);
    in_flight.add(in_flight_bytes);
  }
  /// The rows of the interval have been made. Counters go on; peaks and sample blocks begin anew.
  void begin_interval();
};

inline UetWindowCounts& UetWindowCounts::operator+=(const UetWindowCounts& other) {
  quick_adapts += other.quick_adapts, decreases += other.decreases, fulfils += other.fulfils;
  fast_acks += other.fast_acks, penalty_acks += other.penalty_acks, base_rtt_drops += other.base_rtt_drops;
  added_proportional += other.added_proportional, added_fair += other.added_fair;
  added_fast += other.added_fast, added_eta += other.added_eta;
  cut_decrease += other.cut_decrease, cut_quick_adapt += other.cut_quick_adapt, cut_trim += other.cut_trim;
  cut_timeout += other.cut_timeout, cut_penalty += other.cut_penalty, cut_base_rtt += other.cut_base_rtt;
  return *this;
}

inline UetSprayingCounts& UetSprayingCounts::operator+=(const UetSprayingCounts& other) {
  explore += other.explore, reuse += other.reuse, stale_reuse += other.stale_reuse;
  freeze += other.freeze, unfreeze += other.unfreeze, failures_detected += other.failures_detected;
  return *this;
}

inline void UetStats::begin_interval() {
  out_of_order_held.begin_interval(), transmissions.begin_interval();
  rtt.begin_interval(), average_delay.begin_interval(), penalty.begin_interval(), base_rtt.begin_interval();
  congestion_window.begin_interval(), in_flight.begin_interval();
}

}  // namespace headroom
