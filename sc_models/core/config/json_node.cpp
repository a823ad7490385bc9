#include "sc_models/core/config/json_node.h"

#include <algorithm>
#include <utility>

namespace headroom {

const JsonNode* JsonNode::find(std::string_view key) const {
  const auto found = std::find_if(members.begin(), members.end(), [key](const JsonMember& m) { return m.key == key; });
  return kind == JsonKind::kObject && found != members.end() ? &found->node : nullptr;
}

JsonNode* JsonNode::find(std::string_view key) { return const_cast<JsonNode*>(std::as_const(*this).find(key)); }

JsonNode& JsonNode::at(std::string_view key, Place where) {
  if (JsonNode* found = find(key)) return *found;
  members.push_back({std::string(key), where, {}});
  members.back().node.place = where;
  return members.back().node;
}

std::string_view JsonNode::kind_name() const {
  switch (kind) {
    case JsonKind::kNull: return "null";
    case JsonKind::kBool: return "true or false";
    case JsonKind::kNumber: return "a number";
    case JsonKind::kString: return "a string";
    case JsonKind::kObject: return "an object";
    case JsonKind::kArray: return "a list";
  }
  return "";
}

}  // namespace headroom
