// A configuration while it is read: values with the places they came from.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "sc_models/core/config/binder.h"
#include "sc_models/core/params/configuration.h"

namespace headroom {

struct DraftComponent {
  std::string name;
  BoundValues values;
};

/// The words of a key that says which component stands where.
struct PlacementWords {
  std::string_view key;        ///< in the topology section: nic
  std::string_view numbers;    ///< in one of its groups: servers
  std::string_view component;  ///< likewise: nic
  std::string_view holder;     ///< what is numbered: server
};

struct PlacementGroup {
  std::string numbers;  ///< as written, "0-3,7"; empty: all
  std::string component;
  Place numbers_place, place;  ///< of the numbers, of the component
  std::string path;
};

/// A component for each server, or for each switch of a tier: one name for all, or groups of numbers.
struct Placement {
  const PlacementWords* words = nullptr;
  std::vector<PlacementGroup> groups;
  bool as_list = false;
  std::vector<const DraftComponent*> components;  ///< by number
};

struct DraftTopology {
  BoundValues values;
  TopologyKind kind{};
  Placement nics, racks, spines;
  bool sound = false;  ///< who is joined to whom is known

  [[nodiscard]] std::uint32_t servers_per_rack() const {
    return static_cast<std::uint32_t>(nics.components.size() / std::max<std::size_t>(racks.components.size(), 1));
  }
};

struct DraftFlow {
  BoundValues values;
  FlowParams params;
  bool data_class_known = false, control_class_known = false;

  [[nodiscard]] bool known(std::string_view key) const { return values.sound(key) && values.at(key).present; }
};

struct Draft {
  BoundValues simulation, application;
  std::vector<DraftComponent> components = {};
  std::optional<DraftTopology> topology = {};
  std::vector<DraftFlow> flows = {};
  bool components_known = false;             ///< their section could be read
  std::vector<std::string> unreadable = {};  ///< components whose model is not known

  /// A component may stand under that name, but is not known.
  [[nodiscard]] bool may_have(std::string_view name) const {
    return !components_known || std::find(unreadable.begin(), unreadable.end(), name) != unreadable.end();
  }
  [[nodiscard]] const DraftComponent* component(std::string_view name) const;
};

/// The sections of a file. Each adds its faults and leaves in the draft what it could read.
void read_simulation(const JsonNode& root, const std::string& default_name, Draft& draft, Faults& faults);
/// Rules between global parameters, and the name of the run, `default_name` when none is given.
void check_simulation(BoundValues& simulation, const std::string& default_name, Faults& faults);
void read_components(const JsonNode& root, Draft& draft, Faults& faults);
void read_topology(const JsonNode& root, Draft& draft, Faults& faults);
void read_workload(const JsonNode& root, Draft& draft, Faults& faults);

}  // namespace headroom
