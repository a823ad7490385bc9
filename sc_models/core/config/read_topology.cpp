#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sc_models/core/config/draft.h"
#include "sc_models/core/config/nearest.h"
#include "sc_models/core/config/topology_fields.h"

namespace headroom {
namespace {

constexpr std::string_view kLaterKinds[] = {"leaf_spine", "fat_tree", "three_tier", "derived"};
constexpr std::string_view kNicKey[] = {"nic"};
constexpr std::string_view kGroupKeys[] = {"servers", "nic"};
constexpr std::string_view kPath = "topology";

std::string names_of(const Draft& draft, std::string_view type) {
  std::vector<std::string_view> names;
  for (const DraftComponent& component : draft.components)
    if (component.values.model().type == type) names.push_back(component.name);
  return names.empty() ? fmt::format("no {} is in components", type) : list_of(names);
}

/// The component of that name and type, or a fault.
const DraftComponent* placed(const Draft& draft, const std::string& name, std::string_view type, Place place,
                             const std::string& path, Faults& faults) {
  const DraftComponent* component = draft.component(name);
  if (component && component->values.model().type == type) return component;
  faults.error(place, path, "PLACEMENT",
               component ? fmt::format("is \"{}\", a {}, no {} ({})", name, component->values.model().type, type,
                                       names_of(draft, type))
                         : fmt::format("is \"{}\", an unknown component ({})", name, names_of(draft, type)));
  return nullptr;
}

void read_group(const JsonNode& node, const std::string& path, DraftTopology& topology, Faults& faults) {
  constexpr std::string_view kForm = "an object with servers, as \"0-3,7\", and nic, a component name";
  if (!node.is(JsonKind::kObject))
    return faults.error(node.place, path, "TYPE_MISMATCH", fmt::format("is {} ({})", node.kind_name(), kForm));
  for (const JsonMember& member : node.members)
    if (std::find(std::begin(kGroupKeys), std::end(kGroupKeys), member.key) == std::end(kGroupKeys))
      faults.error(member.place, path + "." + member.key, "UNKNOWN_KEY",
                   fmt::format("is unknown (did you mean {}?)", nearest(member.key, kGroupKeys)));
  const JsonNode* servers = node.find("servers");
  const JsonNode* nic = node.find("nic");
  const auto text = [](const JsonNode* n) { return n && (n->is(JsonKind::kString) || (n->loose && !n->text.empty())); };
  if (!text(servers) || !text(nic))
    return faults.error(node.place, path, "TYPE_MISMATCH", fmt::format("lacks one of its strings ({})", kForm));
  topology.groups.push_back({servers->text, nic->text, nic->place, path});
}

void read_groups(const JsonNode& section, DraftTopology& topology, Faults& faults) {
  const std::string path = std::string(kPath) + ".nic";
  const JsonNode* nic = section.find("nic");
  if (!nic) return faults.error(section.place, path, "PLACEMENT", "is missing (a component name, or a list of groups)");
  if (nic->is(JsonKind::kString)) return topology.groups.push_back({"", nic->text, nic->place, path});
  if (!nic->is(JsonKind::kArray))
    return faults.error(nic->place, path, "TYPE_MISMATCH",
                        fmt::format("is {} (a component name, or a list of groups)", nic->kind_name()));
  topology.groups_as_list = true;
  for (std::size_t i = 0; i < nic->members.size(); ++i)
    read_group(nic->members[i].node, fmt::format("{}.{}", path, i), topology, faults);
}

void place_nics(const Draft& draft, std::uint64_t servers, DraftTopology& topology, Faults& faults) {
  topology.server_nic.assign(servers, nullptr);
  std::vector<bool> taken(servers);
  const std::size_t before = faults.error_count();
  for (const NicGroup& group : topology.groups) {
    const DraftComponent* nic = placed(draft, group.nic, "nic", group.place, group.path, faults);
    const auto numbers =
        parse_servers(group.servers.empty() ? fmt::format("0-{}", servers - 1) : group.servers, servers);
    if (!numbers) {
      faults.error(
          group.place, group.path, "PLACEMENT",
          fmt::format("servers is \"{}\" (numbers and ranges within 0-{}, as \"0-3,7\")", group.servers, servers - 1));
      continue;
    }
    for (const std::uint32_t server : *numbers) {
      if (taken[server])
        faults.error(group.place, group.path, "PLACEMENT",
                     fmt::format("server {} has a NIC already (one each)", server));
      taken[server] = true;
      topology.server_nic[server] = nic;
    }
  }
  const auto bare = std::find(taken.begin(), taken.end(), false);
  if (bare != taken.end() && faults.error_count() == before && !topology.groups.empty())
    faults.error(topology.values.place(), std::string(kPath) + ".nic", "PLACEMENT",
                 fmt::format("server {} has no NIC (one each)", bare - taken.begin()));
}

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

}  // namespace

std::optional<std::vector<std::uint32_t>> parse_servers(std::string_view text, std::uint64_t servers) {
  std::vector<std::uint32_t> out;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto blanks = [&] {
    while (at != end && *at == ' ') ++at;
  };
  const auto number = [&](std::uint64_t& value) {
    blanks();
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || value >= servers) return false;
    at = next;
    blanks();
    return true;
  };
  while (true) {
    std::uint64_t first = 0, last = 0;
    if (!number(first)) return std::nullopt;
    last = first;
    if (at != end && *at == '-' && (++at, !number(last) || last < first)) return std::nullopt;
    if (out.size() + (last - first) >= 2 * servers) return std::nullopt;  // repeats: cannot be one NIC each
    for (std::uint64_t server = first; server <= last; ++server) out.push_back(static_cast<std::uint32_t>(server));
    if (at == end) return out;
    if (*at++ != ',') return std::nullopt;
  }
}

void read_topology(const JsonNode& root, Draft& draft, Faults& faults) {
  const JsonNode* section = root.find("topology");
  if (!section) return faults.error(root.place, std::string(kPath), "PLACEMENT", "is missing (an object)");
  if (!section->is(JsonKind::kObject))
    return faults.error(section->place, std::string(kPath), "TYPE_MISMATCH",
                        fmt::format("is {} (an object)", section->kind_name()));
  if (is_later_kind(*section, faults)) return;
  DraftTopology topology{BoundValues(kTopologyModel, section->place, std::string(kPath)), {}, false, {}, nullptr};
  bind_values(*section, Form::kFile, topology.values, faults, kNicKey);
  read_groups(*section, topology, faults);
  const bool kind_known = has(topology.values, "type", faults), count_known = has(topology.values, "servers", faults);
  const auto fields = topology.values.make<TopologyFields>();
  const bool rack = kind_known && fields.kind == TopologyKind::kRack;
  topology.rack = rack || !kind_known;
  if (kind_known && !rack && count_known && fields.servers != 2)
    faults.error(topology.values.place("servers"), topology.values.path("servers"), "PLACEMENT",
                 fmt::format("is {} back to back (2)", fields.servers));
  if (count_known) place_nics(draft, fields.servers, topology, faults);
  const bool switch_given = topology.values.at("switch").present;
  if (rack && has(topology.values, "switch", faults))
    topology.rack_switch = placed(draft, fields.rack_switch, "switch", topology.values.place("switch"),
                                  topology.values.path("switch"), faults);
  if (kind_known && !rack && switch_given)
    faults.warning(topology.values.place("switch"), topology.values.path("switch"), "PLACEMENT",
                   fmt::format("{} is not used: there is no switch back to back", fields.rack_switch));
  draft.topology = std::move(topology);
}

}  // namespace headroom
