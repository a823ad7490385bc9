#include "sc_models/policy/ready_queue.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <algorithm>
#include <deque>

namespace headroom {
namespace {

TEST(ReadyQueue, ServesMembersInTheOrderTheyJoined) {
  ReadyQueue queue;
  for (int i = 0; i < 3; ++i) queue.add_member();
  EXPECT_TRUE(queue.empty());
  queue.join(2);
  queue.join(3);
  queue.join(1);
  EXPECT_EQ(queue.head(), 2u);
  queue.rotate();
  EXPECT_EQ(queue.head(), 3u);
  queue.leave(1);
  queue.rotate();
  EXPECT_EQ(queue.head(), 2u);
  EXPECT_FALSE(queue.contains(1));
}

TEST(ReadyQueue, AMemberCannotBeQueuedTwice) {
  ReadyQueue queue;
  queue.add_member();
  queue.join(1);
  EXPECT_THROW(queue.join(1), ModelError);
  queue.leave(1);
  EXPECT_THROW(queue.leave(1), ModelError);
}

RC_GTEST_PROP(ReadyQueue, BehavesLikeAListThatIsSearched, (const std::vector<std::uint8_t>& orders)) {
  constexpr std::uint32_t kMembers = 5;
  ReadyQueue queue;
  std::deque<std::uint32_t> oracle;
  for (std::uint32_t i = 0; i < kMembers; ++i) queue.add_member();
  for (const std::uint8_t order : orders) {
    const std::uint32_t member = order % kMembers + 1;
    const auto found = std::find(oracle.begin(), oracle.end(), member);
    if (order >= 192 && !oracle.empty()) {
      queue.rotate();
      oracle.push_back(oracle.front());
      oracle.pop_front();
    } else if (found != oracle.end()) {
      queue.leave(member);
      oracle.erase(found);
    } else {
      queue.join(member);
      oracle.push_back(member);
    }
    RC_ASSERT(queue.empty() == oracle.empty());
    if (!oracle.empty()) RC_ASSERT(queue.head() == oracle.front());
    for (std::uint32_t m = 1; m <= kMembers; ++m) {
      RC_ASSERT(queue.contains(m) == (std::find(oracle.begin(), oracle.end(), m) != oracle.end()));
    }
  }
}

}  // namespace
}  // namespace headroom
