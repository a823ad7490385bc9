#include "sc_models/policy/route_table.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

TEST(RouteTable, FindsThePortOfEachServerByItsAddress) {
  std::vector<std::uint16_t> ports(300);
  for (std::size_t i = 0; i < ports.size(); ++i) ports[i] = static_cast<std::uint16_t>(299 - i);
  const RouteTable routes(ports);
  EXPECT_EQ(routes.port_to(32u << 24 | 1), 299u);
  EXPECT_EQ(routes.port_to(32u << 24 | 1 << 8), 44u) << "server 255 is 32.0.1.0";
  EXPECT_EQ(routes.port_to(32u << 24 | 300), 0u);
}

TEST(RouteTable, RefusesAnAddressThatNoServerHas) {
  const RouteTable routes({0, 1});
  EXPECT_THROW((void)routes.port_to(32u << 24), ModelError);
  EXPECT_THROW((void)routes.port_to(32u << 24 | 3), ModelError);
  EXPECT_THROW((void)routes.port_to(10u << 24 | 1), ModelError);
}

}  // namespace
}  // namespace headroom
