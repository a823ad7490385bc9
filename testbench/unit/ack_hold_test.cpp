#include "sc_models/policy/uet/ack_hold.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

namespace headroom {
namespace {

constexpr BitRate kDefaultHostRate{504'320'000'000};  // 16 lanes of 31.52 Gbps
constexpr Bytes kFullPacket{4'184};

// uet-transport 11: 4,184 x 8 / 504.32 Gbps
TEST(AckHold, HoldsTheAckOfAPacketInAnEmptyPoolForItsOwnWayToTheHost) {
  AckHold hold(kDefaultHostRate);
  Frame ack{};
  EXPECT_TRUE(hold.hold(Ps{1'000}, kFullPacket, ack));
  EXPECT_EQ(hold.next(), Ps{1'000 + 66'370});
  EXPECT_EQ(ack.uet.service_time, 0);
  EXPECT_EQ(hold.release(Ps{67'369}), nullptr);
  EXPECT_EQ(hold.release(Ps{67'370}), &ack);
  EXPECT_EQ(hold.next(), kNever);
}

// uet-transport 12: 422,584 B are the 100 packets that wait and the one acknowledged
TEST(AckHold, TellsTheSenderHowLongInUnitsOf128Nanoseconds) {
  AckHold hold(kDefaultHostRate);
  Frame ack{};
  (void)hold.hold(Ps{0}, 101 * kFullPacket, ack);
  EXPECT_EQ(hold.next(), Ps{6'703'426});  // 422,584 x 8 / 504.32 = 6,703.426 ns
  EXPECT_EQ(ack.uet.service_time, 52);    // 6,656 ns
}

TEST(AckHold, LetsNoAckOvertakeAnEarlierOne) {
  AckHold hold(kDefaultHostRate);
  Frame first{}, second{};
  EXPECT_TRUE(hold.hold(Ps{0}, 101 * kFullPacket, first));
  EXPECT_FALSE(hold.hold(Ps{1'000'000}, kFullPacket, second)) << "the reminder for the first is enough";
  EXPECT_EQ(hold.release(Ps{6'703'426}), &first);
  EXPECT_EQ(hold.release(Ps{6'703'426}), &second) << "at the same time as the one before it";
  EXPECT_EQ(second.uet.service_time, 44) << "(6,703,426 - 1,000,000) / 128,000, rounded down";
}

TEST(AckHold, AnAckThatHasLeftStillHoldsBackNoLaterOne) {
  AckHold hold(kDefaultHostRate);
  Frame first{}, second{};
  (void)hold.hold(Ps{0}, kFullPacket, first);
  EXPECT_EQ(hold.release(Ps{66'370}), &first);
  EXPECT_TRUE(hold.hold(Ps{66'370}, kFullPacket, second));
  EXPECT_EQ(hold.next(), Ps{132'740});
}

TEST(AckHold, AHoldLongerThanTheFieldSaysTooLarge) {
  AckHold hold(BitRate{1'000'000'000});
  Frame below{}, above{};
  (void)hold.hold(Ps{0}, Bytes{1'048'543}, below);  // 8,388,344,000 ps = 65,533.9 units
  EXPECT_EQ(below.uet.service_time, 65'533);
  (void)hold.hold(Ps{0}, Bytes{900'000'000}, above);  // 7.2 s: more than 64 bits can multiply
  EXPECT_EQ(above.uet.service_time, 65'535);
  EXPECT_EQ(hold.release(Ps{8'388'344'000}), &below);
  EXPECT_EQ(hold.next(), Ps{7'200'000'000'000});
}

RC_GTEST_PROP(AckHold, ReleasesInOrderAtTheTimesOfTheFormula, ()) {
  const auto rate = *rc::gen::inRange<std::int64_t>(1'000'000'000, 600'000'000'000);
  const auto steps = *rc::gen::container<std::vector<std::pair<std::int64_t, std::int64_t>>>(
      rc::gen::pair(rc::gen::inRange<std::int64_t>(0, 3'000'000), rc::gen::inRange<std::int64_t>(44, 3'600'001)));
  AckHold hold{BitRate{rate}};
  std::vector<Frame> acks(steps.size());
  std::vector<std::int64_t> expected;
  std::int64_t now = 0;
  std::size_t released = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    now += steps[i].first;
    while (released < expected.size() && expected[released] <= now) {
      RC_ASSERT(hold.release(Ps{now}) == &acks[released]);
      ++released;
    }
    RC_ASSERT(hold.release(Ps{now}) == nullptr);
    const auto wait = static_cast<std::int64_t>(Int128{steps[i].second} * 8 * kPsPerSecond / rate);
    expected.push_back(std::max(now + wait, expected.empty() ? 0 : expected.back()));
    const bool was_empty = hold.empty();
    RC_ASSERT(hold.hold(Ps{now}, Bytes{steps[i].second}, acks[i]) == was_empty);
    RC_ASSERT(acks[i].uet.service_time == std::min<std::int64_t>(65'535, (expected[i] - now) / 128'000));
    RC_ASSERT(hold.next() == Ps{expected[released]});
  }
}

}  // namespace
}  // namespace headroom
