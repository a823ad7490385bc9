// Values as they are shown.
#include "sc_models/core/check.h"
#include "sc_models/core/config/number_text.h"
#include "sc_models/core/config/value.h"

namespace headroom {
namespace {

using Json = nlohmann::ordered_json;

Json value_json(const Attribute& a, const Value& value) {
  if (!value.present) return nullptr;
  switch (a.type) {
    case Type::kBool: return value.flag;
    case Type::kEnum:
    case Type::kText:
    case Type::kFractions:
    case Type::kWholes: return value.text;
    default: break;
  }
  // A real stands for the nearest double anyway; all others were read so that they survive.
  return json_number(value.number).value_or(Json(value.number.real()));
}

/// A limit as { "value", "unit" }; a dimensional 0 has no unit.
Json limit_json(std::string_view text) {
  const WithUnit split = split_unit(text).value();
  Json out = {{"value", json_number(split.number).value_or(Json(split.number.real()))}};
  if (!split.unit.empty() && !split.number.zero()) out["unit"] = split.unit;
  return out;
}

}  // namespace

Json leaf(const Attribute& a, const Value& value) {
  Json out;
  out["value"] = value_json(a, value);
  if (is_dimensional(a.type) && value.present) out["unit"] = value.unit;
  out["type"] = platform_type(a.type);
  return out;
}

Json full_leaf(const Attribute& a, const Value& value) {
  Json out = leaf(a, value);
  if (!a.fallback.empty()) {
    const Value fallback = default_value(a);
    out["default"] = value_json(a, fallback);
    if (is_dimensional(a.type)) out["defaultUnit"] = fallback.unit;
  }
  if (!a.min.empty()) out["min"] = limit_json(a.min);
  if (!a.max.empty()) out["max"] = limit_json(a.max);
  if (!a.choices.empty()) {
    out["enum"] = Json::array();
    for (const std::string_view choice : a.choices) out["enum"].push_back(choice);
  }
  if (a.readonly) out["readonly"] = true;
  out["description"] = a.meaning;
  out["x_origin"] = origin_name(a.origin);
  return out;
}

Json bare(const Attribute& a, const Value& value) {
  Json json = value_json(a, value);
  if (!is_dimensional(a.type) || !value.present) return json;
  return (json.is_number_float() ? shortest_text(json.get<double>()) : json.dump()) + value.unit;
}

}  // namespace headroom
