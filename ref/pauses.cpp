// Received pauses, and the frames that say them.
#include <algorithm>

#include "ref/guard.h"
#include "sc_models/policy/pause_time.h"
#include "sc_models/policy/pause_timers.h"
#include "sc_models/policy/pfc_frame.h"

using namespace headroom::reference;
using headroom::Ps;

struct headroom_timers {
  headroom::PauseTimers policy;
  Ps now;

  /// `later` is not before what has been told, and no pause that ended before it is still held.
  void check(Ps later) const {
    HEADROOM_CHECK(later >= now, "time {} after time {}", later.count(), now.count());
    for (unsigned c = 0; c < headroom::kTrafficClasses; ++c)
      HEADROOM_CHECK(!policy.held(c) || policy.end(c) >= later, "class {}: its pause ran out at {}, before {}", c,
                     policy.end(c).count(), later.count());
  }
};

extern "C" {

int64_t headroom_pause_time(int64_t quanta, int64_t rate, int64_t delay) {
  return guarded("headroom_pause_time", [=] {
    const auto pause = static_cast<std::uint64_t>(whole("quanta", quanta, headroom::kLargestQuanta));
    return headroom::pause_time(pause, rate_of(rate), time_of(delay)).count();
  });
}
int64_t headroom_refresh_interval(int64_t quanta, int64_t rate, int64_t delay) {
  return guarded("headroom_refresh_interval", [=] {
    const auto pause = static_cast<std::uint64_t>(whole("quanta", quanta, headroom::kLargestQuanta));
    return headroom::refresh_interval(pause, rate_of(rate), time_of(delay)).count();
  });
}

headroom_timers* headroom_timers_new(void) {
  return guarded("headroom_timers_new", [] { return new headroom_timers{}; });
}
void headroom_timers_delete(headroom_timers* timers) { delete timers; }

int headroom_timers_pause(headroom_timers* timers, int64_t now, int traffic_class, int64_t duration) {
  return guarded("headroom_timers_pause", [=] {
    headroom_timers& state = live(timers);
    const unsigned c = class_of(traffic_class);
    const Ps time = time_of(now), held = time_of(duration);
    state.check(time);
    state.now = time;
    (void)state.policy.pause(time, c, held);  // advance() looks at the ends itself
    return 0;
  });
}
int headroom_timers_resume(headroom_timers* timers, int64_t now, int traffic_class) {
  return guarded("headroom_timers_resume", [=]() -> int {
    headroom_timers& state = live(timers);
    const unsigned c = class_of(traffic_class);
    const Ps time = time_of(now);
    state.check(time);
    state.now = time;
    return state.policy.resume(time, c);
  });
}
int headroom_timers_advance(headroom_timers* timers, int64_t now) {
  return guarded("headroom_timers_advance", [=] {
    headroom_timers& state = live(timers);
    const Ps time = time_of(now);
    HEADROOM_CHECK(time >= state.now, "time {} after time {}", now, state.now.count());
    state.now = time;
    headroom::ClassMask over = 0;
    for (unsigned c = 0; c < headroom::kTrafficClasses; ++c)
      if (state.policy.wake(time, c).resumed) over |= headroom::class_bit(c);
    return static_cast<int>(over);
  });
}
int headroom_timers_held(headroom_timers* timers) {
  return guarded("headroom_timers_held", [=] { return static_cast<int>(live(timers).policy.held()); });
}
int64_t headroom_timers_end(headroom_timers* timers, int traffic_class) {
  return guarded("headroom_timers_end", [=] {
    const headroom_timers& state = live(timers);
    const unsigned c = class_of(traffic_class);
    return state.policy.held(c) ? state.policy.end(c).count() : HEADROOM_NEVER;
  });
}

int headroom_pfc_write(uint8_t* frame, int size, int64_t source, int class_enable, const uint16_t* quanta) {
  return guarded("headroom_pfc_write", [=] {
    require(frame != nullptr && quanta != nullptr, "frame or quanta is null");
    require(size >= static_cast<int>(headroom::kStandardPfcBytes) && size <= HEADROOM_PFC_MOST_BYTES,
            "size {} ({} to {})", size, headroom::kStandardPfcBytes, HEADROOM_PFC_MOST_BYTES);
    const std::int64_t address = whole("source", source, (std::int64_t{1} << 48) - 1);
    headroom::PfcFields fields;
    fields.class_enable = static_cast<std::uint8_t>(whole("class_enable", class_enable, 255));
    for (unsigned k = 0; k < fields.source.size(); ++k)
      fields.source[k] = static_cast<std::uint8_t>(address >> 8 * (fields.source.size() - 1 - k));
    std::copy_n(quanta, headroom::kTrafficClasses, fields.quanta.begin());
    std::ranges::copy(headroom::write_pfc_frame(fields, static_cast<std::size_t>(size)), frame);
    return size;
  });
}
int headroom_pfc_read(const uint8_t* frame, int size, int64_t* source, int* class_enable, uint16_t* quanta) {
  return guarded("headroom_pfc_read", [=] {
    require(frame != nullptr && source != nullptr && class_enable != nullptr && quanta != nullptr,
            "frame, source, class_enable or quanta is null");
    const auto fields = headroom::read_pfc_frame({frame, static_cast<std::size_t>(whole("size", size))});
    if (!fields) return 0;
    *source = 0;
    for (const std::uint8_t octet : fields->source) *source = *source << 8 | octet;
    *class_enable = fields->class_enable;
    std::ranges::copy(fields->quanta, quanta);
    return 1;
  });
}
}
