#include "sc_models/core/config/model.h"

#include <algorithm>

namespace headroom {
namespace {

const Model* const kModels[] = {&kRoceNicModel, &kUetNicModel,   &kSwitchModel, &kRdmaModel,
                                &kGlobalModel,  &kTopologyModel, &kFlowModel,   &kPatternModel};
constexpr std::size_t kOffered = 4;

}  // namespace

const Attribute* Model::find(std::string_view path) const {
  const bool bare = flat && path.find('/') == std::string_view::npos;
  const auto found = std::find_if(attributes.begin(), attributes.end(), [path, bare](const Attribute& a) {
    return a.path == path || (bare && a.key() == path);
  });
  return found == attributes.end() ? nullptr : &*found;
}

bool Model::is_branch(std::string_view path) const {
  return std::any_of(attributes.begin(), attributes.end(), [path](const Attribute& a) {
    return a.path.size() > path.size() && a.path.starts_with(path) && a.path[path.size()] == '/';
  });
}

std::vector<std::string_view> Model::keys_at(std::string_view path) const {
  std::vector<std::string_view> keys;
  const auto add = [&keys](std::string_view key) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  };
  for (const Attribute& attribute : attributes) {
    std::string_view rest = attribute.path;
    if (!path.empty()) {
      if (!rest.starts_with(path) || rest.size() == path.size() || rest[path.size()] != '/') continue;
      rest.remove_prefix(path.size() + 1);
    }
    if (flat && path.empty()) add(attribute.key());
    add(rest.substr(0, rest.find('/')));
  }
  return keys;
}

std::span<const Model* const> offered_models() { return std::span(kModels).first(kOffered); }
std::span<const Model* const> all_models() { return kModels; }

const Model* find_model(std::string_view name) {
  const auto models = all_models();
  const auto found = std::find_if(models.begin(), models.end(), [name](const Model* m) { return m->name == name; });
  return found == models.end() ? nullptr : *found;
}

}  // namespace headroom
