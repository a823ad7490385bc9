#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sc_models/core/check.h"
#include "sc_models/core/frame.h"

namespace headroom {

/// Address of server 0; the others follow it.
inline constexpr Ipv4 kFirstServer = 32u << 24 | 1;
[[nodiscard]] constexpr Ipv4 server_address(std::uint32_t server) { return kFirstServer + server; }

/// Egress port of each destination. Dense, by server number.
class RouteTable {
 public:
  explicit RouteTable(std::vector<std::uint16_t> ports) : ports_(std::move(ports)) {}
  [[nodiscard]] std::uint32_t port_to(Ipv4 destination) const {
    const Ipv4 server = destination - kFirstServer;
    HEADROOM_CHECK(server < ports_.size(), "route table: no route to address {:#010x}", destination);
    return ports_[server];
  }

 private:
  const std::vector<std::uint16_t> ports_;
};

}  // namespace headroom
