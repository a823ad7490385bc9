#include "sc_models/core/config/binder.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sc_models/core/check.h"
#include "sc_models/core/config/nearest.h"

namespace headroom {
namespace {

// Sections of the product's global parameters that its backend owns [R]; known only to be refused by name.
constexpr std::string_view kManaged[] = {"ComputeConfiguration", "ParallelizationParameters", "SoftwareVersion"};

std::string dotted(std::string_view path) {
  std::string out(path);
  std::replace(out.begin(), out.end(), '/', '.');
  return out;
}

class Binder {
 public:
  Binder(Form form, BoundValues& values, Faults& faults, std::span<const std::string_view> others)
      : form_(form), values_(values), model_(values.model()), faults_(faults), others_(others) {}

  void bind(const JsonNode& object, const std::string& prefix) {
    for (const JsonMember& member : object.members) {
      if (prefix.empty() && std::find(others_.begin(), others_.end(), member.key) != others_.end()) continue;
      const std::string path = prefix.empty() ? member.key : prefix + "/" + member.key;
      if (const Attribute* attribute = model_.find(path)) {
        bind_attribute(*attribute, member.node);
      } else if (model_.is_branch(path) && member.key.find('/') == std::string::npos) {
        bind_branch(member.node, path);
      } else {
        unknown(object, member, path, prefix);
      }
    }
  }

  [[nodiscard]] const Misspelt& misspelt() const { return misspelt_; }

 private:
  std::string full(std::string_view path) const { return values_.path(path); }

  void bind_attribute(const Attribute& attribute, const JsonNode& node) {
    const std::size_t row = model_.index_of(attribute);
    if (form_ == Form::kPatch && node.is(JsonKind::kObject) && node.members.empty())
      return faults_.error(node.place, full(attribute.path), "EMPTY_PATCH", "is empty (value, unit, type)");
    if (seen_.size() < model_.attributes.size()) seen_.resize(model_.attributes.size());
    if (seen_[row]) return refuse(attribute, node.place, {"DUPLICATE_KEY", "is given in two places (once)"});
    seen_[row] = true;
    std::variant<Value, Refusal> result = read_value(attribute, node, form_, values_[row]);
    if (const Refusal* refusal = std::get_if<Refusal>(&result)) return refuse(attribute, node.place, *refusal);
    values_.set(row, std::get<Value>(std::move(result)), node.place);
  }

  void refuse(const Attribute& attribute, Place place, const Refusal& why) {
    values_.refuse(attribute.path);
    faults_.error(place, full(attribute.path), why.code, why.message);
  }

  void bind_branch(const JsonNode& node, const std::string& path) {
    const bool looks_like_attribute = node.find("type") || node.find("value");
    if (!node.is(JsonKind::kObject) || looks_like_attribute) {
      values_.refuse(path);
      return faults_.error(
          node.place, full(path), "TYPE_MISMATCH",
          fmt::format("is {}, but a sub-component stands here (an object with {})",
                      looks_like_attribute ? "an attribute" : node.kind_name(), list_of(model_.keys_at(path))));
    }
    if (form_ == Form::kPatch && node.members.empty())
      return faults_.error(node.place, full(path), "EMPTY_PATCH", "is empty (at least one attribute)");
    bind(node, path);
  }

  void unknown(const JsonNode& object, const JsonMember& member, const std::string& path, const std::string& prefix) {
    if (model_.flat && std::find(std::begin(kManaged), std::end(kManaged), member.key) != std::end(kManaged))
      return faults_.error(member.place, full(path), "UNKNOWN_KEY",
                           "is managed by the platform, not a parameter of headroom (headroom attributes lists them)");
    if (const std::optional<std::string> elsewhere = place_of(member.key)) {
      values_.refuse(*elsewhere);  // what was meant for it is not known
      return faults_.error(member.place, full(path), "UNKNOWN_KEY",
                           fmt::format("is unknown here (did you mean {}?)", dotted(*elsewhere)));
    }
    std::vector<std::string_view> known = model_.keys_at(prefix);
    if (prefix.empty()) known.insert(known.end(), others_.begin(), others_.end());
    const std::string_view near = nearest(member.key, known);
    if (likely_meant(member.key, near) && !object.find(near)) {
      values_.refuse(prefix.empty() ? std::string(near) : fmt::format("{}/{}", prefix, near));
      if (prefix.empty() && std::find(others_.begin(), others_.end(), near) != others_.end()) misspelt_.push_back(near);
    }
    faults_.error(member.place, full(path), "UNKNOWN_KEY", fmt::format("is unknown (did you mean {}?)", near));
  }

