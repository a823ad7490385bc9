// What flows may ask for, seen in the records: sizes, pairs, directions, starts, intervals, outstanding messages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "testbench/common/program.h"
#include "testbench/common/scenario.h"

namespace headroom {
namespace {

using test::flow;
using test::rack;

/// 150.843 ns fetch, then the wire, the switch and the wire, then the ACK's way back (docs/examples/default.md).
constexpr std::int64_t kFetch = 150'843, kFrame = 83'080, kWire = 100'000, kAckBack = 205'040;

class WorkloadOfARun : public test::ProgramTest {
 protected:
  void run_flows(int servers, const std::string& flows, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"--set", "simulation.RecordMessages=true"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto result = run("case", rack(servers, flows), arguments);
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(files("case").summary()["invariants"]["violated"].size(), 0u);
  }
  std::vector<std::int64_t> messages(const std::string& column, const std::string& of = "flow0") {
    const CsvTable table = files("case").table("messages");
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < table.size(); ++i)
      if (table.at(i, "flow") == of) values.push_back(std::stoll(table.at(i, column)));
    return values;
  }
  std::int64_t flow_value(std::size_t row, const std::string& column) {
    return std::stoll(files("case").table("flows").at(row, column));
  }
};

TEST_F(WorkloadOfARun, AnEmptyMessageIsOnePacketWithoutPayload) {
  run_flows(2, flow(0, 1, "0B"));
  // 80 ns to start; 58 B take 1.16 ns on each of two wires of 100 ns; the ACK comes back. No fetch, no write.
  EXPECT_EQ(flow_value(0, "end_ps"), 80'000 + 2 * (1'160 + kWire) + kAckBack);
  EXPECT_EQ(flow_value(0, "bytes"), 0);
  EXPECT_EQ(files("case").table("flows").at(0, "goodput_gbps"), "0");
  EXPECT_EQ(files("case").summary()["work"]["packets"], 1);
  EXPECT_EQ(files("case").summary()["nodes"]["server1"]["pcie"]["to_host_payload_bytes"], 0);
}

