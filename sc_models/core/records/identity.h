// Who a row is about: the identity columns of all records [R].
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sc_models/core/frame.h"
#include "sc_models/core/units.h"

namespace headroom {

enum class NodeKind : std::uint8_t { kSwitch, kNic, kHost };

inline constexpr std::uint32_t kNoSubtier = 4294967295;

struct NodeIdentity {
  std::string name;  ///< component_name
  NodeKind kind = NodeKind::kNic;
  NodeId id = 0;
  std::uint32_t tier = 3;  ///< 0 spine, 1 fabric, 2 rack, 3 NIC
  std::uint32_t subtier = kNoSubtier;

  [[nodiscard]] std::string_view type() const {
    return kind == NodeKind::kSwitch ? "Switch" : kind == NodeKind::kNic ? "Nic" : "Host";
  }
  /// Class of its ports, as net_device and nd_name.
  [[nodiscard]] std::string_view device() const {
    return kind == NodeKind::kSwitch ? "headroom::SwitchPort" : "headroom::NicPort";
  }
};

struct PortIdentity {
  NodeIdentity node;
  std::uint32_t ifid = 0;
  bool up = true;     ///< the peer is nearer the top; a NIC's port is always up
  BitRate link_rate;  ///< the lower rate of both ends

  [[nodiscard]] std::string_view direction() const { return up ? "ul" : "dl"; }
};

/// The one numbering of all nodes: switches (spines, fabrics, racks), then NICs, then hosts [C].
struct NodeNumbers {
  std::uint32_t spines = 0, fabrics = 0, racks = 0, servers = 0;

  [[nodiscard]] NodeId spine(std::uint32_t i) const { return i; }
  [[nodiscard]] NodeId fabric(std::uint32_t i) const { return spines + i; }
  [[nodiscard]] NodeId rack(std::uint32_t i) const { return spines + fabrics + i; }
  [[nodiscard]] NodeId nic(std::uint32_t server) const { return spines + fabrics + racks + server; }
  [[nodiscard]] NodeId host(std::uint32_t server) const { return nic(servers) + server; }
};

}  // namespace headroom
