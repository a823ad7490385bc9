#include "sc_models/policy/uet/nscc.h"

#include <algorithm>
#include <cmath>

namespace headroom {

Nscc::Nscc(const NsccParams& params, Bytes mss, bool trimming, BitRate link, Ps now)
    : constants_(params, mss, trimming, link),
      params_(params),
      trimming_(trimming),
      pass_through_(params.pass_through),
      window_(std::max(constants_.first_ceiling, constants_.packet)),
      max_window_(constants_.first_ceiling),
      base_rtt_(constants_.first_base_rtt),
      reference_rtt_(constants_.first_base_rtt),
      last_additive_(now),
      last_decrease_(now) {}

Bytes Nscc::move_to(std::int64_t window) {
  const std::int64_t before = window_;
  window_ = std::max(constants_.packet, std::min(window, max_window_));
  return Bytes(window_ - before);
}

Bytes Nscc::grow(double bytes) {
  const std::int64_t room = max_window_ - window_;
  // A gain may be so large that its bytes are no 64-bit number.
  return move_to(bytes >= static_cast<double>(room) ? max_window_ : window_ + static_cast<std::int64_t>(bytes));
}

void Nscc::offer(Ps rtt) {
  constexpr Ps kMargin{1'024'000};  // "about 1 us" in ticks of 128 ns [C]
  if (base_rtt_ - rtt <= kMargin) return;
  base_rtt_ = rtt + kMargin;
  reference_rtt_ = rtt;
  max_window_ = constants_.ceiling(base_rtt_);
  ++counts_.base_rtt_drops;
  counts_.cut_base_rtt -= move_to(window_);
}

void Nscc::average(Ps delay) {
  const double weight = params_.delay_alpha;
  average_ = weight * static_cast<double>(delay.count()) + (1.0 - weight) * average_;
}

Nscc::Reaction Nscc::on_ack(Ps now, std::int64_t newly, bool marked, std::optional<Ps> sample, unsigned penalty,
                            bool restore) {
  if (!params_.enable) {
    if (sample) offer(*sample);
    return {sample ? Routine::kNone : Routine::kNoSample, 0};
  }
  ignored_ += newly;
  recent_ += newly;
  achieved_ += newly;
  apply_penalty(penalty, restore, newly);
  if (!sample) return {Routine::kNoSample, 0};

  offer(*sample);
  const Ps delay = delay_of(*sample);
  average(delay);
  if (const auto adapted = quick_adapt(now, false, marked)) return {*adapted, 0};

  Routine routine = Routine::kNone;
  if (marked) {
    if (delay >= constants_.target) routine = decrease(now);
  } else {
    routine = penalty > 0 ? Routine::kLimited : increase(newly, delay);
  }
  return {routine, fulfil(now)};
}

void Nscc::apply_penalty(unsigned penalty, bool restore, std::int64_t newly) {
  if (penalty > 0) {
    if (saved_ == 0) saved_ = window_;
    ++counts_.penalty_acks;
    counts_.cut_penalty -= move_to(std::min(window_, in_flight_) - ((std::int64_t{penalty} * newly) >> 7));
    return;
  }
  if (restore && saved_ > 0) move_to(saved_);
  saved_ = 0;
}

Nscc::Routine Nscc::increase(std::int64_t newly, Ps delay) {
  const auto bytes = static_cast<double>(newly);
  if (delay >= constants_.target) {
    const double fair = constants_.fair * bytes;
    gathered_ += fair;
    gathered_fair_ += fair;
    return Routine::kFair;
  }
  if (delay < params_.target_queue_delay_margin) {
    uncongested_ += newly;
    if (uncongested_ > window_ || fast_) {
      fast_ = true;
      ++counts_.fast_acks;
      counts_.added_fast += grow(bytes * params_.fast_increase_multiplier);
      return Routine::kFast;
    }
  } else {
    uncongested_ = 0;
  }
  fast_ = false;
  gathered_ += constants_.proportional * bytes * static_cast<double>((constants_.target - delay).count());
  return Routine::kProp;
}

Nscc::Routine Nscc::decrease(Ps now) {
  fast_ = false;  // even if the decrease itself is held back
  uncongested_ = 0;
  const auto target = static_cast<double>(constants_.target.count());
  if (average_ <= target || now - last_decrease_ <= base_rtt_) return Routine::kMdHeld;
  const double kept = std::max(1.0 - params_.gamma * (average_ - target) / average_, params_.maximum_decrease_jump);
  last_decrease_ = now;
  ++counts_.decreases;
  counts_.cut_decrease -= move_to(static_cast<std::int64_t>(static_cast<double>(window_) * kept));
  return Routine::kMd;
}

unsigned Nscc::fulfil(Ps now) {
  const bool period_over = now - last_additive_ >= constants_.fulfil_period;
  if (!period_over && recent_ <= constants_.fulfil_bytes) return 0;
  ++counts_.fulfils;
  apply_gathered();
  recent_ = 0;
  if (!period_over) return 1;
  last_additive_ = now;
  counts_.added_eta += grow(constants_.additive);
  return 2;
}

void Nscc::apply_gathered() {
  if (gathered_ > 0) {
    const Bytes added = grow(gathered_ / static_cast<double>(window_));
    const Bytes fair(static_cast<std::int64_t>(static_cast<double>(added.count()) * (gathered_fair_ / gathered_)));
    counts_.added_fair += fair;
    counts_.added_proportional += added - fair;
  }
  gathered_ = gathered_fair_ = 0;
}

std::optional<Nscc::Routine> Nscc::quick_adapt(Ps now, bool loss, bool marked) {
  if (params_.disable_quick_adapt) return std::nullopt;
  std::optional<Routine> done;
  if (ignored_ < to_ignore_ && marked) {
    done = Routine::kQuickAdaptIgnore;
  } else if (now >= observation_end_) {
    if (observe(now, loss)) done = Routine::kQuickAdapt;
  }
  if (done) {
    gathered_ = gathered_fair_ = 0;
    recent_ = 0;
  }
  return done;
}

/// An observation window is over, or none has been opened yet. True: too little has arrived in it, and the window is
/// cut.
bool Nscc::observe(Ps now, bool loss) {
  const bool delayed = !trimming_ && average_ > static_cast<double>(params_.quick_adapt_threshold.count());
  const bool cut = observation_end_ != Ps{} && (trim_seen_ || loss || delayed) &&
                   achieved_ < (max_window_ >> params_.quick_adapt_gate);
  if (cut) cut_to_achieved();
  achieved_ = 0;
  observation_end_ = now + base_rtt_ + constants_.target;
  return cut;
}

void Nscc::cut_to_achieved() {
  to_ignore_ = std::max<std::int64_t>(0, in_flight_);
  ignored_ = 0;
  trim_seen_ = false;
  ++counts_.quick_adapts;
  counts_.cut_quick_adapt -= move_to(std::min(window_, achieved_));
}

Nscc::Reaction Nscc::on_trim(Ps now, std::int64_t nominal, std::optional<Ps> sample) {
  if (sample) offer(*sample);
  if (!params_.enable) return {};
  average(constants_.first_base_rtt);
  ignored_ += nominal;
  trim_seen_ = true;
  if (const auto adapted = quick_adapt(now, true, true)) return {*adapted, 0};
  counts_.cut_trim -= move_to(window_ - nominal);
  return {Routine::kTrimCut, 0};
}

void Nscc::on_timeout(std::int64_t nominal) {
  if (params_.enable) counts_.cut_timeout -= move_to(window_ - nominal);
}

}  // namespace headroom
