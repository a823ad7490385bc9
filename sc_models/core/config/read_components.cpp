#include <fmt/format.h>

#include <algorithm>

#include "sc_models/core/config/draft.h"
#include "sc_models/core/config/list_text.h"
#include "sc_models/core/config/nearest.h"

namespace headroom {
namespace {

constexpr std::size_t kLongestComponentName = 64;
constexpr std::string_view kKeys[] = {"model", "typedParameters"};

/// Models that can stand in `components`.
std::vector<std::string_view> component_models() {
  std::vector<std::string_view> names;
  for (const Model* model : offered_models())
    if (model->category != "application") names.push_back(model->name);
  return names;
}

const Model* model_of(const JsonNode& node, const std::string& path, Faults& faults) {
  const JsonNode* name = node.find("model");
  const std::vector<std::string_view> known = component_models();
  if (!name) {
    faults.error(node.place, path, "UNKNOWN_MODEL", fmt::format("has no \"model\" ({})", list_of(known)));
    return nullptr;
  }
  if (!name->is(JsonKind::kString)) {
    faults.error(name->place, path + ".model", "TYPE_MISMATCH",
                 fmt::format("is {} ({})", name->kind_name(), list_of(known)));
    return nullptr;
  }
  if (std::find(known.begin(), known.end(), name->text) != known.end()) return find_model(name->text);
  faults.error(name->place, path + ".model", "UNKNOWN_MODEL",
               fmt::format("is \"{}\", unknown ({})", name->text, list_of(known)));
  return nullptr;
}

void read_component(const JsonMember& member, Draft& draft, Faults& faults) {
  const std::string path = "components." + member.key;
  if (!is_name(member.key, kLongestComponentName))
    faults.error(member.place, path, "BAD_STRING",
                 fmt::format("is no component name (1 to {} letters, digits, - and _, first a letter or digit)",
                             kLongestComponentName));
  draft.unreadable.push_back(member.key);
  if (!member.node.is(JsonKind::kObject))
    return faults.error(member.node.place, path, "TYPE_MISMATCH",
                        fmt::format("is {} (an object with {})", member.node.kind_name(), list_of(kKeys)));
  Misspelt misspelt;
  for (const JsonMember& key : member.node.members) {
    if (std::find(std::begin(kKeys), std::end(kKeys), key.key) != std::end(kKeys)) continue;
    const std::string_view near = nearest(key.key, kKeys);
    if (likely_meant(key.key, near) && !member.node.find(near)) misspelt.push_back(near);
    faults.error(key.place, path + "." + key.key, "UNKNOWN_KEY", fmt::format("is unknown (did you mean {}?)", near));
  }
  const auto meant = [&](std::string_view key) {
    return std::find(misspelt.begin(), misspelt.end(), key) != misspelt.end();
  };
  const Model* model = meant("model") ? nullptr : model_of(member.node, path, faults);
  if (!model) return;
  draft.unreadable.pop_back();
  DraftComponent component{member.key, BoundValues(*model, member.place, path + ".typedParameters")};
  if (meant("typedParameters")) component.values.refuse("");
  if (const JsonNode* parameters = member.node.find("typedParameters")) {
    if (parameters->is(JsonKind::kObject)) {
      bind_values(*parameters, Form::kFile, component.values, faults);
    } else {
      component.values.refuse("");
      faults.error(parameters->place, path + ".typedParameters", "TYPE_MISMATCH",
                   fmt::format("is {} (an object with {})", parameters->kind_name(), list_of(model->keys_at(""))));
    }
  }
  draft.components.push_back(std::move(component));
}

}  // namespace

const DraftComponent* Draft::component(std::string_view name) const {
  const auto found =
      std::find_if(components.begin(), components.end(), [name](const DraftComponent& c) { return c.name == name; });
  return found == components.end() ? nullptr : &*found;
}

void read_components(const JsonNode& root, Draft& draft, Faults& faults) {
  const JsonNode* components = root.find("components");
  if (!components) return faults.error(root.place, "components", "PLACEMENT", "is missing (an object of components)");
  if (!components->is(JsonKind::kObject))
    return faults.error(components->place, "components", "TYPE_MISMATCH",
                        fmt::format("is {} (an object of components)", components->kind_name()));
  draft.components_known = true;
  for (const JsonMember& member : components->members) read_component(member, draft, faults);
}

}  // namespace headroom
