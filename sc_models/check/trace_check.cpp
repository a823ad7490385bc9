#include "sc_models/check/trace_check.h"

#include "sc_models/check/block_format.h"
#include "sc_models/core/check.h"

namespace headroom {

TraceVerdict check_trace(const Trace& trace, const std::string& file, std::string_view block,
                         const CheckSettings& settings) {
  Scoreboard scoreboard(settings.clock, settings.tolerance_cycles);
  std::unique_ptr<BlockChecker> checker = make_checker(block, settings, scoreboard);
  for (const TraceEvent& event : trace.events) {
    if (event.name == kResetEvent) {
      checker->finish(event.time);
      scoreboard.finish(event.time);
      checker = make_checker(block, settings, scoreboard);
    } else if (event.decision) {
      checker->decided(event);
    } else {
      try {
        checker->told(event);
      } catch (const ModelError& error) {
        const TraceFault fault(file, event.line, std::string(event.name) + ": " + error.what());
        scoreboard.finish(event.time);
        if (!scoreboard.first_departure()) throw fault;
        return {std::move(scoreboard), fault.what()};
      }
    }
  }
  checker->finish(trace.end);
  scoreboard.finish(trace.end);
  return {std::move(scoreboard), {}};
}

}  // namespace headroom
