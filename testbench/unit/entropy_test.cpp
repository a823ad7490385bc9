#include "sc_models/policy/uet/entropy.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <algorithm>
#include <deque>
#include <vector>

#include "testbench/common/uet_defaults.h"

namespace headroom {
namespace {

using test::default_spraying;
using test::kUs;

constexpr std::int64_t kExploration = 71;  // floor(300,000 / 4,184)

EntropySource reps(std::uint64_t seed = 1, SprayingParams params = default_spraying()) {
  return EntropySource(PacketSpraying::kRecycledEntropy, params, seed, kExploration);
}

std::vector<std::uint16_t> take(EntropySource& source, int n) {
  std::vector<std::uint16_t> values;
  while (n-- > 0) values.push_back(source.next());
  return values;
}

using Values = std::vector<std::uint16_t>;

TEST(EntropySource, NoneKeepsTheGroupsPort) {
  EntropySource source(PacketSpraying::kNone, default_spraying(), 1, kExploration);
  source.set_port(49'153);
  source.path_failure(49'153, Ps{});
  EXPECT_EQ(take(source, 3), (Values{49'153, 49'153, 49'153}));
}

TEST(EntropySource, DefaultSprayingTakesPortsInTurn) {  // 59
  EntropySource source(PacketSpraying::kDefault, default_spraying(), 1, kExploration);
  const Values values = take(source, 256);
  EXPECT_EQ(values[0], 256);
  EXPECT_EQ(values[1], 257);
  EXPECT_EQ(values[127], 383);
  EXPECT_EQ(values[128], 256);
  EXPECT_EQ(values[255], 383);
}

TEST(EntropySource, ARangeOfPortsGoesOnFromZero) {  // 60
  SprayingParams params = default_spraying();
  params.starting_port_offset = 65'535;
  params.entropy_mask_bits = 8;
  EntropySource source(PacketSpraying::kDefault, params, 1, kExploration);
  const Values values = take(source, 256);
  EXPECT_EQ(values[0], 65'535);
  EXPECT_EQ(values[1], 0);
  EXPECT_EQ(values[255], 254);

  params.entropy_mask_bits = 0;
  EntropySource fixed(PacketSpraying::kDefault, params, 1, kExploration);
  EXPECT_EQ(take(fixed, 3), (Values{65'535, 65'535, 65'535}));
}

TEST(EntropySource, OneInEightExploresAfterFreezing) {  // 61
  EntropySource source = reps();
  source.path_failure(0, Ps{});
  source.ack(7, false, 100 * kUs);
  ASSERT_EQ(source.state(), RepsState::kExplore);
  std::vector<int> random;
  for (int packet = 1; packet <= 71; ++packet) {
    const std::uint64_t before = source.counts().explore;
    static_cast<void>(source.next());
    source.ack(7, false, 101 * kUs);  // there is always a value to use again
    if (source.counts().explore > before) random.push_back(packet);
  }
  EXPECT_EQ(random, (std::vector<int>{7, 15, 23, 31, 39, 47, 55, 63, 71}));
  EXPECT_EQ(source.state(), RepsState::kNormal);
}

TEST(EntropySource, TheOldestOfTheKeptValuesIsUsedFirst) {  // 62
  EntropySource source = reps();
  for (std::uint16_t value = 1; value <= 10; ++value) source.ack(value, false, Ps{});
  EXPECT_EQ(take(source, 8), (Values{3, 4, 5, 6, 7, 8, 9, 10}));
  EXPECT_EQ(source.counts().reuse, 8u);
  static_cast<void>(source.next());
  EXPECT_EQ(source.counts().explore, 1u);
}

TEST(EntropySource, FrozenItUsesValuesAgain) {  // 63
  EntropySource source = reps();
  for (std::uint16_t value = 1; value <= 8; ++value) source.ack(value, false, Ps{});
  take(source, 8);
  source.path_failure(4, 5 * kUs);
  EXPECT_EQ(source.state(), RepsState::kFrozen);
  EXPECT_EQ(take(source, 10), (Values{1, 2, 3, 4, 5, 6, 7, 8, 1, 2}));
  EXPECT_EQ(source.counts().stale_reuse, 10u);

  source.ack(9, false, 105 * kUs - Ps(1));
  EXPECT_EQ(source.state(), RepsState::kFrozen);
  source.ack(9, true, 105 * kUs);  // marked: nothing is recycled
  EXPECT_EQ(source.state(), RepsState::kFrozen);
  source.ack(9, false, 105 * kUs);
  EXPECT_EQ(source.state(), RepsState::kExplore);
  EXPECT_EQ(source.counts().freeze, 1u);
  EXPECT_EQ(source.counts().unfreeze, 1u);
}

TEST(EntropySource, AGroupWithoutKeptValuesExploresEvenFrozen) {
  EntropySource source = reps();
  source.path_failure(1, Ps{});
  take(source, 3);
  EXPECT_EQ(source.counts().explore, 3u);
  EXPECT_EQ(source.counts().stale_reuse, 0u);
}

TEST(EntropySource, AFailureNeitherRestartsFreezingNorEndsExploration) {
  EntropySource source = reps();
  source.path_failure(1, Ps{});
  source.path_failure(1, 99 * kUs);
  source.ack(1, false, 100 * kUs);
  ASSERT_EQ(source.state(), RepsState::kExplore);
  source.path_failure(1, 100 * kUs);
  EXPECT_EQ(source.state(), RepsState::kExplore);
  EXPECT_EQ(source.counts().freeze, 1u);
}

TEST(EntropySource, ATrimOnTheLastHopRecyclesItsValue) {
  EntropySource source = reps();
  source.nack(5, false, Ps{});
  source.nack(6, true, Ps{});
  EXPECT_EQ(source.next(), 6);
  static_cast<void>(source.next());
  EXPECT_EQ(source.counts().explore, 1u);
}

TEST(EntropySource, RandomValuesAreThoseOfSplitMix64) {  // 64
  EXPECT_EQ(RandomStream(0).next64(), 0xE220A8397B1DCDAFu);
  const std::uint64_t seed = entropy_seed(1, 5, 0);
  EXPECT_EQ(seed, 0x02EE5AE4E5235936u);
  EntropySource source = reps(seed);
  EXPECT_EQ(take(source, 8), (Values{57'100, 45'944, 45'274, 6'130, 55'667, 39'019, 27'568, 31'089}));
}

// A plain list of the unused values and one of what stands in each place.
RC_GTEST_PROP(EntropySource, KeepsTheLatestUnusedValuesWhateverHappens, ()) {
  SprayingParams params = default_spraying();
  params.reps_buffer_size_mask_bits = *rc::gen::inRange<std::uint64_t>(0, 5);
  params.entropy_value_set_size = *rc::gen::inRange<std::uint64_t>(1, 65'537);
  const std::size_t size = std::size_t{1} << params.reps_buffer_size_mask_bits;
  EntropySource source(PacketSpraying::kRecycledEntropy, params, 1, kExploration);
  std::deque<std::uint16_t> unused;
  std::vector<std::uint16_t> written;
  Ps now;
  for (const auto event : *rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0u, 200u))) {
    now += *rc::gen::element(Ps{}, kUs, 60 * kUs);
    if (event < 90) {
      const auto value = *rc::gen::inRange<std::uint16_t>(0, 65'535);
      source.ack(value, false, now);
      written.push_back(value);
      unused.push_back(value);
      if (unused.size() > size) unused.pop_front();
    } else if (event < 100) {
      source.path_failure(0, now);
    } else {
      const UetSprayingCounts before = source.counts();
      const RepsState state = source.state();
      const std::uint16_t value = source.next();
      if (source.counts().explore > before.explore) {
        RC_ASSERT(value < params.entropy_value_set_size);
        RC_ASSERT(unused.empty() || state == RepsState::kExplore);
      } else if (source.counts().reuse > before.reuse) {
        RC_ASSERT(value == unused.front());
        unused.pop_front();
      } else {
        RC_ASSERT(state == RepsState::kFrozen && unused.empty());
        const std::size_t recent = std::min(size, written.size());
        RC_ASSERT(std::find(written.end() - static_cast<std::ptrdiff_t>(recent), written.end(), value) !=
                  written.end());
      }
    }
    RC_ASSERT(source.counts().freeze - source.counts().unfreeze == (source.state() == RepsState::kFrozen ? 1u : 0u));
  }
}

}  // namespace
}  // namespace headroom
