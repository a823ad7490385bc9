#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sc_models/app/network.h"

namespace headroom {

/// Servers with neighbouring numbers of which the same is to be said.
struct ServerRange {
  std::uint32_t first = 0, last = 0;
  /// "server3" or "server0-7"
  [[nodiscard]] std::string text() const;
};

/// Transmission of one class that received pauses held: of the NICs of some servers, or of a switch's ports to them or
/// to another switch.
struct Hold {
  ServerRange servers;
  bool at_switch = false;
  unsigned traffic_class = 0;
  Ps shortest, longest;  ///< over the servers: how long in all
  Ps waiting;            ///< the longest part of it during which packets were held back
  std::uint64_t pauses = 0;
  std::string by;   ///< who sent the pauses
  std::string why;  ///< what made it do so

  /// "server0-7", "rack0 to server1" or "rack0 to spine1"
  [[nodiscard]] std::string who() const;
  std::string switch_name;
  std::string other_switch;  ///< where the ports lead, if not to servers
};

/// Every transmission that was held up to `now`, NICs first, then ports to servers, then those
/// between switches; neighbours of which the same is to be said are one entry.
[[nodiscard]] std::vector<Hold> holds(Network& network, Ps now);

}  // namespace headroom
