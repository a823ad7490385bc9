// JSON Schema from the attribute tables.
#include <fmt/format.h>

#include "sc_models/core/config/listing.h"
#include "sc_models/core/config/number_text.h"
#include "sc_models/core/config/placement.h"

namespace headroom {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kNumberPattern = "-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?";
constexpr std::string_view kListPattern = "^ *\\[( *[A-Za-z0-9._+-]+ *,){7} *[A-Za-z0-9._+-]+ *\\] *$";

Json object(Json properties) {
  return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

/// A value without unit.
Json scalar(const Attribute& a) {
  if (is_list(a.type)) return {{"type", "string"}, {"pattern", kListPattern}};
  switch (a.type) {
    case Type::kBool: return {{"type", "boolean"}};
    case Type::kText: return {{"type", "string"}};
    case Type::kEnum: {
      Json out = {{"enum", Json::array()}};
      for (const std::string_view choice : a.choices) out["enum"].push_back(choice);
      return out;
    }
    default: break;
  }
  Json out = {{"type", a.type == Type::kUint ? "integer" : "number"}};
  const bool limited = !is_dimensional(a.type);  // limits of the others depend on the unit
  out["minimum"] = 0;
  if (limited && !a.min.empty()) out["minimum"] = *json_number(split_unit(a.min)->number);
  if (limited && !a.max.empty()) out["maximum"] = *json_number(split_unit(a.max)->number);
  return out;
}

Json attribute_schema(const Attribute& a) {
  Json properties = {{"value", scalar(a)}};
  Json required = {"value"};
  Json forms = Json::array();
  if (is_dimensional(a.type)) {
    Json units = Json::array();
    std::string pattern;
    for (const Unit& unit : units_of(a.type)) {
      units.push_back(unit.name);
      pattern += (pattern.empty() ? "" : "|") + std::string(unit.name);
    }
    forms.push_back({{"type", "string"}, {"pattern", fmt::format("^{} *({})$", kNumberPattern, pattern)}});
    properties["unit"] = {{"enum", units}};
    required.push_back("unit");
  } else {
    forms.push_back(scalar(a));
  }
  if (is_list(a.type))
    forms.push_back({{"type", "array"}, {"items", {{"type", "number"}}}, {"minItems", 8}, {"maxItems", 8}});
  properties["type"] = {{"const", platform_type(a.type)}};
  required.push_back("type");
  forms.push_back({{"type", "object"}, {"properties", properties}, {"required", required}});
  Json out = {{"description", a.meaning}};
  if (!a.fallback.empty()) {
    const bool text = is_dimensional(a.type) || is_list(a.type) || a.type == Type::kEnum || a.type == Type::kText;
    out["default"] = text ? Json(a.fallback) : Json::parse(a.fallback);
  }
  if (a.readonly) out["readOnly"] = true;
  out["anyOf"] = forms;
  return out;
}

Json& below(Json& schema, std::string_view key) {
  Json& child = schema["properties"][std::string(key)];
  if (child.is_null()) child = object(Json::object());
  return child;
}

Json component_schema() {
  Json forms = Json::array();
  for (const Model* model : offered_models()) {
    if (model->category == "application") continue;
    Json form = object({{"model", {{"const", model->name}}}, {"typedParameters", model_schema(*model)}});
    form["required"] = {"model"};
    forms.push_back(std::move(form));
  }
  return {{"anyOf", forms}};
}

}  // namespace

Json model_schema(const Model& model) {
  Json out = object(Json::object());
  for (const Attribute& a : model.attributes) {
    Json* at = &out;
    std::string_view rest = a.path;
    for (std::size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
      at = &below(*at, rest.substr(0, slash));
      rest.remove_prefix(slash + 1);
    }
    (*at)["properties"][std::string(rest)] = attribute_schema(a);
    if (model.flat) out["properties"][std::string(rest)] = attribute_schema(a);
  }
  return out;
}

Json file_schema() {
  const auto text_or_list = [](std::string_view numbers, std::string_view component) {
    const Json text = {{"type", "string"}};
    const Json group = object({{std::string(numbers), text}, {std::string(component), text}});
    return Json{{"anyOf", {text, Json{{"type", "array"}, {"items", group}}}}};
  };
  Json topology = model_schema(kTopologyModel);
  for (const PlacementWords* words : {&kNicWords, &kLeafWords, &kSpineWords})
    topology["properties"][std::string(words->key)] = text_or_list(words->numbers, words->component);
  topology["required"] = {"type", "nic"};
  Json flow = model_schema(kFlowModel), pattern = model_schema(kPatternModel);
  for (const auto& [key, schema] : flow["properties"].items())
    if (key != "src" && key != "dst" && key != "name") pattern["properties"][key] = schema;
  const Json numbers = {{"type", "array"}, {"items", {{"type", "integer"}, {"minimum", 0}}}};
  pattern["properties"]["servers"] = {{"anyOf", {Json{{"type", "string"}}, numbers}}};
  pattern["properties"]["senders"] = {
      {"anyOf", {Json{{"type", "integer"}, {"minimum", 1}}, Json{{"type", "string"}}, numbers}}};
  flow["required"] = {"src", "dst", "message_size"};
  pattern["required"] = {"pattern", "message_size"};
  Json workload = model_schema(kRdmaModel);
  workload["properties"]["application"] = {{"const", kRdmaModel.name}};
  workload["properties"]["flows"] = {{"type", "array"}, {"items", flow}};
  workload["properties"]["patterns"] = {{"type", "array"}, {"items", pattern}};
  workload["required"] = {"application"};
  Json out = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "headroom configuration"}};
  out.update(object({{"simulation", model_schema(kGlobalModel)},
                     {"components", {{"type", "object"}, {"additionalProperties", component_schema()}}},
                     {"topology", topology},
                     {"workload", workload}}));
  out["required"] = {"components", "topology", "workload"};
  return out;
}

}  // namespace headroom
