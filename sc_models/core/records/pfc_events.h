#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sc_models/core/pfc_observer.h"
#include "sc_models/core/records/column.h"

namespace headroom {

struct PfcEventRow {
  const PfcEvent& event;
  std::string_view component;
  std::uint32_t ifid;
};

[[nodiscard]] const Record<PfcEventRow>& pfc_events_record();

/// `pfc-events`: one row an event, in the order of the events.
class PfcEvents {
 public:
  PfcEvents(OutputFolder& folder, std::string_view run) : table_(folder, run, pfc_events_record()) {}
  void write(std::string_view component, std::uint32_t ifid, const PfcEvent& event) {
    table_.add({event, component, ifid});
  }
  RecordFile& file() { return table_.file(); }

 private:
  RecordTable<PfcEventRow> table_;
};

}  // namespace headroom
