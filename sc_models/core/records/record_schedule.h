#pragma once

#include "sc_models/core/agenda.h"
#include "sc_models/core/records/recorder.h"

namespace headroom {

/// Has the recorder make its periodic rows: the first of each record one interval after `start`, then every interval,
/// each after everything else due at its time.
class RecordSchedule final : public AgendaClient {
 public:
  /// `start`: StartTime + ClientStartOffset.
  RecordSchedule(Agenda& agenda, Recorder& recorder, Ps start);
  RecordSchedule(const RecordSchedule&) = delete;
  RecordSchedule& operator=(const RecordSchedule&) = delete;

 private:
  void due(Ps now, AgendaTag series) override;
  void arm(Ps after, AgendaTag series);

  Agenda& agenda_;
  Recorder& recorder_;
};

}  // namespace headroom
