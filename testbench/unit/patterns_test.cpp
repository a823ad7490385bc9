// Patterns of a workload: acceptance cases 6 to 11 and 13 of the workloads page, by number.
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "sc_models/core/config/effective.h"
#include "sc_models/core/config/pattern.h"
#include "testbench/common/configuration_text.h"

namespace headroom {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

LoadResult load(int servers, const std::string& pattern, const std::string& simulation = "{}") {
  ConfigurationText text;
  text.simulation = simulation;
  text.topology = fmt::format(R"({{ "type": "rack", "servers": {}, "nic": "Nic", "switch": "Tor" }})", servers);
  text.flows = "[]";
  text.patterns = "[" + pattern + "]";
  return text.load();
}

std::vector<std::uint32_t> sources(const LoadResult& result) {
  std::vector<std::uint32_t> out;
  EXPECT_TRUE(result.ok()) << result.faults.text();
  if (result.ok())
    for (const FlowParams& flow : result.configuration->flows) out.push_back(flow.source);
  return out;
}
/// Destinations, and that the senders are all servers in order.
std::vector<std::uint32_t> destinations(const LoadResult& result) {
  std::vector<std::uint32_t> out;
  EXPECT_TRUE(result.ok()) << result.faults.text();
  if (result.ok())
    for (const FlowParams& flow : result.configuration->flows) {
      EXPECT_EQ(flow.source, out.size());
      out.push_back(flow.destination);
    }
  return out;
}

TEST(Patterns, IncastTakesAllOthersInOrder) {  // 6
  const LoadResult result = load(16, R"({ "pattern": "incast", "dst": 15, "message_size": "2MB" })");
  ASSERT_TRUE(result.ok()) << result.faults.text();
  ASSERT_EQ(result.configuration->flows.size(), 15u);
  for (std::uint32_t k = 0; k < 15; ++k) {
    const FlowParams& flow = result.configuration->flows[k];
    EXPECT_EQ(flow.source, k);
    EXPECT_EQ(flow.destination, 15u);
    EXPECT_EQ(flow.name, fmt::format("incast0.{}", k));
    EXPECT_EQ(flow.message_size, 2'000'000);
  }
}

TEST(Patterns, IncastDrawsItsSenders) {
  EXPECT_THAT(sources(load(16, R"({ "pattern": "incast", "dst": 0, "senders": 4, "choose": "random",
                                    "message_size": "1B" })")),
              ElementsAre(6, 9, 11, 15));  // 7
  EXPECT_THAT(sources(load(16, R"({ "pattern": "incast", "dst": 5, "senders": 8, "choose": "random",
                                    "message_size": "1B" })")),
              ElementsAre(0, 6, 7, 8, 9, 11, 14, 15));  // 8
}

TEST(Patterns, IncastTakesTheFirstOrTheNamedSenders) {
  EXPECT_THAT(sources(load(8, R"({ "pattern": "incast", "dst": 1, "senders": 3, "message_size": "1B" })")),
              ElementsAre(0, 2, 3));
  EXPECT_THAT(sources(load(8, R"({ "pattern": "incast", "dst": 1, "senders": [7, 4], "message_size": "1B" })")),
              ElementsAre(4, 7));
  EXPECT_THAT(sources(load(8, R"({ "pattern": "incast", "dst": 1, "senders": "5-6", "message_size": "1B" })")),
              ElementsAre(5, 6));
  EXPECT_THAT(sources(load(8, R"({ "pattern": "incast", "servers": "1,3-5", "dst": 4, "message_size": "1B" })")),
              ElementsAre(1, 3, 5));
}

TEST(Patterns, RandomPermutationIsTheOneOfTheDocument) {
  const auto random = [](int servers, const std::string& simulation = "{}") {
    return destinations(load(servers, R"({ "pattern": "permutation", "message_size": "1B" })", simulation));
  };
  EXPECT_THAT(random(4), ElementsAre(1, 2, 3, 0));                                             // 9
  EXPECT_THAT(random(8), ElementsAre(6, 3, 4, 2, 5, 7, 1, 0));                                 // 9
  EXPECT_THAT(random(16), ElementsAre(11, 4, 3, 6, 8, 9, 7, 5, 12, 1, 14, 10, 13, 15, 2, 0));  // 10
  EXPECT_THAT(random(8, R"({ "Seed": 2 })"), ElementsAre(5, 3, 0, 7, 6, 4, 1, 2));             // 11
}

TEST(Patterns, SecondPatternHasStreamsOfItsOwn) {  // 11
  const LoadResult result = load(8, R"({ "pattern": "incast", "dst": 0, "senders": 1, "message_size": "1B" },
                                       { "pattern": "permutation", "message_size": "1B" })");
  ASSERT_TRUE(result.ok()) << result.faults.text();
  std::vector<std::uint32_t> to;
  for (std::size_t i = 1; i < 9; ++i) to.push_back(result.configuration->flows[i].destination);
  EXPECT_THAT(to, ElementsAre(3, 4, 5, 6, 0, 1, 7, 2));
  EXPECT_EQ(result.configuration->flows[8].name, "permutation1.7");
}

TEST(Patterns, PermutationShiftsBisectsAndPairs) {
  const auto kind = [](int servers, const std::string& fields) {
    return destinations(load(servers, R"({ "pattern": "permutation", "message_size": "1B", "kind": )" + fields + " }"));
  };
  EXPECT_THAT(kind(5, R"("shift")"), ElementsAre(1, 2, 3, 4, 0));
  EXPECT_THAT(kind(5, R"("shift", "by": 7)"), ElementsAre(2, 3, 4, 0, 1));
  EXPECT_THAT(kind(6, R"("bisection")"), ElementsAre(3, 4, 5, 0, 1, 2));
  EXPECT_THAT(kind(6, R"("pairs")"), ElementsAre(1, 0, 3, 2, 5, 4));
}

TEST(Patterns, SpreadMovesEachStartByADrawOfItsSender) {  // 13
  const LoadResult result = load(4, R"({ "pattern": "permutation", "kind": "shift", "message_size": "1B",
                                         "start": "1us", "start_spread": "10us" })");
  ASSERT_TRUE(result.ok()) << result.faults.text();
  std::vector<std::int64_t> starts;
  for (const FlowParams& flow : result.configuration->flows) starts.push_back(flow.start.count() - 1'000'000);
  EXPECT_THAT(starts, ElementsAre(7'273'345, 5'209'086, 4'926'261, 2'111'638));
}

