#include "sc_models/check/vcd_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sc_models/check/block_format.h"
#include "sc_models/check/port_sampler.h"

namespace headroom {
namespace {

using PortValues = std::map<std::string_view, std::size_t>;

/// The values of these ports in each scope.
std::map<std::string, PortValues> scopes_of(const VcdFile& file, std::span<const std::string_view> ports) {
  std::map<std::string, PortValues> scopes;
  for (const VcdFile::Signal& signal : file.signals()) {
    const auto port = std::ranges::find(ports, signal.name);
    if (port != ports.end()) scopes[signal.scope].emplace(*port, signal.value);
  }
  return scopes;
}

std::string missing_ports(const PortValues& found, std::span<const std::string_view> ports) {
  std::string text;
  for (const std::string_view port : ports)
    if (!found.contains(port)) text += (text.empty() ? "" : ", ") + std::string(port);
  return text;
}

PortValues find_ports(const VcdFile& file, std::string_view block, const std::string& scope) {
  const std::span<const std::string_view> ports = sampled_ports(block);
  const auto scopes = scopes_of(file, ports);
  if (!scope.empty()) {
    const auto found = scopes.find(scope);
    if (found == scopes.end())
      file.fail(1, fmt::format("scope {} has no port of {} (a scope of the dump)", scope, block));
    const std::string missing = missing_ports(found->second, ports);
    if (!missing.empty()) file.fail(1, fmt::format("scope {} lacks {} (all ports of {})", scope, missing, block));
    return found->second;
  }
  std::optional<PortValues> whole;
  std::string names, best;
  std::size_t most = 0;
  for (const auto& [name, found] : scopes) {
    if (found.size() > most) {
      most = found.size();
      best = fmt::format("scope {} lacks {}", name, missing_ports(found, ports));
    }
    if (found.size() < ports.size()) continue;
    names += (names.empty() ? "" : ", ") + name;
    if (whole && *whole != found)
      file.fail(1, fmt::format("the ports of {} stand in {} (one of them with --scope)", block, names));
    whole = found;
  }
  if (!whole)
    file.fail(1, fmt::format("no scope has the ports of {}{}{} (all of them in one scope)", block,
                             best.empty() ? "" : ": ", best));
  return *whole;
}

}  // namespace

VcdTrace read_vcd_trace(std::string_view text, const std::string& file, std::string_view block,
                        const std::string& scope) {
  VcdFile vcd(text, file);
  const BlockPorts ports(vcd, find_ports(vcd, block, scope));
  VcdTrace out;
  std::unique_ptr<PortSampler> sampler = make_sampler(block, ports, out.trace);
  std::optional<Ps> first, second;
  bool reset_seen = false, in_reset = false;
  while (vcd.next_edge(ports.value("clk"))) {
    if (!first) {
      first = vcd.time();
    } else if (!second) {
      second = vcd.time();
    }
    out.trace.end = vcd.time();
    const bool reset = ports.flag("rst");
    if (reset && !in_reset && !out.trace.events.empty()) {
      sampler->finish();
      TraceEvent& event = out.trace.events.emplace_back();
      event.time = vcd.time();
      event.line = vcd.line();
      event.name = kResetEvent;
      sampler = make_sampler(block, ports, out.trace);
    }
    in_reset = reset;
    reset_seen |= reset;
    if (!reset) sampler->edge(vcd.time(), vcd.line());
  }
  sampler->finish();
  if (!second) vcd.fail(vcd.line(), "clk has fewer than two rising edges (a whole simulation)");
  if (!reset_seen) vcd.fail(vcd.line(), "rst is never 1 at an edge (a dump from the reset on)");
  if (out.trace.events.empty()) vcd.fail(vcd.line(), "nothing happens at the ports (a dump with events)");
  out.clock = {*second - *first, *first};
  std::ranges::stable_sort(out.trace.events, {}, [](const TraceEvent& e) { return std::pair(e.time, e.decision); });
  return out;
}

}  // namespace headroom
