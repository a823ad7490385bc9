#include <fmt/format.h>

#include <algorithm>

#include "sc_models/core/config/check.h"
#include "sc_models/core/config/grouped.h"
#include "sc_models/core/int128.h"

namespace headroom {
namespace {

constexpr std::int64_t kManyRows = 100'000;  // of one port in one record

/// Last post that a flow's start and interval alone put off.
Int128 last_post(const FlowParams& flow) {
  return flow.start.count() + static_cast<Int128>(flow.interval.value_or(Ps{0}).count()) * (flow.messages - 1);
}

}  // namespace

void check_idle(const Draft& draft, Faults& faults) {
  const auto simulation = draft.simulation.make<SimulationParams>();
  const DraftFlow* latest = nullptr;
  for (const DraftFlow& flow : draft.flows)
    if (flow.values.sound({"start", "interval", "messages"}) &&
        (!latest || last_post(flow.params) > last_post(latest->params)))
      latest = &flow;
  if (!latest || !draft.simulation.sound({"NDStatsReportInterval", "Duration", "WarmUp", "RunTime", "CoolDown"}))
    return;
  const Int128 stop = simulation.stop_time() ? Int128{simulation.stop_time()->count()} : Int128{INT64_MAX};
  const Int128 rows = std::min(last_post(latest->params), stop) / simulation.nd_stats_interval.count();
  if (rows <= kManyRows) return;
  const std::string_view key = latest->values.written("interval") ? "interval" : "start";
  faults.warning(latest->values.place(key), latest->values.path(key), "MANY_ROWS",
                 fmt::format("puts the last post {} intervals of NDStatsReportInterval after the begin: each periodic "
                             "record gets as many rows a port, also while nothing happens (an earlier post, a longer "
                             "interval, or Duration)",
                             grouped(static_cast<std::int64_t>(rows))));
}

}  // namespace headroom