TEST_F(WorkloadOfARun, FourGibibytesAreASingleMessage) {
  run_flows(2, flow(0, 1, "4294967296B"), {"--until", "1ms"});
  // Frame n is at server1 at 150.843 + 2 x 83.08 + 200 + 83.08 (n - 1) ns; 1 ms has room for n = 12,031.
  constexpr std::int64_t kFirst = kFetch + 2 * kFrame + 2 * kWire;
  EXPECT_EQ(files("case").summary()["work"]["packets"], (1'000'000'000 - kFirst) / kFrame + 1);
  EXPECT_EQ(files("case").summary()["work"]["packets"], 12'031);
  EXPECT_EQ(flow_value(0, "message_size"), 4'294'967'296);
  EXPECT_EQ(flow_value(0, "completed"), 0);
  EXPECT_EQ(files("case").table("flows").at(0, "fct_usec"), "");
  const auto flows = files("case").summary()["flows"];
  EXPECT_EQ(flows["completed"], 0);
  EXPECT_TRUE(flows["fct_usec"]["p50"].is_null());
}

TEST_F(WorkloadOfARun, SizesAroundAPacketTakeTheNumberOfPacketsTheyNeed) {
  const std::vector<std::pair<std::string, int>> sizes = {{"1B", 1},    {"4095B", 1}, {"4096B", 1},
                                                          {"4097B", 2}, {"8192B", 2}, {"1000000B", 245}};
  std::string flows;
  int packets = 0;
  for (const auto& [size, count] : sizes) {
    flows += (flows.empty() ? "" : ",") + flow(0, 1, size);
    packets += count;
  }
  run_flows(2, flows);
  EXPECT_EQ(files("case").summary()["work"]["packets"], packets);
  EXPECT_EQ(files("case").summary()["flows"]["completed"], sizes.size());
  EXPECT_EQ(files("case").summary()["nodes"]["server1"]["pcie"]["to_host_payload_bytes"],
            1 + 4095 + 4096 + 4097 + 8192 + 1'000'000);
}

TEST_F(WorkloadOfARun, ManyQueuePairsShareTheMessages) {
  run_flows(2, flow(0, 1, "10000B", R"("messages": 300, "queue_pairs": 100)"));
  EXPECT_EQ(flow_value(0, "completed"), 300);
  EXPECT_EQ(flow_value(0, "bytes"), 3'000'000);
  EXPECT_EQ(messages("end_ps").size(), 300u);
  // 900 packets, of 10,000 B as 4,096 + 4,096 + 1,808. All are posted at 0, so the wire is busy from the first fetch
  // on.
  const CsvTable ports = files("case").table("nd-stats");
  EXPECT_EQ(ports.at(2, "component_name"), "server0.nic");
  EXPECT_EQ(ports.at(2, "total_packets_tx"), "900");
  EXPECT_EQ(ports.at(2, "total_bytes_tx_GB"), "0.0030522") << "300 x (10,000 + 3 x 58) B";
}

TEST_F(WorkloadOfARun, BothDirectionsRunAtOnce) {
  run_flows(2, flow(0, 1, "1MB") + "," + flow(1, 0, "1MB"));
  EXPECT_EQ(flow_value(0, "end_ps"), flow_value(1, "end_ps")) << "the two servers are alike";
  const CsvTable roce = files("case").table("roce-transport-stats");
  for (const char* column : {"num_verb_pkts_sent", "num_writes_recvd"})
    EXPECT_EQ(roce.column(column), (CsvRow{"245", "245"})) << column;
  EXPECT_EQ(roce.at(0, "num_acks_sent"), roce.at(1, "num_acks_sent"));
}

TEST_F(WorkloadOfARun, TwoFlowsOnOneServerShareItsPort) {
  run_flows(3, flow(0, 1, "1MB") + "," + flow(0, 2, "1MB"));
  // 2 x 1,014,210 B leave server0 without a break from 150.843 ns on, a packet of each flow in turn; the last two have
  // 634 B. When the last full one has reached the switch, its port takes 83.08 ns for it, and then for the short one
  // behind it, which has come meanwhile.
  constexpr std::int64_t kBytes = 1'000'000 + 245 * 58, kShort = (1'000'000 - 244 * 4'096 + 58) * 20;
  constexpr std::int64_t kLastFull = kFetch + 2 * kBytes * 20 - 2 * kShort + kWire;
  EXPECT_EQ(std::max(flow_value(0, "end_ps"), flow_value(1, "end_ps")), kLastFull + kFrame + kShort + kWire + kAckBack);
}

TEST_F(WorkloadOfARun, OneOutstandingMessageIsPostedWhenTheLastIsAcknowledged) {
  run_flows(2, flow(0, 1, "1MB", R"("messages": 4, "outstanding": 1, "start": "3us")"));
  const auto posts = messages("post_ps"), ends = messages("end_ps");
  ASSERT_EQ(posts.size(), 4u);
  EXPECT_EQ(posts[0], 3'000'000);
  for (std::size_t i = 1; i < posts.size(); ++i) EXPECT_EQ(posts[i], ends[i - 1]);
  EXPECT_EQ(flow_value(0, "start_ps"), 3'000'000);
  EXPECT_EQ(flow_value(0, "end_ps"), ends[3]);
}

TEST_F(WorkloadOfARun, AnIntervalSpacesThePosts) {
  run_flows(2, flow(0, 1, "10KB", R"("messages": 4, "interval": "7us", "start": "2us")"));
  EXPECT_EQ(messages("post_ps"), (std::vector<std::int64_t>{2'000'000, 9'000'000, 16'000'000, 23'000'000}));
}

TEST_F(WorkloadOfARun, AllMessagesArePostedAtOnceByDefault) {
  run_flows(2, flow(0, 1, "10KB", R"("messages": 4)"));
  EXPECT_EQ(messages("post_ps"), (std::vector<std::int64_t>{0, 0, 0, 0}));
}

TEST_F(WorkloadOfARun, StartsAfterTheOffsetsOfTheProduct) {
  run_flows(2, flow(0, 1, "10KB", R"("start": "2us")"),
            test::sets({"simulation.StartTime=0.000003", "simulation.ClientStartOffset=0.000004"}));
  EXPECT_EQ(messages("post_ps"), (std::vector<std::int64_t>{9'000'000}));
}

}  // namespace
}  // namespace headroom
