#include "sc_models/policy/qp_receiver.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

using QpVerdict = QpReceiver::Verdict;

TEST(QpReceiver, AcceptsInOrderAndAcrossTheWrap) {
  QpReceiver receiver(0xFFFFFE);
  for (const Psn psn : {0xFFFFFEu, 0xFFFFFFu, 0u, 1u}) {
    EXPECT_EQ(receiver.on_data(psn), QpVerdict::kAccept);
    EXPECT_EQ(receiver.last_in_order(), psn);
  }
  EXPECT_EQ(receiver.expected(), 2u);
}

TEST(QpReceiver, ReportsAGapOnceUntilTheMissingPacketArrives) {
  QpReceiver receiver(0);
  EXPECT_EQ(receiver.on_data(0), QpVerdict::kAccept);
  EXPECT_EQ(receiver.on_data(2), QpVerdict::kNewGap);
  EXPECT_EQ(receiver.expected(), 1u);
  EXPECT_EQ(receiver.on_data(3), QpVerdict::kBehindGap);
  EXPECT_EQ(receiver.on_data(0), QpVerdict::kDuplicate) << "and a duplicate does not close the gap";
  EXPECT_EQ(receiver.on_data(4), QpVerdict::kBehindGap);
  EXPECT_EQ(receiver.on_data(1), QpVerdict::kAccept);
  EXPECT_EQ(receiver.on_data(3), QpVerdict::kNewGap) << "nothing that came ahead of its turn is kept";
}

TEST(QpReceiver, HalfTheRingBehindIsADuplicateAndTheOtherHalfAGap) {
  QpReceiver receiver(0x900000);
  EXPECT_EQ(receiver.on_data(0x100000), QpVerdict::kDuplicate) << "2^23 away counts as behind";
  EXPECT_EQ(receiver.on_data(0x100000 - 1), QpVerdict::kNewGap);
}

}  // namespace
}  // namespace headroom