  /// Where the model has an attribute or a sub-component of that name.
  std::optional<std::string> place_of(const std::string& key) const {
    for (const Attribute& attribute : model_.attributes) {
      const std::string path = "/" + std::string(attribute.path) + "/";
      const std::size_t at = path.find("/" + key + "/");
      if (at != std::string::npos) return path.substr(1, at + key.size());
    }
    return std::nullopt;
  }

  const Form form_;
  BoundValues& values_;
  const Model& model_;
  Faults& faults_;
  std::span<const std::string_view> others_;
  std::vector<bool> seen_;
  Misspelt misspelt_;
};

}  // namespace

BoundValues::BoundValues(const Model& model, Place place, std::string path)
    : model_(&model),
      path_(std::move(path)),
      own_place_(place),
      places_(model.attributes.size(), place),
      written_(model.attributes.size()),
      refused_(model.attributes.size()) {
  values_.reserve(model.attributes.size());
  for (const Attribute& attribute : model.attributes) values_.push_back(default_value(attribute));
}

std::size_t BoundValues::row(std::string_view path) const {
  const Attribute* attribute = model_->find(path);
  HEADROOM_CHECK(attribute, "{} has no attribute {}", model_->name, path);
  return model_->index_of(*attribute);
}

std::string BoundValues::path(std::string_view attribute) const {
  std::string_view shown = attribute;
  if (model_->flat) shown = shown.substr(shown.rfind('/') + 1);
  return path_.empty() ? dotted(shown) : path_ + "." + dotted(shown);
}

void BoundValues::set(std::size_t row, Value value, Place place) {
  values_[row] = std::move(value);
  places_[row] = place;
  written_[row] = true;
}

void BoundValues::refuse(std::string_view path) {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const Attribute& attribute = model_->attributes[i];
    const bool below = path.empty() || (attribute.path.starts_with(path) &&
                                        (attribute.path.size() == path.size() || attribute.path[path.size()] == '/'));
    if (!below && &attribute != model_->find(path)) continue;
    values_[i] = default_value(attribute);
    refused_[i] = any_refused_ = true;
  }
}

bool BoundValues::sound(std::initializer_list<std::string_view> paths) const {
  return std::all_of(paths.begin(), paths.end(), [this](std::string_view path) { return sound(path); });
}

nlohmann::ordered_json BoundValues::nested(Leaf leaf) const {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const Attribute& attribute = model_->attributes[i];
    if (!values_[i].present) continue;
    nlohmann::ordered_json* at = &out;
    std::string_view rest = attribute.path;
    for (std::size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
      at = &(*at)[std::string(rest.substr(0, slash))];
      rest.remove_prefix(slash + 1);
    }
    (*at)[std::string(rest)] = leaf(attribute, values_[i]);
  }
  return out;
}

nlohmann::ordered_json BoundValues::flat(Leaf leaf) const {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < values_.size(); ++i)
    if (values_[i].present) out[std::string(model_->attributes[i].key())] = leaf(model_->attributes[i], values_[i]);
  return out;
}

Misspelt bind_values(const JsonNode& object, Form form, BoundValues& values, Faults& faults,
                     std::span<const std::string_view> others) {
  Binder binder(form, values, faults, others);
  binder.bind(object, "");
  return binder.misspelt();
}

}  // namespace headroom
