// The models a configuration can name, each with its attribute table.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "sc_models/core/config/attribute.h"

namespace headroom {

struct Model {
  std::string_view name, type, category, description;
  std::span<const Attribute> attributes;
  /// Attributes may be written without their sections (the `simulation` part of a file).
  bool flat = false;

  /// The row of a path with '/' between keys, or nullptr.
  [[nodiscard]] const Attribute* find(std::string_view path) const;
  /// Whether some attribute lies below this path.
  [[nodiscard]] bool is_branch(std::string_view path) const;
  /// The keys that may stand at this path, in table order.
  [[nodiscard]] std::vector<std::string_view> keys_at(std::string_view path) const;
  [[nodiscard]] std::size_t index_of(const Attribute& attribute) const {
    return static_cast<std::size_t>(&attribute - attributes.data());
  }
};

extern const Model kRoceNicModel, kUetNicModel, kSwitchModel, kRdmaModel;
/// Not components: the `simulation` and `topology` sections and the entries of `workload.flows` and
/// `workload.patterns`.
extern const Model kGlobalModel, kTopologyModel, kFlowModel, kPatternModel;

/// Components and applications.
[[nodiscard]] std::span<const Model* const> offered_models();
/// The above, then the other sections of a file.
[[nodiscard]] std::span<const Model* const> all_models();
[[nodiscard]] const Model* find_model(std::string_view name);

}  // namespace headroom
