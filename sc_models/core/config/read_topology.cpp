#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "sc_models/core/config/draft.h"
#include "sc_models/core/config/grouped.h"
#include "sc_models/core/config/nearest.h"
#include "sc_models/core/config/placement.h"
#include "sc_models/core/config/topology_fields.h"

namespace headroom {
namespace {

constexpr std::string_view kLaterKinds[] = {"fat_tree", "three_tier", "derived"};
constexpr std::string_view kPlacementKeys[] = {kNicWords.key, kLeafWords.key, kSpineWords.key};
constexpr std::string_view kPath = "topology";
constexpr std::uint64_t kMostServers = 65'536;
/// A port's number takes 16 bits in the routes of a switch.
constexpr std::uint64_t kMostPorts = std::numeric_limits<std::uint16_t>::max();

/// A kind that comes later is said to, and the rest of its section not read.
bool is_later_kind(const JsonNode& section, Faults& faults) {
  const JsonNode* type = section.find("type");
  if (!type || std::find(std::begin(kLaterKinds), std::end(kLaterKinds), type->text) == std::end(kLaterKinds))
    return false;
  faults.error(
      type->place, "topology.type", "NOT_AVAILABLE",
      fmt::format("is \"{}\", not available yet ({})", type->text, list_of(kTopologyModel.find("type")->choices)));
  return true;
}

bool has(const BoundValues& values, std::string_view key, Faults& faults) {
  if (!values.sound(key)) return false;  // written, and refused
  if (values.at(key).present) return true;
  const Attribute& attribute = *values.model().find(key);
  faults.error(values.place(), values.path(key), "PLACEMENT",
               fmt::format("is missing ({})",
                           attribute.choices.empty() ? std::string(attribute.meaning) : list_of(attribute.choices)));
  return false;
}

/// Keys of the section that its kind does not read.
void warn_unused(const JsonNode& section, const BoundValues& values, TopologyKind kind, Faults& faults) {
  const bool leaf_spine = kind == TopologyKind::kLeafSpine;
  const auto unused = [&](std::string_view key, bool used) {
    const JsonNode* node = section.find(key);
    if (!node || used || !values.sound(key)) return;
    const std::string_view why = kind == TopologyKind::kBackToBack ? "there is no switch back to back"
                                 : leaf_spine ? "leaf_spine has racks, servers_per_rack, spines and their switches"
                                              : "a rack has servers and one switch";
    faults.warning(node->place, values.path(key), "PLACEMENT", fmt::format("is not used: {}", why));
  };
  unused("servers", !leaf_spine);
  unused("switch", kind == TopologyKind::kRack);
  for (const std::string_view key : {std::string_view("racks"), std::string_view("servers_per_rack"),
                                     std::string_view("spines"), kLeafWords.key, kSpineWords.key})
    unused(key, leaf_spine);
}

void read_back_to_back(const Draft& draft, const TopologyFields& fields, DraftTopology& topology, Faults& faults) {
  const BoundValues& values = topology.values;
  if (!has(values, "servers", faults)) return;
  if (fields.servers != 2)
    faults.error(values.place("servers"), values.path("servers"), "PLACEMENT",
                 fmt::format("is {} back to back (2)", fields.servers));
  resolve_placement(draft, fields.servers, values.place(), topology.nics, faults);
}

void read_rack(const Draft& draft, const TopologyFields& fields, DraftTopology& topology, Faults& faults) {
  const BoundValues& values = topology.values;
  if (has(values, "servers", faults)) resolve_placement(draft, fields.servers, values.place(), topology.nics, faults);
  if (has(values, "switch", faults))
    topology.racks.components = {
        placed(draft, fields.rack_switch, "switch", values.place("switch"), values.path("switch"), faults)};
}

/// Ports of a rack's or a spine's switch, by the links that each rack's switch asks for.
void check_port_numbers(const TopologyFields& fields, const DraftTopology& topology, Faults& faults) {
  std::uint64_t down = 0;
  for (const DraftComponent* rack : topology.racks.components) {
    if (!rack || !rack->values.sound("NumUpLinksPerSwitch")) return;
    const std::uint64_t links = rack->values.make<SwitchParams>().num_up_links_per_switch;
    const std::uint64_t up = links > kMostPorts ? links : links * fields.spines;
    down += std::min(links, kMostPorts);
    if (fields.servers_per_rack + up <= kMostPorts && down <= kMostPorts) continue;
    return faults.error(rack->values.place("NumUpLinksPerSwitch"), rack->values.path("NumUpLinksPerSwitch"),
                        "PLACEMENT",
                        fmt::format("is {}, too many for a switch of {} spines, {} racks and {} servers a rack (at "
                                    "most {} ports a switch)",
                                    links, fields.spines, fields.racks, fields.servers_per_rack, kMostPorts));
  }
}

void read_leaf_spine(const JsonNode& section, const Draft& draft, const TopologyFields& fields,
                     const Misspelt& misspelt, DraftTopology& topology, Faults& faults) {
  const BoundValues& values = topology.values;
  topology.racks = read_placement(section, kLeafWords, misspelt, faults);
  topology.spines = read_placement(section, kSpineWords, misspelt, faults);
  const bool racks = has(values, "racks", faults), servers = has(values, "servers_per_rack", faults),
             spines = has(values, "spines", faults);
  if (racks && servers) {
    const std::uint64_t count = fields.racks * fields.servers_per_rack;
    if (count < 2 || count > kMostServers) {
      faults.error(values.place("servers_per_rack"), values.path("servers_per_rack"), "PLACEMENT",
                   fmt::format("x racks is {} servers (2 to {})", grouped(static_cast<std::int64_t>(count)),
                               grouped(static_cast<std::int64_t>(kMostServers))));
    } else {
      resolve_placement(draft, count, values.place(), topology.nics, faults);
    }
  }
  if (racks) resolve_placement(draft, fields.racks, values.place(), topology.racks, faults);
  if (spines) resolve_placement(draft, fields.spines, values.place(), topology.spines, faults);
  if (racks && servers && spines) check_port_numbers(fields, topology, faults);
}

bool complete(const Placement& placement) {
  const auto& components = placement.components;
  return !components.empty() && std::find(components.begin(), components.end(), nullptr) == components.end();
}

/// Every server, and every switch of its kind, has its component.
bool complete(const DraftTopology& topology) {
  return complete(topology.nics) && (topology.kind == TopologyKind::kBackToBack || complete(topology.racks)) &&
         (topology.kind != TopologyKind::kLeafSpine || complete(topology.spines));
}

}  // namespace

void read_topology(const JsonNode& root, Draft& draft, Faults& faults) {
  const JsonNode* section = root.find("topology");
  if (!section) return faults.error(root.place, std::string(kPath), "PLACEMENT", "is missing (an object)");
  if (!section->is(JsonKind::kObject))
    return faults.error(section->place, std::string(kPath), "TYPE_MISMATCH",
                        fmt::format("is {} (an object)", section->kind_name()));
  if (is_later_kind(*section, faults)) return;
  DraftTopology topology{BoundValues(kTopologyModel, section->place, std::string(kPath)), {}, {}, {}, {}, false};
  const Misspelt misspelt = bind_values(*section, Form::kFile, topology.values, faults, kPlacementKeys);
  const std::size_t before = faults.error_count();  // what cannot be read at all is not complete() below
  topology.nics = read_placement(*section, kNicWords, misspelt, faults);
  const auto fields = topology.values.make<TopologyFields>();
  topology.kind = fields.kind;
  const bool kind_known = has(topology.values, "type", faults);
  if (kind_known) {
    switch (fields.kind) {
      case TopologyKind::kBackToBack: read_back_to_back(draft, fields, topology, faults); break;
      case TopologyKind::kRack: read_rack(draft, fields, topology, faults); break;
      case TopologyKind::kLeafSpine: read_leaf_spine(*section, draft, fields, misspelt, topology, faults); break;
    }
    warn_unused(*section, topology.values, fields.kind, faults);
  } else if (topology.values.at("servers").present) {  // what the servers carry is checked whatever joins them
    resolve_placement(draft, fields.servers, topology.values.place(), topology.nics, faults);
  }
  topology.sound = kind_known && faults.error_count() == before && complete(topology);
  draft.topology = std::move(topology);
}

}  // namespace headroom
