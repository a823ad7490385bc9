#include "sc_models/core/records/summary.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sc_models/core/check.h"
#include "sc_models/core/records/column.h"

namespace headroom {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const FlowsSummary& flows) {
  Json fct = {{"p50", nullptr}, {"p99", nullptr}, {"max", nullptr}};
  if (flows.fct)
    fct = {{"p50", microseconds(flows.fct->p50)},
           {"p99", microseconds(flows.fct->p99)},
           {"max", microseconds(flows.fct->max)}};
  return {{"total", flows.total},
          {"completed", flows.completed},
          {"goodput_gbps", flows.goodput_gbps},
          {"fct_usec", std::move(fct)}};
}

Json to_json(const NodeSummary::Ingress& pool) {
  Json out = {{"size_bytes", pool.size.count()},
              {"xoff_bytes", pool.xoff.count()},
              {"xon_bytes", pool.xon.count()},
              {"peak_bytes", pool.peak.count()},
              {"dropped_packets", pool.dropped}};
  if (pool.headroom_peak) out["headroom_peak_bytes"] = pool.headroom_peak->count();
  return out;
}

Json to_json(const NodeSummary::Egress& pool) {
  return {{"size_bytes", pool.size.count()}, {"peak_bytes", pool.peak.count()}};
}

Json to_json(const NodeSummary::Pfc& pfc) {
  return {{"xoff_tx", pfc.xoff_tx},
          {"xon_tx", pfc.xon_tx},
          {"xoff_rx", pfc.xoff_rx},
          {"xon_rx", pfc.xon_rx},
          {"paused_usec", microseconds(pfc.paused)}};
}

Json to_json(const NodeSummary::Pcie& pcie, Ps run) {
  const auto share = [run](Ps busy) {
    return run > Ps{0} ? static_cast<double>(busy.count()) / static_cast<double>(run.count()) : 0.0;
  };
  return {{"to_host_payload_bytes", pcie.to_host.count()},
          {"from_host_payload_bytes", pcie.from_host.count()},
          {"to_host_busy", share(pcie.to_host_busy)},
          {"from_host_busy", share(pcie.from_host_busy)}};
}

template <class T>
Json by_number(const std::map<unsigned, T>& entries) {
  Json result = Json::object();
  for (const auto& [number, entry] : entries) result[std::to_string(number)] = to_json(entry);
  return result;
}

Json to_json(const NodeSummary& node, Ps run) {
  Json result = {
      {"ingress", by_number(node.ingress)}, {"egress", by_number(node.egress)}, {"pfc", by_number(node.pfc)}};
  if (node.pcie) result["pcie"] = to_json(*node.pcie, run);
  if (node.stuck_pauses) result["stuck_pauses"] = *node.stuck_pauses;
  return result;
}

}  // namespace

std::string_view name(StopReason reason) {
  switch (reason) {
    case StopReason::kWorkloadComplete: return "workload_complete";
    case StopReason::kDuration: return "duration";
    case StopReason::kInterrupted: return "interrupted";
    case StopReason::kError: return "error";
  }
  return "";
}

Ps nearest_rank(const std::vector<Ps>& ascending, std::uint64_t per_mille) {
  HEADROOM_CHECK(!ascending.empty(), "percentile of nothing");
  const std::uint64_t rank = (ascending.size() * per_mille + 999) / 1000;
  return ascending[rank == 0 ? 0 : rank - 1];
}

FlowsSummary summarize(const std::vector<FlowIdentity>& flows, const std::vector<FlowResult>& results) {
  FlowsSummary summary{flows.size(), 0, 0, std::nullopt};
  std::vector<Ps> times;
  std::optional<Ps> first, last;
  double bytes = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const FlowResult& result = results[i];
    bytes += static_cast<double>(result.completed) * static_cast<double>(flows[i].params.message_size);
    if (result.first_post) first = std::min(first.value_or(kNever), *result.first_post);
    if (result.last_acknowledged) last = std::max(last.value_or(Ps{0}), *result.last_acknowledged);
    if (const std::optional<Ps> time = FlowRow{flows[i], result}.completion_time()) times.push_back(*time);
  }
  summary.completed = times.size();
  if (first && last && *last > *first)
    summary.goodput_gbps = bytes * 8000.0 / static_cast<double>((*last - *first).count());
  if (times.empty()) return summary;
  std::sort(times.begin(), times.end());
  summary.fct = {nearest_rank(times, 500), nearest_rank(times, 990), times.back()};
  return summary;
}

std::string summary_json(const Summary& s) {
  Json nodes = Json::object();
  for (const NodeSummary& node : s.nodes) nodes[node.name] = to_json(node, s.sim_time);
  const Json json = {{"headroom", s.version},
                     {"config_sha256", s.config_sha256},
                     {"seed", s.seed},
                     {"stop_reason", name(s.stop_reason)},
                     {"sim_time_ps", s.sim_time.count()},
                     {"wall_seconds", s.wall_seconds},
                     {"work",
                      {{"packets", s.packets},
                       {"packet_hops", s.packet_hops},
                       {"tlps", s.tlps},
                       {"events", s.events},
                       {"kernel_activations", s.kernel_activations}}},
                     {"flows", to_json(s.flows)},
                     {"nodes", std::move(nodes)},
                     {"findings", s.findings},
                     {"invariants", {{"checked", s.audit.checked()}, {"violated", s.audit.violated()}}}};
  return json.dump(2) + "\n";
}

}  // namespace headroom
