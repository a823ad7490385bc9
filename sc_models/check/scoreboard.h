#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "sc_models/check/trace.h"

namespace headroom {

/// "1 cycle", "2 cycles"
[[nodiscard]] std::string cycles_text(std::int64_t cycles);

/// Where a trace differs from what the policy decided.
struct Departure {
  Ps time;
  int line = 0;  ///< of the decision that is wrong, late or without a cause, or of the cause of one that is missing
  std::string what;
};

/// Decisions that the block owes, against those it made. Decisions of one lane come in order; lanes do not wait for
/// each other.
class Scoreboard {
 public:
  Scoreboard(const Clock& clock, std::int64_t tolerance_cycles)
      : clock_(clock), tolerance_cycles_(tolerance_cycles), tolerance_(clock.period * tolerance_cycles) {}

  /// From `due` on, an edge, the block owes `decision`. `cause`: why, in words; `line`: where it stands.
  void expect(unsigned lane, Ps due, std::string decision, std::string cause, int line);
  /// Takes back the last one that is still owed.
  void withdraw(unsigned lane) { lanes_[lane].pop_back(); }
  /// The block has made a decision. True: it is the one that it owed, though perhaps late.
  bool see(unsigned lane, const TraceEvent& event, const std::string& decision);
  /// The trace has ended: what had to come until then is missing.
  void finish(Ps end);

  [[nodiscard]] std::size_t owed(unsigned lane) const {
    const auto found = lanes_.find(lane);
    return found == lanes_.end() ? 0 : found->second.size();
  }
  /// When a decision that is owed since `due` is overdue.
  [[nodiscard]] Ps latest(Ps due) const { return start(due) + tolerance_; }

  [[nodiscard]] std::uint64_t agreed() const { return agreed_; }
  [[nodiscard]] std::uint64_t departures() const { return departures_; }
  [[nodiscard]] std::uint64_t still_owed() const { return still_owed_; }
  [[nodiscard]] const std::optional<Departure>& first_departure() const { return first_; }
  [[nodiscard]] std::int64_t worst_lag_cycles() const { return worst_lag_; }

 private:
  struct Owed {
    Ps due;
    std::string decision, cause;
    int line;
  };
  [[nodiscard]] Ps start(Ps due) const { return due > last_taken_ ? due : last_taken_; }
  [[nodiscard]] std::int64_t lag_cycles(Ps due, Ps at) const;
  void departed(Ps time, int line, std::string what);
  void missing(const Owed& owed);

  const Clock clock_;
  const std::int64_t tolerance_cycles_;
  const Ps tolerance_;
  std::map<unsigned, std::deque<Owed>> lanes_;
  Ps last_taken_;
  std::uint64_t agreed_ = 0, departures_ = 0, still_owed_ = 0;
  std::int64_t worst_lag_ = 0;
  std::optional<Departure> first_;
};

}  // namespace headroom
