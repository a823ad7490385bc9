#include <fmt/format.h>

#include <algorithm>

#include "sc_models/core/config/attribute_paths.h"
#include "sc_models/core/config/check.h"
#include "sc_models/core/uet_pdc_text.h"

namespace headroom {
namespace {

bool is_uet(const DraftComponent* nic) { return &nic->values.model() == &kUetNicModel; }
std::string key(std::string_view attribute) { return fmt::format("{}/{}", path::kMonitor, attribute); }

/// A text that no packet has: the filter would leave the record empty.
void check_filter(const DraftComponent& nic, std::string_view attribute, const std::string& text, bool possible,
                  std::string_view allowed, Faults& faults) {
  if (text == "All" || possible) return;
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

}  // namespace

void check_monitor_filters(const DraftTopology& topology, Faults& faults) {
  const std::vector<const DraftComponent*>& nics = topology.nics.components;
  const auto first = std::find_if(nics.begin(), nics.end(), is_uet);
  if (first == nics.end()) return;
  const UetMonitorParams settings = (*first)->values.make<UetNicParams>().monitor;
  if (!settings.enable) return;
  check_filter(**first, "FilterOnFepId", settings.filter_fep_id, is_fep_id(topology, settings.filter_fep_id),
               "the fep_id of a UET NIC: the switches are numbered first, then the NICs", faults);
  check_filter(**first, "FilterOnLocalIp", settings.filter_local_ip,
               parse_address(settings.filter_local_ip).has_value(), "an IPv4 address, as 32.0.0.2", faults);
  check_filter(**first, "FilterOnRemoteIp", settings.filter_remote_ip,
               parse_address(settings.filter_remote_ip).has_value(), "an IPv4 address, as 32.0.0.2", faults);
  check_filter(**first, "FilterOnPdc", settings.filter_pdc, parse_pdc_id(settings.filter_pdc).has_value(),
               "a PDC id, as 32.0.0.2:4500", faults);
}

}  // namespace headroom
