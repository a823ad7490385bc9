#include "sc_models/policy/uet/ack_request.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <vector>

namespace headroom {
namespace {

PdsParams params_of(bool first, bool last, std::uint64_t n) {
  PdsParams params;
  params.ack_first_packet = first;
  params.ack_last_packet = last;
  params.ack_every_nth_packet = n;
  return params;
}

/// The packets, counted from 1, of one message on a PDC of its own that ask for an ACK.
std::vector<int> asking(int packets, const PdsParams& params) {
  AckRequest request(params);
  std::vector<int> result;
  for (int i = 1; i <= packets; ++i) {
    if (request.next(i == packets)) result.push_back(i);
  }
  return result;
}

// uet-transport 15
TEST(AckRequest, CountsFromTheFirstPacketAndAddsTheLast) {
  const std::vector<int> asked = asking(256, params_of(true, true, 8));
  ASSERT_EQ(asked.size(), 33u);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(asked[i], 1 + 8 * static_cast<int>(i));
  EXPECT_EQ(asked.back(), 256);
}

// uet-transport 16
TEST(AckRequest, WithoutTheLastPacketTheTailDoesNotAsk) {
  const std::vector<int> asked = asking(256, params_of(true, false, 8));
  EXPECT_EQ(asked.size(), 32u);
  EXPECT_EQ(asked.front(), 1);
  EXPECT_EQ(asked.back(), 249);
}

// uet-transport 17
TEST(AckRequest, CountingToTheNthAsksOnceForALastPacketThatIsTheNthToo) {
  for (const bool last : {true, false}) {
    const std::vector<int> asked = asking(256, params_of(false, last, 8));
    ASSERT_EQ(asked.size(), 32u);
    for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(asked[i], 8 + 8 * static_cast<int>(i));
  }
}

// uet-transport 18
TEST(AckRequest, EveryPacketAsksWhenNIsOne) {
  for (const bool first : {true, false}) {
    for (const bool last : {true, false}) EXPECT_EQ(asking(256, params_of(first, last, 1)).size(), 256u);
  }
}

RC_GTEST_PROP(AckRequest, FollowsTheFormulaOverTheWholeLifeOfThePdc, ()) {
  const auto first = *rc::gen::arbitrary<bool>();
  const auto last = *rc::gen::arbitrary<bool>();
  const auto n = *rc::gen::inRange<std::uint64_t>(1, 1025);
  const auto ends =
      *rc::gen::container<std::vector<bool>>(4000, rc::gen::weightedElement<bool>({{9, false}, {1, true}}));
  AckRequest request(params_of(first, last, n));
  for (std::uint64_t c = 1; c <= ends.size(); ++c) {
    const bool end = ends[c - 1];
    const bool expected = (first ? (c - 1) % n == 0 : c % n == 0) || (last && end);
    RC_ASSERT(request.next(end) == expected);
  }
}

}  // namespace
}  // namespace headroom
