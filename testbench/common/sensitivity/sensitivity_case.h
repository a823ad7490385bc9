// One attribute, two values of it, a configuration in which it matters, and where that shows.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "sc_models/core/config/model.h"

namespace headroom::test {

/// A configuration with its overrides.
struct Scene {
  std::string text;
  std::vector<std::string> sets;
};

inline Scene operator+(Scene scene, const std::vector<std::string>& sets) {
  scene.sets.insert(scene.sets.end(), sets.begin(), sets.end());
  return scene;
}

/// What is made of the cells of a column.
enum class Pick : std::uint8_t { kFirst, kLast, kLargest, kSum, kRows, kText };

/// A column of a record, in the rows that have all of `where` ("column=value", separated by ';').
struct Probe {
  std::string record, column;
  std::string where = {};
  Pick pick = Pick::kLast;
};

enum class Expect : std::uint8_t {
  kLess,
  kMore,
  kDiffers,
  kExactly,  ///< both values are known
  kAppears,  ///< the record's file is there afterwards only
  kVanishes,
  kSame,      ///< every record is byte-identical
  kRefused,   ///< the second value is, with `after` in the message
  kAccepted,  ///< the first value is refused with `before` in the message; the second runs
};

struct Effect {
  Expect expect = Expect::kSame;
  Probe probe = {};
  std::string before = {}, after = {};  ///< values by hand; may be empty unless kExactly
};

inline Effect exactly(Probe probe, std::string before, std::string after) {
  return {Expect::kExactly, std::move(probe), std::move(before), std::move(after)};
}
inline Effect more(Probe probe, std::string before = "", std::string after = "") {
  return {Expect::kMore, std::move(probe), std::move(before), std::move(after)};
}
inline Effect less(Probe probe, std::string before = "", std::string after = "") {
  return {Expect::kLess, std::move(probe), std::move(before), std::move(after)};
}
inline Effect differs(Probe probe) { return {Expect::kDiffers, std::move(probe)}; }
inline Effect appears(std::string record) { return {Expect::kAppears, {std::move(record), ""}}; }
inline Effect vanishes(std::string record) { return {Expect::kVanishes, {std::move(record), ""}}; }
inline Effect same() { return {}; }
inline Effect refused(std::string message) { return {Expect::kRefused, {}, "", std::move(message)}; }
inline Effect accepted(std::string message) { return {Expect::kAccepted, {}, std::move(message), ""}; }

struct SensitivityCase {
  const Model* model;
  std::string where;  ///< what stands before the attribute's path in an override
  std::string path;   ///< as in the model's table
  std::string from;   ///< empty: what the scene has
  std::string to;
  Scene scene;
  Effect effect;

  /// The override that gives the attribute a value.
  [[nodiscard]] std::vector<std::string> set(const std::string& value) const {
    if (value.empty()) return {};
    std::string key = model->flat ? path.substr(path.rfind('/') + 1) : path;
    std::replace(key.begin(), key.end(), '/', '.');
    return {where + "." + key + "=" + value};
  }
};

using SensitivityCases = std::vector<SensitivityCase>;

}  // namespace headroom::test
