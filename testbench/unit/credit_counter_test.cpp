#include "sc_models/policy/credit_counter.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <numeric>
#include <vector>

namespace headroom {
namespace {

TEST(CreditCounter, TheLastSlotIsForDataOnly) {
  CreditCounter counter(3, Bytes{1024});
  EXPECT_TRUE(counter.take_header());
  EXPECT_TRUE(counter.take_header());
  EXPECT_FALSE(counter.take_header());
  EXPECT_TRUE(counter.take_data(Bytes{512}));
  EXPECT_FALSE(counter.take_data(Bytes{0}));
  EXPECT_EQ(counter.slots_taken(), 3);
}

TEST(CreditCounter, DataFitsToTheLastByte) {
  CreditCounter counter(800, Bytes{1024});
  EXPECT_TRUE(counter.take_data(Bytes{512}));
  EXPECT_FALSE(counter.data_fits(Bytes{513}));
  EXPECT_TRUE(counter.take_data(Bytes{512}));
  EXPECT_EQ(counter.bytes_taken(), Bytes{1024});
  EXPECT_TRUE(counter.header_fits());
}

TEST(CreditCounter, RefusesToGetBackMoreThanWasTaken) {
  CreditCounter counter(4, Bytes{1024});
  EXPECT_THROW(counter.give_back(Bytes{0}), ModelError);
  ASSERT_TRUE(counter.take_data(Bytes{100}));
  EXPECT_THROW(counter.give_back(Bytes{101}), ModelError);
  counter.give_back(Bytes{100});
  EXPECT_EQ(counter.slots_taken(), 0);
  EXPECT_EQ(counter.bytes_taken(), Bytes{0});
}

RC_GTEST_PROP(CreditCounter, HasRoomForWhatTheListOfTransfersLeavesFree, ()) {
  const std::int64_t slots = *rc::gen::inRange(2, 8), bytes = *rc::gen::inRange(512, 2048);
  CreditCounter counter(slots, Bytes{bytes});
  std::vector<std::int64_t> held;  // payload of each transfer
  for (const int step : *rc::gen::container<std::vector<int>>(rc::gen::inRange(-300, 600))) {
    const auto used = static_cast<std::int64_t>(held.size());
    if (step < -200 && !held.empty()) {
      counter.give_back(Bytes{held.back()});
      held.pop_back();
    } else if (step < 0) {
      const bool room = used <= slots - 2;
      RC_ASSERT(counter.take_header() == room);
      if (room) held.push_back(0);
    } else {
      const bool room = used <= slots - 1 && std::accumulate(held.begin(), held.end(), std::int64_t{step}) <= bytes;
      RC_ASSERT(counter.take_data(Bytes{step}) == room);
      if (room) held.push_back(step);
    }
    RC_ASSERT(counter.slots_taken() == static_cast<std::int64_t>(held.size()));
    RC_ASSERT(counter.bytes_taken().count() == std::accumulate(held.begin(), held.end(), std::int64_t{0}));
  }
}

}  // namespace
}  // namespace headroom
