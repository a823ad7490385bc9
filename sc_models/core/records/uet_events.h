#pragma once

#include <string>
#include <string_view>

#include "sc_models/core/records/column.h"
#include "sc_models/core/records/identity.h"
#include "sc_models/core/uet_observer.h"

namespace headroom {

struct UetEventRow {
  RowTime time;
  const NodeIdentity& nic;
  const UetEvent& event;
  std::string_view local, remote;

  [[nodiscard]] bool of_work_request() const;
};

[[nodiscard]] const Record<UetEventRow>& uet_events_record();

/// `uet-events`: one row an event, in the order of the events, all NICs in one file.
class UetEvents {
 public:
  UetEvents(OutputFolder& folder, std::string run);
  void write(const NodeIdentity& nic, const UetEvent& event);
  RecordFile& file() { return table_.file(); }

 private:
  const std::string run_;
  RecordTable<UetEventRow> table_;
  std::string local_, remote_;  ///< of the row being written
};

}  // namespace headroom
