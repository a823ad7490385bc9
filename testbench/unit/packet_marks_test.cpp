#include "sc_models/policy/uet/packet_marks.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

constexpr unsigned kDataClass = 0, kControlClass = 1;

unsigned data_dscp(const PdsParams& params, bool retransmission) {
  return dscp_of(kDataClass, data_role(params, retransmission));
}

// uet-transport 65
TEST(PacketMarks, AreTheDefaultCodePoints) {
  PdsParams params;
  EXPECT_EQ(data_dscp(params, false), 0u);
  EXPECT_EQ(data_dscp(params, true), 2u);
  EXPECT_EQ(dscp_of(kControlClass, DscpRole::kControl), 13u);
  params.trimming = true;
  EXPECT_EQ(data_dscp(params, false), 1u);
  EXPECT_EQ(data_dscp(params, true), 2u);
  params.distinct_dscp_for_retransmits = false;
  EXPECT_EQ(data_dscp(params, false), 1u);
  EXPECT_EQ(data_dscp(params, true), 1u);
  params.trimming = false;
  EXPECT_EQ(data_dscp(params, true), 0u) << "as the first transmission";
}

TEST(PacketMarks, LeaveTheClassInTheUpperBits) {
  for (unsigned c = 0; c < 8; ++c) {
    for (unsigned role = 0; role < 6; ++role) {
      const unsigned dscp = dscp_of(c, static_cast<DscpRole>(role));
      EXPECT_EQ(dscp, 8 * c + role);
      EXPECT_EQ(traffic_class_of(dscp), c);
    }
  }
}

}  // namespace
}  // namespace headroom