TEST(Patterns, ComeAfterFlowsAndCarryTheirFields) {
  ConfigurationText text;
  text.patterns = R"([ { "pattern": "permutation", "kind": "pairs", "message_size": "4096B", "messages": 3,
                         "outstanding": 2, "verb": "SEND", "data_tc": 1, "start": "5us" } ])";
  const LoadResult result = text.load();
  ASSERT_TRUE(result.ok()) << result.faults.text();
  ASSERT_EQ(result.configuration->flows.size(), 3u);
  const FlowParams& flow = result.configuration->flows[2];
  EXPECT_EQ(flow.name, "permutation0.1");
  EXPECT_EQ(flow.messages, 3u);
  EXPECT_EQ(flow.outstanding, 2u);
  EXPECT_EQ(flow.verb, Verb::kSend);
  EXPECT_EQ(flow.data_class, 1u);
  EXPECT_EQ(flow.start, Ps(5'000'000));
  const LoadResult again = load_configuration_text(canonical_text(result.effective), "again.json");
  ASSERT_TRUE(again.ok()) << again.faults.text();
  EXPECT_EQ(canonical_text(again.effective), canonical_text(result.effective));
}

TEST(Patterns, StreamsStartAtTheCheckValues) {
  const auto first = [](WorkloadStream kind) { return workload_stream(1, kind, 0, 0).next64(); };
  EXPECT_EQ(first(WorkloadStream::kPermutation), RandomStream(0x89CEA2CEB354B3F4u).next64());
  EXPECT_EQ(first(WorkloadStream::kArrivals), RandomStream(0xCBC70838846449B7u).next64());
  EXPECT_EQ(first(WorkloadStream::kSenders), RandomStream(0x1F6455B31FCDF452u).next64());
  EXPECT_EQ(first(WorkloadStream::kStartSpread), RandomStream(0x893ECC1FDD49E2E2u).next64());
}

