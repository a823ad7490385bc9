#include "sc_models/core/records/load_balancing.h"

#include "sc_models/core/records/port_columns.h"

namespace headroom {
namespace {

using Row = LoadBalancingRow;
using Counters = Row::Counters;

template <auto Field>
void counter(std::vector<Column<Row>>& columns, const std::string& name, const std::string& meaning) {
  columns.push_back({name, Format::kInteger, [](const Row& r) -> Cell { return r.total.*Field; }, meaning});
  columns.push_back({"ivl_" + name, Format::kInteger,
                     [](const Row& r) -> Cell { return r.total.*Field - r.before.*Field; },
                     "the same in the interval"});
}

std::vector<Column<Row>> columns() {
  std::vector<Column<Row>> c{
      utc_column<Row>(),
      sim_time_column<Row>(),
      component_name_column<Row>(),
      component_type_column<Row>(),
      node_id_column<Row>(),
      tier_column<Row>(),
      subtier_column<Row>(),
      ifid_column<Row>(),
      {"ecmp_group_id", Format::kInteger, [](const Row& r) -> Cell { return r.group; },
       "number of the set, from 0 in the order the switch meets them"},
      {"ecmp_group_ifids", Format::kText, [](const Row& r) -> Cell { return r.members; },
       "ports of the set, as `[1:2:3]`"},
      {"group_size", Format::kInteger, [](const Row& r) -> Cell { return r.members_count; }, "how many they are"},
      {"group_formed_ns", Format::kNanoseconds, [](const Row& r) -> Cell { return r.formed; }, "first use of the set"},
      {"flow_table_slots", Format::kInteger, [](const Row& r) -> Cell { return r.flow_table_slots; },
       "512 under flowlet switching, else 0"},
  };
  counter<&Counters::bytes>(c, "bytes", "bytes admitted to the member since the start");
  counter<&Counters::packets>(c, "packets", "packets admitted to it");
  counter<&Counters::assignments>(c, "assignments", "flows that took it with an empty slot");
  counter<&Counters::moved_in>(c, "movements_in", "flows moved to it");
  counter<&Counters::moved_out>(c, "movements_out", "flows moved away from it");
  c.push_back({"ivl_share", Format::kReal,
               [](const Row& r) -> Cell {
                 return percent(static_cast<double>((r.total.bytes - r.before.bytes).count()),
                                static_cast<double>(r.group_interval_bytes.count())) /
                        100.0;
               },
               "its part of the set's bytes in the interval"});
  counter<&Counters::paused_skips>(c, "paused_skips", "choices that avoided it because it was paused");
  counter<&Counters::paused_selections>(c, "paused_selections", "choices that took it although paused");
  c.push_back(exact_time_column<Row>());
  return c;
}

}  // namespace

const Record<Row>& load_balancing_record() {
  static const Record<Row> record{"scala-switch-load-balancing-stats", "`EnableLoadBalancingStats` of a switch",
                                  "one for each member of each equal-cost set; a rack has none", columns()};
  return record;
}

}  // namespace headroom
