// NSCC of one group as its rules read, line for line: section 5 of the UET transport page [R]. Shares nothing with the
// policy but the settings, so that the two can be compared. To be compiled without fused multiply-add.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "sc_models/core/params/uet_nic.h"
#include "sc_models/core/uet_observer.h"

namespace headroom::oracle {

/// Penalty in an ACK at `occupancy` of a receive pool; thresholds in percent of the pool.
inline unsigned receiver_penalty(std::int64_t occupancy, std::int64_t pool, double low, double high) {
  const double occ = 100 * static_cast<double>(occupancy) / static_cast<double>(pool);
  if (occ >= high) return 127;
  if (occ < low) return 0;
  return static_cast<unsigned>(127 * (occ - low) / (high - low));
}

/// Sizes in bytes, times in picoseconds since any origin, the link in whole Gbit/s.
class NsccOracle {
 public:
  NsccOracle(const NsccParams& params, std::int64_t mss, bool trimming, std::int64_t gbps, std::int64_t now)
      : p(params),
        trims(trimming),
        L(gbps),
        T0(p.initial_base_rtt.count()),
        N(mss + 88),
        bdp(L * T0 / 8'000),
        last_adjust(now),
        last_dec(now) {
    const double ref_rtt = real(p.reference_rtt.count());
    const double ref_bdp = real(p.reference_rate.count()) * ref_rtt / 8 / 1e12;
    a = real(bdp) / ref_bdp;
    target = p.override_target_queue_delay ? p.target_queue_delay.count() : trims ? 3 * T0 / 4 : T0;
    alpha = p.alpha_multiplier * a * real(N) / ref_rtt;
    fi = p.fair_increase_multiplier * a * real(N);
    eta = p.eta_multiplier * a * real(N);
    max_wnd = p.override_maximum_window ? static_cast<std::int64_t>(p.maximum_window) * N : 3 * bdp / 2;
    cwnd = std::max(N, max_wnd);
    base_rtt = rtt_ref = T0;
  }

  bool may_commit(std::int64_t nom) const { return p.pass_through || in_flight + nom <= cwnd; }
  bool may_fetch() const { return p.pass_through || bytes_fetched <= cwnd; }

  void offer(std::int64_t rtt) {
    if (base_rtt - rtt > kMargin) {
      base_rtt = rtt + kMargin;
      rtt_ref = rtt;
      max_wnd = 3 * L * base_rtt / 16'000;
      cwnd = std::max(N, std::min(cwnd, max_wnd));
    }
  }
  std::int64_t delay(std::int64_t rtt) const { return std::max<std::int64_t>(0, rtt - rtt_ref); }

  /// in_flight has already fallen by what the ACK retired.
  void on_ack(std::int64_t now, std::int64_t newly, bool m, std::optional<std::int64_t> sample, unsigned pen,
              bool restore) {
    routine = UetRoutine::kNone;
    fulfilled = 0;
    if (!p.enable) {
      if (sample) offer(*sample);
      return void(routine = sample ? UetRoutine::kNone : UetRoutine::kNoSample);
    }
    bytes_ignored += newly, received_bytes += newly, achieved_bytes += newly;
    const bool limited = penalty(pen, restore, newly);
    if (!sample) return void(routine = UetRoutine::kNoSample);
    offer(*sample);
    const std::int64_t d = delay(*sample);
    avg = p.delay_alpha * real(d) + (1 - p.delay_alpha) * avg;
    if (quick_adapt(now, false, m)) return;
    if (!m && !limited) {
      if (d >= target) {
        inc_bytes += fi * real(newly);
        routine = UetRoutine::kFair;
      } else {
        proportional(newly, d);
      }
    } else if (m && d >= target) {
      multiplicative_decrease(now);
    } else if (!m) {
      routine = UetRoutine::kLimited;
    }
    bound();
    if (now - last_adjust >= T0 || received_bytes > 8 * N) fulfil(now);
    bound();
  }

  /// in_flight has already fallen by `nom`.
  void on_trim(std::int64_t now, std::int64_t nom, std::optional<std::int64_t> sample) {
    routine = UetRoutine::kNone;
    fulfilled = 0;
    if (sample) offer(*sample);
    if (!p.enable) return;
    avg = p.delay_alpha * real(T0) + (1 - p.delay_alpha) * avg;
    bytes_ignored += nom;
    trigger_qa = true;
    if (quick_adapt(now, true, true)) return;
    cwnd = std::max(N, cwnd - nom);
    routine = UetRoutine::kTrimCut;
  }

  void on_timeout(std::int64_t nom) {
    if (p.enable) cwnd = std::max(N, cwnd - nom);
  }

 private:
  static constexpr std::int64_t kMargin = 1'024'000;
  static double real(std::int64_t whole) { return static_cast<double>(whole); }
  /// The floor of x >= 0. Beyond every ceiling of the window it does not matter how far.
  static std::int64_t floor(double x) { return static_cast<std::int64_t>(std::min(x, 1e18)); }

 public:  // all that the rules name, in their order, for whoever compares
  const NsccParams p;
  const bool trims;
  const std::int64_t L, T0, N, bdp;
  double a = 0, alpha = 0, fi = 0, eta = 0;
  std::int64_t target = 0;
  std::int64_t cwnd = 0, max_wnd = 0, in_flight = 0, bytes_fetched = 0, base_rtt = 0, rtt_ref = 0;
  double avg = 0;
  std::int64_t saved_cwnd = 0, achieved_bytes = 0, received_bytes = 0;
  double inc_bytes = 0;
  std::int64_t fi_count = 0;
  bool fast_mode = false, trigger_qa = false;
  std::int64_t qa_end = 0, bytes_to_ignore = 0, bytes_ignored = 0, last_adjust, last_dec;
  std::uint64_t num_quick_adapt = 0;
  std::int64_t restored = 0;               ///< bytes that the window got back when penalties ended
  UetRoutine routine = UetRoutine::kNone;  ///< of the last ACK or trim, as the monitor records it
  unsigned fulfilled = 0;                  ///< 1: fulfilled, 2: with eta

 private:
  void bound() { cwnd = std::max(N, std::min(cwnd, max_wnd)); }

  bool penalty(unsigned pen, bool restore, std::int64_t newly) {
    if (pen > 0) {
      if (saved_cwnd == 0) saved_cwnd = cwnd;
      cwnd = std::max(N, std::min(cwnd, in_flight) - ((static_cast<std::int64_t>(pen) * newly) >> 7));
    } else {
      // Also here the window keeps its least size, should the maximum have fallen below one packet.
      const std::int64_t before = cwnd;
      if (restore && saved_cwnd > 0) cwnd = std::max(N, std::min(saved_cwnd, max_wnd));
      restored += cwnd - before;
      saved_cwnd = 0;
    }
    return pen > 0;
  }

  void proportional(std::int64_t newly, std::int64_t d) {
    if (d < p.target_queue_delay_margin.count()) {
      fi_count += newly;
      if (fi_count > cwnd || fast_mode) {
        cwnd = std::min(max_wnd, cwnd + floor(real(newly) * p.fast_increase_multiplier));
        fast_mode = true;
        return void(routine = UetRoutine::kFast);
      }
    } else {
      fi_count = 0;
    }
    fast_mode = false;
    inc_bytes += alpha * real(newly) * real(target - d);
    routine = UetRoutine::kProp;
  }

  void multiplicative_decrease(std::int64_t now) {
    fast_mode = false, fi_count = 0;
    routine = UetRoutine::kMdHeld;
    if (avg > real(target) && now - last_dec > base_rtt) {
      const double f = std::max(1 - p.gamma * (avg - real(target)) / avg, p.maximum_decrease_jump);
      cwnd = std::max(N, floor(real(cwnd) * f));
      last_dec = now;
      routine = UetRoutine::kMd;
    }
  }

  void fulfil(std::int64_t now) {
    cwnd += floor(inc_bytes / real(cwnd));
    fulfilled = 1;
    if (now - last_adjust >= T0) last_adjust = now, cwnd += floor(eta), fulfilled = 2;
    inc_bytes = 0, received_bytes = 0;
  }

  bool quick_adapt(std::int64_t now, bool loss, bool m) {
    if (p.disable_quick_adapt) return false;
    bool done = false;
    if (bytes_ignored < bytes_to_ignore && m) {
      done = true;
      routine = UetRoutine::kQuickAdaptIgnore;
    } else if (now >= qa_end) {
      const bool trig = trigger_qa || loss || (!trims && avg > real(p.quick_adapt_threshold.count()));
      if (qa_end != 0 && trig && achieved_bytes < (max_wnd >> p.quick_adapt_gate)) {
        cwnd = std::min(cwnd, std::max(achieved_bytes, N));
        bytes_to_ignore = std::max<std::int64_t>(0, in_flight), bytes_ignored = 0;
        trigger_qa = false, num_quick_adapt++, done = true;
        routine = UetRoutine::kQuickAdapt;
      }
      achieved_bytes = 0;
      qa_end = now + base_rtt + target;
    }
    if (done) inc_bytes = 0, received_bytes = 0;
    return done;
  }
};

}  // namespace headroom::oracle
