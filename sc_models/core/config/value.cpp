#include "sc_models/core/config/value.h"

#include <fmt/format.h>

#include <algorithm>

#include "sc_models/core/check.h"
#include "sc_models/core/config/json_writer.h"
#include "sc_models/core/config/list_text.h"
#include "sc_models/core/config/nearest.h"
#include "sc_models/core/config/number_text.h"

namespace headroom {
namespace {

using Result = std::variant<Value, Refusal>;

Refusal mismatch(const Attribute& a, std::string_view found) {
  return {"TYPE_MISMATCH", fmt::format("is {} ({})", found, expectation(a.type))};
}

/// `number` as it is written, without its unit.
Refusal bad_unit(const Attribute& a, std::string_view number, std::string_view unit) {
  return {"BAD_UNIT", unit.empty() ? fmt::format("has no unit: {} ({})", number, unit_list(a.type))
                                   : fmt::format("has unit \"{}\": {}{} ({})", unit, number, unit, unit_list(a.type))};
}

/// A value of another kind than is wanted.
std::string described(const JsonNode& node) {
  if (node.is(JsonKind::kString)) return fmt::format("\"{}\", {}", node.text, node.kind_name());
  if (node.is(JsonKind::kNumber)) return fmt::format("{}, {}", node.text, node.kind_name());
  if (node.is(JsonKind::kBool)) return node.flag ? "true" : "false";
  return std::string(node.kind_name());
}

/// The stricter of the row's limits and of what the model can compute with.
struct Limits {
  std::optional<Decimal> min, max;
  std::string min_text, max_text;
};

Limits limits_of(const Attribute& a) {
  const Representable general = representable(a.type);
  const std::string_view min = a.min.empty() ? general.min : a.min, max = a.max.empty() ? general.max : a.max;
  Limits limits;
  if (!min.empty()) limits.min = in_base(a.type, min), limits.min_text = min;
  if (!max.empty()) limits.max = in_base(a.type, max), limits.max_text = max;
  return limits;
}

/// P11, P13, P14: a number of whatever type, with `value.number` and `value.unit` set.
Result finish_number(const Attribute& a, Value value) {
  const std::string written = value.number.text() + value.unit;
  const Decimal base = in_base(a.type, value.number, value.unit);
  if (a.type == Type::kUint && !base.whole())
    return Refusal{"TYPE_MISMATCH", fmt::format("is {}, not an integer ({})", written, expectation(a.type))};
  const std::string range = range_text(a);
  if (base.negative())
    return Refusal{a.type == Type::kUint ? "TYPE_MISMATCH" : std::string(a.range_code),
                   fmt::format("is {}, negative ({})", written, range.empty() ? "0 or more" : range)};
  if (a.type != Type::kReal && !base.whole()) {
    const std::string_view step = a.type == Type::kTime || a.type == Type::kSeconds ? "ps"
                                  : a.type == Type::kDataRate                       ? "bit/s"
                                                                                    : "B";
    return Refusal{"OUT_OF_RANGE", fmt::format("is {1}, finer than 1 {0} (a whole number of {0})", step, written)};
  }
  const Limits limits = limits_of(a);
  if ((limits.min && base < *limits.min) || (limits.max && base > *limits.max))
    return Refusal{std::string(a.range_code), fmt::format("is {} ({})", written, range)};
  if (a.type == Type::kReal) {
    if (base.real() > 1e300) return Refusal{std::string(a.range_code), fmt::format("is {} (at most 1e300)", written)};
    return value;
  }
  const std::optional<std::int64_t> whole = base.integer();
  if (!whole) return Refusal{"OUT_OF_RANGE", fmt::format("is {} (at most {})", written, INT64_MAX)};
  value.base = *whole;
  if (is_dimensional(a.type) && !json_number(value.number)) {  // shown in the smallest unit, where it is an integer
    value.number = Decimal(*whole);
    value.unit = units_of(a.type).front().name;
    if (a.type == Type::kDataRate) value.number = value.number.scaled(1, -6);
  }
  if (!json_number(value.number))
    return Refusal{"OUT_OF_RANGE", fmt::format("is {}, more digits than a double holds (at most 15)", written)};
  return value;
}

/// P15 to P17.
Result finish_text(const Attribute& a, Value value) {
  if (a.type == Type::kEnum) {
    for (std::size_t i = 0; i < a.choices.size(); ++i)
      if (a.choices[i] == value.text) return value.base = static_cast<std::int64_t>(i), value;
    if (std::find(a.stopping.begin(), a.stopping.end(), value.text) != a.stopping.end()) return value;
    return Refusal{"NOT_IN_ENUM", fmt::format("is \"{}\" ({})", value.text, list_of(a.choices))};
  }
  if (is_list(a.type)) {
    if (const std::optional<std::string> wrong = list_fault(value.text)) return Refusal{"BAD_LIST", *wrong};
    value.entries = list_entries(value.text);
    return value;
  }
  if (const std::optional<char> c = forbidden_character(value.text)) {
    const bool visible = static_cast<unsigned char>(*c) > ' ';
    return Refusal{"BAD_STRING", fmt::format("contains {} (letters, digits, blanks and . : - _ , and the like)",
                                             visible ? std::string(1, *c) : "a control character")};
  }
  return value;
}

/// P10 and on: `node` is the bare value, `unit` the unit when it stands beside it.
Result read_scalar(const Attribute& a, const JsonNode& node, const JsonNode* unit) {
  Value value;
  value.present = true;
  if (is_dimensional(a.type) || a.type == Type::kUint || a.type == Type::kSeconds || a.type == Type::kReal) {
    if (!node.is(JsonKind::kNumber)) return mismatch(a, described(node));
    if (is_dimensional(a.type)) {
      if (!unit) return bad_unit(a, node.text, "");
      if (!unit->is(JsonKind::kString) || !find_unit(a.type, unit->text))
        return bad_unit(a, node.text, unit->is(JsonKind::kString) ? std::string_view(unit->text) : unit->kind_name());
      value.unit = unit->text;
    }
    const std::optional<Decimal> number = Decimal::parse(node.text);
    if (!number) return Refusal{"OUT_OF_RANGE", fmt::format("has too many digits (at most {})", Decimal::kMaxDigits)};
    value.number = *number;
  }
  if (!is_dimensional(a.type) && unit)
    return Refusal{"BAD_UNIT", fmt::format("has a unit, but is a {} (no unit)", platform_type(a.type))};
  if (is_dimensional(a.type) || a.type == Type::kUint || a.type == Type::kSeconds || a.type == Type::kReal)
    return finish_number(a, std::move(value));
  if (a.type == Type::kBool) {
    if (!node.is(JsonKind::kBool)) return mismatch(a, described(node));
    value.flag = node.flag;
    return value;
  }
  const bool loose = node.loose && !node.text.empty();
  if (!node.is(JsonKind::kString) && !loose) return mismatch(a, described(node));
  value.text = node.text;
  return finish_text(a, std::move(value));
}

/// The forms only a file and the command line may use.
Result read_bare(const Attribute& a, const JsonNode& node) {
  if (node.is(JsonKind::kString) && is_dimensional(a.type)) {
    const std::optional<WithUnit> split = split_unit(node.text);
    if (!split) return mismatch(a, fmt::format("\"{}\"", node.text));
    if (!find_unit(a.type, split->unit)) return bad_unit(a, split->number.text(), split->unit);
    Value value;
    value.present = true;
    value.number = split->number;
    value.unit = split->unit;
    return finish_number(a, std::move(value));
  }
  if (node.is(JsonKind::kArray) && is_list(a.type)) {
    Value value;
    value.present = true;
    std::string joined, wrong;
    for (std::size_t i = 0; i < node.members.size(); ++i) {
      const JsonNode& entry = node.members[i].node;
      if (!entry.is(JsonKind::kNumber))
        wrong += fmt::format("{}entry {} is {}", wrong.empty() ? "" : ", ", i, described(entry));
      joined += (joined.empty() ? "" : ", ") + entry.text;
    }
    if (!wrong.empty()) return Refusal{"BAD_LIST", wrong + " (numbers)"};
    value.text = "[" + joined + "]";
    return finish_text(a, std::move(value));
  }
  return read_scalar(a, node, nullptr);
}

std::optional<Refusal> check_entry(const Attribute& a, unsigned i, std::string_view text) {
  const std::optional<Decimal> entry = Decimal::parse(text);
  const auto wrong = [&](std::string_view what) {
    return Refusal{"LIST_ENTRY", fmt::format("entry {} is {}, {}", i, text, what)};
  };
  if (!entry) return wrong("not a number (numbers)");
  if (a.type == Type::kWholes && !entry->integer()) return wrong("not a whole number (whole numbers)");
  if (a.type == Type::kFractions && !entry->fraction()) return wrong("too long (at most 18 decimals)");
  if (a.min.empty()) return std::nullopt;
  if (entry->negative()) return wrong(fmt::format("negative ({})", range_text(a)));
  const Limits limits = limits_of(a);
  if (*entry < *limits.min || (limits.max && *entry > *limits.max))
    return Refusal{std::string(a.range_code), fmt::format("entry {} is {} ({})", i, text, range_text(a))};
  return std::nullopt;
}

}  // namespace

std::string range_text(const Attribute& a) {
  const Limits limits = limits_of(a);
  if (limits.min && limits.max) return fmt::format("{} to {}", limits.min_text, limits.max_text);
  if (limits.min) return fmt::format("at least {}", limits.min_text);
  if (limits.max) return fmt::format("at most {}", limits.max_text);
  return {};
}

Result read_value(const Attribute& a, const JsonNode& node, Form form, const Value& stored) {
  if (!node.is(JsonKind::kObject)) {
    if (form == Form::kPatch)
      return Refusal{"TYPE_MISMATCH",
                     fmt::format("is {} (an object with value, type and, where it has one, unit)", node.kind_name())};
    if (a.readonly) return Refusal{"READ_ONLY", "cannot be set (read-only)"};
    return read_bare(a, node);
  }
  const JsonNode* type = node.find("type");
  const JsonNode* value = node.find("value");
  const JsonNode* unit = node.find("unit");
  if (!type && !value && !unit)
    return Refusal{"TYPE_MISMATCH", fmt::format("is an object without \"type\", but an attribute stands here ({})",
                                                expectation(a.type))};
  if (a.readonly) {  // read back and unchanged it may stay
    Value same = default_value(a);
    if (form == Form::kPatch || to_json(node)["value"] != leaf(a, same)["value"])
      return Refusal{"READ_ONLY", "cannot be set (read-only)"};
  }
  if (!value) return Refusal{"TYPE_MISMATCH", "has no \"value\" (value, unit, type)"};
  const nlohmann::ordered_json known = full_leaf(a, stored);
  for (const JsonMember& member : node.members) {
    if (member.key == "value" || member.key == "unit" || member.key == "type") continue;
    if (!known.contains(member.key) || known[member.key] != to_json(member.node))
      return Refusal{"UNKNOWN_KEY", fmt::format("has \"{}\", which cannot be changed (value, unit, type)", member.key)};
  }
  if (!type || !type->is(JsonKind::kString) || type->text != platform_type(a.type))
    return Refusal{"TYPE_MISMATCH",
                   fmt::format("has type {} ({})", type ? "\"" + type->text + "\"" : "nothing", platform_type(a.type))};
  return read_scalar(a, *value, unit);
}

Value default_value(const Attribute& a) {
  if (a.fallback.empty()) return {};
  JsonNode node;
  node.text = a.fallback;
  node.kind = JsonKind::kString;
  if (a.type == Type::kUint || a.type == Type::kSeconds || a.type == Type::kReal) node.kind = JsonKind::kNumber;
  if (a.type == Type::kBool) node.kind = JsonKind::kBool, node.flag = a.fallback == "true";
  Result result = read_bare(a, node);
  const Refusal* wrong = std::get_if<Refusal>(&result);
  HEADROOM_CHECK(!wrong, "attribute table: default of {}: {}", a.path, wrong ? wrong->message : "");
  return std::get<Value>(std::move(result));
}

std::vector<Refusal> check_entries(const Attribute& a, const Value& value) {
  std::vector<Refusal> out;
  if (std::find(a.stopping.begin(), a.stopping.end(), value.text) != a.stopping.end())
    out.push_back({"SCHEDULING_TYPE", fmt::format("is {}, which stops the run ({})", value.text, list_of(a.choices))});
  if (!is_list(a.type)) return out;
  const std::array<std::string_view, kTrafficClasses> texts = split_list(value.text);
  for (unsigned i = 0; i < kTrafficClasses; ++i)
    if (std::optional<Refusal> wrong = check_entry(a, i, texts[i])) out.push_back(*std::move(wrong));
  return out;
}

}  // namespace headroom
