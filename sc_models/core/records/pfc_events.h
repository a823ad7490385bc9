#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sc_models/core/records/column.h"

namespace headroom {

enum class PfcEvent : std::uint8_t {
  kXoffSent,     ///< queued
  kRefreshSent,  ///< queued
  kXonSent,      ///< queued
  kXoffReceived,
  kXonReceived,
  kResume,  ///< a received pause ran out
};

struct PfcEventRow {
  Ps now;
  std::string_view component;
  std::uint32_t ifid;
  unsigned traffic_class;
  PfcEvent event;
  Bytes occupancy;
  unsigned quanta;
};

[[nodiscard]] const Record<PfcEventRow>& pfc_events_record();

/// `pfc-events`: one row an event, in the order of the events.
class PfcEvents {
 public:
  PfcEvents(OutputFolder& folder, std::string_view run) : table_(folder, run, pfc_events_record()) {}
  /// `occupancy`: of the class's receive pool (switch: of the port in the pool), without the frame that arrives.
  void write(Ps now, std::string_view component, std::uint32_t ifid, unsigned traffic_class, PfcEvent event,
             Bytes occupancy, unsigned quanta) {
    table_.add({now, component, ifid, traffic_class, event, occupancy, quanta});
  }
  RecordFile& file() { return table_.file(); }

 private:
  RecordTable<PfcEventRow> table_;
};

}  // namespace headroom
