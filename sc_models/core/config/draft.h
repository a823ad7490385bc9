// A configuration while it is read: values with the places they came from.
#pragma once

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

/// `nic` of the topology: one name, or groups of servers.
struct NicGroup {
  std::string servers;  ///< as written, "0-3,7"; empty: all
  std::string nic;
  Place place;
  std::string path;
};

struct DraftTopology {
  BoundValues values;
  std::vector<NicGroup> groups;
  bool groups_as_list = false;
  std::vector<const DraftComponent*> server_nic;  ///< per server; nullptr where none could be placed
  const DraftComponent* rack_switch = nullptr;
  bool rack = true;  ///< unless it is known to be back to back
};

struct DraftFlow {
  BoundValues values;
  FlowParams params;
  bool data_class_known = false, control_class_known = false;
};

struct Draft {
  BoundValues simulation, application;
  std::vector<DraftComponent> components;
  std::optional<DraftTopology> topology;
  std::vector<DraftFlow> flows;

  [[nodiscard]] const DraftComponent* component(std::string_view name) const;
};

/// Name and server numbers of "0-3,7"; nothing when it is not of that form.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> parse_servers(std::string_view text, std::uint64_t servers);

/// The sections of a file. Each adds its faults and leaves in the draft what it could read.
void read_simulation(const JsonNode& root, const std::string& default_name, Draft& draft, Faults& faults);
/// Rules between global parameters, and the name of the run, `default_name` when none is given.
void check_simulation(BoundValues& simulation, const std::string& default_name, Faults& faults);
void read_components(const JsonNode& root, Draft& draft, Faults& faults);
void read_topology(const JsonNode& root, Draft& draft, Faults& faults);
void read_workload(const JsonNode& root, Draft& draft, Faults& faults);

}  // namespace headroom
