// What the default pools of the UET NIC hold.
#include <gtest/gtest.h>

#include "sc_models/core/frame.h"
#include "sc_models/policy/buffer_pools.h"

namespace headroom {
namespace {

int packets_in(BufferPools& pools, unsigned c, Bytes wire) {
  int count = 0;
  while (pools.charge(Ps{0}, c, wire)) ++count;
  return count;
}

// uet-transport 8, 9: 0.9 and 0.1 of 256,000 B
TEST(UetPools, HoldFiftyFourFullPacketsAnd328Acks) {
  BufferPools pools({Bytes{230'400}, Bytes{25'600}});
  const Bytes full{4'096 + kUetDataOverhead};
  EXPECT_EQ(packets_in(pools, 0, full), 54);
  EXPECT_EQ(pools.filled(0), Bytes{226'908});
  EXPECT_EQ(packets_in(pools, 1, Bytes{kUetAckBytes}), 328);
  // Transmission starts again when 2 x reserved <= pool: with 27 packets (113,454 B), not with 28 (117,656 B).
  for (int left = 53; left >= 27; --left) {
    pools.release(Ps{0}, 0, full);
    EXPECT_EQ(2 * pools.filled(0) <= pools.size(0), left == 27);
  }
}

}  // namespace
}  // namespace headroom
