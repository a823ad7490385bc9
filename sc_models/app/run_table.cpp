#include "sc_models/app/run_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "sc_models/app/text_table.h"
#include "sc_models/core/config/grouped.h"
#include "sc_models/core/records/format.h"

namespace headroom {

namespace {

constexpr std::size_t kMostFlows = 12, kMostRemedies = 8;

std::string count_text(std::uint64_t count) { return grouped(static_cast<std::int64_t>(count)); }

/// Exact, in the unit that keeps the number short.
std::string time_text(Ps time) {
  struct Scale {
    std::int64_t below;
    unsigned places;
    const char* unit;
  };
  constexpr Scale kScales[] = {{1'000'000'000, 6, "us"}, {1'000'000'000'000, 9, "ms"}, {INT64_MAX, 12, "s"}};
  const Scale& scale = *std::find_if(std::begin(kScales), std::end(kScales),
                                     [time](const Scale& s) { return time.count() < s.below || s.below == INT64_MAX; });
  std::string out;
  append_decimal(out, time.count(), scale.places);
  return out + " " + scale.unit;
}

std::string outcome(const Summary& summary) {
  const std::string at = time_text(summary.sim_time);
  switch (summary.stop_reason) {
    case StopReason::kWorkloadComplete: return fmt::format("complete after {}", at);
    case StopReason::kDuration: return fmt::format("stopped after {}, as its duration says", at);
    case StopReason::kInterrupted: return fmt::format("interrupted at {}", at);
    case StopReason::kError: return fmt::format("failed at {}", at);
  }
  return at;
}

std::string flow_table(const Network& network) {
  TextTable table("lllrrr");
  table.row({"flow", "from, to", "messages", "done", "took", "goodput"});
  const auto& flows = network.workload().flows();
  for (std::size_t i = 0; i < flows.size() && i < kMostFlows; ++i) {
    const FlowProgress& flow = flows[i];
    const FlowParams& p = *flow.params;
    std::string took = "-", goodput = "-";
    if (flow.complete()) {
      const auto fct = static_cast<double>((flow.last_acknowledgement - flow.first_post).count());
      took = fmt::format("{:.3f} us", fct / 1e6);
      if (fct > 0) goodput = fmt::format("{:.3f} Gbps", 8e3 * static_cast<double>(flow.bytes_acknowledged()) / fct);
    }
    table.row({p.name, fmt::format("server{} -> server{}", p.source, p.destination),
               fmt::format("{} x {} B", count_text(p.messages), grouped(p.message_size)),
               fmt::format("{} of {}", count_text(flow.acknowledged), count_text(p.messages)), took, goodput});
  }
  std::string out = table.text();
  if (flows.size() > kMostFlows) out += fmt::format("  and {} more\n", flows.size() - kMostFlows);
  return out;
}

/// A receive pool of some servers alike, or a pool of the switch.
struct PoolRow {
  std::string owner;
  unsigned number = 0;
  NodeSummary::Ingress pool;
  std::uint32_t first = 0, last = 0;
  bool at_switch = false;
};

void add(PoolRow row, std::vector<PoolRow>& rows) {
  const auto alike = std::find_if(rows.begin(), rows.end(), [&row](const PoolRow& r) {
    return !row.at_switch && !r.at_switch && r.last + 1 == row.first && r.number == row.number &&
           r.pool.size == row.pool.size && r.pool.xoff == row.pool.xoff;
  });
  if (alike == rows.end()) return rows.push_back(std::move(row));
  alike->last = row.last;
  alike->owner = ServerRange{alike->first, alike->last}.text();
  alike->pool.peak = std::max(alike->pool.peak, row.pool.peak);
  alike->pool.dropped += row.pool.dropped;
}

std::string pool_table(const Network& network, const Summary& summary) {
  std::vector<PoolRow> rows;
  for (std::uint32_t i = 0; i < summary.nodes.size(); ++i) {
    const NodeSummary& node = summary.nodes[i];
    for (const auto& [number, pool] : node.ingress) {
      if (pool.peak > Bytes{0} || pool.dropped > 0 || pool.headroom_peak.value_or(Bytes{0}) > Bytes{0})
        add({node.name, number, pool, i, i, i >= network.servers().size()}, rows);
    }
  }
  TextTable table("lrrrrrr");
  table.row({"receive pool", "class", "size, B", "Xoff, B", "peak, B", "headroom used, B", "dropped"});
  for (const PoolRow& row : rows) {
    const Bytes above = std::max(row.pool.peak - row.pool.xoff, Bytes{0});  // a NIC's headroom is part of its pool
    table.row({row.owner, row.at_switch ? fmt::format("pool {}", row.number) : std::to_string(row.number),
               grouped(row.pool.size), grouped(row.pool.xoff) + (row.at_switch ? " a port" : ""),
               grouped(row.pool.peak), grouped(row.pool.headroom_peak.value_or(above)), count_text(row.pool.dropped)});
  }
  return table.filled() ? "\n" + table.text() : "";
}

std::string hold_table(const std::vector<Hold>& holds, Ps run) {
  TextTable table("lrrrrll");
  table.row({"paused", "class", "for, us", "% of run", "pauses", "by", "because"});
  for (const Hold& hold : holds)
    table.row({hold.who(), std::to_string(hold.traffic_class), microseconds_text(hold.shortest, hold.longest),
               percent_text(hold.shortest, hold.longest, run), count_text(hold.pauses), hold.by, hold.why});
  return table.filled() ? "\n" + table.text() : "";
}

std::string remedy_list(const std::vector<Remedy>& remedies) {
  std::string out;
  for (std::size_t i = 0; i < remedies.size() && i < kMostRemedies; ++i)
    out += fmt::format("\n  why   {}\n  cure  {}\n", remedies[i].why, remedies[i].cure);
  if (remedies.size() > kMostRemedies)
    out += fmt::format("\n  {} more in summary.json\n", remedies.size() - kMostRemedies);
  return out;
}

}  // namespace

std::string run_table(const Network& network, const Summary& summary, const Findings& findings,
                      const std::filesystem::path& folder) {
  std::string out =
      fmt::format("{}: {}; {} of {} flows done, {} packets delivered\n\n", network.configuration().simulation.name,
                  outcome(summary), summary.flows.completed, summary.flows.total, count_text(summary.packets));
  out += flow_table(network);
  out += pool_table(network, summary);
  out += hold_table(findings.holds, summary.sim_time);
  out += remedy_list(findings.remedies);
  return out + fmt::format("\n  records: {}\n", folder.string());
}

}  // namespace headroom
