// A rack whose links lose frames in both directions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sc_models/policy/node_random.h"
#include "testbench/common/switch_bench.h"

namespace headroom {
namespace {

using testing::IsEmpty;

TestServerParams losing(double probability) {
  TestServerParams params;
  params.loss_probability = probability;
  return params;
}

std::int64_t sent(const MacPort& mac) { return static_cast<std::int64_t>(mac.stats().tx_frames); }

TEST(LossyLink, LosesWhatIsSentAndCountsItAtTheSender) {
  Rack rack(default_switch(), 2, losing(0.1));
  rack.server(0).send(10'000, 1, 0);
  EXPECT_THAT(rack.run(kLong), IsEmpty());
  const PortStats& up = rack.server(0).mac().stats();
  const PortStats& down = std::as_const(*rack.sw).port(1).mac().stats();
  EXPECT_EQ(up.tx_frames, 10'000u);
  EXPECT_NEAR(static_cast<double>(up.lost), 1'000, 150);
  EXPECT_EQ(rack.sw->mac(0).stats().rx_frames, up.tx_frames - up.lost);
  EXPECT_EQ(rack.sw->mac(0).missed(), up.lost);
  EXPECT_EQ(down.tx_frames, up.tx_frames - up.lost);
  EXPECT_NEAR(static_cast<double>(down.lost), 900, 150);
  EXPECT_EQ(rack.server(1).received().size(), down.tx_frames - down.lost);
  EXPECT_EQ(rack.frames.in_use(), 0u);
  EXPECT_EQ(rack.sw->rx_drops(0) + rack.sw->tx_drops(1), 0u) << "a loss is no drop";
}

TEST(LossyLink, DrawsForEachFrameFromTheStreamOfItsPort) {
  Rack rack(default_switch(), 2, losing(0.5));
  rack.server(0).send(100, 1, 0);
  rack.run(kLong);
  RandomStream up = node_stream(1, 0, 0, RandomPurpose::kLinkLoss);
  RandomStream down = node_stream(1, 0, 2, RandomPurpose::kLinkLoss, 1);
  std::vector<Psn> expected;
  for (Psn psn = 0; psn < 100; ++psn) {
    if (up.unit() >= 0.5 && down.unit() >= 0.5) expected.push_back(psn);
  }
  std::vector<Psn> got;
  for (const auto& r : rack.server(1).received()) got.push_back(r.frame.psn);
  EXPECT_EQ(got, expected);
}

TEST(LossyLink, NeverLosesPfc) {
  Rack rack(default_switch(), 2, losing(1));
  for (int i = 0; i < 10; ++i) rack.server(1).send_pfc(1, 100);
  rack.server(1).send(1, 0, 0);
  EXPECT_THAT(rack.run(kLong), IsEmpty());
  EXPECT_EQ(rack.sw->port(1).consumed(), 10u);
  EXPECT_EQ(rack.sw->mac(1).stats().rx_frames, 10u);
  EXPECT_EQ(sent(rack.server(1).mac()), 11);
}

TEST(LossyLink, LosesNothingBeforeTheSerializationHasEnded) {
  Rack rack(default_switch(), 2, losing(1));
  rack.server(0).send(1, 1, 0);
  rack.run(Ps{83'079});
  EXPECT_EQ(rack.server(0).mac().stats().lost, 0u);
  rack.run(Ps{83'080});
  EXPECT_EQ(rack.server(0).mac().stats().lost, 1u);
  EXPECT_EQ(rack.sw->mac(0).missed(), 0u);
  rack.run(Ps{183'080});
  EXPECT_EQ(rack.sw->mac(0).missed(), 1u);
}

}  // namespace
}  // namespace headroom
