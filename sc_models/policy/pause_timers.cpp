#include "sc_models/policy/pause_timers.h"

namespace headroom {

Ps PauseTimers::pause(Ps now, unsigned c, Ps duration) {
  Class& state = classes_[c];
  ++state.stats.xoff_rx;
  held_ |= class_bit(c);
  state.clock.set(now, true);
  state.end = now + duration;
  if (state.wake <= state.end) return kNever;
  return state.wake = state.end;
}

bool PauseTimers::resume(Ps now, unsigned c) {
  ++classes_[c].stats.xon_rx;
  if (!held(c)) return false;
  run(now, c);
  return true;
}

PauseTimers::Wake PauseTimers::wake(Ps now, unsigned c) {
  Class& state = classes_[c];
  if (state.wake <= now) state.wake = kNever;
  if (!held(c)) return {false, kNever};
  if (state.end <= now) {
    ++state.stats.expired;
    run(now, c);
    return {true, kNever};
  }
  if (state.wake <= state.end) return {false, kNever};
  return {false, state.wake = state.end};
}

void PauseTimers::run(Ps now, unsigned c) {
  held_ &= ~class_bit(c);
  classes_[c].clock.set(now, false);
}

}  // namespace headroom
