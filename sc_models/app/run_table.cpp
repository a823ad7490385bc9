#include "sc_models/app/run_table.h"

#include <fmt/format.h>

#include <iterator>

namespace headroom {

namespace {

constexpr std::size_t kMostFlows = 12;

double usec(Ps time) { return static_cast<double>(time.count()) / 1e6; }

std::string flow_row(const FlowProgress& flow) {
  const FlowParams& p = *flow.params;
  const std::string what = fmt::format("{} x {} B", p.messages, p.message_size);
  std::string result = fmt::format("{} of {} messages", flow.acknowledged, p.messages);
  if (flow.complete()) {
    const Ps fct = flow.last_acknowledgement - flow.first_post;
    const double bits = 8.0 * static_cast<double>(flow.bytes_acknowledged());
    result = fmt::format("{:12.3f} us {:9.3f} Gbps", usec(fct),
                         fct > Ps{0} ? bits / (static_cast<double>(fct.count()) / 1e3) : 0.0);
  }
  return fmt::format("  {:<12} server{} -> server{}   {:<22} {}\n", p.name, p.source, p.destination, what, result);
}

void pool_rows(const Summary& summary, std::string& out) {
  out += "\n  pool                  size B       Xoff B       peak B   dropped   pauses sent   held, us\n";
  for (const NodeSummary& node : summary.nodes) {
    for (const auto& [c, pool] : node.ingress) {
      const auto found = node.pfc.find(c);
      const NodeSummary::Pfc pfc = found == node.pfc.end() ? NodeSummary::Pfc{} : found->second;
      if (pool.peak == Bytes{0} && pool.dropped == 0 && pfc.xoff_tx == 0 && pfc.paused == Ps{0}) continue;
      fmt::format_to(std::back_inserter(out), "  {:<14} {:>1} {:>11} {:>12} {:>12} {:>9} {:>13} {:>10.3f}\n", node.name,
                     c, pool.size.count(), pool.xoff.count(), pool.peak.count(), pool.dropped, pfc.xoff_tx,
                     usec(pfc.paused));
    }
  }
}

}  // namespace

std::string run_table(const Network& network, const Summary& summary, const std::filesystem::path& folder) {
  std::string out = fmt::format("{}: {} at {:.6f} us, {} of {} flows complete, {} packets delivered\n",
                                network.configuration().simulation.name, name(summary.stop_reason),
                                usec(summary.sim_time), summary.flows.completed, summary.flows.total, summary.packets);
  out += "\n  flow\n";
  const auto& flows = network.workload().flows();
  for (std::size_t i = 0; i < flows.size() && i < kMostFlows; ++i) out += flow_row(flows[i]);
  if (flows.size() > kMostFlows) out += fmt::format("  ... and {} more\n", flows.size() - kMostFlows);
  pool_rows(summary, out);
  if (!summary.findings.empty()) {
    out += "\n  findings\n";
    for (const std::string& finding : summary.findings) out += "  * " + finding + "\n";
  }
  out += fmt::format("\n  records: {}\n", folder.string());
  return out;
}

}  // namespace headroom
