#include "ref/settings.h"

#include "sc_models/core/config/nearest.h"
#include "sc_models/core/config/overrides.h"

using namespace headroom::reference;

namespace {

const headroom::Attribute& named(const headroom::Model& model, std::string_view name) {
  std::vector<std::string_view> known;
  for (const headroom::Attribute& attribute : model.attributes) {
    if (attribute.path == name || attribute.key() == name) return attribute;
    known.push_back(attribute.key());
  }
  throw BadArgument(
      fmt::format("{} has no attribute {} (did you mean {}?)", model.name, name, headroom::nearest(name, known)));
}

headroom::Value value_of(const headroom::Attribute& attribute, const char* text, const headroom::Value& stored) {
  const headroom::JsonNode node = headroom::loose_value(text, {headroom::Source::kSet, 1, 1});
  auto result = headroom::read_value(attribute, node, headroom::Form::kFile, stored);
  if (const auto* refusal = std::get_if<headroom::Refusal>(&result))
    throw BadArgument(fmt::format("{} {}", attribute.key(), refusal->message));
  auto value = std::get<headroom::Value>(std::move(result));
  std::string wrong;
  for (const headroom::Refusal& refusal : headroom::check_entries(attribute, value))
    wrong += fmt::format("{}{} {}", wrong.empty() ? "" : "; ", attribute.key(), refusal.message);
  if (!wrong.empty()) throw BadArgument(wrong);
  return value;
}

}  // namespace

extern "C" {

headroom_settings* headroom_settings_new(const char* model) {
  return guarded("headroom_settings_new", [=] {
    require(model != nullptr, "model is null");
    for (const headroom::Model* known : {&headroom::kRoceNicModel, &headroom::kUetNicModel})
      if (known->name == model) return new headroom_settings{headroom::BoundValues(*known, {}, "")};
    throw BadArgument(
        fmt::format("model {} ({} or {})", model, headroom::kRoceNicModel.name, headroom::kUetNicModel.name));
  });
}
void headroom_settings_delete(headroom_settings* settings) { delete settings; }

int headroom_settings_set(headroom_settings* settings, const char* attribute, const char* value) {
  return guarded("headroom_settings_set", [=] {
    require(attribute != nullptr && value != nullptr, "attribute or value is null");
    headroom::BoundValues& values = live(settings).values;
    const headroom::Attribute& row = named(values.model(), attribute);
    const std::size_t index = values.model().index_of(row);
    values.set(index, value_of(row, value, values[index]), {});
    return 0;
  });
}
}
