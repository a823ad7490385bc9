#include "sc_models/core/records/load_balancing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sc_models/core/records/port_columns.h"

namespace headroom {
namespace {

using Counters = LoadBalancingRow::Counters;

template <auto Field>
void counter(std::vector<Column<LoadBalancingRow>>& columns, const std::string& name, const std::string& meaning) {
  columns.push_back(
      {name, Format::kInteger, [](const LoadBalancingRow& r) -> Cell { return r.total.*Field; }, meaning});
  columns.push_back({"ivl_" + name, Format::kInteger,
                     [](const LoadBalancingRow& r) -> Cell { return r.total.*Field - r.before.*Field; },
                     "the same in the interval"});
}

std::vector<Column<LoadBalancingRow>> columns() {
  std::vector<Column<LoadBalancingRow>> c{
      utc_column<LoadBalancingRow>(),
      sim_time_column<LoadBalancingRow>(),
      component_name_column<LoadBalancingRow>(),
      component_type_column<LoadBalancingRow>(),
      node_id_column<LoadBalancingRow>(),
      tier_column<LoadBalancingRow>(),
      subtier_column<LoadBalancingRow>(),
      ifid_column<LoadBalancingRow>(),
      {"ecmp_group_id", Format::kInteger, [](const LoadBalancingRow& r) -> Cell { return r.group; },
       "number of the set, from 0 in the order the switch meets them"},
      {"ecmp_group_ifids", Format::kText, [](const LoadBalancingRow& r) -> Cell { return r.members; },
       "ports of the set, as `[1:2:3]`"},
      {"group_size", Format::kInteger, [](const LoadBalancingRow& r) -> Cell { return r.members_count; },
       "how many they are"},
      {"group_formed_ns", Format::kNanoseconds, [](const LoadBalancingRow& r) -> Cell { return r.formed; },
       "first use of the set"},
      {"flow_table_slots", Format::kInteger, [](const LoadBalancingRow& r) -> Cell { return r.flow_table_slots; },
       "512 under flowlet switching, else 0"},
  };
  counter<&Counters::bytes>(c, "bytes", "bytes admitted to the member since the start");
  counter<&Counters::packets>(c, "packets", "packets admitted to it");
  counter<&Counters::assignments>(c, "assignments", "flows that took it with an empty slot");
  counter<&Counters::moved_in>(c, "movements_in", "flows moved to it");
  counter<&Counters::moved_out>(c, "movements_out", "flows moved away from it");
  c.push_back({"ivl_share", Format::kReal,
               [](const LoadBalancingRow& r) -> Cell {
                 return percent(static_cast<double>((r.total.bytes - r.before.bytes).count()),
                                static_cast<double>(r.group_interval_bytes.count())) /
                        100.0;
               },
               "its part of the set's bytes in the interval"});
  counter<&Counters::paused_skips>(c, "paused_skips", "choices that avoided it because it was paused");
  counter<&Counters::paused_selections>(c, "paused_selections", "choices that took it although paused");
  c.push_back(exact_time_column<LoadBalancingRow>());
  return c;
}

}  // namespace

const Record<LoadBalancingRow>& load_balancing_record() {
  static const Record<LoadBalancingRow> record{
      "scala-switch-load-balancing-stats", "`EnableLoadBalancingStats` of a switch",
      "each `LoadBalancingStatsReportInterval` and at the end, one for each member of each equal-cost "
      "set that a packet has used; a rack alone has none",
      columns()};
  return record;
}

void LoadBalancingStats::sample(Ps now, Ps since) {
  meet_new_sets();
  for (std::size_t s = 0; s < sets_.size(); ++s) {
    Bytes total;
    for (std::size_t m = 0; m < probe_.set(s).ports.size(); ++m) total += probe_.member(s, m).bytes;
    sets_[s].in_interval = total - std::exchange(sets_[s].before, total);
  }
  for (Member& member : members_) {
    const Set& set = sets_[member.set];
    const LoadBalancingProbe::Set formed = probe_.set(member.set);
    const PathStats total = probe_.member(member.set, member.index);
    table_.add({{run_, now, since},
                member.port,
                member.set,
                set.ports,
                formed.ports.size(),
                formed.formed,
                formed.slots,
                total,
                member.before,
                set.in_interval});
    member.before = total;
  }
}

void LoadBalancingStats::meet_new_sets() {
  if (sets_.size() == probe_.sets()) return;
  for (std::size_t s = sets_.size(); s < probe_.sets(); ++s) {
    const LoadBalancingProbe::Set set = probe_.set(s);
    sets_.push_back({fmt::format("[{}]", fmt::join(set.ports, ":")), Bytes{}, Bytes{}});
    for (std::size_t m = 0; m < set.ports.size(); ++m) members_.push_back({probe_.port(set.ports[m]), s, m, {}});
  }
  std::stable_sort(members_.begin(), members_.end(),
                   [](const Member& a, const Member& b) { return a.port.ifid < b.port.ifid; });
}

}  // namespace headroom
