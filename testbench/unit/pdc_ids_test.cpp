#include "sc_models/policy/uet/pdc_ids.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <set>
#include <vector>

#include "sc_models/core/check.h"

namespace headroom {
namespace {

TEST(PdcIds, SendingEndsGoFromOneUpAndReceivingEndsFrom32769) {
  PdcIds sending = PdcIds::sending(), receiving = PdcIds::receiving();
  EXPECT_EQ(sending.take(), 1);
  EXPECT_EQ(sending.take(), 2);
  EXPECT_EQ(receiving.take(), 32'769);
  EXPECT_EQ(receiving.take(), 32'770);
}

TEST(PdcIds, GoesOnAfterTheLatestIdEvenWhenEarlierOnesAreFreeAgain) {
  PdcIds ids(1, 4);
  EXPECT_EQ(ids.take(), 1);
  EXPECT_EQ(ids.take(), 2);
  ids.give_back(1);
  EXPECT_EQ(ids.take(), 3);
  EXPECT_EQ(ids.take(), 4);
  EXPECT_EQ(ids.take(), 1) << "round the end, to the one given back";
  EXPECT_EQ(ids.take(), std::nullopt) << "all in use";
  ids.give_back(3);
  EXPECT_EQ(ids.take(), 3) << "skipping those in use";
}

TEST(PdcIds, EachRangeEndsWhereItsLastIdIs) {
  for (const auto& [make, first, last] :
       {std::tuple{&PdcIds::sending, 1, 32'767}, {&PdcIds::receiving, 32'769, 65'535}}) {
    PdcIds ids = make();
    for (int id = first; id <= last; ++id) ASSERT_EQ(ids.take(), id);
    EXPECT_EQ(ids.take(), std::nullopt);
    ids.give_back(static_cast<PdcId>(last));
    EXPECT_EQ(ids.take(), last);
  }
}

TEST(PdcIds, TakesBackOnlyWhatIsInUse) {
  PdcIds ids(1, 100);
  (void)ids.take();
  EXPECT_THROW(ids.give_back(0), ModelError);
  EXPECT_THROW(ids.give_back(2), ModelError);
  EXPECT_THROW(ids.give_back(101), ModelError);
  ids.give_back(1);
  EXPECT_THROW(ids.give_back(1), ModelError);
}

RC_GTEST_PROP(PdcIds, GivesTheNextFreeIdInTurn, ()) {
  const auto last = *rc::gen::inRange<PdcId>(1, 200);
  const auto steps = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 300));
  PdcIds ids(1, last);
  std::set<PdcId> used;
  PdcId latest = last;
  for (const int step : steps) {
    if (step < 180) {  // take more often than give back, so that the range fills
      std::optional<PdcId> expected;
      PdcId candidate = latest;
      for (PdcId i = 0; i < last && !expected; ++i) {
        candidate = candidate == last ? PdcId{1} : static_cast<PdcId>(candidate + 1);
        if (!used.contains(candidate)) expected = candidate;
      }
      RC_ASSERT(ids.take() == expected);
      if (expected) used.insert(latest = *expected);
    } else if (!used.empty()) {
      const auto victim = std::next(used.begin(), step % static_cast<int>(used.size()));
      ids.give_back(*victim);
      used.erase(victim);
    }
    RC_ASSERT(ids.in_use() == used.size());
    for (PdcId id = 1; id <= last; ++id) RC_ASSERT(ids.in_use(id) == used.contains(id));
  }
}

TEST(StartPsns, BeginAtOneAndGoOnWhereTheUseBeforeEnded) {
  StartPsns starts;
  EXPECT_EQ(starts.of(7), 1u);
  starts.end_use(7, 257);
  EXPECT_EQ(starts.of(7), 257u);
  EXPECT_EQ(starts.of(6), 1u);
  EXPECT_EQ(starts.of(8), 1u);
  starts.end_use(7, 3);  // round the end of 32 bits
  EXPECT_EQ(starts.of(7), 3u);
}

}  // namespace
}  // namespace headroom
