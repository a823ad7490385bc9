#include "sc_models/policy/rate_loop.h"

#include <algorithm>
#include <cmath>

#include "sc_models/core/check.h"

namespace headroom {
namespace {

/// An episode ends when less than this is missing to the line rate.
constexpr BitRate kCloseToLine{100'000'000};

/// `rate` times a real factor, to the nearest whole bit per second.
BitRate scaled(BitRate rate, double factor) {
  return BitRate(std::llround(static_cast<double>(rate.count()) * factor));
}

BitRate midpoint(BitRate a, BitRate b) { return (a + b) / 2; }

}  // namespace

RateLoopRules::RateLoopRules(const RateLoopParams& p, BitRate line_rate)
    : params(p),
      line(line_rate),
      floor(std::max(BitRate{1}, scaled(line_rate, p.minimum_rate))),
      half_interval(static_cast<std::int64_t>(p.control_interval_ns) * 500) {}

bool RateLoop::on_cnp(const RateLoopRules& rules) {
  if (congested_) {
    ++cnps_;
    return false;
  }
  congested_ = true;
  increase_next_ = true;
  target_ = current_;
  step_ = BitRate(std::llround(static_cast<double>(target_.count()) * (1 - rules.params.initial_target) /
                               static_cast<double>(rules.params.increase_steps)));
  recovery_count_ = 0;
  marked_halves_ = 0;
  packets_ = 0;
  cnps_ = 1;  // the interval begins with this CNP
  reduce(rules, true);
  return true;
}

bool RateLoop::on_half(const RateLoopRules& rules) {
  HEADROOM_CHECK(congested_, "RateLoop: a half ended outside an episode");
  const bool increasing = increase_next_;
  increase_next_ = !increase_next_;
  if (increasing) return increase(rules);
  reduce(rules, false);
  return true;
}

/// Both halves start from the value at the end of the last interval, so that an interval weighs exactly `weight`.
void RateLoop::update_estimate(const RateLoopRules& rules) {
  const double marked = static_cast<double>(cnps_) / static_cast<double>(std::max<std::uint64_t>(1, packets_));
  const double weight = rules.params.weight;
  estimate_ = (1 - weight) * base_ + weight * std::min(1.0, marked);
}

void RateLoop::reduce(const RateLoopRules& rules, bool first) {
  update_estimate(rules);
  if (cnps_ > 0) {
    if (first || !recovered(rules)) {
      current_ = scaled(current_, 1 - std::min(0.5, estimate_ / 2));
      recovery_count_ = 0;
    } else {
      target_ = std::max(rules.floor, target_ - step_);
      current_ = midpoint(current_, target_);
      --recovery_count_;
    }
    current_ = std::max(current_, rules.floor);
  }
  base_ = estimate_;
  cnps_ = 0;
  packets_ = 0;
}

bool RateLoop::increase(const RateLoopRules& rules) {
  update_estimate(rules);
  if (cnps_ > 0) {  // under lasting congestion only every so many halves may increase
    if (++marked_halves_ <= rules.params.loops_per_increase) return true;
    marked_halves_ = 0;
  }
  if (recovered(rules)) target_ = std::min(rules.line, target_ + step_);
  current_ = midpoint(current_, target_);
  ++recovery_count_;
  if (rules.line - current_ >= kCloseToLine) return true;
  current_ = rules.line;
  congested_ = false;
  return false;
}

}  // namespace headroom
