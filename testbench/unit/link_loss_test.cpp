#include "sc_models/policy/link_loss.h"

#include <gtest/gtest.h>

#include "sc_models/policy/node_random.h"

namespace headroom {
namespace {

RandomStream stream(std::uint32_t port = 0) { return node_stream(1, 0, 128, RandomPurpose::kLinkLoss, port); }

TEST(LinkLoss, LosesAFrameWhenItsDrawIsBelowTheProbability) {
  LinkLoss loss(0.25, stream());
  RandomStream draws = stream();
  int lost = 0;
  for (int i = 0; i < 10'000; ++i) {
    const bool expected = draws.unit() < 0.25;
    ASSERT_EQ(loss.loses(FrameKind::kUetData), expected);
    lost += expected ? 1 : 0;
  }
  EXPECT_NEAR(lost, 2'500, 200);
}

TEST(LinkLoss, SparesPfcWithoutADraw) {
  LinkLoss loss(1, stream()), half(0.5, stream());
  RandomStream draws = stream();
  EXPECT_FALSE(loss.loses(FrameKind::kPfc));
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(half.loses(FrameKind::kPfc));
    ASSERT_EQ(half.loses(FrameKind::kUetAck), draws.unit() < 0.5);
  }
}

TEST(LinkLoss, LosesEverythingAtOneAndNothingAtZero) {
  LinkLoss all(1, stream()), none;
  for (const FrameKind kind : {FrameKind::kData, FrameKind::kAck, FrameKind::kNak, FrameKind::kCnp, FrameKind::kUetData,
                               FrameKind::kUetAck, FrameKind::kUetNack, FrameKind::kUetProbe}) {
    EXPECT_TRUE(all.loses(kind));
    EXPECT_FALSE(none.loses(kind));
  }
  EXPECT_FALSE(none.possible());
}

TEST(LinkLoss, HasAStreamOfItsOwnForEachPortOfANode) {
  EXPECT_NE(stream(0).next64(), stream(1).next64());
  EXPECT_NE(stream(0).next64(), node_stream(1, 0, 128, RandomPurpose::kEcnMarking).next64());
  EXPECT_NE(stream(0).next64(), node_stream(1, 0, 128, RandomPurpose::kLoadBalancing).next64());
}

}  // namespace
}  // namespace headroom
