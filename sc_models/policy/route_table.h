#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sc_models/core/frame.h"

namespace headroom {

/// Address of server 0; the others follow it.
inline constexpr Ipv4 kFirstServer = 32u << 24 | 1;
[[nodiscard]] constexpr Ipv4 server_address(std::uint32_t server) { return kFirstServer + server; }

/// Where packets for each server leave a switch: by one port, or by any of an equal-cost set. Dense, by server number.
class RouteTable {
 public:
  /// One port, or one set of them.
  class Way {
   public:
    [[nodiscard]] bool is_set() const { return (code_ & kSet) != 0; }
    /// The port, or the number of the set in sets().
    [[nodiscard]] std::uint16_t number() const { return code_ & static_cast<std::uint16_t>(~kSet); }

   private:
    friend RouteTable;
    static constexpr std::uint16_t kSet = 0x8000;
    std::uint16_t code_ = 0;
  };

  RouteTable() = default;
  /// One port for each server.
  RouteTable(const std::vector<std::uint16_t>& ports);
  /// The ports that start a shortest way to the next server, ascending. Servers with the same ports share one set.
  void add(std::span<const std::uint16_t> ports);

  [[nodiscard]] Way way_to(Ipv4 destination) const {
    const Ipv4 server = destination - kFirstServer;
    if (server >= ways_.size()) no_route(destination);
    return ways_[server];
  }
  [[nodiscard]] const std::vector<std::vector<std::uint16_t>>& sets() const { return sets_; }

 private:
  [[noreturn]] static void no_route(Ipv4 destination);
  std::vector<Way> ways_;
  std::vector<std::vector<std::uint16_t>> sets_;
};

}  // namespace headroom
