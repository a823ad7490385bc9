#include "sc_models/app/findings.h"

#include <fmt/format.h>

namespace headroom {

namespace {

std::string range(const std::string& from, const std::string& to) { return from == to ? from : from + " to " + to; }

}  // namespace

std::string microseconds_text(Ps shortest, Ps longest) {
  const auto text = [](Ps time) { return fmt::format("{:.3f}", static_cast<double>(time.count()) / 1e6); };
  return range(text(shortest), text(longest));
}

std::string percent_text(Ps shortest, Ps longest, Ps whole) {
  const auto text = [whole](Ps time) {
    const double share = whole > Ps{0} ? static_cast<double>(time.count()) / static_cast<double>(whole.count()) : 0;
    return fmt::format("{:.1f}", 100 * share);
  };
  return range(text(shortest), text(longest));
}

std::vector<std::string> Findings::sentences(Ps run) const {
  std::vector<std::string> out;
  for (const Hold& hold : holds)
    out.push_back(fmt::format("{}: class {} held by {} for {} us, {} % of the run, {} pause frames: {}.", hold.who(),
                              hold.traffic_class, hold.by, microseconds_text(hold.shortest, hold.longest),
                              percent_text(hold.shortest, hold.longest, run), hold.pauses, hold.why));
  for (const Remedy& remedy : remedies) out.push_back(fmt::format("{}. Cure: {}.", remedy.why, remedy.cure));
  return out;
}

Findings findings(Network& network, Ps now) { return {holds(network, now), remedies(network, now)}; }

}  // namespace headroom
