// summary.json and config.json as the contract describes them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "testbench/common/program.h"
#include "testbench/common/scenario.h"

namespace headroom {
namespace {

using test::flow;
using test::rack;
using test::RunFiles;
using Json = nlohmann::ordered_json;
using testing::ElementsAre;

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [key, value] : object.items()) names.push_back(key);
  return names;
}

class Summary : public test::ProgramTest {};

TEST_F(Summary, HasEveryKeyOfTheContract) {
  ASSERT_EQ(run("case", rack(2, flow(0, 1, "1MB")), {"--seed", "42"}).code, 0);
  const Json s = files("case").summary();
  EXPECT_THAT(keys(s), ElementsAre("headroom", "config_sha256", "seed", "stop_reason", "sim_time_ps", "wall_seconds",
                                   "work", "flows", "nodes", "findings", "invariants"));
  EXPECT_THAT(s["headroom"].get<std::string>(), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
  EXPECT_THAT(s["config_sha256"].get<std::string>(), testing::MatchesRegex("[0-9a-f]{64}"));
  EXPECT_EQ(s["seed"], 42);
  EXPECT_EQ(s["stop_reason"], "workload_complete");
  EXPECT_TRUE(s["sim_time_ps"].is_number_integer());
  EXPECT_GT(s["wall_seconds"].get<double>(), 0);
  EXPECT_THAT(keys(s["work"]), ElementsAre("packets", "packet_hops", "tlps", "events", "kernel_activations"));
  for (const auto& [key, value] : s["work"].items()) EXPECT_TRUE(value.is_number_unsigned()) << key;
  EXPECT_THAT(keys(s["flows"]), ElementsAre("total", "completed", "goodput_gbps", "fct_usec"));
  EXPECT_THAT(keys(s["flows"]["fct_usec"]), ElementsAre("p50", "p99", "max"));
  EXPECT_THAT(keys(s["nodes"]), ElementsAre("server0", "server1", "rack0"));
  const Json& server = s["nodes"]["server1"];
  EXPECT_THAT(keys(server), ElementsAre("ingress", "egress", "pfc", "pcie"));
  EXPECT_THAT(keys(server["ingress"]), ElementsAre("0", "1"));
  EXPECT_EQ(server["ingress"]["0"], Json::parse(R"({ "size_bytes": 3600000, "xoff_bytes": 2880000,
      "xon_bytes": 1440000, "peak_bytes": 4136, "dropped_packets": 0 })"));
  EXPECT_EQ(server["egress"]["0"], Json::parse(R"({ "size_bytes": 230400, "peak_bytes": 0 })"));
  EXPECT_EQ(server["pfc"]["0"],
            Json::parse(R"({ "xoff_tx": 0, "xon_tx": 0, "xoff_rx": 0, "xon_rx": 0, "paused_usec": 0.0 })"));
  EXPECT_THAT(keys(server["pcie"]),
              ElementsAre("to_host_payload_bytes", "from_host_payload_bytes", "to_host_busy", "from_host_busy"));
  EXPECT_GT(s["invariants"]["checked"], 11);
  EXPECT_TRUE(s["invariants"]["violated"].empty());
}

// One 1 MB WRITE in a rack with default NICs: 245 packets, 244 full ones and one of 576 B.
TEST_F(Summary, CountsWorkAndBusyTimeAsDerivedByHand) {
  ASSERT_EQ(run("case", rack(2, flow(0, 1, "1MB"))).code, 0);
  const Json s = files("case").summary();
  EXPECT_EQ(s["work"]["packets"], 245);
  EXPECT_EQ(s["work"]["packet_hops"], 2 * (245 + 15))
      << "data and ACKs cross two wires; an ACK every 17 and at the end";
  // Transfers of at most 512 B: 8 a full packet, 2 for the last; a request and the answer at server0, a write at
  // server1.
  EXPECT_EQ(s["work"]["tlps"], 245 + 2 * (244 * 8 + 2));
  // Each transfer has 34 B of overhead; the link runs at 504.32 Gbps.
  const double wire = 1'000'000 + 34.0 * (244 * 8 + 2);
  const double share = wire * 8 / 504.32e9 / (s["sim_time_ps"].get<double>() * 1e-12);
  EXPECT_NEAR(s["nodes"]["server1"]["pcie"]["to_host_busy"].get<double>(), share, 1e-4);
  EXPECT_NEAR(s["nodes"]["server0"]["pcie"]["from_host_busy"].get<double>(), share, 1e-4);
  EXPECT_EQ(s["nodes"]["server1"]["pcie"]["to_host_payload_bytes"], 1'000'000);
  EXPECT_EQ(s["nodes"]["server0"]["pcie"]["from_host_payload_bytes"], 1'000'000);
}

TEST_F(Summary, TakesPercentilesByNearestRank) {
  std::string flows;
  for (int i = 0; i < 11; ++i)
    flows += (i ? "," : "") +
             flow(0, 1, std::to_string(10 * (i + 1)) + "KB", "\"start\": \"" + std::to_string(10 * i) + "us\"");
  ASSERT_EQ(run("case", rack(2, flows)).code, 0);
  const CsvTable table = files("case").table("flows");
  const Json fct = files("case").summary()["flows"]["fct_usec"];
  // The flows do not meet, so the larger takes longer: the 6th of 11 is the median, the 11th the 99th percentile.
  EXPECT_EQ(fct["p50"].get<double>(), std::stod(table.at(5, "fct_usec")));
  EXPECT_EQ(fct["p99"].get<double>(), std::stod(table.at(10, "fct_usec")));
  EXPECT_EQ(fct["max"].get<double>(), std::stod(table.at(10, "fct_usec")));
  // First post at 0, last completion 100 us + the last one's time; 660 KB in all.
  EXPECT_NEAR(files("case").summary()["flows"]["goodput_gbps"].get<double>(),
              660'000 * 8e-3 / (100 + std::stod(table.at(10, "fct_usec"))), 1e-6);
}

// The full configuration gives the same records again, and itself.
class ConfigJson : public test::ProgramTest, public testing::WithParamInterface<const char*> {};
TEST_P(ConfigJson, RunAgainGivesTheSameFiles) {
  const std::string name = GetParam();
  ASSERT_EQ(headroom({"run", std::string(HEADROOM_EXAMPLES) + "/" + name + ".json", "--out", "first", "--set",
                      "simulation.RecordMessages=true", "--seed", "9"})
                .code,
            0);
  const auto again = headroom({"run", "first/config.json", "--out", "second"});
  ASSERT_EQ(again.code, 0) << again.err;
  const auto first = RunFiles(folder() / "first", name).contents(),
             second = RunFiles(folder() / "second", name).contents();
  ASSERT_GE(first.size(), 12u);
  ASSERT_EQ(first.size(), second.size());
  for (const auto& [file, content] : first) EXPECT_TRUE(second.at(file) == content) << file;
}
INSTANTIATE_TEST_SUITE_P(Examples, ConfigJson, testing::Values("slow_host", "incast", "two_classes", "lossy", "cable"),
                         [](const auto& test_case) { return std::string(test_case.param); });

}  // namespace
}  // namespace headroom
