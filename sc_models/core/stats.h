// What the modules count. Plain numbers, cumulative from the start of the run; rates, units and intervals are made by
// the record writers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sc_models/core/units.h"

namespace headroom {

/// Frames of one port: sent ones at the end of their serialization, received ones at their last bit, before admission.
struct PortStats {
  std::uint64_t tx_frames = 0, rx_frames = 0;
  Bytes tx_bytes, rx_bytes;
  std::uint64_t lost = 0;  ///< of those sent, lost on the link
};

/// One pool's occupancy and traffic. `enqueue` and `dequeue` are told the time so that the mean can be weighted by it.
class PoolMeter {
 public:
  void enqueue(Ps now, Bytes size) {
    settle(now);
    filled_ += size;
    ++enqueued;
    enqueued_bytes += size;
    if (peak < filled_) peak = filled_;
    if (interval_peak_ < filled_) interval_peak_ = filled_;
  }
  void dequeue(Ps now, Bytes size) {
    settle(now);
    filled_ -= size;
    ++dequeued;
    dequeued_bytes += size;
  }
  [[nodiscard]] Bytes filled() const { return filled_; }
  [[nodiscard]] Bytes interval_peak() const { return interval_peak_; }
  /// Sum of occupancy over time since the interval began, in byte picoseconds.
  [[nodiscard]] double interval_integral(Ps now) {
    settle(now);
    return static_cast<double>(integral_);
  }
  void begin_interval(Ps now) {
    settle(now);
    integral_ = 0;
    interval_peak_ = filled_;
  }

  Bytes peak;
  std::uint64_t enqueued = 0, dequeued = 0, refused = 0;
  Bytes enqueued_bytes, dequeued_bytes;

 private:
  void settle(Ps now) {
    integral_ += static_cast<Int128>(filled_.count()) * (now - since_).count();
    since_ = now;
  }
  Bytes filled_, interval_peak_;
  Ps since_{0};
  Int128 integral_ = 0;
};

/// PFC of one class on one port, both directions. Times concern pauses that this port received.
struct PfcStats {
  std::uint64_t xoff_tx = 0;     ///< pause frames queued, refreshes included
  std::uint64_t refresh_tx = 0;  ///< the repeats among them
  std::uint64_t xon_tx = 0;
  std::uint64_t xoff_rx = 0, xon_rx = 0;
  std::uint64_t expired = 0;     ///< received pauses that ran out
  std::uint64_t ecn_marked = 0;  ///< packets this port marked CE in the class
};

/// How long a class was held by received pauses: in all, in the interval, longest stretch inside the interval; and the
/// same for the part of it during which packets of the class waited.
class PauseClock {
 public:
  struct Times {
    Ps total, interval_total, interval_longest;
  };
  void set(Ps now, bool held) { paused_.set(now, held), update(now, held, waiting_); }
  void set_waiting(Ps now, bool waiting) { update(now, held_, waiting); }
  [[nodiscard]] Times paused(Ps now) const { return paused_.at(now); }
  [[nodiscard]] Times paused_with_packets_waiting(Ps now) const { return blocked_.at(now); }
  void begin_interval(Ps now) { paused_.begin_interval(now), blocked_.begin_interval(now); }

