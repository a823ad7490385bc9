#include "sc_models/core/config/listing.h"

#include <fmt/format.h>

#include <algorithm>

#include "sc_models/core/config/binder.h"
#include "sc_models/core/config/nearest.h"
#include "sc_models/core/config/number_text.h"

namespace headroom {
namespace {

using Json = nlohmann::ordered_json;

std::string_view type_name(Type type) {
  if (is_list(type)) return "list8";
  return type == Type::kEnum ? "enum" : platform_type(type);
}

std::string dotted(std::string_view path) {
  std::string out(path);
  std::replace(out.begin(), out.end(), '/', '.');
  return out;
}

/// What may be written: the choices, the range, or nothing.
std::string allowed(const Attribute& a) {
  if (a.readonly) return "read-only";
  if (!a.choices.empty()) return list_of(a.choices);
  if (a.type == Type::kBool) return "true, false";
  if (a.type == Type::kText) return "text";
  if (a.type == Type::kFractions && a.min.empty()) return "any numbers";
  const std::string least = a.min.empty()
                                ? fmt::format("0{}", is_dimensional(a.type) ? units_of(a.type).front().name : "")
                                : std::string(a.min);
  if (a.max.empty()) return fmt::format(">= {}", least);
  return fmt::format("{} to {}", least, a.max);
}

Json limit(const Attribute& a, std::string_view text) {
  if (text.empty()) return nullptr;
  if (is_dimensional(a.type)) return text;
  return json_number(split_unit(text).value().number).value_or(Json(text));
}

/// `text` in lines of at most kWidth characters, each after `indent` blanks.
std::string wrapped(std::string_view text, std::size_t indent) {
  constexpr std::size_t kWidth = 110;
  std::string out, line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (!line.empty() && indent + line.size() + 1 + word.size() > kWidth) {
      out += std::string(indent, ' ') + line + '\n';
      line.clear();
    }
    line += (line.empty() ? "" : " ") + std::string(word);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out + std::string(indent, ' ') + line + '\n';
}

/// The meaning, and why it shows nowhere if so.
std::string full_meaning(const Attribute& a) {
  return std::string(a.meaning) + (a.no_effect ? fmt::format(" Changes no record: {}", a.no_effect->why) : "");
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string no_effect_markdown(ModelList models) {
  std::string rows;
  for (const Model* model : models)
    for (const Attribute& a : model->attributes)
      if (a.no_effect)
        rows += fmt::format("| {} | {} | {} | {} |\n", model->name, dotted(a.path), escaped(a.no_effect->why),
                            origin_name(a.no_effect->source));
  if (rows.empty()) return "";
  return "\n## Attributes that change no record\n\n"
         "Checked like all others. A test shows that two runs that differ in one of these alone write the same "
         "records,\n"
         "and that every other attribute changes a record or is refused.\n\n"
         "| Model | Attribute | Why | Who says so |\n| --- | --- | --- | --- |\n" +
         rows;
}

}  // namespace

std::string attribute_table(ModelList models) {
  std::string out;
  for (const Model* model : models) {
    if (!out.empty()) out += '\n';
    out += wrapped(fmt::format("{}: {}", model->name, model->description), 0);
    for (const Attribute& a : model->attributes)
      out += fmt::format("  {}\n", dotted(a.path)) +
             wrapped(fmt::format("{}, default {}, allowed {}, {}", type_name(a.type),
                                 a.fallback.empty() ? "none" : a.fallback, allowed(a), origin_name(a.origin)),
                     6) +
             wrapped(full_meaning(a), 6);
  }
  return out;
}

Json attribute_json(ModelList models) {
  Json out = Json::array();
  for (const Model* model : models) {
    for (const Attribute& a : model->attributes) {
      Json path = Json::array(), choices = Json::array();
      std::string_view rest = a.path;
      for (std::size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
        path.push_back(rest.substr(0, slash));
        rest.remove_prefix(slash + 1);
      }
      path.push_back(rest);
      for (const std::string_view choice : a.choices) choices.push_back(choice);
      Json units = Json::array();
      for (const Unit& unit : units_of(a.type)) units.push_back(unit.name);
      out.push_back({{"model", model->name},
                     {"path", path},
                     {"name", a.key()},
                     {"type", type_name(a.type)},
                     {"units", units.empty() ? Json(nullptr) : units},
                     {"default", a.fallback.empty() ? Json(nullptr) : Json(a.fallback)},
                     {"min", limit(a, a.min)},
                     {"max", limit(a, a.max)},
                     {"enum", choices.empty() ? Json(nullptr) : choices},
                     {"readonly", a.readonly},
                     {"origin", origin_name(a.origin)},
                     {"meaning", a.meaning},
                     {"no_effect", a.no_effect ? Json(a.no_effect->why) : Json(nullptr)}});
    }
  }
  return out;
}

std::string attribute_markdown(ModelList models) {
  std::string out =
      "# Attributes\n\n"
      "Generated by `headroom attributes --format markdown` from the tables that the configuration reader itself "
      "uses;\n"
      "a test fails when this page is stale. How to write values, files and patches: `headroom config --help`.\n\n"
      "* Paths start at a component's `typedParameters`. Global parameters are written directly in `simulation`.\n"
      "* `bytes`, `queuesize`, `datarate` and `timeval` need a unit: `" +
      unit_list(Type::kBytes) + "`; `" + unit_list(Type::kDataRate) + "`; `" + unit_list(Type::kTime) +
      "`.\n"
      "* `list8` is eight numbers, one a traffic class (or pool), as `\"[1, 0, ...]\"` or as a JSON array; the range "
      "is "
      "each entry's.\n"
      "* Without another limit sizes go to " +
      std::string(representable(Type::kBytes).max) + ", rates to " + std::string(representable(Type::kDataRate).max) +
      ", times to " + std::string(representable(Type::kTime).max) +
      ".\n"
      "* Origin: `seed`: the published configuration pages of the two NICs; `companion`: other pages of the same "
      "documentation;\n"
      "  `extension`: headroom's own, changes nothing at its default. Comments in the code cite them as `[S]`, `[R]` "
      "and "
      "`[C]`.\n";
  for (const Model* model : models) {
    out += fmt::format(
        "\n## {}\n\n{}\n\n| Attribute | Type | Default | Allowed | Origin | Meaning |\n"
        "| --- | --- | --- | --- | --- | --- |\n",
        model->name, model->description);
    for (const Attribute& a : model->attributes)
      out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", dotted(a.path), type_name(a.type), a.fallback,
                         escaped(allowed(a)), origin_name(a.origin), escaped(a.meaning));
  }
  return out + no_effect_markdown(models);
}

Json model_parameters(const Model& model) { return BoundValues(model, {}, "").nested(full_leaf); }

}  // namespace headroom
