#include "sc_models/policy/ecn_marker.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <vector>

#include "sc_models/policy/node_random.h"
#include "sc_models/policy/shared_buffer_plan.h"
#include "testbench/common/switch_defaults.h"

namespace headroom {
namespace {

constexpr std::uint32_t kNode = 128;
constexpr std::int64_t kRocePacket = 4'136;

RandomStream marking_stream() { return node_stream(1, 0, kNode, RandomPurpose::kEcnMarking); }

EcnMarker marker(const SharedBufferParams& buffer, EcnMarkerParams ecn = default_ecn()) {
  return EcnMarker(ecn, plan_shared_buffer(buffer, 128).static_limit, 1, marking_stream());
}

/// Brings the average of an EcnMarker whose weight is 1 to any value.
EcnMarkerParams follow_the_queue() {
  EcnMarkerParams params = default_ecn();
  params.ewma_weight = 1;
  return params;
}

/// Admissions of one more RoCE packet each until the average reaches `threshold`.
int packets_until(EcnMarker ecn, unsigned pool, double threshold) {
  for (int n = 1;; ++n) {
    ecn.admitted(0, pool, Bytes{n * kRocePacket});
    if (ecn.average(0, pool) >= threshold) return n;
  }
}

TEST(NodeRandom, GivesTheCheckValuesOfTheReference) {
  RandomStream ties = node_stream(1, 0, kNode, RandomPurpose::kLoadBalancing);
  for (const std::uint64_t expected : {0, 7, 2, 6, 7, 1, 7, 0, 6, 6, 4, 1}) EXPECT_EQ(ties.draw(8), expected);
  ties = node_stream(1, 0, kNode, RandomPurpose::kLoadBalancing);
  for (const std::uint64_t expected : {0, 2, 1, 2, 2, 0, 2, 0}) EXPECT_EQ(ties.draw(3), expected);
  ties = node_stream(1, 0, kNode, RandomPurpose::kLoadBalancing);
  for (const std::uint64_t expected : {0, 1, 0, 1, 1, 0, 1, 0}) EXPECT_EQ(ties.draw(2), expected);
  RandomStream second_run = node_stream(1, 1, kNode, RandomPurpose::kLoadBalancing);
  for (const std::uint64_t expected : {5, 5, 2, 3, 6, 3, 5, 3}) EXPECT_EQ(second_run.draw(8), expected);
  RandomStream marks = marking_stream();
  for (const double expected : {0.594232, 0.816863, 0.967781, 0.542575, 0.093135, 0.530428}) {
    EXPECT_NEAR(marks.unit(), expected, 5e-7);
  }
}

// next64() = mix64(state + increment), so the first value names the state the stream started from.
TEST(NodeRandom, StartsFromTheStatesOfTheReference) {
  auto first = [](std::uint64_t state) { return RandomStream(state).next64(); };
  EXPECT_EQ(node_stream(1, 0, kNode, RandomPurpose::kLoadBalancing).next64(), first(0x3FC7010B09CDFC77));
  EXPECT_EQ(node_stream(1, 0, kNode, RandomPurpose::kEcnMarking).next64(), first(0x071B89547FCCF3D4));
  EXPECT_EQ(node_stream(1, 1, kNode, RandomPurpose::kLoadBalancing).next64(), first(0x3D802805B92F73DE));
}

TEST(EcnMarker, TakesItsBandFromTheStaticLimit) {  // 12, 13, 14
  struct Case {
    SharedBufferParams buffer;
    double lower0, upper0, lower1, upper1;
  };
  for (const Case& c : {Case{default_shared_buffer(), 40'181'760, 160'727'040, 4'464'640, 17'858'560},
                        {even_split(), 313'920, 1'255'680, 34'880, 139'520},
                        {fixed_cap(), 300'000, 1'200'000, 300'000, 1'200'000}}) {
    const EcnMarker ecn = marker(c.buffer);
    EXPECT_DOUBLE_EQ(ecn.lower(0), c.lower0);
    EXPECT_DOUBLE_EQ(ecn.upper(0), c.upper0);
    EXPECT_DOUBLE_EQ(ecn.lower(1), c.lower1);
    EXPECT_DOUBLE_EQ(ecn.upper(1), c.upper1);
  }
}

TEST(EcnMarker, AveragesTheQueueAtAdmissions) {  // 63
  EcnMarker ecn = marker(fixed_cap());
  const std::vector<std::pair<std::int64_t, double>> steps = {
      {4'000, 400}, {8'000, 1'160}, {12'000, 2'244}, {12'000, 3'219.6}, {8'000, 3'697.64}};
  for (const auto& [queue, average] : steps) {
    ecn.admitted(0, 0, Bytes{queue});
    EXPECT_NEAR(ecn.average(0, 0), average, 1e-9);
  }
}

TEST(EcnMarker, KeepsItsAverageWhileAQueueDrainsAndKeepsQueuesApart) {  // 71
  EcnMarker ecn(default_ecn(), plan_shared_buffer(fixed_cap(), 128).static_limit, 2, marking_stream());
  ecn.admitted(0, 0, Bytes{8'000});
  (void)ecn.marks(0, 0, Ecn::kEct0);
  EXPECT_DOUBLE_EQ(ecn.average(0, 0), 800);
  EXPECT_DOUBLE_EQ(ecn.average(0, 1), 0);
  EXPECT_DOUBLE_EQ(ecn.average(1, 0), 0);
}

TEST(EcnMarker, LagsAGrowingQueueOfAFixedCap) {  // 64
  EcnMarker ecn = marker(fixed_cap());
  EXPECT_EQ(packets_until(ecn, 0, 300'000), 82);
  EXPECT_EQ(packets_until(ecn, 0, 1'200'000), 300);
  for (int n = 1; n <= 82; ++n) ecn.admitted(0, 0, Bytes{n * kRocePacket});  // up to a queue of 339,152 B
  EXPECT_NEAR(ecn.average(0, 0), 301'934.59, 0.005);
}

TEST(EcnMarker, LagsAGrowingQueueOfAnEvenSplit) {  // 65
  const EcnMarker ecn = marker(even_split());
  EXPECT_EQ(packets_until(ecn, 0, ecn.lower(0)), 85);
  EXPECT_EQ(packets_until(ecn, 0, ecn.upper(0)), 313);
  EXPECT_EQ(packets_until(ecn, 1, ecn.lower(1)), 16);
  EXPECT_EQ(packets_until(ecn, 1, ecn.upper(1)), 43);
}

TEST(EcnMarker, LagsAGrowingQueueOfTheDefaultPool) {  // 67
  EcnMarker ecn = marker(default_shared_buffer());
  EXPECT_EQ(packets_until(ecn, 0, ecn.lower(0)), 9'725);
  EXPECT_EQ(packets_until(ecn, 0, ecn.upper(0)), 38'870);
  for (int n = 1; n <= 9'725; ++n) ecn.admitted(0, 0, Bytes{n * kRocePacket});
  EXPECT_NEAR(ecn.average(0, 0), 40'185'376, 0.5);
}

TEST(EcnMarker, RaisesItsProbabilityAcrossTheBand) {  // 68
  const EcnMarker ecn = marker(fixed_cap());
  EXPECT_EQ(ecn.probability(0, 299'999), 0);
  EXPECT_EQ(ecn.probability(0, 300'000), 0);
  EXPECT_DOUBLE_EQ(ecn.probability(0, 750'000), 0.5);
  EXPECT_NEAR(ecn.probability(0, 1'199'999), 0.99999889, 5e-9);
  EXPECT_EQ(ecn.probability(0, 1'200'000), 1);
}

TEST(EcnMarker, ApproachesItsLargestProbabilityAndIsCertainAboveTheBand) {  // 69
  EcnMarkerParams params = default_ecn();
  params.max_mark_probability = 0.5;
  const EcnMarker ecn = marker(fixed_cap(), params);
  EXPECT_DOUBLE_EQ(ecn.probability(0, 750'000), 0.25);
  EXPECT_EQ(ecn.probability(0, 1'200'000), 1);
}

TEST(EcnMarker, DrawsInsideTheBandOnly) {  // 70
  EcnMarker ecn = marker(fixed_cap(), follow_the_queue());
  ecn.admitted(0, 0, Bytes{299'999});
  EXPECT_FALSE(ecn.marks(0, 0, Ecn::kEct0));
  ecn.admitted(0, 0, Bytes{1'200'000});
  EXPECT_TRUE(ecn.marks(0, 0, Ecn::kEct1));
  ecn.admitted(0, 0, Bytes{750'000});
  EXPECT_FALSE(ecn.marks(0, 0, Ecn::kNotEct));
  for (const bool marked : {false, false, false, false, true, false}) EXPECT_EQ(ecn.marks(0, 0, Ecn::kEct0), marked);
}

TEST(EcnMarker, LeavesAloneWhatIsNotCapableOrAlreadyMarked) {  // 74
  EcnMarker ecn = marker(fixed_cap(), follow_the_queue());
  ecn.admitted(0, 0, Bytes{2'000'000});
  EXPECT_FALSE(ecn.marks(0, 0, Ecn::kNotEct));
  EXPECT_FALSE(ecn.marks(0, 0, Ecn::kCe));
  EXPECT_TRUE(ecn.marks(0, 0, Ecn::kEct0));
  EcnMarkerParams off = follow_the_queue();
  off.enable = false;
  EcnMarker disabled = marker(fixed_cap(), off);
  disabled.admitted(0, 0, Bytes{2'000'000});
  EXPECT_FALSE(disabled.marks(0, 0, Ecn::kEct0));
}

TEST(EcnMarker, IsAStepWhenBothThresholdsAreEqual) {
  EcnMarkerParams params = follow_the_queue();
  params.max_threshold = params.min_threshold;
  EcnMarker ecn = marker(fixed_cap(), params);
  ecn.admitted(0, 0, Bytes{299'999});
  EXPECT_FALSE(ecn.marks(0, 0, Ecn::kEct0));
  ecn.admitted(0, 0, Bytes{300'000});
  EXPECT_TRUE(ecn.marks(0, 0, Ecn::kEct0));
}

// Oracle: the marker of one queue as the reference writes it, with a second copy of the stream.
RC_GTEST_PROP(EcnMarkerProperty, EqualsTheReferencesThreeBranches, ()) {
  EcnMarkerParams params = default_ecn();
  params.ewma_weight = *rc::gen::inRange(0, 101) / 100.0;
  params.min_threshold = *rc::gen::inRange(0, 101) / 100.0;
  params.max_threshold = *rc::gen::inRange(0, 101) / 100.0;
  params.max_mark_probability = *rc::gen::inRange(0, 101) / 100.0;
  PerClass<Bytes> limits{};
  limits[3] = Bytes{100'000};
  EcnMarker ecn(params, limits, 2, marking_stream());
  RandomStream stream = marking_stream();
  double average = 0;
  const double lower = params.min_threshold * 100'000, upper = params.max_threshold * 100'000;
  for (int step = *rc::gen::inRange(1, 100); step > 0; --step) {
    if (*rc::gen::arbitrary<bool>()) {
      const Bytes queue{*rc::gen::inRange(0, 150'000)};
      ecn.admitted(1, 3, queue);
      average = (1 - params.ewma_weight) * average + params.ewma_weight * static_cast<double>(queue.count());
      continue;
    }
    const Ecn field = *rc::gen::element(Ecn::kNotEct, Ecn::kEct0, Ecn::kEct1, Ecn::kCe);
    bool expected = false;
    if (field == Ecn::kEct0 || field == Ecn::kEct1) {
      if (average < lower) {
        expected = false;
      } else if (average >= upper) {
        expected = true;
      } else {
        expected = stream.unit() < params.max_mark_probability * (average - lower) / (upper - lower);
      }
    }
    RC_ASSERT(ecn.marks(1, 3, field) == expected);
    RC_ASSERT(ecn.average(0, 3) == 0.0);
  }
}

}  // namespace
}  // namespace headroom
