// Random groups and random lives of them: settings over all that is legal, and events that often land exactly on, just
// before or just beyond a boundary of the rules, which the oracle's state tells.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <ostream>

#include "testbench/common/dice.h"
#include "testbench/common/uet_oracle_nscc.h"

namespace headroom::oracle {

struct NsccSetup {
  NsccParams params;
  Bytes mss;
  bool trimming = false;
  BitRate link;
  Ps start;
};

/// Any group whose NIC may open a connection.
inline NsccSetup random_setup(Dice& dice) {
  constexpr std::int64_t kUs = 1'000'000, kGbps = 1'000'000'000, kMostBytes = 4'294'967'295;
  NsccSetup s;
  NsccParams& p = s.params;
  const std::int64_t mss = dice.whole(1, 65'447, 4'096), gbps = dice.whole(1, 1'600, 400);
  s.mss = Bytes{mss};
  s.trimming = dice.one_in(2);
  s.link = BitRate{gbps * kGbps + (dice.one_in(4) ? dice.pick(kGbps) : 0)};
  s.start = Ps{dice.one_in(2) ? 0 : dice.scaled(0, 1'000'000 * kUs)};
  p.pass_through = dice.one_in(8);
  p.enable = !dice.one_in(8);
  p.override_target_queue_delay = dice.one_in(3);
  p.override_maximum_window = dice.one_in(3);
  const std::int64_t least = !p.override_maximum_window      ? (16'000 * (mss + 88) + 3 * gbps - 1) / (3 * gbps)
                             : p.override_target_queue_delay ? 0
                                                             : 2;  // three quarters of it are a picosecond
  p.initial_base_rtt = Ps{dice.whole(std::max<std::int64_t>(least, p.override_target_queue_delay ? 0 : 2),
                                     16'000 * kMostBytes / (3 * gbps), 6 * kUs)};
  const std::int64_t reference = dice.whole(1, 1'600, 400) * kGbps + (dice.one_in(4) ? dice.pick(kGbps) : 0);
  p.reference_rate = BitRate{reference};
  p.reference_rtt = Ps{dice.whole(1, kMostBytes * 8 * 1'000 / (reference / kGbps + 1), 6 * kUs)};
  p.target_queue_delay = Ps{dice.whole(1, std::int64_t{1} << 40, 4'500'000)};
  p.target_queue_delay_margin = Ps{dice.whole(0, std::int64_t{1} << 40, kUs)};
  p.disable_quick_adapt = dice.one_in(8);
  p.quick_adapt_gate = static_cast<std::uint64_t>(dice.one_in(2) ? dice.pick(4) : dice.pick(32));
  p.quick_adapt_threshold = Ps{dice.whole(0, std::int64_t{1} << 40, 24 * kUs)};
  p.maximum_window = static_cast<std::uint64_t>(dice.whole(1, 4'096, 107));
  p.maximum_decrease_jump = dice.real(0.001, 1, 0.5);
  p.alpha_multiplier = dice.real(1, 100, 4);
  p.fair_increase_multiplier = dice.real(1, 100, 5);
  p.fast_increase_multiplier = dice.real(0.01, 100, 1);
  p.eta_multiplier = dice.real(0, 1, 0.15);
  p.gamma = dice.real(0.001, 1, 0.8);
  p.delay_alpha = dice.real(0, 1, 0.25);
  return s;
}

enum class NsccEventKind : std::uint8_t { kCommit, kFetch, kRetire, kProbe, kAck, kTrim, kTimeout };

/// Sizes nominal. `size`: of the packet, or what an ACK takes out of flight.
struct NsccEvent {
  NsccEventKind kind = NsccEventKind::kAck;
  std::int64_t now = 0, size = 0, newly = 0;
  bool marked = false, restore = false;
  std::optional<std::int64_t> sample{};
  unsigned penalty = 0;
};

inline void PrintTo(const NsccEvent& e, std::ostream* out) {
  *out << "event " << static_cast<int>(e.kind) << " at " << e.now << ", size " << e.size << ", newly " << e.newly
       << ", marked " << e.marked << ", sample " << e.sample.value_or(-1) << ", penalty " << e.penalty << ", restore "
       << e.restore;
}

class NsccLife {
 public:
  NsccLife(Dice& dice, const NsccOracle& group, Ps start) : dice_(dice), g_(group), now_(start.count()) {}

  NsccEvent next() {
    using enum NsccEventKind;
    constexpr NsccEventKind kKinds[] = {kCommit, kCommit, kCommit, kFetch, kRetire, kProbe, kTrim, kTrim, kTimeout};
    const std::int64_t which = dice_.pick(18);
    NsccEvent e{.kind = which < 9 ? kKinds[which] : kAck, .now = now_ = time()};
    switch (e.kind) {
      case kCommit:
      case kFetch: e.size = added(e.kind == kFetch ? g_.bytes_fetched : g_.in_flight); break;
      case kRetire: e.size = removed(g_.bytes_fetched); break;
      case kTrim:
      case kTimeout: e.size = std::min(packet(), g_.in_flight); break;
      case kAck: e.size = removed(g_.in_flight); break;
      case kProbe: break;
    }
    if (e.kind == kProbe || (e.kind == kTrim ? dice_.one_in(2) : e.kind == kAck && !dice_.one_in(6))) {
      e.sample = sample();
    }
    if (e.kind == kAck) {
      e.newly = std::clamp<std::int64_t>(newly(), 0, ((std::int64_t{1} << 23) - 1) * 256);
      e.marked = dice_.one_in(2);
      e.penalty = dice_.one_in(4) ? static_cast<unsigned>(dice_.between(1, 127)) : 0;
      e.restore = dice_.one_in(2);
    }
    return e;
  }

 private:
  std::int64_t packet() { return dice_.one_in(2) ? g_.N : dice_.between(88, g_.N); }
  /// Often what makes the window exactly full, or one byte more or less.
  std::int64_t added(std::int64_t now) {
    return dice_.one_in(3) ? packet() : std::max<std::int64_t>(88, dice_.near(g_.cwnd - now));
  }
  std::int64_t removed(std::int64_t now) {
    const std::int64_t which = dice_.pick(8);
    return which == 0 ? now : which < 6 ? std::min(now, packet()) : dice_.between(0, now);
  }
  std::int64_t time() {
    switch (dice_.pick(8)) {
      case 0: return now_;
      case 1: return std::max(now_, dice_.near(g_.last_adjust + g_.T0));
      case 2: return std::max(now_, dice_.near(g_.last_dec + g_.base_rtt));
      case 3: return std::max(now_, dice_.near(g_.qa_end));
      case 4: return now_ + dice_.scaled(0, std::int64_t{1} << 38);
      case 5: return now_ + dice_.between(0, g_.T0);
      default: return now_ + dice_.between(0, 2'000'000);
    }
  }
  std::int64_t sample() {
    const auto at_least_0 = [](std::int64_t t) { return std::max<std::int64_t>(0, t); };
    switch (dice_.pick(12)) {
      case 0: return at_least_0(dice_.near(g_.base_rtt - 1'024'000));
      case 1: return dice_.one_in(4) ? dice_.between(0, g_.base_rtt) : g_.base_rtt;
      case 2: return at_least_0(dice_.near(g_.rtt_ref));
      case 3: return at_least_0(dice_.near(g_.rtt_ref + g_.p.target_queue_delay_margin.count()));
      case 4:
      case 5: return at_least_0(dice_.near(g_.rtt_ref + g_.target));
      case 6: return at_least_0(dice_.near(g_.rtt_ref + g_.p.quick_adapt_threshold.count()));
      case 7: return g_.rtt_ref + dice_.scaled(0, std::int64_t{1} << 40);
      case 8: return g_.rtt_ref + dice_.between(0, 2'000'000);
      case 9: return g_.rtt_ref + dice_.between(0, g_.target);
      default: return g_.rtt_ref + dice_.between(g_.target, 4 * g_.target);
    }
  }
  std::int64_t newly() {
    switch (dice_.pick(10)) {
      case 0: return 0;
      case 1: return dice_.near(8 * g_.N - g_.received_bytes);
      case 2: return dice_.near(g_.cwnd - g_.fi_count);
      case 3: return dice_.near(g_.bytes_to_ignore - g_.bytes_ignored);
      case 4: return dice_.near((g_.max_wnd >> g_.p.quick_adapt_gate) - g_.achieved_bytes);
      case 5: return dice_.scaled(0, std::int64_t{1} << 31);
      case 6: return dice_.between(0, g_.cwnd);
      default: return g_.N / 256 * 256 + 256 * dice_.pick(2);
    }
  }

  Dice& dice_;
  const NsccOracle& g_;
  std::int64_t now_;
};

}  // namespace headroom::oracle
