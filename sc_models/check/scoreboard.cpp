#include "sc_models/check/scoreboard.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {

std::string cycles_text(std::int64_t cycles) { return fmt::format("{} cycle{}", cycles, cycles == 1 ? "" : "s"); }

void Scoreboard::expect(unsigned lane, Ps due, std::string decision, std::string cause, int line) {
  lanes_[lane].push_back({due, std::move(decision), std::move(cause), line});
}

std::int64_t Scoreboard::lag_cycles(Ps due, Ps at) const {
  const std::int64_t late = (at - start(due)).count();
  return late <= 0 ? 0 : (late + clock_.period.count() - 1) / clock_.period.count();
}

bool Scoreboard::see(unsigned lane, const TraceEvent& event, const std::string& decision) {
  std::deque<Owed>& owed = lanes_[lane];
  bool right = false;
  while (!right) {
    if (owed.empty()) {
      departed(event.time, event.line, fmt::format("{} without a cause", decision));
      break;
    }
    const Owed front = std::move(owed.front());
    owed.pop_front();
    const std::int64_t lag = lag_cycles(front.due, event.time);
    right = front.decision == decision;
    if (right) {
      worst_lag_ = std::max(worst_lag_, lag);
      if (lag <= tolerance_cycles_) {
        ++agreed_;
      } else {
        departed(event.time, event.line,
                 fmt::format("{} came {} late, {} allowed. Its cause: {}", decision, cycles_text(lag),
                             tolerance_cycles_, front.cause));
      }
    } else if (lag > tolerance_cycles_) {
      missing(front);
    } else {
      departed(event.time, event.line,
               fmt::format("{} instead of {}. Cause: {}", decision, front.decision, front.cause));
      break;
    }
  }
  last_taken_ = std::max(last_taken_, event.taken);
  return right;
}

void Scoreboard::finish(Ps end) {
  for (const auto& [lane, owed] : lanes_) {
    for (const Owed& each : owed) {
      if (latest(each.due) < end) {
        missing(each);
      } else {
        ++still_owed_;
      }
    }
  }
  lanes_.clear();
}

void Scoreboard::missing(const Owed& owed) {
  departed(latest(owed.due), owed.line,
           fmt::format("{} is missing, due at {} ps. Its cause: {}", owed.decision, owed.due.count(), owed.cause));
}

void Scoreboard::departed(Ps time, int line, std::string what) {
  ++departures_;
  if (!first_ || time < first_->time) first_ = Departure{time, line, std::move(what)};
}

}  // namespace headroom
