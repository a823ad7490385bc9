// The three records of UET NICs in files of whole runs: the worked timeline and case 15 of the documents.
#include <gtest/gtest.h>

#include <algorithm>

#include "testbench/common/csv.h"
#include "testbench/common/recorded_run.h"
#include "testbench/common/scenario_text.h"

namespace headroom {
namespace {

using test::flow;
using test::uet_rack;

class UetRecords : public testing::Test {
 protected:
  static std::string nic(const std::string& attribute) { return "components.Nic." + attribute; }
  static std::string monitor(const std::string& attribute) {
    return nic("TransportProcessingLayers.ScalaUETMonitor." + attribute);
  }
  /// Runs one flow through a rack of two servers.
  void run(const std::string& flows, std::vector<std::string> sets) {
    ASSERT_EQ(runs_.run(runs_.configuration(uet_rack(2, flows)), "out", std::move(sets)), 0);
  }
  bool has(const std::string& record) const {
    return std::filesystem::exists(runs_.out("out") / ("case-" + record + "-0.csv"));
  }
  CsvTable table(const std::string& record) const {
    return CsvTable(file_content(runs_.out("out") / ("case-" + record + "-0.csv")));
  }
  test::RecordedRuns runs_;
};

// uet-transport.md 10, worked timeline; records.md 3.3 for what each row fills.
TEST_F(UetRecords, EventsTellTheWorkedTimeline) {
  run(flow(0, 1, "4096B"), {nic("EnableEventLogging=true")});
  const CsvTable rows = table("uet-events");
  EXPECT_EQ(rows.column("ev_type"), (CsvRow{"PDC_CREATED", "WQE_CREATED", "SEND_COMPLETE", "PDC_CREATED",
                                            "RECV_COMPLETE", "PDC_TERMINATED", "WQE_COMPLETE", "PDC_TERMINATED"}));
  EXPECT_EQ(rows.column("x_time_ps"), (CsvRow{"0", "0", "15000", "453923", "453923", "453923", "723413", "723413"}));
  EXPECT_EQ(rows.column("FEP_ID"), (CsvRow{"1", "1", "1", "2", "2", "2", "1", "1"}));
  EXPECT_EQ(rows.column("wqe_ID"), (CsvRow{"", "1", "1", "", "", "", "1", ""}));
  EXPECT_EQ(rows.column("wqe_size_bytes"), (CsvRow{"", "4096", "4096", "", "", "", "4096", ""}));
  EXPECT_EQ(rows.at(0, "local_PDC_ID"), "32.0.0.1:1");
  EXPECT_EQ(rows.at(0, "remote_PDC_ID"), "32.0.0.2:0");
  EXPECT_EQ(rows.at(3, "local_PDC_ID"), "32.0.0.2:32769");
  EXPECT_EQ(rows.at(6, "remote_PDC_ID"), "32.0.0.2:32769");
}

TEST_F(UetRecords, MonitorTellsTheWorkedTimeline) {
  run(flow(0, 1, "4096B"), {monitor("EnableUETMonitor=true")});
  const std::string text = file_content(runs_.out("out") / "case-uet-monitor-0.csv");
  // One data packet in flight and fetched until its ACK; the round trip of 553.53 ns leaves a base of 1,577.53 ns and a
  // window of floor(1.5 x 400 Gbps x 1,577,530 ps / 8) = 118,314 B.
  EXPECT_EQ(
      text.substr(text.find('\n') + 1),
      "169.883,server0.nic,1,1,1,4202,32.0.0.1:1,32.0.0.2:0,256,,Tx,RUD_REQUEST,,1,,,0,0,4184,4184,450000,,NO_TRIM,"
      "1,,,[],,,,,,,169883\n"
      "453.923,server1.nic,2,0,1,4202,32.0.0.2:32769,32.0.0.1:1,256,,Rx,RUD_REQUEST,,1,0,,,,,,,,NO_TRIM,1,,,[],,,,,"
      ",,453923\n"
      "521.853,server1.nic,2,0,2,78,32.0.0.2:32769,32.0.0.1:1,256,,Tx,ACK_CC,,,,0,,,,,,0,CONTROL,1,1,2,[],,,,,,,"
      "521853\n"
      "723.413,server0.nic,1,1,2,78,32.0.0.1:1,32.0.0.2:32769,256,553.53,Rx,ACK_CC,,,0,0,0,0,0,0,118314,0,CONTROL,"
      "1,1,2,[],PROP,0,1577.53,0,0,,723413\n");
}

// records.md, case 15.
TEST_F(UetRecords, CountAMegabyteAsTheDocumentDoes) {
  run(flow(0, 1, "1MB"), {monitor("EnableUETMonitor=true")});
  const CsvTable stats = table("uet-transport-stats");
  ASSERT_EQ(stats.column("fep_id"), (CsvRow{"1", "2"}));
  EXPECT_EQ(stats.column("write_pkts_sent"), (CsvRow{"245", "0"}));
  EXPECT_EQ(stats.column("total_pkts_sent"), (CsvRow{"245", "246"}));
  EXPECT_EQ(stats.column("ack_pkts_rcvd"), (CsvRow{"246", "0"}));
  EXPECT_EQ(stats.column("probe_sent"), (CsvRow{"1", "0"}));
  EXPECT_EQ(stats.column("ack_pkts_sent"), (CsvRow{"0", "246"}));
  EXPECT_EQ(stats.column("write_pkts_rcvd"), (CsvRow{"0", "245"}));
  EXPECT_EQ(stats.column("ivl_write_pkts_sent"), (CsvRow{"245", "0"}));
  EXPECT_EQ(stats.column("max_tx_count"), (CsvRow{"1", "0"}));
  // Every packet once at each end: 245 data, 246 ACKs, a probe.
  const CsvRow types = table("uet-monitor").column("packet_type");
  EXPECT_EQ(std::count(types.begin(), types.end(), "RUD_REQUEST"), 490);
  EXPECT_EQ(std::count(types.begin(), types.end(), "ACK_CC"), 492);
  EXPECT_EQ(std::count(types.begin(), types.end(), "CTRL"), 2);
}

// records.md 3.4: data and probe sent, ACK received, the answer to the probe included, belong to the work request.
TEST_F(UetRecords, MonitorNamesTheWorkRequestWhereTheSenderKnowsIt) {
  run(flow(0, 1, "1MB"), {monitor("EnableUETMonitor=true")});
  const CsvTable rows = table("uet-monitor");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool at_sender = rows.at(i, "component_name") == "server0.nic";
    ASSERT_EQ(rows.at(i, "job_ID"), at_sender ? "1" : "0") << "row " << i;
  }
}

TEST_F(UetRecords, FiltersBeginWithTheFirstPacketThatMatches) {
  run(flow(0, 1, "4096B"), {monitor("EnableUETMonitor=true"), monitor("FilterOnFepId=2")});
  EXPECT_EQ(table("uet-monitor").column("x_time_ps"), (CsvRow{"453923", "521853", "723413"}));
}

// The sample of the worked timeline is 553,530 ps, and each of the three messages has a PDC of its own. The ACK that
// selects it also ends it at the sender: what is still seen is its probe at the receiver, and the answer.
TEST_F(UetRecords, TriggersSelectAsManyConnectionsAsTheirLimit) {
  const std::string messages = flow(0, 1, "4096B", R"("messages": 3, "outstanding": 1)");
  const std::string trigger = monitor("TriggerLoggingOnRttEnable=true"), limit = monitor("TriggeredLoggingPDCLimit=2");
  run(messages, {trigger, limit, monitor("TriggerLoggingOnRttThreshold=553530ps")});
  EXPECT_EQ(table("uet-monitor").column("packet_type"),
            (CsvRow{"ACK_CC", "CTRL", "ACK_CC", "ACK_CC", "CTRL", "ACK_CC"}));
  EXPECT_EQ(table("uet-monitor").column("RTT_ns"), (CsvRow{"553.53", "", "", "553.53", "", ""}));
}
TEST_F(UetRecords, TriggersStaySilentBelowTheirThreshold) {
  run(flow(0, 1, "4096B"),
      {monitor("TriggerLoggingOnRttEnable=true"), monitor("TriggerLoggingOnRttThreshold=553531ps")});
  EXPECT_EQ(table("uet-monitor").size(), 0u);
}

TEST_F(UetRecords, ExistOnlyWhereTheirSwitchIsOn) {
  run(flow(0, 1, "4096B"), {nic("EnableTransportStats=false")});
  EXPECT_FALSE(has("uet-transport-stats"));
  EXPECT_FALSE(has("uet-events"));
  EXPECT_FALSE(has("uet-monitor"));
  EXPECT_EQ(table("roce-transport-stats").size(), 0u);
}

}  // namespace
}  // namespace headroom
