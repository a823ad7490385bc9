// A small configuration that is right, and ways to break it.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "sc_models/core/config/loader.h"

namespace headroom {

/// Two servers in a rack with one flow; the parts may be replaced.
struct ConfigurationText {
  std::string simulation = "{}", nic = "{}", rack_switch = "{}";
  std::string topology = R"({ "type": "rack", "servers": 2, "nic": "Nic", "switch": "Tor" })";
  std::string nic_model = "ScalaRoceNic";
  std::string patterns = "[]";
  std::string flows = R"([ { "src": 0, "dst": 1, "message_size": "1MB" } ])";

  [[nodiscard]] std::string text() const {
    return fmt::format(R"({{
"simulation": {},
"components": {{
"Nic": {{ "model": "{}", "typedParameters": {} }},
"Tor": {{ "model": "ScalaSwitch", "typedParameters": {} }}
}},
"topology": {},
"workload": {{ "application": "ScalaRDMA", "flows": {}, "patterns": {} }}
}}
)",
                       simulation, nic_model, nic, rack_switch, topology, flows, patterns);
  }
  [[nodiscard]] LoadResult load(const Overrides& overrides = {}) const {
    return load_configuration_text(text(), "case.json", overrides);
  }
  [[nodiscard]] LoadResult load_set(std::vector<std::string> sets) const { return load({std::move(sets), {}, {}}); }
};

/// Codes of all errors (or warnings), in order.
[[nodiscard]] inline std::vector<std::string> codes(const std::vector<Fault>& faults) {
  std::vector<std::string> out;
  for (const Fault& fault : faults) out.push_back(fault.code);
  return out;
}

}  // namespace headroom
