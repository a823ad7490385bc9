#include "sc_models/policy/route_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sc_models/core/check.h"

namespace headroom {
namespace {

TEST(RouteTable, FindsThePortOfEachServerByItsAddress) {
  std::vector<std::uint16_t> ports(300);
  for (std::size_t i = 0; i < ports.size(); ++i) ports[i] = static_cast<std::uint16_t>(299 - i);
  const RouteTable routes(ports);
  EXPECT_EQ(routes.way_to(32u << 24 | 1).number(), 299u);
  EXPECT_EQ(routes.way_to(32u << 24 | 1 << 8).number(), 44u) << "server 255 is 32.0.1.0";
  EXPECT_EQ(routes.way_to(32u << 24 | 300).number(), 0u);
}

TEST(RouteTable, RefusesAnAddressThatNoServerHas) {
  const RouteTable routes({0, 1});
  EXPECT_THROW((void)routes.way_to(32u << 24), ModelError);
  EXPECT_THROW((void)routes.way_to(32u << 24 | 3), ModelError);
  EXPECT_THROW((void)routes.way_to(10u << 24 | 1), ModelError);
}

TEST(RouteTable, SharesOneSetAmongServersWithTheSamePorts) {
  RouteTable routes;
  const std::uint16_t own[] = {3}, up[] = {8, 9, 10};
  for (int i = 0; i < 2; ++i) routes.add(own), routes.add(up);
  EXPECT_FALSE(routes.way_to(kFirstServer).is_set());
  EXPECT_EQ(routes.way_to(kFirstServer).number(), 3u);
  for (const Ipv4 server : {1u, 3u}) {
    EXPECT_TRUE(routes.way_to(kFirstServer + server).is_set());
    EXPECT_EQ(routes.way_to(kFirstServer + server).number(), 0u);
  }
  ASSERT_EQ(routes.sets().size(), 1u);
  EXPECT_THAT(routes.sets().front(), testing::ElementsAre(8, 9, 10));
  EXPECT_THROW((void)routes.way_to(kFirstServer + 4), ModelError);
}

}  // namespace
}  // namespace headroom
