#include "sc_models/core/config/patch.h"

#include <fmt/format.h>

#include <algorithm>

#include "sc_models/core/config/draft.h"
#include "sc_models/core/config/json_reader.h"
#include "sc_models/core/config/json_writer.h"
#include "sc_models/core/config/nearest.h"

namespace headroom {
namespace {

/// The file as nodes, or nothing and its faults in `result`.
std::optional<JsonNode> read_root(const PatchInput& input, PatchResult& result) {
  JsonNode root = read_json(input.text, Source::kFile, result.faults);
  if (!result.faults.ok()) return std::nullopt;
  if (!root.is(JsonKind::kObject)) {
    result.faults.error(root.place, "", "TYPE_MISMATCH", fmt::format("is {} (an object)", root.kind_name()));
    return std::nullopt;
  }
  result.lost_comments = !nlohmann::json::accept(input.text, false);
  return root;
}

/// Takes over the errors of a section that the patch builds on.
bool adopt(const Faults& found, std::string_view path, Faults& faults) {
  for (const Fault& fault : found.errors())
    if (fault.path.starts_with(path))
      faults.error({Source::kFile, fault.line, fault.order}, fault.path, fault.code, fault.message);
  return faults.ok();
}

/// Binds the patch into `values`; false, with its faults instead of the file's, when it is refused.
bool bind_patch(const PatchInput& input, BoundValues& values, PatchResult& result) {
  result.faults = Faults(input.patch_file);
  const JsonNode patch = read_json(input.patch, Source::kPatch, result.faults);
  if (!result.faults.ok()) return false;
  if (!patch.is(JsonKind::kObject)) {
    result.faults.error(patch.place, "", "NOT_JSON", fmt::format("is {} (an object)", patch.kind_name()));
  } else if (patch.members.empty()) {
    result.faults.error(patch.place, "", "EMPTY_PATCH", "is empty (at least one attribute)");
  } else {
    bind_values(patch, Form::kPatch, values, result.faults);
  }
  return result.faults.ok();
}

bool is_patched(const BoundValues& values, const Attribute& attribute) {
  return values.place(attribute.path).source == Source::kPatch;
}

/// Puts `value` at `path` below `node`, making the objects on the way.
void put(JsonNode& node, std::string_view path, JsonNode value) {
  JsonNode* at = &node;
  for (std::size_t slash = path.find('/');; slash = path.find('/')) {
    at->kind = JsonKind::kObject;
    at = &at->at(path.substr(0, slash), {});
    if (slash == std::string_view::npos) break;
    path.remove_prefix(slash + 1);
  }
  *at = std::move(value);
}

/// Where a global parameter is written in its section: with its sections or, as the file's own form has it, without.
std::string_view written_path(const JsonNode& section, const Attribute& attribute) {
  const JsonNode* at = &section;
  std::string_view rest = attribute.path;
  while (at) {
    const std::size_t slash = rest.find('/');
    at = at->find(rest.substr(0, slash));
    if (at && slash == std::string_view::npos) return attribute.path;
    rest.remove_prefix(std::min(rest.size(), slash == std::string_view::npos ? rest.size() : slash + 1));
  }
  return attribute.key();
}

}  // namespace

PatchResult patch_component(const PatchInput& input, const std::string& component) {
  PatchResult result{Faults(input.file), nullptr, {}, false};
  std::optional<JsonNode> root = read_root(input, result);
  if (!root) return result;
  Draft draft{BoundValues(kGlobalModel, {}, ""), BoundValues(kRdmaModel, {}, ""), false, {}, std::nullopt, {}};
  Faults found(input.file);
  read_components(*root, draft, found);
  const std::string path = "components." + component;
  if (!adopt(found, path + ".", result.faults)) return result;
  const DraftComponent* stored = draft.component(component);
  if (!stored) {
    std::vector<std::string_view> names;
    for (const DraftComponent& known : draft.components) names.push_back(known.name);
    result.faults.error({}, path, "NOT_FOUND", fmt::format("is unknown ({})", list_of(names)));
    return result;
  }
  BoundValues values = stored->values;
  if (!bind_patch(input, values, result)) return result;
  JsonNode& parameters = root->find("components")->find(component)->at("typedParameters", {});
  for (std::size_t i = 0; i < values.model().attributes.size(); ++i) {
    const Attribute& attribute = values.model().attributes[i];
    if (is_patched(values, attribute)) put(parameters, attribute.path, from_json(leaf(attribute, values[i])));
  }
  result.parameters = values.nested(full_leaf);
  result.text = write_json(*root);
  return result;
}

PatchResult patch_global(const PatchInput& input) {
  PatchResult result{Faults(input.file), nullptr, {}, false};
  std::optional<JsonNode> root = read_root(input, result);
  if (!root) return result;
  Draft draft{
      BoundValues(kGlobalModel, {}, "simulation"), BoundValues(kRdmaModel, {}, ""), false, {}, std::nullopt, {}};
  read_simulation(*root, "run", draft, result.faults);
  if (!result.faults.ok()) return result;
  BoundValues values = draft.simulation;
  if (!bind_patch(input, values, result)) return result;
  JsonNode& section = root->at("simulation", {});
  section.kind = JsonKind::kObject;
  for (std::size_t i = 0; i < values.model().attributes.size(); ++i) {
    const Attribute& attribute = values.model().attributes[i];
    if (is_patched(values, attribute))
      put(section, written_path(section, attribute), from_json(bare(attribute, values[i])));
  }
  result.parameters = values.nested(full_leaf);
  result.text = write_json(*root);
  return result;
}

}  // namespace headroom
