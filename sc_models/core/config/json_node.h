// A JSON document with the place of every value and numbers as they were written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sc_models/core/config/place.h"

namespace headroom {

enum class JsonKind : std::uint8_t { kNull, kBool, kNumber, kString, kObject, kArray };

struct JsonMember;

/// One value. Numbers keep their text, so that decimals stay exact.
struct JsonNode {
  JsonKind kind = JsonKind::kNull;
  bool flag = false;   ///< kBool
  bool loose = false;  ///< from the command line, where text needs no quotes
  Place place;
  std::string text;                 ///< kNumber as written, kString without quotes
  std::vector<JsonMember> members;  ///< kObject with keys, kArray without

  [[nodiscard]] bool is(JsonKind k) const { return kind == k; }
  [[nodiscard]] const JsonNode* find(std::string_view key) const;
  [[nodiscard]] JsonNode* find(std::string_view key);
  /// The member of that key, made at the end when there is none.
  JsonNode& at(std::string_view key, Place where);
  /// "a string", "an object", ... for messages.
  [[nodiscard]] std::string_view kind_name() const;
};

struct JsonMember {
  std::string key;
  Place place;  ///< of the key
  JsonNode node;
};

}  // namespace headroom
