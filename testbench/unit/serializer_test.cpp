#include "sc_models/core/serializer.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <tuple>
#include <vector>

namespace headroom {
namespace {

constexpr BitRate k25G{25'781'250'000};

/// start + floor(8e12 x bytes / rate), straight from the definition.
Ps ideal_end(Ps start, std::int64_t bytes, BitRate rate) {
  return start + Ps{static_cast<std::int64_t>(static_cast<Int128>(bytes) * 8 * kPsPerSecond / rate.count())};
}

TEST(Serializer, AMillionFramesBackToBackEndOnTheExactBit) {
  Serializer serializer;
  Ps end{0};
  for (int i = 0; i < 1'000'000; ++i) end = serializer.send(end, Bytes{1'500}, k25G);
  // 1.2e10 bits at 25.78125 Gb/s = 465,454,545,454.54.. ns; one frame alone is rounded down by 0.45 ps
  EXPECT_EQ(end, Ps{465'454'545'454});
  EXPECT_EQ(duration(Bytes{1'500}, k25G) * 1'000'000, Ps{465'454'000'000}) << "what rounding each frame would lose";
}

TEST(Serializer, ABreakBeginsAPeriodWithoutRemainder) {
  Serializer serializer;
  const Ps first = serializer.send(Ps{0}, Bytes{1'500}, k25G);  // 465,454.54 ps
  EXPECT_EQ(first, Ps{465'454});
  EXPECT_EQ(serializer.send(first + Ps{1}, Bytes{1'500}, k25G), Ps{465'455 + 465'454});
}

TEST(Serializer, GoingOnAtTheEndOfTheFrameBeforeKeepsTheRemainder) {
  Serializer serializer;
  const Ps first = serializer.send(Ps{0}, Bytes{1'500}, k25G);
  EXPECT_EQ(serializer.send(first, Bytes{1'500}, k25G), Ps{930'909});  // floor(930,909.09)
}

TEST(Serializer, AnotherRateBeginsAPeriodAtTheEndOfTheFrameBefore) {
  Serializer serializer;
  const Ps first = serializer.send(Ps{0}, Bytes{1'500}, k25G);
  EXPECT_EQ(serializer.send(first, Bytes{4'154}, BitRate{40'000'000'000}), first + Ps{830'800});
}

TEST(Serializer, AFrameGivenEarlyWaitsForTheOneBefore) {
  Serializer serializer;
  serializer.send(Ps{0}, Bytes{4'154}, BitRate{400'000'000'000});
  EXPECT_EQ(serializer.send(Ps{1}, Bytes{84}, BitRate{400'000'000'000}), Ps{83'080 + 1'680});
}

RC_GTEST_PROP(SerializerProperty, EveryFrameOfABusyPeriodEndsWhereItsBytesInAllEnd, ()) {
  const BitRate rate{*rc::gen::inRange<std::int64_t>(1'000'000, 1'000'000'000'000)};
  const Ps start{*rc::gen::inRange<std::int64_t>(0, 1'000'000'000)};
  const auto sizes = *rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(1, 10'000));
  Serializer serializer;
  Ps end = start;
  std::int64_t bytes = 0;
  for (const std::int64_t size : sizes) {
    end = serializer.send(end, Bytes{size}, rate);
    bytes += size;
    RC_ASSERT(end == ideal_end(start, bytes, rate));
  }
}

RC_GTEST_PROP(SerializerProperty, PeriodsBeginAnewAfterBreaksAndChangesOfRate, ()) {
  struct Period {
    Ps start{0};
    std::int64_t bytes = 0;
    BitRate rate{1};
  } period;
  Serializer serializer;
  Ps end{-1};
  const auto steps = *rc::gen::container<std::vector<std::tuple<std::int64_t, std::int64_t, bool>>>(rc::gen::tuple(
      rc::gen::inRange<std::int64_t>(0, 3), rc::gen::inRange<std::int64_t>(1, 5'000), rc::gen::arbitrary<bool>()));
  Ps now{0};
  for (const auto& [gap, size, slow] : steps) {
    now = (end < now ? now : end) + Ps{gap};
    const BitRate rate{slow ? 40'000'000'003 : 25'781'250'000};
    if (now > end || rate != period.rate) period = {now, 0, rate};
    period.bytes += size;
    end = serializer.send(now, Bytes{size}, rate);
    RC_ASSERT(end == ideal_end(period.start, period.bytes, rate));
  }
}

}  // namespace
}  // namespace headroom
