#include "sc_models/policy/route_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "sc_models/core/check.h"

namespace headroom {

RouteTable::RouteTable(const std::vector<std::uint16_t>& ports) {
  for (const std::uint16_t& port : ports) add({&port, 1});
}

void RouteTable::add(std::span<const std::uint16_t> ports) {
  HEADROOM_CHECK(!ports.empty(), "route table: no way to server {}", ways_.size());
  Way way;
  if (ports.size() == 1) {
    way.code_ = ports.front();
  } else {
    const auto same = [&](const auto& set) { return std::ranges::equal(set, ports); };
    const auto known = std::find_if(sets_.begin(), sets_.end(), same);
    way.code_ = static_cast<std::uint16_t>(Way::kSet | (known - sets_.begin()));
    if (known == sets_.end()) sets_.emplace_back(ports.begin(), ports.end());
  }
  ways_.push_back(way);
}

void RouteTable::no_route(Ipv4 destination) {
  throw ModelError(fmt::format("route table: no route to address {:#010x}", destination));
}

}  // namespace headroom
