#include "sc_models/core/config/placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "sc_models/core/config/nearest.h"

namespace headroom {
namespace {

/// The type of component, and what a message calls it.
std::string_view type_of(const PlacementWords& words) { return words.component; }
std::string_view noun_of(const PlacementWords& words) { return words.component == "nic" ? "NIC" : "switch"; }

std::string names_of(const Draft& draft, std::string_view type) {
  std::vector<std::string_view> names;
  for (const DraftComponent& component : draft.components)
    if (component.values.model().type == type) names.push_back(component.name);
  return names.empty() ? fmt::format("no {} is in components", type) : list_of(names);
}

void read_group(const JsonNode& node, const std::string& path, Placement& placement, Faults& faults) {
  const PlacementWords& words = *placement.words;
  const std::array<std::string_view, 2> keys = {words.numbers, words.component};
  const std::string form =
      fmt::format("an object with {}, as \"0-3,7\", and {}, a component name", words.numbers, words.component);
  if (!node.is(JsonKind::kObject))
    return faults.error(node.place, path, "TYPE_MISMATCH", fmt::format("is {} ({})", node.kind_name(), form));
  for (const JsonMember& member : node.members)
    if (std::find(keys.begin(), keys.end(), member.key) == keys.end())
      faults.error(member.place, path + "." + member.key, "UNKNOWN_KEY",
                   fmt::format("is unknown (did you mean {}?)", nearest(member.key, keys)));
  const JsonNode* numbers = node.find(words.numbers);
  const JsonNode* component = node.find(words.component);
  const auto text = [](const JsonNode* n) { return n && (n->is(JsonKind::kString) || (n->loose && !n->text.empty())); };
  if (!text(numbers) || !text(component))
    return faults.error(node.place, path, "TYPE_MISMATCH", fmt::format("lacks one of its strings ({})", form));
  placement.groups.push_back({numbers->text, component->text, numbers->place, component->place, path});
}

}  // namespace

std::optional<std::vector<std::uint32_t>> parse_numbers(std::string_view text, std::uint64_t count) {
  std::vector<std::uint32_t> out;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto blanks = [&] {
    while (at != end && *at == ' ') ++at;
  };
  const auto number = [&](std::uint64_t& value) {
    blanks();
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || value >= count) return false;
    at = next;
    blanks();
    return true;
  };
  while (true) {
    std::uint64_t first = 0, last = 0;
    if (!number(first)) return std::nullopt;
    last = first;
    if (at != end && *at == '-' && (++at, !number(last) || last < first)) return std::nullopt;
    if (out.size() + (last - first) >= 2 * count) return std::nullopt;  // repeats: cannot be one each
    for (std::uint64_t n = first; n <= last; ++n) out.push_back(static_cast<std::uint32_t>(n));
    if (at == end) return out;
    if (*at++ != ',') return std::nullopt;
  }
}

std::string numbers_text(const std::vector<std::uint32_t>& numbers) {
  constexpr std::size_t kLongestText = 60;
  std::string out;
  for (std::size_t first = 0, last = 0; first < numbers.size(); first = last + 1) {
    for (last = first; last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1;) ++last;
    if (!out.empty()) out += ',';
    if (out.size() > kLongestText) return out + "...";
    out += first == last ? fmt::format("{}", numbers[first]) : fmt::format("{}-{}", numbers[first], numbers[last]);
  }
  return out;
}

const DraftComponent* placed(const Draft& draft, const std::string& name, std::string_view type, Place place,
                             const std::string& path, Faults& faults) {
  const DraftComponent* component = draft.component(name);
  if (component && component->values.model().type == type) return component;
  if (!component && draft.may_have(name)) return nullptr;  // with a fault of its own
  faults.error(place, path, "PLACEMENT",
               component ? fmt::format("is \"{}\", a {}, no {} ({})", name, component->values.model().type, type,
                                       names_of(draft, type))
                         : fmt::format("is \"{}\", an unknown component ({})", name, names_of(draft, type)));
  return nullptr;
}

Placement read_placement(const JsonNode& section, const PlacementWords& words, const Misspelt& misspelt,
                         Faults& faults) {
  Placement placement{&words, {}, false, {}};
  const std::string path = fmt::format("topology.{}", words.key);
  const JsonNode* node = section.find(words.key);
  if (!node) {
    if (std::find(misspelt.begin(), misspelt.end(), words.key) == misspelt.end())
      faults.error(section.place, path, "PLACEMENT", "is missing (a component name, or a list of groups)");
  } else if (node->is(JsonKind::kString)) {
    placement.groups.push_back({"", node->text, node->place, node->place, path});
  } else if (!node->is(JsonKind::kArray)) {
    faults.error(node->place, path, "TYPE_MISMATCH",
                 fmt::format("is {} (a component name, or a list of groups)", node->kind_name()));
  } else {
    placement.as_list = true;
    for (std::size_t i = 0; i < node->members.size(); ++i)
      read_group(node->members[i].node, fmt::format("{}.{}", path, i), placement, faults);
  }
  return placement;
}

void resolve_placement(const Draft& draft, std::uint64_t count, Place section, Placement& placement, Faults& faults) {
  const PlacementWords& words = *placement.words;
  placement.components.assign(count, nullptr);
  std::vector<bool> taken(count);
  const std::size_t before = faults.error_count();
  for (const PlacementGroup& group : placement.groups) {
    const DraftComponent* component = placed(draft, group.component, type_of(words), group.place, group.path, faults);
    const auto numbers = parse_numbers(group.numbers.empty() ? fmt::format("0-{}", count - 1) : group.numbers, count);
    if (!numbers) {
      faults.error(group.numbers_place, fmt::format("{}.{}", group.path, words.numbers), "PLACEMENT",
                   fmt::format("is \"{}\" (numbers and ranges within 0-{}, as \"0-3,7\")", group.numbers, count - 1));
      continue;
    }
    for (const std::uint32_t number : *numbers) {
      if (taken[number])
        faults.error(group.place, group.path, "PLACEMENT",
                     fmt::format("{} {} has a {} already (one each)", words.holder, number, noun_of(words)));
      taken[number] = true;
      placement.components[number] = component;
    }
  }
  const auto bare = std::find(taken.begin(), taken.end(), false);
  if (bare != taken.end() && faults.error_count() == before && !placement.groups.empty())
    faults.error(section, fmt::format("topology.{}", words.key), "PLACEMENT",
                 fmt::format("{} {} has no {} (one each)", words.holder, bare - taken.begin(), noun_of(words)));
}

nlohmann::ordered_json placement_json(const Placement& placement) {
  if (!placement.as_list) return placement.groups.front().component;
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const PlacementGroup& group : placement.groups)
    out.push_back({{std::string(placement.words->numbers), group.numbers},
                   {std::string(placement.words->component), group.component}});
  return out;
}

}  // namespace headroom
