#include "sc_models/core/config/json_writer.h"

#include <algorithm>

#include "sc_models/core/config/decimal.h"

namespace headroom {
namespace {

using Json = nlohmann::ordered_json;

std::string quoted(const std::string& text) { return Json(text).dump(); }

bool is_branch(const JsonNode& node) { return node.is(JsonKind::kObject) || node.is(JsonKind::kArray); }

bool on_one_line(const JsonNode& node) {
  return node.members.empty() ||
         (node.is(JsonKind::kArray) && std::none_of(node.members.begin(), node.members.end(),
                                                    [](const JsonMember& m) { return is_branch(m.node); }));
}

void write(const JsonNode& node, std::size_t indent, std::string& out) {
  switch (node.kind) {
    case JsonKind::kNull: out += "null"; return;
    case JsonKind::kBool: out += node.flag ? "true" : "false"; return;
    case JsonKind::kNumber: out += node.text; return;
    case JsonKind::kString: out += quoted(node.text); return;
    case JsonKind::kObject:
    case JsonKind::kArray: break;
  }
  const bool object = node.is(JsonKind::kObject), flat = on_one_line(node);
  out += object ? '{' : '[';
  for (std::size_t i = 0; i < node.members.size(); ++i) {
    if (i > 0) out += flat ? ", " : ",";
    if (!flat) out += '\n' + std::string(indent + 2, ' ');
    if (object) out += quoted(node.members[i].key) + ": ";
    write(node.members[i].node, indent + 2, out);
  }
  if (!flat) out += '\n' + std::string(indent, ' ');
  out += object ? '}' : ']';
}

}  // namespace

std::string write_json(const JsonNode& node) {
  std::string out;
  write(node, 0, out);
  return out + '\n';
}

Json to_json(const JsonNode& node) {
  switch (node.kind) {
    case JsonKind::kNull: return nullptr;
    case JsonKind::kBool: return node.flag;
    case JsonKind::kNumber: return Json::parse(node.text, nullptr, false);
    case JsonKind::kString: return node.text;
    case JsonKind::kObject: {
      Json out = Json::object();
      for (const JsonMember& member : node.members) out[member.key] = to_json(member.node);
      return out;
    }
    case JsonKind::kArray: {
      Json out = Json::array();
      for (const JsonMember& member : node.members) out.push_back(to_json(member.node));
      return out;
    }
  }
  return nullptr;
}

JsonNode from_json(const Json& json) {
  JsonNode node;
  if (json.is_object() || json.is_array()) {
    node.kind = json.is_object() ? JsonKind::kObject : JsonKind::kArray;
    for (const auto& [key, value] : json.items())
      node.members.push_back({json.is_object() ? key : std::string(), {}, from_json(value)});
  } else if (json.is_string()) {
    node.kind = JsonKind::kString;
    node.text = json.get<std::string>();
  } else if (json.is_boolean()) {
    node.kind = JsonKind::kBool;
    node.flag = json.get<bool>();
  } else if (json.is_number()) {
    node.kind = JsonKind::kNumber;
    node.text = json.is_number_float() ? shortest_text(json.get<double>()) : json.dump();
  }
  return node;
}

}  // namespace headroom
