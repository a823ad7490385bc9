#include "sc_models/policy/psn_stamps.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <map>

namespace headroom {
namespace {

TEST(PsnStamps, APacketThatHasNotBeenSentHasNoStamp) {
  PsnStamps stamps;
  stamps.open(7, 7);
  EXPECT_EQ(stamps.at(7), kNever);
  stamps.set(7, Ps{50});
  EXPECT_EQ(stamps.at(7), Ps{50});
}

RC_GTEST_PROP(PsnStamps, KeepsTheWholeWindowHoweverItGrowsAndMoves, ()) {
  PsnCount first = *rc::gen::inRange<PsnCount>(0, 1 << 25), end = first;
  PsnStamps stamps;
  std::map<PsnCount, Ps> oracle;
  for (int i = 0; i < 200; ++i) {
    if (*rc::gen::inRange(0, 3) > 0 || first == end) {
      stamps.open(first, end);
      stamps.set(end, Ps{i});
      oracle[end++] = Ps{i};
    } else {
      first = *rc::gen::inRange<PsnCount>(first, end) + 1;
    }
    for (PsnCount n = first; n < end; ++n) RC_ASSERT(stamps.at(n) == oracle.at(n));
  }
}

}  // namespace
}  // namespace headroom
