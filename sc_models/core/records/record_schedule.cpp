#include "sc_models/core/records/record_schedule.h"

namespace headroom {

RecordSchedule::RecordSchedule(Agenda& agenda, Recorder& recorder, Ps start) : agenda_(agenda), recorder_(recorder) {
  for (std::size_t i = 0; i < recorder_.series(); ++i) arm(start, static_cast<AgendaTag>(i));
}

void RecordSchedule::arm(Ps after, AgendaTag series) {
  const Ps interval = recorder_.interval(series);
  if (after >= kNever - interval) return;  // no row before the end of time
  agenda_.at(after + interval, Rank(Due::kRecord, 0, series), *this, series);
}

void RecordSchedule::due(Ps now, AgendaTag series) {
  recorder_.sample(series, now);
  arm(now, series);
}

}  // namespace headroom
