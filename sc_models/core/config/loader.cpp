#include "sc_models/core/config/loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "sc_models/core/config/attribute_paths.h"
#include "sc_models/core/config/check.h"
#include "sc_models/core/config/effective.h"
#include "sc_models/core/config/json_reader.h"
#include "sc_models/core/config/list_text.h"
#include "sc_models/core/config/nearest.h"

namespace headroom {
namespace {

Misspelt check_sections(const JsonNode& root, Faults& faults) {
  Misspelt misspelt;
  for (const JsonMember& member : root.members) {
    if (std::find(std::begin(kConfigurationSections), std::end(kConfigurationSections), member.key) !=
        std::end(kConfigurationSections))
      continue;
    const std::string_view near = nearest(member.key, kConfigurationSections);
    if (likely_meant(member.key, near) && !root.find(near)) misspelt.push_back(near);
    faults.error(member.place, member.key, "UNKNOWN_KEY", fmt::format("is unknown (did you mean {}?)", near));
  }
  return misspelt;
}

/// Rules across attributes. Each looks whether the values it needs are sound, so that no fault hides another.
void check(Draft& draft, Faults& faults) {
  check_lists(draft, faults);
  std::optional<Bytes> mtu;
  if (draft.simulation.sound(path::kMtu)) mtu = draft.simulation.make<SimulationParams>().mtu;
  for (const DraftComponent& component : draft.components) {
    if (component.values.model().type == kRoceNicModel.type) check_nic(component, mtu, faults);
    if (&component.values.model() == &kSwitchModel) check_switch(component, faults);
  }
  check_idle(draft, faults);
  if (!draft.topology) return;
  check_links(draft, mtu, faults);
  check_classes(draft, faults);
}

Configuration assemble(const Draft& draft) {
  Configuration out;
  out.simulation = draft.simulation.make<SimulationParams>();
  std::map<const DraftComponent*, std::uint32_t> index;
  for (const DraftComponent& component : draft.components) {
    if (component.values.model().type == kSwitchModel.type) {
      index[&component] = static_cast<std::uint32_t>(out.switches.size());
      out.switches.push_back({component.name, component.values.make<SwitchParams>()});
    } else {
      index[&component] = static_cast<std::uint32_t>(out.nics.size());
      out.nics.push_back(nic_component(component));
    }
  }
  const auto indices = [&index](const Placement& placement) {
    std::vector<std::uint32_t> numbers;
    for (const DraftComponent* component : placement.components) numbers.push_back(index.at(component));
    return numbers;
  };
  const DraftTopology& topology = *draft.topology;
  out.topology = {topology.kind, indices(topology.nics), indices(topology.racks), indices(topology.spines)};
  for (const DraftFlow& flow : draft.flows) out.flows.push_back(flow.params);
  return out;
}

}  // namespace

std::string run_name(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string();
  for (char& c : name)
    if (!is_name(std::string(1, c), 1) && c != '-') c = '_';
  const std::size_t first =
      std::find_if(name.begin(), name.end(), [](char c) { return c != '-' && c != '_'; }) - name.begin();
  name = name.substr(first, 255);
  return name.empty() ? "run" : name;
}

Draft read_draft(const JsonNode& root, const std::string& file, Faults& faults) {
  Draft draft{BoundValues(kGlobalModel, root.place, "simulation"), BoundValues(kRdmaModel, root.place, "workload")};
  const Misspelt misspelt = check_sections(root, faults);
  const auto stands = [&](std::string_view section) {  // or is missing, which its reader reports
    return std::find(misspelt.begin(), misspelt.end(), section) == misspelt.end();
  };
  if (!stands("simulation")) draft.simulation.refuse("");
  read_simulation(root, run_name(file), draft, faults);
  if (stands("components")) read_components(root, draft, faults);
  if (stands("topology")) read_topology(root, draft, faults);
  if (stands("workload")) read_workload(root, draft, faults);
  return draft;
}

LoadResult load_configuration_text(std::string_view text, const std::string& file, const Overrides& overrides) {
  LoadResult result{Faults(file), std::nullopt, nullptr};
  Faults& faults = result.faults;
  JsonNode root = read_json(text, Source::kFile, faults);
  if (faults.ok() && !root.is(JsonKind::kObject))
    faults.error(root.place, "", "TYPE_MISMATCH",
                 fmt::format("is {} (an object with {})", root.kind_name(), list_of(kConfigurationSections)));
  if (!root.is(JsonKind::kObject)) return result;
  for (const Fault& fault : faults.errors())
    if (fault.code == "NOT_JSON") return result;  // what follows the error would be missed, and reported as missing
  apply(overrides, root, faults);
  Draft draft = read_draft(root, file, faults);
  check(draft, faults);
  if (!faults.ok()) return result;
  result.configuration = assemble(draft);
  result.effective = effective_configuration(draft);
  return result;
}

std::optional<std::string> read_file(const std::filesystem::path& file, Faults& faults) {
  std::error_code error;
  std::ifstream stream(file, std::ios::binary);
  if (!stream || std::filesystem::is_directory(file, error)) {
    faults.error(
        {Source::kFile, 0, 0}, "", "NOT_FOUND",
        fmt::format("cannot be read: {} (a configuration file)", stream ? "is a directory" : std::strerror(errno)));
    return std::nullopt;
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return std::move(text).str();
}

LoadResult load_configuration(const std::filesystem::path& file, const Overrides& overrides) {
  LoadResult result{Faults(file.string()), std::nullopt, nullptr};
  const std::optional<std::string> text = read_file(file, result.faults);
  return text ? load_configuration_text(*text, file.string(), overrides) : result;
}

}  // namespace headroom
