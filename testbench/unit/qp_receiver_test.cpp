#include "sc_models/policy/qp_receiver.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

using Verdict = QpReceiver::Verdict;

TEST(QpReceiver, AcceptsInOrderAndAcrossTheWrap) {
  QpReceiver receiver(0xFFFFFE);
  for (const Psn psn : {0xFFFFFEu, 0xFFFFFFu, 0u, 1u}) {
    EXPECT_EQ(receiver.on_data(psn), Verdict::kAccept);
    EXPECT_EQ(receiver.last_in_order(), psn);
  }
  EXPECT_EQ(receiver.expected(), 2u);
}

TEST(QpReceiver, ReportsAGapOnceUntilTheMissingPacketArrives) {
  QpReceiver receiver(0);
  EXPECT_EQ(receiver.on_data(0), Verdict::kAccept);
  EXPECT_EQ(receiver.on_data(2), Verdict::kNewGap);
  EXPECT_EQ(receiver.expected(), 1u);
  EXPECT_EQ(receiver.on_data(3), Verdict::kBehindGap);
  EXPECT_EQ(receiver.on_data(0), Verdict::kDuplicate) << "and a duplicate does not close the gap";
  EXPECT_EQ(receiver.on_data(4), Verdict::kBehindGap);
  EXPECT_EQ(receiver.on_data(1), Verdict::kAccept);
  EXPECT_EQ(receiver.on_data(3), Verdict::kNewGap) << "nothing that came ahead of its turn is kept";
}

TEST(QpReceiver, HalfTheRingBehindIsADuplicateAndTheOtherHalfAGap) {
  QpReceiver receiver(0x900000);
  EXPECT_EQ(receiver.on_data(0x100000), Verdict::kDuplicate) << "2^23 away counts as behind";
  EXPECT_EQ(receiver.on_data(0x100000 - 1), Verdict::kNewGap);
}

}  // namespace
}  // namespace headroom
