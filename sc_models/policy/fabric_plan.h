#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sc_models/core/params/configuration.h"
#include "sc_models/core/records/identity.h"
#include "sc_models/policy/route_table.h"

namespace headroom {

/// The other end of a switch's link: the one port of a server's NIC, or a port of another switch.
struct PlannedPeer {
  bool is_server;
  std::uint32_t number;  ///< of the server, or of the switch in FabricPlan::switches
  std::uint32_t ifid;    ///< 0 at a server
};

/// A port and its link. Both ends of a link have the same rate, delay and loss: the rate of the slower end, the other
/// two of the lower device.
struct PlannedPort {
  BitRate rate;
  Ps delay;
  double loss_probability;
  LinkDirection direction;
  PlannedPeer peer;
};

struct PlannedSwitch {
  NodeIdentity identity;
  std::uint32_t random_node;  ///< for salts and random streams; not the numbering of the records
  std::uint32_t component;    ///< index into Configuration::switches
  std::vector<PlannedPort> ports;
  RouteTable routes;

  [[nodiscard]] PortIdentity port_identity(std::uint32_t ifid) const {
    return {identity, ifid, ports[ifid].direction == LinkDirection::kUp, ports[ifid].rate};
  }
};

/// All switches of a topology, their links and their routes, in the order of the records' node numbers: spines, racks.
struct FabricPlan {
  struct Attachment {
    std::uint32_t switch_index, ifid;
  };
  NodeNumbers numbers;
  std::vector<PlannedSwitch> switches;
  std::vector<Attachment> servers;  ///< where each server is connected; empty without switches
};

/// `nics`: the network side of each server's NIC.
[[nodiscard]] FabricPlan plan_fabric(const TopologyParams& topology, const std::vector<SwitchComponent>& components,
                                     const std::vector<UplinkParams>& nics);

}  // namespace headroom
