#include "sc_models/policy/buffer_pools.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <array>
#include <tuple>
#include <vector>

#include "testbench/common/port_defaults.h"

namespace headroom {
namespace {

PerClass<Bytes> default_transmit_pools() { return {Bytes{230'400}, Bytes{25'600}}; }

TEST(BufferPools, ATransmitPoolHoldsFiftyFiveDataPackets) {  // P2
  BufferPools pools(default_transmit_pools());
  for (int i = 0; i < 55; ++i) ASSERT_TRUE(pools.charge(Ps{0}, 0, kDataWire)) << i;
  EXPECT_FALSE(pools.charge(Ps{0}, 0, kDataWire));
  EXPECT_EQ(pools.filled(0), Bytes{228'470});
  EXPECT_EQ(pools.meter(0).refused, 1u);
  EXPECT_EQ(pools.filled(1), Bytes{0});
}

TEST(BufferPools, HalfThePoolIsReachedAfterTwentyEightOfFiftyFivePackets) {  // P3
  BufferPools pools(default_transmit_pools());
  for (int i = 0; i < 55; ++i) ASSERT_TRUE(pools.charge(Ps{0}, 0, kDataWire));
  int released = 0;
  for (; 2 * pools.filled(0) > pools.size(0); ++released) pools.release(Ps{0}, 0, kDataWire);
  EXPECT_EQ(released, 28);
  EXPECT_EQ(pools.filled(0), Bytes{112'158});
}

TEST(BufferPools, TheLastByteFitsAndOneMoreDoesNot) {  // P47
  BufferPools pools({Bytes{8'272}});
  EXPECT_TRUE(pools.charge(Ps{0}, 0, Bytes{4'136}));
  EXPECT_FALSE(pools.fits(0, Bytes{4'137}));
  EXPECT_FALSE(pools.charge(Ps{0}, 0, Bytes{4'137}));
  EXPECT_TRUE(pools.charge(Ps{0}, 0, Bytes{4'136}));
  EXPECT_EQ(pools.filled(0), Bytes{8'272});
}

TEST(BufferPools, AClassWithoutAPoolTakesNothing) {  // P48
  BufferPools pools(default_transmit_pools());
  EXPECT_FALSE(pools.has_pool(3));
  EXPECT_FALSE(pools.charge(Ps{0}, 3, Bytes{1}));
  EXPECT_FALSE(pools.charge(Ps{0}, 3, Bytes{0}));
  EXPECT_EQ(pools.classes(), 0b11u);
}

TEST(BufferPools, PoolsOfMoreThanTheBufferAreIndependent) {
  BufferPools pools({Bytes{1'000}, Bytes{1'000}});  // of a buffer of 1,000
  EXPECT_TRUE(pools.charge(Ps{0}, 0, Bytes{1'000}));
  EXPECT_TRUE(pools.charge(Ps{0}, 1, Bytes{1'000}));
}

TEST(BufferPools, ReleasingMoreThanIsChargedContradictsTheModel) {
  BufferPools pools(default_transmit_pools());
  ASSERT_TRUE(pools.charge(Ps{0}, 0, Bytes{100}));
  EXPECT_THROW(pools.release(Ps{0}, 0, Bytes{101}), ModelError);
  EXPECT_THROW(pools.release(Ps{0}, 1, Bytes{1}), ModelError);
  EXPECT_EQ(pools.filled(0), Bytes{100});
}

TEST(BufferPools, MetersThePeakAndTheMeanOverTime) {
  BufferPools pools(default_transmit_pools());
  ASSERT_TRUE(pools.charge(Ps{0}, 0, Bytes{100}));
  ASSERT_TRUE(pools.charge(Ps{10}, 0, Bytes{200}));
  pools.release(Ps{30}, 0, Bytes{300});
  EXPECT_EQ(pools.meter(0).peak, Bytes{300});
  EXPECT_DOUBLE_EQ(pools.meter(0).interval_integral(Ps{40}), 100.0 * 10 + 300.0 * 20);
}

/// Holds every charge as an item of its own, and adds them up to know how full a pool is.
struct ListOfCharges {
  std::vector<std::int64_t> items;
  [[nodiscard]] std::int64_t sum() const {
    std::int64_t total = 0;
    for (const std::int64_t item : items) total += item;
    return total;
  }
};

RC_GTEST_PROP(BufferPoolsProperty, NoPoolIsEverNegativeOrOverAndEveryByteIsAccountedFor, ()) {
  const auto sizes = *rc::gen::container<std::array<std::int64_t, 3>>(rc::gen::inRange<std::int64_t>(0, 20'000));
  BufferPools pools({Bytes{sizes[0]}, Bytes{sizes[1]}, Bytes{sizes[2]}});
  std::array<ListOfCharges, 3> oracle;
  const auto steps = *rc::gen::container<std::vector<std::tuple<bool, unsigned, std::int64_t>>>(
      rc::gen::tuple(rc::gen::arbitrary<bool>(), rc::gen::inRange(0u, 3u), rc::gen::inRange<std::int64_t>(1, 6'000)));
  Ps now{0};
  for (const auto& [charge, c, n] : steps) {
    now += Ps{1};
    if (charge) {
      const bool fits = sizes[c] > 0 && oracle[c].sum() + n <= sizes[c];
      RC_ASSERT(pools.charge(now, c, Bytes{n}) == fits);
      if (fits) oracle[c].items.push_back(n);
    } else if (!oracle[c].items.empty()) {
      const std::size_t i = static_cast<std::size_t>(n) % oracle[c].items.size();
      pools.release(now, c, Bytes{oracle[c].items[i]});
      oracle[c].items.erase(oracle[c].items.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (unsigned k = 0; k < 3; ++k) {
      RC_ASSERT(pools.filled(k) == Bytes{oracle[k].sum()});
      RC_ASSERT(pools.filled(k) >= Bytes{0} && pools.filled(k) <= pools.size(k));
    }
  }
  Audit audit;
  pools.audit(audit, "pools");
  RC_ASSERT(audit.violated().empty());
}

}  // namespace
}  // namespace headroom
