// Rows as records.md prints them, from probes that hold the values behind them.
#include <gtest/gtest.h>

#include <string>

#include "sc_models/core/records/ecn_pfc_stats.h"
#include "sc_models/core/records/nd_stats.h"
#include "sc_models/core/records/net_buff_stats.h"
#include "sc_models/core/records/pcie_stats.h"
#include "sc_models/core/records/pfc_events.h"
#include "sc_models/core/records/reports.h"
#include "sc_models/core/records/roce_transport_stats.h"
#include "sc_models/core/records/switch_buffers.h"
#include "sc_models/core/records/tier_hop.h"
#include "testbench/common/csv.h"
#include "testbench/common/record_fakes.h"
#include "testbench/common/temporary_folder.h"

namespace headroom {
namespace {

class RecordRows : public testing::Test {
 protected:
  /// What the file of a record holds.
  std::string content(const std::string& run, const std::string& record) const {
    return file_content(temporary_.path() / (run + "-" + record + "-0.csv"));
  }
  /// Without the header.
  std::string rows(const std::string& run, const std::string& record) const {
    const std::string text = content(run, record);
    return text.substr(text.find('\n') + 1);
  }
  /// Samples once at 1 ms and closes.
  void sample_once(PeriodicRecord& record) {
    record.sample(kMillisecond, Ps{0});
    record.file().close();
  }
  TemporaryFolder temporary_;
  OutputFolder folder_{temporary_.path()};
};

// records.md 2.1, and case 7.
TEST_F(RecordRows, NdStatsPrintsTheSampleOfTheDocument) {
  FakePort port(nic_port(0, 1));
  port.stats = {246, 246, Bytes{1'026'032}, Bytes{19'188}};
  NdStats record(folder_, "run", {&port});
  sample_once(record);
  EXPECT_EQ(content("run", "nd-stats"),
            "time_utc,sim_time_sec,component_name,nd_name,component_type,ifid,uldl,node_id,tier,subtier,"
            "total_packets_tx,total_packets_rx,total_bytes_tx_GB,total_bytes_rx_GB,interval_bytes_tx_MB,"
            "interval_bytes_rx_MB,tx_rate_Gbps,rx_rate_Gbps,tx_link_percent_util,rx_link_percent_util,tx_drops,"
            "rx_drops,x_time_ps\n"
            "1970-01-01T00:00:00Z,0.001,server0.nic,headroom::NicPort,Nic,0,ul,1,3,4294967295,246,246,0.001026032,"
            "0.000019188,1.026032,0.019188,8.208256,0.153504,2.052064,0.038376,0,0,1000000000\n");
}

// records.md, case 8.
TEST_F(RecordRows, NdStatsComputesTheSampleOfTheProduct) {
  FakePort port(rack_port(0, 0));
  port.port.link_rate = BitRate{800'000'000'000};
  port.stats.tx_bytes = Bytes{73'062};
  NdStats record(folder_, "run", {&port});
  sample_once(record);
  const CsvTable table(content("run", "nd-stats"));
  EXPECT_EQ(table.at(0, "interval_bytes_tx_MB"), "0.073062");
  EXPECT_EQ(table.at(0, "tx_rate_Gbps"), "0.584496");
  EXPECT_EQ(table.at(0, "tx_link_percent_util"), "0.073062");
  EXPECT_EQ(table.at(0, "nd_name"), "headroom::SwitchPort");
  EXPECT_EQ(table.at(0, "component_type"), "Switch");
  EXPECT_EQ(table.at(0, "uldl"), "dl");
}

TEST_F(RecordRows, NdStatsIntervalsUseTheirOwnLength) {
  FakePort port(nic_port(0, 1));
  port.dropped = {0, 7};
  NdStats record(folder_, "run", {&port});
  port.stats.rx_bytes = Bytes{1'000'000};
  record.sample(kMillisecond, Ps{0});
  port.stats.rx_bytes = Bytes{1'100'000};
  record.sample(Ps{1'500'000'000}, kMillisecond);
  record.sample(Ps{1'500'000'000}, Ps{1'500'000'000});
  record.file().close();
  const CsvTable table(content("run", "nd-stats"));
  EXPECT_EQ(table.column("total_bytes_rx_GB"), (CsvRow{"0.001", "0.0011", "0.0011"}));
  EXPECT_EQ(table.column("interval_bytes_rx_MB"), (CsvRow{"1", "0.1", "0"}));
  // 100,000 B x 8 in 0.5 ms.
  EXPECT_EQ(table.column("rx_rate_Gbps"), (CsvRow{"8", "1.6", "0"}));
  EXPECT_EQ(table.column("rx_drops"), (CsvRow{"7", "7", "7"}));
}

// records.md 2.2, and case 9: paused 30.25 us, 12.5 us of it with packets waiting.
TEST_F(RecordRows, EcnPfcStatsPrintsTheSampleOfTheDocument) {
  FakePort port(nic_port(0, 1));
  port.classes = 0b11;
  port.counters[0].xoff_rx = 1;
  port.counters[0].xon_rx = 1;
  port.clocks[0].set(Ps{100'000'000}, true);
  port.clocks[0].set_waiting(Ps{117'750'000}, true);
  port.clocks[0].set(Ps{130'250'000}, false);
  EcnPfcStats record(folder_, "pause", {&port});
  sample_once(record);
  EXPECT_EQ(content("pause", "ecn-pfc-stats"),
            "job_id,time_utc,sim_time_sec,node_id,component_name,component_type,ifid,uldl,tier,subtier,priority,"
            "pfcxoff_tx,pfcxoff_rx,pfcxon_tx,pfcxon_rx,pfc_time_paused_usec,interval_total_time_xoff_usec,"
            "interval_max_time_xoff_usec,interval_total_time_xoff_egr_occ_usec,interval_max_time_xoff_egr_occ_usec,"
            "total_xoff_time_egr_occ_usec,percent_xon,xoff_egr_occ_ratio,pkts_ecn_marked,x_pfc_refresh_tx,"
            "x_pause_expired,x_time_ps\n"
            "pause,1970-01-01T00:00:00Z,0.001,1,server0.nic,Nic,0,ul,3,4294967295,0,0,1,0,1,30.25,30.25,30.25,12.5,"
            "12.5,12.5,96.975,0.41322314,0,0,0,1000000000\n");
}

// records.md, case 10.
TEST_F(RecordRows, EcnPfcStatsLeavesOutClassesOnWhichNothingEverHappened) {
  FakePort port(nic_port(0, 1));
  EcnPfcStats record(folder_, "run", {&port});
  sample_once(record);
  EXPECT_EQ(rows("run", "ecn-pfc-stats"), "");
}

// records.md, case 11: one pause received at 1.5 ms, run of 4 ms.
TEST_F(RecordRows, EcnPfcStatsKeepsTheRowsOfAClassOnceTheyHaveBegun) {
  FakePort port(nic_port(0, 1));
  EcnPfcStats record(folder_, "run", {&port});
  record.sample(kMillisecond, Ps{0});
  port.counters[3].xoff_rx = 1;
  port.clocks[3].set(Ps{1'500'000'000}, true);
  record.sample(2 * kMillisecond, kMillisecond);
  port.clocks[3].set(Ps{2'250'000'000}, false);
  record.sample(3 * kMillisecond, 2 * kMillisecond);
  record.sample(4 * kMillisecond, 3 * kMillisecond);
  record.file().close();
  const CsvTable table(content("run", "ecn-pfc-stats"));
  EXPECT_EQ(table.column("sim_time_sec"), (CsvRow{"0.002", "0.003", "0.004"}));
  EXPECT_EQ(table.column("priority"), (CsvRow{"3", "3", "3"}));
  // Held from 1.5 ms to 2.25 ms: a hold in progress counts up to the row.
  EXPECT_EQ(table.column("pfc_time_paused_usec"), (CsvRow{"500", "750", "750"}));
  EXPECT_EQ(table.column("interval_total_time_xoff_usec"), (CsvRow{"500", "250", "0"}));
  EXPECT_EQ(table.column("percent_xon"), (CsvRow{"75", "75", "81.25"}));
}

TEST_F(RecordRows, EcnPfcStatsReportsAnyOfItsCountersAndOnlyClassesWithAPool) {
  FakePort port(nic_port(0, 1));
  port.classes = 0b00011111;
  port.counters[0].xoff_tx = 1;
  port.counters[1].xon_tx = 1;
  port.counters[2].xon_rx = 1;
  port.counters[3].ecn_marked = 1;
  port.clocks[4].set(Ps{0}, true);
  port.counters[5].xoff_tx = 1;
  EcnPfcStats record(folder_, "run", {&port});
  sample_once(record);
  EXPECT_EQ(CsvTable(content("run", "ecn-pfc-stats")).column("priority"), (CsvRow{"0", "1", "2", "3", "4"}));
}

// records.md 2.3: packets of 4,136 B.
TEST_F(RecordRows, NetBuffStatsPrintsTheSampleOfTheDocument) {
  FakePool pool(
      {nic_node(1, 2), PoolProbe::Direction::kReceive, 0, Bytes{3'600'000}, Bytes{2'880'000}, Bytes{1'440'000}});
  // 697 packets stay for the last 541,835,918 ps: 2,882,792 B x 541,835,918 / 10^9 = 1,562,000.2497 B in the mean.
  const Ps filled = kMillisecond - Ps{541'835'918};
  for (int i = 0; i < 11'303; ++i) {
    pool.fill.enqueue(filled, Bytes{4'136});
    pool.fill.dequeue(filled, Bytes{4'136});
  }
  for (int i = 0; i < 697; ++i) pool.fill.enqueue(filled, Bytes{4'136});
  for (int i = 0; i < 3; ++i) pool.fill.dequeue(kMillisecond, Bytes{4'136});
  NetBuffStats record(folder_, "slow_host", {&pool});
  sample_once(record);
  EXPECT_EQ(content("slow_host", "net-buff-stats"),
            "job_id,time_utc,sim_time_sec,component_name,node_id,buffer_id,tc,occupancy_B,max_occupancy_B,"
            "buffer_max_size_B,num_enq,num_deq,interval_num_enq,interval_num_deq,interval_enq_B,interval_deq_B,"
            "interval_max_occupancy_B,enq_Gbps,deq_Gbps,overflow,percent_occupancy,x_interval_mean_occupancy_B,"
            "x_xoff_B,x_xon_B,x_time_ps\n"
            "slow_host,1970-01-01T00:00:00Z,0.001,server1.nic,2,RX_TC0_BUFFER,0,2870384,2882792,3600000,12000,11306,"
            "12000,11306,49632000,46761616,2882792,397.056,374.092928,0,79.7328889,1562000.25,2880000,1440000,"
            "1000000000\n");
}

TEST_F(RecordRows, NetBuffStatsWeighsTheMeanByTimeAndBeginsEachIntervalAtItsFill) {
  FakePool pool({nic_node(0, 1), PoolProbe::Direction::kTransmit, 1, Bytes{25'600}, Bytes{0}, Bytes{0}});
  NetBuffStats record(folder_, "run", {&pool});
  pool.fill.enqueue(Ps{250'000'000}, Bytes{4'000});  // 4,000 B for a quarter, 8,000 B for half a millisecond
  pool.fill.enqueue(Ps{500'000'000}, Bytes{4'000});
  pool.fill.refused = 2;
  record.sample(kMillisecond, Ps{0});
  pool.fill.dequeue(Ps{1'000'000'001}, Bytes{8'000});
  record.sample(2 * kMillisecond, kMillisecond);
  record.file().close();
  const CsvTable table(content("run", "net-buff-stats"));
  EXPECT_EQ(table.column("buffer_id"), (CsvRow{"TX_TC1_BUFFER", "TX_TC1_BUFFER"}));
  EXPECT_EQ(table.column("x_interval_mean_occupancy_B"), (CsvRow{"5000", "8e-06"}));
  EXPECT_EQ(table.column("interval_max_occupancy_B"), (CsvRow{"8000", "8000"}));
  EXPECT_EQ(table.column("interval_num_deq"), (CsvRow{"0", "1"}));
  EXPECT_EQ(table.column("overflow"), (CsvRow{"2", "2"}));
  EXPECT_EQ(table.column("percent_occupancy"), (CsvRow{"31.25", "0"}));
}

// records.md, case 14.
TEST_F(RecordRows, SwitchBuffersComputeTheSampleOfTheProduct) {
  FakeSwitchBuffer buffer;
  buffer.size = Bytes{213'308'112};
  buffer.egress = {18'114, Bytes{8'856'181}, Bytes{58}, Bytes{5'530}};
  SwitchAggregateBuffers record(folder_, "run");
  record.sample(buffer, kMillisecond, Ps{0});
  record.file().close();
  // Only down ports: the rows of up ports are left out.
  EXPECT_EQ(rows("run", "scala-switch-agg-buff-stats"),
            "1970-01-01T00:00:00Z,0.001,rack0,2,0,egressQueue,dl,0,8856181,213308112,18114,58,5530,488.913603,"
            "0.002592494,0.000229205349,1000000000\n"
            "1970-01-01T00:00:00Z,0.001,rack0,2,0,ingressUsage,dl,0,0,213308112,0,0,0,0,0,0,1000000000\n"
            "1970-01-01T00:00:00Z,0.001,rack0,2,0,sharedBuffer,-,0,0,213308112,0,0,0,0,0,0,1000000000\n");
}

TEST_F(RecordRows, SwitchPortBuffersLeaveOutWhatHasNoSampleAndClampPercentages) {
  FakeSwitchBuffer buffer;
  buffer.headroom_limit = Bytes{1'000};
  buffer.headroom = {2, Bytes{2'400}, Bytes{900}, Bytes{1'500}};
  SwitchPortBuffers record(folder_, "run");
  record.sample(buffer, kMillisecond, Ps{0});
  record.file().close();
  EXPECT_EQ(rows("run", "scala-switch-buff-stats"),
            "1970-01-01T00:00:00Z,0.001,rack0,2,0,hdrm,1,dl,0,1000,2,900,1500,1200,100,100,1000000000\n");
}

TEST_F(RecordRows, RoceStatsCountIntervalsAndSumDrops) {
  FakeRoce engine(nic_node(0, 1));
  RoceTransportStats record(folder_, "run", {&engine});
  engine.counters.data_sent = 256;
  engine.counters.acks_received = 16;
  engine.counters.wqes_created = engine.counters.wqes_completed = 1;
  engine.counters.first_time_payload_sent = Bytes{1'048'576};
  engine.samples.add(Ps{1'000'000});
  engine.samples.add(Ps{3'000'000});
  record.sample(kMillisecond, Ps{0});
  engine.counters.data_sent = 260;
  engine.counters.acks_sent = 3, engine.counters.naks_sent = 2, engine.counters.cnps_sent = 1;
  engine.counters.drops_no_qp_data = 1, engine.counters.drops_no_qp_control = 2;
  engine.counters.drops_after_nak = 4, engine.counters.drops_ghost_ack = 8;
  engine.now = {5, 1, 1.5, 2.25, Ps{7'500'000}};
  record.sample(2 * kMillisecond, kMillisecond);
  record.file().close();
  const CsvTable table(content("run", "roce-transport-stats"));
  EXPECT_EQ(table.column("num_verb_pkts_sent"), (CsvRow{"256", "260"}));
  EXPECT_EQ(table.column("ivl_num_verb_pkts_sent"), (CsvRow{"256", "4"}));
  EXPECT_EQ(table.column("rdma_write_cnt"), (CsvRow{"256", "260"}));
  EXPECT_EQ(table.column("num_non_verb_pkts_sent"), (CsvRow{"0", "6"}));
  EXPECT_EQ(table.column("num_pkts_sent"), (CsvRow{"256", "266"}));
  EXPECT_EQ(table.column("num_wqe_completed"), (CsvRow{"1", "1"}));
  EXPECT_EQ(table.column("num_rx_drops"), (CsvRow{"0", "15"}));
  EXPECT_EQ(table.column("ivl_min_calc_rtt_usec"), (CsvRow{"1", "0"}));
  EXPECT_EQ(table.column("max_calc_rtt_usec"), (CsvRow{"3", "3"}));
  EXPECT_EQ(table.column("ivl_max_calc_rtt_usec"), (CsvRow{"3", "0"}));
  EXPECT_EQ(table.column("avg_calc_rtt_usec"), (CsvRow{"2", "2"}));
  EXPECT_EQ(table.column("ivl_avg_calc_rtt_usec"), (CsvRow{"2", "0"}));
  EXPECT_EQ(table.column("x_gen_stall_us"), (CsvRow{"0", "7.5"}));
  // 1,048,576 B x 8 / 1 ms.
  EXPECT_EQ(table.column("x_goodput_tx_gbps"), (CsvRow{"8.388608", "0"}));
  EXPECT_EQ(table.column("x_mean_rate_gbps"), (CsvRow{"0", "2.25"}));
}

TEST_F(RecordRows, PcieStatsGiveTheNicsEndThenTheHosts) {
  FakePcie link({nic_node(0, 1), {BitRate{7'880'000'000}, BitRate{32'000'000'000}}, {16, 8}});
  PcieEndStats& up = link.ends[0];
  up.posted = 3, up.payload = Bytes{1'576'000}, up.wire = Bytes{3'152'000};
  up.busy = Ps{200'000'000}, up.stall = Ps{1'500'000}, up.tx_data_max = Bytes{4'096};
  up.read_latency.add(Ps{500'500}), up.read_latency.add(Ps{700'500});
  PcieStats record(folder_, "run", {&link});
  record.sample(kMillisecond, Ps{0});
  record.sample(2 * kMillisecond, kMillisecond);
  record.file().close();
  const CsvTable table(content("run", "pcie-stats"));
  EXPECT_EQ(table.column("x_end"), (CsvRow{"nic", "host", "nic", "host"}));
  EXPECT_EQ(table.column("x_lane_bps"), (CsvRow{"7880000000", "32000000000", "7880000000", "32000000000"}));
  EXPECT_EQ(table.column("x_tlps_posted"), (CsvRow{"3", "0", "3", "0"}));
  EXPECT_EQ(table.column("x_payload_rate_gbps"), (CsvRow{"12.608", "0", "0", "0"}));
  // 25.216 Gbps of 16 x 7.88 = 126.08 Gbps.
  EXPECT_EQ(table.column("x_link_percent_util"), (CsvRow{"20", "0", "0", "0"}));
  EXPECT_EQ(table.column("x_busy_us"), (CsvRow{"200", "0", "200", "0"}));
  EXPECT_EQ(table.column("x_tx_data_max_B"), (CsvRow{"4096", "0", "0", "0"}));
  EXPECT_EQ(table.column("x_read_latency_mean_ns"), (CsvRow{"600.5", "0", "0", "0"}));
  EXPECT_EQ(table.column("x_read_latency_max_ns"), (CsvRow{"700.5", "0", "0", "0"}));
}

TEST_F(RecordRows, TierHopCountsInAllAndInTheInterval) {
  FakeTiers tiers;
  TierHop record(folder_, "run", tiers);
  tiers.counts = {0, 0, 246};
  record.sample(kMillisecond, Ps{0});
  tiers.counts = {0, 0, 250};
  record.sample(2 * kMillisecond, kMillisecond);
  record.file().close();
  EXPECT_EQ(rows("run", "tier-hop"),
            "run,1970-01-01T00:00:00Z,0.001,0,0,246,0,0,246,1000000000\n"
            "run,1970-01-01T00:00:00Z,0.002,0,0,250,0,0,4,2000000000\n");
}

TEST_F(RecordRows, PfcEventsNameWhatHappened) {
  PfcEvents record(folder_, "run");
  record.write("server1.nic", 0, {Ps{5}, PfcEventKind::kXoffTx, 0, Bytes{2'878'656}, 65'535});
  record.write("server1.nic", 0, {Ps{6}, PfcEventKind::kRefreshTx, 0, Bytes{2'882'792}, 65'535});
  record.write("server1.nic", 0, {Ps{7}, PfcEventKind::kXonTx, 0, Bytes{1'439'328}, 0});
  record.write("rack0", 1, {Ps{8}, PfcEventKind::kXoffRx, 0, Bytes{0}, 65'535});
  record.write("rack0", 1, {Ps{9}, PfcEventKind::kXonRx, 0, Bytes{0}, 0});
  record.write("rack0", 1, {Ps{10}, PfcEventKind::kResume, 0, Bytes{0}, 0});
  record.file().close();
  EXPECT_EQ(content("run", "pfc-events"),
            "time_ps,component_name,ifid,tc,event,occupancy_B,quanta\n"
            "5,server1.nic,0,0,xoff_tx,2878656,65535\n"
            "6,server1.nic,0,0,refresh_tx,2882792,65535\n"
            "7,server1.nic,0,0,xon_tx,1439328,0\n"
            "8,rack0,1,0,xoff_rx,0,65535\n"
            "9,rack0,1,0,xon_rx,0,0\n"
            "10,rack0,1,0,resume,0,0\n");
}

// records.md 4.3.
TEST_F(RecordRows, TopologyReportPrintsTheSampleOfTheDocument) {
  const std::vector<LinkIdentity> links{{nic_port(1, 2), rack_port(1, 0), Ps{100'000}},
                                        {rack_port(0, 0), nic_port(0, 1), Ps{100'000}}};
  write_topology_report(folder_, "run", links);
  EXPECT_EQ(rows("run", "topology-report"),
            "rack0,Switch,2,4294967295,0,headroom::SwitchPort,0,server0.nic,Nic,3,4294967295,1,headroom::NicPort,0,400,"
            "100,0\n"
            "rack0,Switch,2,4294967295,0,headroom::SwitchPort,1,server1.nic,Nic,3,4294967295,2,headroom::NicPort,0,400,"
            "100,0\n");
}

TEST_F(RecordRows, ApplicationReportHasBothEndsOfAFlow) {
  FlowIdentity flow{{}, host_node(0, 3), host_node(1, 4)};
  flow.params.name = "flow0";
  flow.params.data_class = 3;
  write_application_report(folder_, "rack", {flow});
  EXPECT_EQ(rows("rack", "application-report"),
            "rack,1970-01-01T00:00:00Z,server0,3,CLIENT,headroom::ScalaRDMA,flow0,24,2,4,0\n"
            "rack,1970-01-01T00:00:00Z,server1,4,SERVER,headroom::ScalaRDMA,flow0,24,2,3,0\n");
}

}  // namespace
}  // namespace headroom
