#include "sc_models/policy/psn.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

namespace headroom {
namespace {

TEST(Psn, DifferenceIsSignedOver24Bits) {
  EXPECT_EQ(psn_difference(5, 3), 2);
  EXPECT_EQ(psn_difference(3, 5), -2);
  EXPECT_EQ(psn_difference(0, 0xFFFFFF), 1) << "0 comes after the last number";
  EXPECT_EQ(psn_difference(0xFFFFFF, 0), -1);
  EXPECT_EQ(psn_difference(0x7FFFFF, 0), 0x7FFFFF);
  EXPECT_EQ(psn_difference(0x800000, 0), -0x800000) << "from 2^23 up the difference is negative";
}

TEST(Psn, PlaceFindsTheNumberNearestToTheReference) {
  EXPECT_EQ(place(2, 0xFFFFFE), 0x1000002);
  EXPECT_EQ(place(0xFFFFFF, 0x1000000), 0xFFFFFF);
  EXPECT_EQ(place(0xFFFFFF, 0), -1) << "before the first number";
}

RC_GTEST_PROP(Psn, AnyNumberWithinHalfTheRingSurvivesTheWire, ()) {
  const auto reference = *rc::gen::inRange<PsnCount>(0, PsnCount{1} << 40);
  const auto distance = *rc::gen::inRange<PsnCount>(-(1 << 23), 1 << 23);
  RC_ASSERT(place(to_wire(reference + distance), reference) == reference + distance);
}

}  // namespace
}  // namespace headroom
