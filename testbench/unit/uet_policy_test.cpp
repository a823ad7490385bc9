// The switch's shared buffer under the UET policy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sc_models/core/check.h"
#include "sc_models/policy/ecn_marker.h"
#include "sc_models/policy/node_random.h"
#include "sc_models/policy/packet_trimmer.h"
#include "sc_models/policy/shared_buffer.h"
#include "sc_models/policy/switch_class.h"
#include "testbench/common/switch_defaults.h"

namespace headroom {
namespace {

constexpr std::uint32_t kPolicyPorts = 128;
constexpr Bytes kPacket{4'184}, kCut{46};

SwitchParams uet_switch(bool trimming) {
  SwitchParams params = default_switch();
  params.buffer.uet_policy = true;
  params.trimming = trimming;
  params.buffer.enable_pfc = {};
  return params;
}
SharedBuffer buffer_of(const SwitchParams& params) {
  return SharedBuffer(plan_shared_buffer(params, kPolicyPorts), kPolicyPorts);
}

std::int64_t fill(SharedBuffer& buffer, unsigned traffic_class, Bytes charge, bool second_try = false) {
  std::int64_t packets = 0;
  while (buffer.enqueue(0, traffic_class, charge, second_try)) ++packets;
  return packets;
}

TEST(UetPolicy, SharesTheBufferThreeToTwoToTwo) {  // 10, 11
  struct Case {
    std::uint32_t ports;
    std::int64_t pool0, pool1, pool2;
  };
  for (const Case& c : {Case{128, 95'670'857, 63'780'571, 63'780'572},
                        {8, 108'836'571, 72'557'714, 72'557'715},
                        {64, 102'692'571, 68'461'714, 68'461'715}}) {
    const SharedBufferPlan plan = plan_shared_buffer(uet_switch(true), c.ports);
    EXPECT_EQ(plan.pool_size[0], Bytes{c.pool0});
    EXPECT_EQ(plan.pool_size[1], Bytes{c.pool1});
    EXPECT_EQ(plan.pool_size[2], Bytes{c.pool2});
    EXPECT_EQ(plan.pools, 0b111);
    for (unsigned traffic_class = 0; traffic_class < 3; ++traffic_class)
      EXPECT_EQ(plan.class_pool[traffic_class], traffic_class);
  }
}

TEST(UetPolicy, DoesNotReadWhatItReplaces) {
  SwitchParams params = uet_switch(false);
  const SharedBufferPlan plan = plan_shared_buffer(params, kPolicyPorts);
  params.buffer.pool_allocation = shares({0, 0, 0, 50});
  params.buffer.class_pool = {7, 7, 7, 7, 7, 7, 7, 7};
  params.buffer.lossy_alpha = 4;
  params.buffer.queue_drop_threshold_enable = true;
  const SharedBufferPlan same = plan_shared_buffer(params, kPolicyPorts);
  EXPECT_EQ(same.pool_size, plan.pool_size);
  EXPECT_EQ(same.class_pool, plan.class_pool);
  EXPECT_EQ(same.static_limit, plan.static_limit);
  EXPECT_EQ(same.lossy_alpha, 0);
}

TEST(UetPolicy, StillHeedsWhichOfItsClassesAreLossless) {
  SwitchParams params = uet_switch(false);
  params.buffer.enable_pfc = {1, 0, 1, 1, 0, 0, 0, 0};
  const SharedBufferPlan plan = plan_shared_buffer(params, kPolicyPorts);
  EXPECT_EQ(plan.lossless, 0b101);
  EXPECT_EQ(plan.pool_lossless[0], 0b001);
  EXPECT_EQ(plan.pool_lossless[2], 0b100);
}

TEST(UetPolicy, LimitsQueuesByThePlanesBandwidthDelayProduct) {  // 21
  const SharedBufferPlan with = plan_shared_buffer(uet_switch(true), kPolicyPorts);
  const SharedBufferPlan without = plan_shared_buffer(uet_switch(false), kPolicyPorts);
  for (unsigned pool = 0; pool < 3; ++pool) {
    EXPECT_EQ(with.static_limit[pool], Bytes{300'000});
    EXPECT_EQ(without.static_limit[pool], Bytes{1'500'000});
  }
  EXPECT_EQ(with.second_try_limit[0], Bytes{450'000});
  EXPECT_EQ(without.second_try_limit[0], Bytes{2'250'000});
}

EcnMarker marker(bool trimming) {
  return EcnMarker(default_ecn(), plan_shared_buffer(uet_switch(trimming), kPolicyPorts).static_limit, 1,
                   node_stream(1, 0, 128, RandomPurpose::kEcnMarking));
}

TEST(UetPolicy, TakesTheEcnBandFromThatLimit) {  // 21
  EXPECT_DOUBLE_EQ(marker(true).lower(0), 60'000);
  EXPECT_DOUBLE_EQ(marker(true).upper(0), 240'000);
  EXPECT_DOUBLE_EQ(marker(false).lower(0), 300'000);
  EXPECT_DOUBLE_EQ(marker(false).upper(0), 1'200'000);
}

TEST(UetPolicy, MarksAGrowingQueueFromThe23rdPacket) {  // 66
  const auto packets_until = [](double threshold) {
    EcnMarker ecn = marker(true);
    for (int n = 1;; ++n) {
      ecn.admitted(0, 0, n * kPacket);
      if (ecn.average(0, 0) >= threshold) return n;
    }
  };
  EXPECT_EQ(packets_until(60'000), 23);
  EXPECT_EQ(packets_until(240'000), 67);
}

TEST(UetPolicy, ClassifiesByTheRoleAlone) {  // 24
  const std::pair<unsigned, unsigned> cases[] = {{0, 0}, {1, 0}, {2, 0}, {13, 2}, {3, 1}, {4, 1}, {11, 1}, {40, 0}};
  for (const auto& [dscp, expected] : cases) {
    Frame frame{};
    frame.traffic_class = static_cast<std::uint8_t>(traffic_class_of(dscp));
    frame.role = static_cast<DscpRole>(dscp % 8);
    EXPECT_EQ(switch_class(frame, true), expected) << dscp;
    EXPECT_EQ(switch_class(frame, false), dscp / 8) << dscp;
  }
}

TEST(UetPolicy, TreatsUnrecognizedRolesAsData) {
  for (const unsigned role : {6u, 7u}) EXPECT_EQ(class_by_role(static_cast<DscpRole>(role)), 0u);
}

TEST(UetPolicy, QueuesUpToTheLimitWhenItTrims) {  // 75, 76
  SharedBuffer first = buffer_of(uet_switch(true)), again = first;
  EXPECT_EQ(fill(first, 0, kPacket), 71);
  EXPECT_EQ(first.queue(0, 0), Bytes{297'064});
  EXPECT_EQ(fill(again, 0, kPacket, true), 107);
  EXPECT_EQ(again.queue(0, 0), Bytes{447'688});
}

TEST(UetPolicy, LetsASecondTryIntoAQueueThatIsFullForAFirst) {  // 77
  SharedBuffer buffer = buffer_of(uet_switch(true));
  EXPECT_EQ(fill(buffer, 0, kPacket), 71);
  EXPECT_EQ(fill(buffer, 0, kPacket, true), 36);
  EXPECT_FALSE(buffer.enqueue(0, 0, kPacket));
}

TEST(UetPolicy, QueuesTrimmedPacketsUpToTheSameLimit) {  // 79
  SharedBuffer buffer = buffer_of(uet_switch(true));
  EXPECT_EQ(fill(buffer, kUetTrimmedClass, kCut), 6'521);
  EXPECT_EQ(buffer.queue(0, 1), Bytes{299'966});
}

TEST(UetPolicy, QueuesMultiplesOfItWhenItDoesNotTrim) {  // 82
  SharedBuffer first = buffer_of(uet_switch(false)), again = first;
  EXPECT_EQ(fill(first, 0, kPacket), 358);
  EXPECT_EQ(first.queue(0, 0), Bytes{1'497'872});
  EXPECT_EQ(fill(again, 0, kPacket, true), 537);
  EXPECT_EQ(again.queue(0, 0), Bytes{2'246'808});
}

TEST(UetPolicy, IsNeededToTrimAndLeavesNothingLossless) {
  SwitchParams params = default_switch();
  params.trimming = true;
  EXPECT_THROW((void)plan_shared_buffer(params, kPolicyPorts), ModelError);
  params = uet_switch(true);
  params.buffer.enable_pfc[1] = 1;
  EXPECT_THROW((void)plan_shared_buffer(params, kPolicyPorts), ModelError);
}

TEST(PacketTrimmer, CutsToHeadersAndKeepsClassPortsAndEcn) {  // 80
  for (const auto& [dscp, last_hop, other] : {std::tuple{1u, 4u, 3u}, {10u, 12u, 11u}}) {
    for (const bool faces_nic : {true, false}) {
      Frame frame{};
      frame.wire_bytes = 4'202;
      frame.payload_bytes = 4'096;
      frame.traffic_class = static_cast<std::uint8_t>(dscp / 8);
      frame.role = static_cast<DscpRole>(dscp % 8);
      frame.ecn = Ecn::kCe;
      frame.udp_source = 1'234;
      trim(frame, faces_nic);
      EXPECT_EQ(frame.wire_bytes, 62u);
      EXPECT_EQ(frame.payload_bytes, 0u);
      EXPECT_EQ(switch_charge(frame.wire()), kCut);
      EXPECT_EQ(dscp_of(frame.traffic_class, frame.role), faces_nic ? last_hop : other);
      EXPECT_EQ(frame.ecn, Ecn::kCe);
      EXPECT_EQ(frame.udp_source, 1'234);
    }
  }
}

}  // namespace
}  // namespace headroom
