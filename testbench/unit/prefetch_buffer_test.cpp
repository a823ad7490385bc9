#include "sc_models/policy/uet/prefetch_buffer.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

constexpr Bytes kFullPacket{4'202};

// uet-transport 10
TEST(PrefetchBuffer, HoldsSixtyTwoFullPacketsAtTheDefaultSize) {
  PrefetchBuffer buffer(Bytes{262'144});
  int packets = 0;
  for (; buffer.fits(kFullPacket); ++packets) buffer.reserve(kFullPacket);
  EXPECT_EQ(packets, 62);
  EXPECT_EQ(buffer.used(), 62 * kFullPacket);
  EXPECT_TRUE(buffer.fits(Bytes{262'144 - 62 * 4'202})) << "a smaller one may fill it to the byte";
  EXPECT_THROW(buffer.reserve(kFullPacket), ModelError);
}

TEST(PrefetchBuffer, HasRoomForThoseWhoWaitAtHalfOfItsSize) {
  PrefetchBuffer buffer(4 * kFullPacket);
  for (int i = 0; i < 4; ++i) buffer.reserve(kFullPacket);
  EXPECT_FALSE(buffer.release(kFullPacket)) << "three quarters";
  EXPECT_TRUE(buffer.release(kFullPacket)) << "exactly half";
  EXPECT_TRUE(buffer.release(kFullPacket)) << "and every release below it";
  buffer.reserve(kFullPacket), buffer.reserve(kFullPacket);
  EXPECT_FALSE(buffer.release(Bytes{4'201})) << "half and one byte";
}

TEST(PrefetchBuffer, ReleasesNoMoreThanItHolds) {
  PrefetchBuffer buffer(kFullPacket);
  buffer.reserve(Bytes{106});
  EXPECT_THROW((void)buffer.release(Bytes{107}), ModelError);
  EXPECT_TRUE(buffer.release(Bytes{106}));
  EXPECT_EQ(buffer.used(), Bytes{0});
}

}  // namespace
}  // namespace headroom
