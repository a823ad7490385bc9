#include "sc_models/core/config/patch.h"

#include <fmt/format.h>

#include <algorithm>

#include "sc_models/core/config/draft.h"
#include "sc_models/core/config/json_reader.h"
#include "sc_models/core/config/json_writer.h"
#include "sc_models/core/config/loader.h"
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

/// Binds the patch into `values`; false when it is refused.
bool bind_patch(const PatchInput& input, BoundValues& values, Faults& faults) {
  const JsonNode patch = read_json(input.patch, Source::kPatch, faults);
  if (!faults.ok()) return false;
  if (!patch.is(JsonKind::kObject)) {
    faults.error(patch.place, "", "NOT_JSON", fmt::format("is {} (an object)", patch.kind_name()));
  } else if (patch.members.empty()) {
    faults.error(patch.place, "", "EMPTY_PATCH", "is empty (at least one attribute)");
  } else {
    bind_values(patch, Form::kPatch, values, faults);
  }
  return faults.ok();
}

bool is_patched(const BoundValues& values, const Attribute& attribute) {
  return values.place(attribute.path).source == Source::kPatch;
}

/// Whether the patch gives the attribute at the fault's path a value anew.
bool repairs(const BoundValues& patched, const Fault& fault) {
  if (fault.code == "DUPLICATE_KEY") return false;  // the other one would stay
  const auto& attributes = patched.model().attributes;
  return std::any_of(attributes.begin(), attributes.end(), [&](const Attribute& attribute) {
    return is_patched(patched, attribute) && patched.path(attribute.path) == fault.path;
  });
}

/// What is wrong in the file, below `section`, and stays so with the patch: it refuses the patch.
void report_stored(const Faults& found, std::string_view section, const BoundValues& patched, Faults& faults) {
  for (const Fault& fault : found.errors())
    if (fault.path.starts_with(section) && !repairs(patched, fault))
      faults.error({Source::kFile, fault.line, fault.order}, fault.path, fault.code,
                   fault.message + "; stored in the file, and not replaced by the patch");
}

/// Errors of `after` that are not among those of `before`, whatever their line.
std::vector<Fault> added(const Faults& before, const Faults& after) {
  const std::vector<Fault> known = before.errors();
  std::vector<Fault> out = after.errors();
  std::erase_if(out, [&](const Fault& fault) {
    return std::any_of(known.begin(), known.end(), [&](const Fault& old) {
      return old.path == fault.path && old.code == fault.code && old.message == fault.message;
    });
  });
  return out;
}

/// Rules that span attributes are checked when the configuration is [S]: what will be refused then is told now.
void foretell(const PatchInput& input, PatchResult& result) {
  const Faults before = load_configuration_text(input.text, input.file).faults;
  for (const Fault& fault : added(before, load_configuration_text(result.text, input.file).faults))
    result.faults.warning({Source::kPatch, 0, 0}, fault.path, fault.code,
                          "after this patch it will be refused: " + fault.message);
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
  PatchResult result{Faults(input.file, input.patch_file), nullptr, {}, false};
  Faults& faults = result.faults;
  std::optional<JsonNode> root = read_root(input, result);
  if (!root) return result;
  Draft draft{BoundValues(kGlobalModel, {}, ""), BoundValues(kRdmaModel, {}, "")};
  Faults found(input.file);
  read_components(*root, draft, found);
  const std::string path = "components." + component;
  const DraftComponent* stored = draft.component(component);
  if (!stored) {
    report_stored(found, path + ".", draft.simulation, faults);  // its model, perhaps
    if (!faults.ok()) return result;
    std::vector<std::string_view> names;
    for (const DraftComponent& known : draft.components) names.push_back(known.name);
    faults.error({Source::kFile, 0, 0}, path, "NOT_FOUND", fmt::format("is unknown ({})", list_of(names)));
    return result;
  }
  BoundValues values = stored->values;
  bind_patch(input, values, faults);
  report_stored(found, path + ".", values, faults);
  if (!faults.ok()) return result;
  JsonNode& parameters = root->find("components")->find(component)->at("typedParameters", {});
  for (std::size_t i = 0; i < values.model().attributes.size(); ++i) {
    const Attribute& attribute = values.model().attributes[i];
    if (is_patched(values, attribute)) put(parameters, attribute.path, from_json(leaf(attribute, values[i])));
  }
  result.parameters = values.nested(full_leaf);
  result.text = write_json(*root);
  foretell(input, result);
  return result;
}

PatchResult patch_global(const PatchInput& input) {
  PatchResult result{Faults(input.file, input.patch_file), nullptr, {}, false};
  Faults& faults = result.faults;
  std::optional<JsonNode> root = read_root(input, result);
  if (!root) return result;
  Draft draft{BoundValues(kGlobalModel, {}, "simulation"), BoundValues(kRdmaModel, {}, "")};
  Faults found(input.file);
  const std::string name = run_name(input.file);
  read_simulation(*root, name, draft, found);
  BoundValues values = draft.simulation;
  if (bind_patch(input, values, faults)) {
    Faults whole(input.file, input.patch_file);
    check_simulation(values, name, whole);
    for (const Fault& fault : added(found, whole))
      faults.error({fault.file == input.file ? Source::kFile : Source::kPatch, fault.line, fault.order}, fault.path,
                   fault.code, fault.message);
  }
  report_stored(found, "simulation", values, faults);
  if (!faults.ok()) return result;
  JsonNode& section = root->at("simulation", {});
  section.kind = JsonKind::kObject;
  for (std::size_t i = 0; i < values.model().attributes.size(); ++i) {
    const Attribute& attribute = values.model().attributes[i];
    if (is_patched(values, attribute))
      put(section, written_path(section, attribute), from_json(bare(attribute, values[i])));
  }
  result.parameters = values.nested(full_leaf);
  result.text = write_json(*root);
  foretell(input, result);
  return result;
}

}  // namespace headroom
