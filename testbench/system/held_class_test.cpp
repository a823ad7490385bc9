// A whole server whose class 0 the peer holds by PFC: generation stops when the pool is full, everything else goes on.
#include <gtest/gtest.h>

#include "testbench/common/server_pair.h"

namespace headroom {
namespace {

using test::back_to_back;
using test::flow;
using test::ServerPair;

constexpr std::uint8_t kClass0 = 1;

TEST(HeldClass, FillsItsPoolWithFiftyFivePacketsAndStopsGeneration) {  // T26, P46
  ServerPair pair(back_to_back(flow(0, 1, "4MiB")));
  pair.tap(1).inject_pause(Ps{0}, kClass0, 65'535);
  pair.run(Ps{80'000'000});
  EXPECT_TRUE(pair.nic(0).egress().held(0));
  EXPECT_EQ(pair.nic(0).egress().reserved(0), Bytes{228'470});
  EXPECT_EQ(pair.nic(0).egress().queued(0), 55u);
  EXPECT_EQ(pair.stats(0).data_sent, 55u) << "all numbered";
  EXPECT_EQ(pair.nic(0).engine().gauges(Ps{80'000'000}).generation_stall, Ps{80'000'000 - 80'000}) << "no 56th";
  EXPECT_EQ(pair.nic(0).port().stats().tx_frames, 0u);
}

TEST(HeldClass, LeavesBackToBackWhenItIsResumedWhileGenerationFollowsInRuns) {  // T27
  ServerPair pair(back_to_back(flow(0, 1, "4MiB")));
  pair.tap(1).inject_pause(Ps{0}, kClass0, 65'535);
  pair.tap(1).inject_pause(Ps{80'500'000}, kClass0, 0);
  std::vector<Ps> starts;
  pair.tap(0).look = [&](const Frame&) { starts.push_back(pair.agenda().now()); };
  pair.run(Ps{82'826'239});
  EXPECT_EQ(pair.nic(0).egress().reserved(0), Bytes{228'470 - 27 * 4'154});
  pair.run(Ps{82'826'240});
  EXPECT_EQ(pair.nic(0).egress().reserved(0), Bytes{112'158}) << "28 have left, at most half the pool is taken";
  // Each run of generation fills the pool again, 80 ns after the 28th packet since the last one has left.
  for (Ps run{82'906'240}; run < Ps{160'000'000}; run += Ps{2'326'240}) {
    pair.run(run - Ps{1});
    EXPECT_EQ(pair.nic(0).egress().reserved(0), Bytes{112'158}) << run.count();
    pair.run(run);
    EXPECT_EQ(pair.nic(0).egress().reserved(0), Bytes{228'470}) << run.count();
  }
  pair.run();
  pair.expect_complete();
  EXPECT_EQ(pair.completed(), Ps{165'776'440});
  ASSERT_EQ(starts.size(), 1'024u);
  EXPECT_EQ(starts.front(), Ps{80'500'000});
  for (std::size_t i = 1; i < starts.size(); ++i) EXPECT_EQ(starts[i] - starts[i - 1], Ps{83'080}) << "never idle";
}

TEST(HeldClass, LetsNotificationsAndAcknowledgementsPass) {  // P45
  ServerPair pair(back_to_back(flow(0, 1, "1MiB") + ", " + flow(1, 0, "73728B")),
                  {"components.SlowNic.ECNHandler.EnableECN=false"});
  pair.tap(1).inject_pause(Ps{0}, kClass0, 65'535);
  pair.tap(1).mark = [](const Frame& f) { return f.kind == FrameKind::kData; };
  std::vector<FrameKind> sent;
  pair.tap(0).look = [&](const Frame& f) { sent.push_back(f.kind); };
  pair.run(Ps{80'000'000});
  // 18 packets, each marked: a CNP for each, ahead of the ACKs of the 17th and of the last.
  std::vector<FrameKind> expected(17, FrameKind::kCnp);
  expected.insert(expected.end(), {FrameKind::kAck, FrameKind::kCnp, FrameKind::kAck});
  EXPECT_EQ(sent, expected);
  EXPECT_EQ(pair.nic(0).egress().reserved(0), Bytes{228'470});
}

}  // namespace
}  // namespace headroom
