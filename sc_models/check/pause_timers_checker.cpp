#include "sc_models/check/pause_timers_checker.h"

#include <fmt/format.h>

#include "sc_models/policy/pause_time.h"

namespace headroom {
namespace {

std::string state_text(unsigned c, bool held) { return fmt::format("class {} {}", c, held ? "held" : "free"); }

}  // namespace

void PauseTimersChecker::told(const TraceEvent& event) {
  const Ps edge = clock_.edge(event.time);
  run_out(edge);
  const unsigned c = event.traffic_class;
  const bool was_held = policy_.held(c);
  classes_[c].line = event.line;
  if (event.amount == 0) {
    if (policy_.resume(edge, c))
      expect(c, false, edge, fmt::format("at {} ps (line {}) a frame of 0 quanta", event.time.count(), event.line));
    return;
  }
  const Ps held = pause_time(static_cast<std::uint64_t>(event.amount), link_.data_rate, link_.delay);
  (void)policy_.pause(edge, c, held);
  if (was_held) return;
  classes_[c].began = edge;
  expect(c, true, edge,
         fmt::format("at {} ps (line {}) a frame of {} quanta, {} ps", event.time.count(), event.line, event.amount,
                     held.count()));
}

void PauseTimersChecker::decided(const TraceEvent& event) {
  const unsigned c = event.traffic_class;
  const bool held = event.name == "held";
  run_out(event.time + Ps{1});
  // What has no edges may let go as soon as the pause is over.
  if (!held && policy_.held(c) && policy_.end(c) <= event.time) run_out_class(c);
  scoreboard_.see(c, event, state_text(c, held));
}

/// Ends the pauses that run out at an edge before this time.
void PauseTimersChecker::run_out(Ps before) {
  for (unsigned c = 0; c < kTrafficClasses; ++c)
    if (policy_.held(c) && clock_.edge(policy_.end(c)) < before) run_out_class(c);
}

void PauseTimersChecker::run_out_class(unsigned c) {
  const Ps end = policy_.end(c), edge = clock_.edge(end);
  HEADROOM_CHECK(policy_.wake(end, c).resumed, "class {} is held beyond {} ps", c, end.count());
  // A pause that is over at the next edge need not be seen at all.
  if (edge - classes_[c].began <= clock_.period && scoreboard_.owed(c) > 0) return scoreboard_.withdraw(c);
  expect(c, false, edge,
         fmt::format("the pause of the frame in line {} runs out at {} ps", classes_[c].line, end.count()));
}

void PauseTimersChecker::expect(unsigned c, bool held, Ps due, const std::string& cause) {
  scoreboard_.expect(c, due, state_text(c, held), cause, classes_[c].line);
}

}  // namespace headroom
