// What a trace says, whatever file it was read from.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sc_models/core/units.h"
#include "sc_models/policy/pfc_frame.h"

namespace headroom {

/// A trace that cannot be used: `FILE:LINE: what is wrong (what is allowed)`.
class TraceFault : public std::runtime_error {
 public:
  TraceFault(const std::string& file, int line, const std::string& what)
      : std::runtime_error(file + ":" + std::to_string(line) + ": " + what) {}
};

/// One thing that happened at a block: it was told something, or it decided something.
struct TraceEvent {
  Ps time;
  int line = 0;
  std::string_view name;  ///< of the block's format
  bool decision = false;
  unsigned traffic_class = 0;
  std::int64_t amount = 0;  ///< bytes, quanta, or a mask of classes
  std::int64_t size = 0;    ///< of a frame to be made
  PfcFields fields;
  std::vector<std::uint8_t> frame;
  /// Of a decision: when it was taken, if it had to wait for that. What was held up by it counts from then.
  Ps taken;
};

struct Trace {
  std::vector<TraceEvent> events;  ///< in time order; of one time, what it was told first
  Ps end;                          ///< last time of the trace
};

/// When the block looks: every `period`, one of these times being `phase`.
struct Clock {
  Ps period{1};
  Ps phase;

  /// The first edge at or after `time`.
  [[nodiscard]] Ps edge(Ps time) const {
    const std::int64_t past = (time - phase).count() % period.count();
    return past == 0 ? time : past > 0 ? time + period - Ps{past} : time - Ps{past};
  }
};

}  // namespace headroom