 private:
  struct Stopwatch {
    void set(Ps now, bool on) {
      if (on == running) return;
      if (running) times = at(now);
      running = on;
      since = now;
    }
    [[nodiscard]] Times at(Ps now) const {
      if (!running) return times;
      const Ps stretch = now - since;
      return {times.total + stretch, times.interval_total + stretch, std::max(times.interval_longest, stretch)};
    }
    void begin_interval(Ps now) {
      times = {at(now).total, Ps{0}, Ps{0}};
      since = now;
    }
    Times times{};
    Ps since{0};
    bool running = false;
  };
  void update(Ps now, bool held, bool waiting) {
    held_ = held;
    waiting_ = waiting;
    blocked_.set(now, held && waiting);
  }
  Stopwatch paused_, blocked_;
  bool held_ = false, waiting_ = false;
};

/// Counters of one RoCE transport engine; names as in the record `roce-transport-stats`.
struct RoceStats {
  std::uint64_t data_sent = 0;  ///< num_verb_pkts_sent
  std::uint64_t acks_sent = 0, acks_received = 0, naks_sent = 0, naks_received = 0, cnps_sent = 0, cnps_received = 0;
  std::uint64_t writes_received = 0;  ///< data packets that reached a queue pair
  std::uint64_t in_order = 0;         ///< of them, accepted
  std::uint64_t out_of_order = 0;     ///< num_seq_out_of_order: gaps found
  std::uint64_t duplicates = 0;
  std::uint64_t wqes_created = 0, wqes_completed = 0;
  std::uint64_t go_backs = 0;  ///< num_rtx
  std::uint64_t timeouts = 0;  ///< num_rto
  std::uint64_t drops_no_qp_data = 0, drops_no_qp_control = 0, drops_after_nak = 0, drops_ghost_ack = 0;
  std::uint64_t payload_discards = 0;
  std::uint64_t retransmitted = 0;  ///< x_rtx_pkts: data packets whose PSN had been sent before
  Bytes retransmitted_bytes;        ///< x_rtx_B, payload
  std::uint64_t ce_received = 0;
  Bytes first_time_payload_sent, payload_accepted;  ///< behind x_goodput_tx_gbps, x_goodput_rx_gbps
  Ps generation_stall;  ///< x_gen_stall_us, closed stretches only; the view adds the open one
};

/// Samples of a delay: smallest, largest and mean, of the run and of the interval.
struct DelaySamples {
  void add(Ps sample) {
    if (interval_count == 0 || sample < interval_min) interval_min = sample;
    if (interval_max < sample) interval_max = sample;
    if (max < sample) max = sample;
    sum += sample, interval_sum += sample;
    ++count, ++interval_count;
  }
  void begin_interval() { interval_min = interval_max = interval_sum = Ps{0}, interval_count = 0; }
  Ps max, sum, interval_min, interval_max, interval_sum;
  std::uint64_t count = 0, interval_count = 0;
};

/// Instantaneous view of a RoCE engine for its record.
struct RoceGauges {
  std::uint64_t outstanding_psns = 0, congested_qps = 0;
  double min_rate_gbps = 0, mean_rate_gbps = 0;  ///< over queue pairs with work; 0 when there is none
  Ps generation_stall;
};

/// One end of a PCIe link: what it sends and its two buffers; names as in the record `pcie-stats`.
struct PcieEndStats {
  std::uint64_t posted = 0, nonposted = 0, completion = 0;  ///< transfers, counted when they start
  Bytes payload, wire;
  Ps busy, stall;
  Bytes tx_header_max, tx_data_max, rx_header_max, rx_data_max;  ///< of the interval
  std::uint64_t reads_open_max = 0;                              ///< of the interval, NIC end
  DelaySamples read_latency, write_wait;                         ///< NIC end
};

/// One member of an equal-cost set of a switch; names as in the record `scala-switch-load-balancing-stats`.
struct PathStats {
  Bytes bytes;                ///< charges of the packets admitted to it
  std::uint64_t packets = 0;  ///< they
  std::uint64_t assignments = 0, moved_in = 0, moved_out = 0, paused_skips = 0, paused_selections = 0;
};

/// What one port of a switch has cut.
struct TrimStats {
  std::uint64_t trimmed = 0;  ///< those below included
  Bytes trimmed_bytes;        ///< on the wire, before the cut
  std::uint64_t refused = 0;  ///< found no room cut either
};

/// Occupancy sampled at events, over the interval: how often, sum, smallest and largest.
struct SampleMeter {
  void add(Bytes sample) {
    if (count == 0 || sample < min) min = sample;
    if (max < sample) max = sample;
    sum += sample;
    ++count;
  }
  void begin_interval() { *this = {}; }
  std::uint64_t count = 0;
  Bytes sum, min, max;
};

}  // namespace headroom
