#include "sc_models/core/records/trim_stats.h"

#include "sc_models/core/records/port_columns.h"

namespace headroom {

const Record<TrimRow>& trim_stats_record() {
  using Row = TrimRow;
  static const Record<Row> record{
      "x-switch-trim-stats",
      "`TrimmingStatsEnabled` of a switch with `TrimmingEnabled`",
      "each `NDStatsReportInterval` and at the end, one for each port of such a switch",
      {
          utc_column<Row>(),
          sim_time_column<Row>(),
          component_name_column<Row>(),
          node_id_column<Row>(),
          ifid_column<Row>(),
          {"x_trimmed_pkts", Format::kInteger, [](const Row& r) -> Cell { return r.total.trimmed; },
           "packets that were to leave by the port and were cut, since the start"},
          {"x_trimmed_B", Format::kInteger, [](const Row& r) -> Cell { return r.total.trimmed_bytes; },
           "their bytes on the wire before that"},
          {"x_trim_dropped_pkts", Format::kInteger, [](const Row& r) -> Cell { return r.total.refused; },
           "those of them that the queue of trimmed packets had no room for; in `tx_drops` too"},
      }};
  return record;
}

}  // namespace headroom
