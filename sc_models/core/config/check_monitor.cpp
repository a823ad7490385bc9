#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sc_models/core/config/attribute_paths.h"
#include "sc_models/core/config/check.h"
#include "sc_models/core/uet_pdc_text.h"

namespace headroom {
namespace {

using Nics = std::vector<const DraftComponent*>;

bool is_uet(const DraftComponent* nic) { return &nic->values.model() == &kUetNicModel; }
std::string key(std::string_view attribute) { return fmt::format("{}/{}", path::kMonitor, attribute); }

/// A text that no packet has: the filter would leave the record empty.
void check_filter(const DraftComponent& nic, std::string_view attribute, const std::string& text, bool possible,
                  std::string_view allowed, Faults& faults) {
  if (text == "All" || possible || !nic.values.sound(key(attribute))) return;
  faults.warning(nic.values.place(key(attribute)), nic.values.path(key(attribute)), "FILTER",
                 fmt::format("{} selects nothing (All, or {})", text.empty() ? "an empty text" : text, allowed));
}

/// FEP ids follow those of the switches, one for each server.
bool is_fep_id(const DraftTopology& topology, const std::string& text) {
  const std::size_t first = topology.racks.components.size() + topology.spines.components.size();
  const auto id = parse_node_id(text);
  return id && *id >= first && *id - first < topology.nics.components.size() &&
         is_uet(topology.nics.components[*id - first]);
}

/// Settings of other UET NICs that differ have no effect.
void check_others(const DraftComponent& first, const Nics& nics, Faults& faults) {
  std::set<const DraftComponent*> seen{&first};
  for (const DraftComponent* nic : nics) {
    if (!is_uet(nic) || !seen.insert(nic).second) continue;
    for (const Attribute& attribute : kUetNicModel.attributes) {
      if (!attribute.path.starts_with(path::kMonitor)) continue;
      if (!nic->values.sound(attribute.path) || !first.values.sound(attribute.path)) continue;
      const Value &ours = nic->values.at(attribute.path), &theirs = first.values.at(attribute.path);
      if (ours.base == theirs.base && ours.flag == theirs.flag && ours.text == theirs.text) continue;
      faults.warning(nic->values.place(attribute.path), nic->values.path(attribute.path), "MONITOR_DIFFERS",
                     fmt::format("differs from that of {}, whose monitor settings hold for the run", first.name));
    }
  }
}

void check_filters(const DraftComponent& nic, const DraftTopology& topology, Faults& faults) {
  const UetMonitorParams settings = nic.values.make<UetNicParams>().monitor;
  if (!settings.enable) return;
  check_filter(nic, "FilterOnFepId", settings.filter_fep_id, is_fep_id(topology, settings.filter_fep_id),
               "the fep_id of a UET NIC: the switches are numbered first, then the NICs", faults);
  check_filter(nic, "FilterOnLocalIp", settings.filter_local_ip, parse_address(settings.filter_local_ip).has_value(),
               "an IPv4 address, as 32.0.0.2", faults);
  check_filter(nic, "FilterOnRemoteIp", settings.filter_remote_ip, parse_address(settings.filter_remote_ip).has_value(),
               "an IPv4 address, as 32.0.0.2", faults);
  check_filter(nic, "FilterOnPdc", settings.filter_pdc, parse_pdc_id(settings.filter_pdc).has_value(),
               "a PDC id, as 32.0.0.2:4500", faults);
}

}  // namespace

void check_monitor(const DraftTopology& topology, Faults& faults) {
  const Nics& nics = topology.nics.components;
  const auto first = std::find_if(nics.begin(), nics.end(), is_uet);  // the run's monitor is this NIC's [S]
  if (first == nics.end()) return;
  check_others(**first, nics, faults);
  check_filters(**first, topology, faults);
}

}  // namespace headroom