RC_GTEST_PROP(Patterns, ARandomPermutationIsOneCycleThroughAll, (std::uint64_t seed)) {
  const auto n = *rc::gen::inRange<std::uint32_t>(2, 200);
  const std::vector<std::uint32_t> to =
      permutation({.pattern = PatternKind::kPermutation}, n, workload_stream(seed, WorkloadStream::kPermutation, 0, 0));
  std::uint32_t at = 0, steps = 0;
  do at = to[at], ++steps;
  while (at != 0 && steps <= n);
  RC_ASSERT(steps == n);
}

class BadPattern : public testing::TestWithParam<std::pair<const char*, const char*>> {};
TEST_P(BadPattern, IsRefusedOnce) {
  const LoadResult result = load(5, GetParam().first);
  ASSERT_EQ(result.faults.errors().size(), 1u) << result.faults.text();
  EXPECT_THAT(result.faults.text(), HasSubstr(GetParam().second));
}
INSTANTIATE_TEST_SUITE_P(
    Patterns, BadPattern,
    testing::Values(
        std::pair{"7", "is a number (an object, one pattern)"},
        std::pair{R"({ "message_size": "1B", "dst": 1 })", "patterns.0.pattern: is missing"},
        std::pair{R"({ "pattern": "ring", "message_size": "1B" })", "not available yet (incast, permutation)"},
        std::pair{R"({ "pattern": "storm", "message_size": "1B" })", "is \"storm\" (incast, permutation)"},
        std::pair{R"({ "pattern": "incast", "message_size": "1B" })", "dst: is missing"},
        std::pair{R"({ "pattern": "incast", "dst": 1 })", "message_size: is missing"},
        std::pair{R"({ "pattern": "incast", "dst": 5, "message_size": "1B" })", "not one of the servers"},
        std::pair{R"({ "pattern": "incast", "dst": 1, "senders": 5, "message_size": "1B" })", "is 5 (1 to 4"},
        std::pair{R"({ "pattern": "incast", "dst": 1, "senders": 0, "message_size": "1B" })", "is 0 (1 to 4"},
        std::pair{R"({ "pattern": "incast", "dst": 1, "senders": "0,0", "message_size": "1B" })", "each once"},
        std::pair{R"({ "pattern": "incast", "dst": 1, "senders": [1], "message_size": "1B" })", "has 1, which is dst"},
        std::pair{R"({ "pattern": "incast", "dst": 1, "senders": "0", "choose": "random", "message_size": "1B" })",
                  "senders says which"},
        std::pair{R"({ "pattern": "incast", "dst": 1, "kind": "pairs", "message_size": "1B" })",
                  "is no field of a pattern incast"},
        std::pair{R"({ "pattern": "incast", "dst": 1, "sender": 2, "message_size": "1B" })", "did you mean senders?"},
        std::pair{R"({ "pattern": "incast", "dst": 1, "name": "x", "message_size": "1B" })", "is unknown"},
        std::pair{R"({ "pattern": "incast", "dst": 1, "after": [], "message_size": "1B" })", "not available yet"},
        std::pair{R"({ "pattern": "permutation", "servers": "2", "message_size": "1B" })", "is one server"},
        std::pair{R"({ "pattern": "permutation", "servers": "0-5", "message_size": "1B" })", "within 0-4"},
        std::pair{R"({ "pattern": "permutation", "kind": "bisection", "message_size": "1B" })", "an even number"},
        std::pair{R"({ "pattern": "permutation", "kind": "pairs", "message_size": "1B" })", "an even number"},
        std::pair{R"({ "pattern": "permutation", "kind": "shift", "by": 10, "message_size": "1B" })",
                  "each would send to itself"},
        std::pair{R"({ "pattern": "permutation", "by": 2, "message_size": "1B" })", "is given with kind random"},
        std::pair{R"({ "pattern": "permutation", "pdc": "per_flow", "message_size": "1B" })",
                  "runs over a ScalaRoceNic"},
        std::pair{R"({ "pattern": "permutation", "messages": 2000000, "message_size": "1B" })", "all posted at once"}));

}  // namespace
}  // namespace headroom
