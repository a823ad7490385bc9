#include "sc_models/check/pfc_gate_checker.h"

#include <fmt/format.h>

#include "sc_models/policy/pause_time.h"

namespace headroom {
namespace {

constexpr std::string_view kArrivalEvent = "arrival", kReleaseEvent = "release", kXoffEvent = "xoff";

std::string decision_text(unsigned c, bool xoff) { return fmt::format("{} of class {}", xoff ? "xoff" : "xon", c); }

}  // namespace

PfcGateChecker::PfcGateChecker(const CheckSettings& settings, Scoreboard& scoreboard)
    : clock_(settings.clock), tolerance_cycles_(settings.tolerance_cycles), scoreboard_(scoreboard) {
  const IngressParams& buffer = settings.nic->ingress;
  const UplinkParams& link = settings.nic->uplink;
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    Class& state = classes_[c];
    state.enabled = buffer.sends_pfc(c);
    if (!state.enabled) continue;
    state.xoff = buffer.xoff(c);
    state.xon = buffer.xon(c);
    state.interval = refresh_interval(buffer.quanta[c], link.data_rate, link.delay);
    state.gate = PfcGate(state.xoff, state.xon);
  }
}

void PfcGateChecker::told(const TraceEvent& event) {
  Class& state = classes_[event.traffic_class];
  if (!state.enabled) return;
  state.waiting.push_back(event);
  // From when a refresh may have looked on, the order of the two is the block's.
  const Ps early = state.refresh == kNever ? kNever : state.refresh - clock_.period * (tolerance_cycles_ + 1);
  if (clock_.edge(event.time) < early) apply_all(event.traffic_class, 0, state.waiting.size());
}

void PfcGateChecker::decided(const TraceEvent& event) {
  const unsigned c = event.traffic_class;
  Class& state = classes_[c];
  const bool xoff = event.name == kXoffEvent;
  // A timer in whole cycles may come up to one early.
  if (state.refresh != kNever && event.time > state.refresh - clock_.period) {
    refresh_after(c, place_that_gives(state, xoff ? Send::kXoff : Send::kXon));
  } else {
    apply_all(c, 0, state.waiting.size());
  }
  const bool right = scoreboard_.see(c, event, decision_text(c, xoff));
  if (right && xoff && state.gate.pausing() && scoreboard_.owed(c) == 0) state.refresh = event.time + state.interval;
}

void PfcGateChecker::finish(Ps end) {
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    Class& state = classes_[c];
    if (state.refresh <= end) refresh_after(c, usual_place(state));
    apply_all(c, 0, state.waiting.size());
  }
}

PfcGate::Send PfcGateChecker::apply(Class& state, const TraceEvent& event) {
  state.filled = Bytes{event.amount};
  if (event.name == kArrivalEvent) return state.gate.on_arrival(state.filled);
  return event.name == kReleaseEvent ? state.gate.on_release(state.filled) : Send::kNothing;
}

/// Applies these of the waiting events; when they are the last, none waits any more.
void PfcGateChecker::apply_all(unsigned c, std::size_t first, std::size_t last) {
  Class& state = classes_[c];
  for (std::size_t i = first; i < last; ++i) {
    const TraceEvent& event = state.waiting[i];
    const Send send = apply(state, event);
    if (send == Send::kNothing) continue;
    const bool xoff = send == Send::kXoff;
    state.refresh = kNever;  // until the pause is seen
    expect(c, send, clock_.edge(event.time),
           fmt::format("at {} ps (line {}) {} {} leaves class {} with {} B, {} is {} B", event.time.count(), event.line,
                       xoff ? "an" : "a", event.name, c, state.filled.count(), xoff ? "Xoff" : "Xon",
                       (xoff ? state.xoff : state.xon).count()),
           event.line);
  }
  if (last == state.waiting.size()) state.waiting.clear();
}

/// The refresh happens after so many of the waiting events, unless one of them ends the pause.
void PfcGateChecker::refresh_after(unsigned c, std::size_t events) {
  Class& state = classes_[c];
  const std::size_t all = state.waiting.size();
  const Ps due = state.refresh;
  const int line = state.waiting.empty() ? 0 : state.waiting.front().line;
  std::vector<TraceEvent> rest(state.waiting.begin() + static_cast<std::ptrdiff_t>(events), state.waiting.end());
  if (events < all) state.waiting.resize(events);
  apply_all(c, 0, events);
  if (state.gate.pausing() && state.refresh != kNever) {
    state.refresh = kNever;
    const Send send = state.gate.on_refresh(state.filled);
    expect(c, send, due,
           fmt::format("at {} ps the pause of class {} is refreshed with {} B, Xoff is {} B", due.count(), c,
                       state.filled.count(), state.xoff.count()),
           line);
  }
  state.waiting = std::move(rest);
  apply_all(c, 0, state.waiting.size());
}

/// After what the block was told before the refresh was due.
std::size_t PfcGateChecker::usual_place(const Class& state) const {
  std::size_t place = 0;
  while (place < state.waiting.size() && state.waiting[place].time < state.refresh) ++place;
  return place;
}

/// A place of the refresh, the usual one first, from which `wanted` is what comes next.
std::size_t PfcGateChecker::place_that_gives(const Class& state, Send wanted) const {
  const std::size_t usual = usual_place(state);
  const auto gives = [&](std::size_t place) {
    Class tried = state;
    for (std::size_t i = 0; i < place; ++i) {
      const Send send = apply(tried, state.waiting[i]);
      if (send != Send::kNothing) return send == wanted;
    }
    return tried.gate.on_refresh(tried.filled) == wanted;
  };
  if (gives(usual)) return usual;
  const Ps latest = scoreboard_.latest(state.refresh);
  for (std::size_t place = 0; place <= state.waiting.size(); ++place) {
    if (place > 0 && state.waiting[place - 1].time > latest) break;
    if (gives(place)) return place;
  }
  return usual;
}

void PfcGateChecker::expect(unsigned c, Send send, Ps due, std::string cause, int line) {
  scoreboard_.expect(c, due, decision_text(c, send == Send::kXoff), std::move(cause), line);
}

}  // namespace headroom
