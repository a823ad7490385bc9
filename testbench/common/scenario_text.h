// Configuration texts of the system tests.
#pragma once

#include <string>

namespace headroom::test {

/// Two NIC components, `Nic` and `SlowNic`, alike until something is set; server 0 carries Nic, server 1 SlowNic.
inline std::string back_to_back(const std::string& flows) {
  return R"({ "components": { "Nic": { "model": "ScalaRoceNic" }, "SlowNic": { "model": "ScalaRoceNic" } },
    "topology": { "type": "back_to_back", "servers": 2,
                  "nic": [ { "servers": "0", "nic": "Nic" }, { "servers": "1", "nic": "SlowNic" } ] },
    "workload": { "application": "ScalaRDMA", "flows": [)" +
         flows + "] } }";
}

/// `servers` servers below one switch; the last one carries SlowNic, the others Nic.
inline std::string rack(int servers, const std::string& flows) {
  const std::string last = std::to_string(servers - 1), before = "0-" + std::to_string(servers - 2);
  return R"({ "components": { "Nic": { "model": "ScalaRoceNic" }, "SlowNic": { "model": "ScalaRoceNic" },
                              "Tor": { "model": "ScalaSwitch" } },
    "topology": { "type": "rack", "servers": )" +
         std::to_string(servers) + R"(, "switch": "Tor",
                  "nic": [ { "servers": ")" +
         before + R"(", "nic": "Nic" }, { "servers": ")" + last +
         R"(", "nic": "SlowNic" } ] },
    "workload": { "application": "ScalaRDMA", "flows": [)" +
         flows + "] } }";
}

/// The same with UET NICs, all of them alike; without a switch two of them are joined by one cable.
inline std::string uet_back_to_back(const std::string& flows) {
  return R"({ "components": { "Nic": { "model": "ScalaUETNIC" } },
    "topology": { "type": "back_to_back", "servers": 2, "nic": "Nic" },
    "workload": { "application": "ScalaRDMA", "flows": [)" +
         flows + "] } }";
}
inline std::string uet_rack(int servers, const std::string& flows) {
  return R"({ "components": { "Nic": { "model": "ScalaUETNIC" }, "Tor": { "model": "ScalaSwitch" } },
    "topology": { "type": "rack", "servers": )" +
         std::to_string(servers) + R"(, "switch": "Tor", "nic": "Nic" },
    "workload": { "application": "ScalaRDMA", "flows": [)" +
         flows + "] } }";
}

/// Two racks of two servers with `Nic`, of the model, below two spines; `Tor` is the switch of the racks, `Spine` that
/// of the spines.
inline std::string leaf_spine(const std::string& flows, const std::string& nic_model = "ScalaRoceNic") {
  return R"({ "components": { "Nic": { "model": ")" + nic_model +
         R"(" }, "Tor": { "model": "ScalaSwitch" }, "Spine": { "model": "ScalaSwitch" } },
    "topology": { "type": "leaf_spine", "racks": 2, "servers_per_rack": 2, "spines": 2, "nic": "Nic",
                  "leaf_switch": "Tor", "spine_switch": "Spine" },
    "workload": { "application": "ScalaRDMA", "flows": [)" +
         flows + "] } }";
}

/// One flow of one message.
inline std::string flow(int source, int destination, const std::string& size, const std::string& more = "") {
  return R"({ "src": )" + std::to_string(source) + R"(, "dst": )" + std::to_string(destination) +
         R"(, "message_size": ")" + size + "\"" + (more.empty() ? "" : ", " + more) + " }";
}

}  // namespace headroom::test
