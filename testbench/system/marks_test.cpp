// Packets marked on the way between two whole servers. T49 to T51
#include <gtest/gtest.h>

#include "testbench/common/server_pair.h"

namespace headroom {
namespace {

using test::back_to_back;
using test::flow;
using test::ServerPair;

bool is_data(const Frame& f) { return f.kind == FrameKind::kData; }

TEST(Marks, OneSlowsALongMessage) {  // T49
  ServerPair pair(back_to_back(flow(0, 1, "4MiB")));
  pair.tap(0).mark = [](const Frame& f) { return is_data(f) && f.psn == 99; };
  pair.run(Ps{8'661'282});
  EXPECT_EQ(pair.stats(0).cnps_received, 0u);
  pair.run(Ps{8'661'283});
  EXPECT_EQ(pair.stats(0).cnps_received, 1u);
  EXPECT_EQ(pair.nic(0).engine().gauges(Ps{8'661'283}).min_rate_gbps, 300.0);
  pair.run();
  pair.expect_complete();
  EXPECT_EQ(pair.completed(), Ps{98'026'165});
  EXPECT_EQ(pair.stats(1).cnps_sent, 1u);
}

TEST(Marks, NoneLeavesTheLineRate) {  // T49
  ServerPair pair(back_to_back(flow(0, 1, "4MiB")));
  pair.run();
  pair.expect_complete();
  EXPECT_EQ(pair.completed(), Ps{85'427'283});
}

TEST(Marks, DrawOneNotificationEach) {  // T50: 602 x 4,096 B
  ServerPair pair(back_to_back(flow(0, 1, "2465792B")));
  pair.tap(0).mark = is_data;
  pair.run();
  pair.expect_complete();
  EXPECT_EQ(pair.stats(1).cnps_sent, 602u);
  EXPECT_EQ(pair.stats(0).cnps_received, 602u);
}

TEST(Marks, AreCountedAndNotObeyedByASenderWithoutEcn) {  // T51
  ServerPair pair(back_to_back(flow(0, 1, "1MiB")), {"components.Nic.ECNHandler.EnableECN=false"});
  pair.tap(0).look = [](const Frame& f) { EXPECT_EQ(f.ecn, Ecn::kNotEct); };
  pair.tap(0).mark = is_data;
  pair.run();
  pair.expect_complete();
  EXPECT_EQ(pair.stats(0).cnps_received, 256u);
  // The line rate of T19; the last CNP leaves ahead of the last ACK and delays it by its 122 B.
  EXPECT_EQ(pair.completed(), Ps{21'621'843 + 2'440});
}

}  // namespace
}  // namespace headroom
