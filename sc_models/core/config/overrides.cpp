#include "sc_models/core/config/overrides.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sc_models/core/config/full_paths.h"
#include "sc_models/core/config/json_reader.h"
#include "sc_models/core/config/model.h"
#include "sc_models/core/config/nearest.h"

namespace headroom {
namespace {

constexpr std::string_view kParameters = "typedParameters";
constexpr std::string_view kModelKey = "model";

void mark(JsonNode& node, Place place) {
  node.place = place;
  node.loose = true;
  for (JsonMember& member : node.members) {
    member.place = place;
    mark(member.node, place);
  }
}

/// Takes one key off the front of a path: the longest of `known` that stands there, since keys may contain dots.
std::string take_key(std::string_view& rest, const std::vector<std::string_view>& known) {
  std::size_t length = std::min(rest.find('.'), rest.size());
  for (const std::string_view key : known)
    if (key.size() > length && rest.starts_with(key) && (rest.size() == key.size() || rest[key.size()] == '.'))
      length = key.size();
  const std::string key(rest.substr(0, length));
  rest.remove_prefix(std::min(length + 1, rest.size()));
  return key;
}

class Setter {
 public:
  Setter(std::string path, JsonNode value, Place place, Faults& faults)
      : path_(std::move(path)), value_(std::move(value)), place_(place), faults_(faults) {}

  void set(JsonNode& root) {
    std::string_view rest = path_;
    const std::string section = take_key(rest, {});
    hint_ = full_path_hint(root, path_);
    if (std::find(std::begin(kConfigurationSections), std::end(kConfigurationSections), section) ==
        std::end(kConfigurationSections)) {
      const std::string_view near = nearest(section, kConfigurationSections);
      if (!hint_.empty()) return fault(fmt::format("is unknown ({})", hint_));
      if (edit_distance(section, near) <= kLikelyTypo) return fault(fmt::format("is unknown (did you mean {}?)", near));
      return fault(fmt::format("is unknown (a path begins with {})", list_of(kConfigurationSections)));
    }
    if (rest.empty()) return fault("is a whole section (a path to one value in it)");
    JsonNode& node = object(root.at(section, place_));
    if (section == "components") return set_component(node, rest);
    descend(node, rest, section == "simulation" ? &kGlobalModel : nullptr, "");
  }

 private:
  void fault(const std::string& message) { faults_.error(place_, path_, "UNKNOWN_KEY", message); }

  JsonNode& object(JsonNode& node) const {
    if (node.is(JsonKind::kNull)) node.kind = JsonKind::kObject;
    return node;
  }

  void set_component(JsonNode& components, std::string_view rest) {
    const std::string name = take_key(rest, {});
    JsonNode* component = components.find(name);
    if (!component || !component->is(JsonKind::kObject)) {
      std::vector<std::string_view> names;
      for (const JsonMember& member : components.members) names.push_back(member.key);
      return fault(fmt::format("names the unknown component \"{}\" ({})", name,
                               hint_.empty() ? list_of(names) : list_of(names) + "; " + hint_));
    }
    if (rest.empty()) return fault("is a whole component (a path to one value in it)");
    if (rest == kModelKey) return assign(component->at(kModelKey, place_));
    if (rest.starts_with(std::string(kParameters) + ".")) rest.remove_prefix(kParameters.size() + 1);
    const JsonNode* name_of_model = component->find(kModelKey);
    const Model* const model = name_of_model ? find_model(name_of_model->text) : nullptr;
    descend(object(component->at(kParameters, place_)), rest, model, "");  // at() may move the model's node
  }

  /// Follows `rest` from `node`; objects on the way are made, list entries must exist.
  void descend(JsonNode& node, std::string_view rest, const Model* model, const std::string& prefix) {
    if (node.is(JsonKind::kArray)) return descend_list(node, rest);
    if (!node.is(JsonKind::kObject)) return fault(fmt::format("goes into {} (a path that exists)", node.kind_name()));
    std::vector<std::string_view> known;
    if (model) known = model->keys_at(prefix);
    for (const JsonMember& member : node.members) known.push_back(member.key);
    const std::string key = take_key(rest, known);
    if (key.empty()) return fault("has an empty key (keys with dots between them)");
    if (rest.empty()) return assign(node.at(key, place_));
    const std::string path = prefix.empty() ? key : prefix + "/" + key;
    if (model && !node.find(key) && !model->is_branch(path))
      return fault(model->find(path)
                       ? fmt::format("goes into the attribute {} (a path that exists)", key)
                       : fmt::format("has the unknown key {} ({})", key,
                                     hint_.empty() ? fmt::format("did you mean {}?", nearest(key, known)) : hint_));
    if (!model && !node.find(key))
      return fault(
          fmt::format("has the unknown key {} ({})", key, known.empty() ? "nothing stands there" : list_of(known)));
    descend(object(node.at(key, place_)), rest, model, path);
  }

  void descend_list(JsonNode& list, std::string_view rest) {
    const std::string key = take_key(rest, {});
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
    if (error != std::errc() || end != key.data() + key.size() || index >= list.members.size())
      return fault(list.members.empty()
                       ? std::string("goes into an empty list (a path that exists)")
                       : fmt::format("has {} where a list entry stands (0 to {})", key, list.members.size() - 1));
    if (rest.empty()) return assign(list.members[index].node);
    descend(list.members[index].node, rest, nullptr, "");
  }

  void assign(JsonNode& node) { node = value_; }

  const std::string path_;
  std::string hint_;
  const JsonNode value_;
  const Place place_;
  Faults& faults_;
};

void set(JsonNode& root, const std::string& path, const std::string& value, Place place, Faults& faults) {
  if (root.is(JsonKind::kObject)) Setter(path, loose_value(value, place), place, faults).set(root);
}

}  // namespace

JsonNode loose_value(const std::string& text, Place place) {
  Faults ignored("");
  JsonNode node = text.empty() ? JsonNode{} : read_json(text, place.source, ignored);
  if (text.empty() || !ignored.ok()) {
    node = JsonNode{};
    node.kind = JsonKind::kString;
    node.text = text;
  }
  if (node.is(JsonKind::kBool) || node.is(JsonKind::kNull)) node.text = text;
  mark(node, place);
  return node;
}

void apply(const Overrides& overrides, JsonNode& root, Faults& faults) {
  std::int32_t number = 0;
  for (const std::string& text : overrides.sets) {
    const Place place{Source::kSet, ++number, number};
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      faults.error(place, text, "UNKNOWN_KEY", "is no PATH=VALUE (as simulation.Seed=2)");
      continue;
    }
    set(root, text.substr(0, equals), text.substr(equals + 1), place, faults);
  }
  if (overrides.seed) set(root, "simulation.Seed", *overrides.seed, {Source::kSeed, 1, 0}, faults);
  if (overrides.until) set(root, "simulation.Duration", *overrides.until, {Source::kUntil, 1, 0}, faults);
}

}  // namespace headroom
