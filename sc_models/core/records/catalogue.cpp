#include "sc_models/core/records/catalogue.h"

#include <fmt/format.h>

#include "sc_models/core/records/cpu_mem_stats.h"
#include "sc_models/core/records/ecn_pfc_stats.h"
#include "sc_models/core/records/load_balancing.h"
#include "sc_models/core/records/messages.h"
#include "sc_models/core/records/nd_stats.h"
#include "sc_models/core/records/net_buff_stats.h"
#include "sc_models/core/records/pcie_stats.h"
#include "sc_models/core/records/pfc_events.h"
#include "sc_models/core/records/reports.h"
#include "sc_models/core/records/roce_transport_stats.h"
#include "sc_models/core/records/switch_buffers.h"
#include "sc_models/core/records/tier_hop.h"
#include "sc_models/core/records/trim_stats.h"
#include "sc_models/core/records/uet_events.h"
#include "sc_models/core/records/uet_monitor.h"
#include "sc_models/core/records/uet_transport_stats.h"

namespace headroom {
namespace {

constexpr std::string_view kIntroduction = R"(# Records

Generated from the tables in `sc_models/core/records` by `headroom records --format markdown`; a test fails when this
page and the tables differ.

A run writes one file for each record, `<run>-<record>-0.csv`, into its output folder: comma-separated, one header line,
lines end in `\n`. `<run>` is `simulation.Name`, by default the base name of the configuration file. A record that is
switched on has its file even when it has no rows. Counters count from the start of the run unless their name begins
with `ivl_` or `interval_`; those cover the time since the row before (the first: everything before it). An interval
without samples gives 0. The first periodic row stands one interval after `StartTime` + `ClientStartOffset`, and the end
of the run always has one. Rows of one time are ordered by node, then port, then class or buffer. Columns that begin
with `x_` are headroom's own.

## Formats

| Code | Written as |
| --- | --- |
)";

/// A vertical bar would end the cell of the table.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '|') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

std::vector<RecordPage> record_pages() {
  return {
      page(lossy_nd_stats_record()),
      page(ecn_pfc_stats_record()),
      page(net_buff_stats_record()),
      page(pfc_events_record()),
      page(tier_hop_record()),
      page(switch_aggregate_buffers_record()),
      page(switch_port_buffers_record()),
      page(load_balancing_record()),
      page(trim_stats_record()),
      page(roce_transport_stats_record()),
      page(uet_transport_stats_record()),
      page(uet_events_record()),
      page(uet_monitor_record()),
      page(pcie_stats_record()),
      page(perf_record()),
      page(application_report_record()),
      page(topology_report_record()),
      page(cpu_mem_stats_record()),
      page(flows_record()),
      page(messages_record()),
  };
}

std::string records_markdown() {
  std::string text(kIntroduction);
  for (unsigned i = 0; i <= static_cast<unsigned>(Format::kUtc); ++i) {
    const auto format = static_cast<Format>(i);
    text += fmt::format("| {} | {} |\n", code(format), cell(explanation(format)));
  }
  for (const RecordPage& record : record_pages()) {
    text += fmt::format("\n## {}\n\nWritten: {}.\nRows: {}.\n\n| Column | Format | Meaning |\n| --- | --- | --- |\n",
                        record.name, record.when, record.rows);
    for (const auto& column : record.columns)
      text += fmt::format("| `{}` | {} | {} |\n", column.name, code(column.format), cell(column.meaning));
  }
  return text;
}

}  // namespace headroom
