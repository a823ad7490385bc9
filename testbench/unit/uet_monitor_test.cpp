// Rows of uet-monitor: which cells each kind of packet fills, records.md 3.4, and our columns of uet-transport.md 9.3.
#include "sc_models/core/records/uet_monitor.h"

#include <gtest/gtest.h>

#include "testbench/common/csv.h"
#include "testbench/common/record_fakes.h"
#include "testbench/common/temporary_folder.h"
#include "testbench/common/uet_packets.h"

namespace headroom {
namespace {

using test::end_of;
using test::UetPacket;

const char* const kHeader =
    "sim_time_ns,component_name,FEP_ID,job_ID,packet_UID,packet_size,local_PDC_ID,remote_PDC_ID,entropy_value,RTT_ns,"
    "direction,packet_type,nack_code,AR_bit,ECN_marked,M_Flag,NIC_prefetched_bytes,PDC_prefetched_bytes,bytes_fetched,"
    "bytes_in_flight,congestion_window,receiver_congestion_window_penalty,DSCP_type,PSN,CACK_PSN,SACK_base_PSN,"
    "ACK_bitmap_PSNs,x_routine,x_fulfil,x_base_rtt_ns,x_qdelay_ns,x_avg_qdelay_ns,x_reps_state,x_time_ps\n";

UetMonitorParams everything() {
  UetMonitorParams params;
  params.enable = true;
  params.filter_fep_id = params.filter_local_ip = params.filter_remote_ip = params.filter_pdc = "All";
  return params;
}

class UetMonitorTest : public testing::Test {
 protected:
  /// A packet seen at NIC 0, the sender, or at NIC 1, the receiver, in which every field has a value: what a row leaves
  /// empty, it leaves out although it is there.
  UetPacket packet(FrameKind kind, UetDirection direction, std::uint32_t at) const {
    const UetPdcEnd ends[] = {end_of(0, 1), end_of(1, 32'769)};
    UetPacket p(kind, direction, ends[at], ends[1 - at], {ends[0], 1});
    p.time = Ps{169'883};
    p.frame.uid = 77;
    p.frame.wire_bytes = 4'202;
    p.frame.psn = 21;
    p.frame.udp_source = 256;
    p.frame.ecn = Ecn::kCe;
    p.frame.uet.ack_requested = p.frame.uet.marked = true;
    p.frame.uet.nack_code = kNackTrimmed;
    p.frame.uet.probe_tag = 3;
    p.frame.uet.penalty = 63;
    p.frame.uet.cumulative = 20;
    p.frame.uet.sack_base = 21;
    p.frame.uet.sack_bitmap = 1 << 1 | 1 << 2 | 1ull << 63;
    p.wqe = 9;
    p.nic_prefetched = Bytes{8'404}, p.pdc_prefetched = Bytes{4'202};
    p.fetched = Bytes{12'552}, p.in_flight = Bytes{4'184}, p.window = Bytes{450'000};
    p.round_trip = Ps{6'000'500};
    p.routine = UetRoutine::kProp, p.fulfil = 2;
    p.base_rtt = Ps{5'924'000}, p.delay = Ps{1'000'250}, p.average_delay = 250'062.5;
    p.spray = RepsState::kFrozen;
    return p;
  }
  void write(const UetPacket& p) { record_.write(p.local.number == 1 ? nic_node(0, 1) : nic_node(1, 2), p.view()); }
  std::string content() {
    record_.file().close();
    return file_content(temporary_.path() / "run-uet-monitor-0.csv");
  }
  /// The only row.
  std::string row(const UetPacket& p) {
    write(p);
    const std::string text = content();
    return text.substr(text.find('\n') + 1);
  }
  TemporaryFolder temporary_;
  OutputFolder folder_{temporary_.path()};
  UetMonitor record_{folder_, "run", everything()};
};

TEST_F(UetMonitorTest, HasTheColumnsOfTheDocument) { EXPECT_EQ(content(), kHeader); }

TEST_F(UetMonitorTest, DataSentShowsTheSendersState) {
  EXPECT_EQ(row(packet(FrameKind::kUetData, UetDirection::kTx, 0)),
            "169.883,server0.nic,1,9,77,4202,32.0.0.1:1,32.0.0.2:32769,256,,Tx,RUD_REQUEST,,1,,,8404,4202,12552,4184,"
            "450000,,NO_TRIM,21,,,[],,,,,,,169883\n");
}

TEST_F(UetMonitorTest, DataSentAgainSaysSo) {
  UetPacket p = packet(FrameKind::kUetData, UetDirection::kReTx, 0);
  p.frame.role = DscpRole::kTrimmableRetransmission;
  p.frame.uet.ack_requested = false;
  EXPECT_EQ(row(p),
            "169.883,server0.nic,1,9,77,4202,32.0.0.1:1,32.0.0.2:32769,256,,ReTx,RUD_REQUEST,,0,,,8404,4202,12552,4184,"
            "450000,,TRIMMABLE_RTX,21,,,[],,,,,,,169883\n");
}

TEST_F(UetMonitorTest, DataReceivedShowsItsMark) {
  EXPECT_EQ(row(packet(FrameKind::kUetData, UetDirection::kRx, 1)),
            "169.883,server1.nic,2,0,77,4202,32.0.0.2:32769,32.0.0.1:1,256,,Rx,RUD_REQUEST,,1,1,,,,,,,,NO_TRIM,21,,,[],"
            ",,,,,,169883\n");
}

TEST_F(UetMonitorTest, TrimmedDataReceivedHasItsNewSizeAndRole) {
  UetPacket p = packet(FrameKind::kUetData, UetDirection::kRx, 1);
  p.frame.wire_bytes = 62;
  p.frame.role = DscpRole::kTrimmedLastHop;
  p.frame.ecn = Ecn::kEct1;
  EXPECT_EQ(row(p),
            "169.883,server1.nic,2,0,77,62,32.0.0.2:32769,32.0.0.1:1,256,,Rx,RUD_REQUEST,,1,0,,,,,,,,TRIMMED_LAST_HOP,"
            "21,,,[],,,,,,,169883\n");
}

TEST_F(UetMonitorTest, AckSentShowsWhatItCarries) {
  UetPacket p = packet(FrameKind::kUetAck, UetDirection::kTx, 1);
  p.frame.wire_bytes = 78;
  p.frame.role = DscpRole::kControl;
  EXPECT_EQ(row(p),
            "169.883,server1.nic,2,0,77,78,32.0.0.2:32769,32.0.0.1:1,256,,Tx,ACK_CC,,,,1,,,,,,63,CONTROL,21,20,21,"
            "[22:23:84],,,,,,,169883\n");
}

TEST_F(UetMonitorTest, AckReceivedShowsTheSendersStateAndTheReaction) {
  UetPacket p = packet(FrameKind::kUetAck, UetDirection::kRx, 0);
  p.frame.wire_bytes = 78;
  p.frame.role = DscpRole::kControl;
  p.frame.uet.marked = false;
  EXPECT_EQ(row(p),
            "169.883,server0.nic,1,9,77,78,32.0.0.1:1,32.0.0.2:32769,256,6000.5,Rx,ACK_CC,,,1,0,8404,4202,12552,4184,"
            "450000,63,CONTROL,21,20,21,[22:23:84],PROP,2,5924,1000.25,250.0625,FROZEN,169883\n");
}

TEST_F(UetMonitorTest, AckWithoutASampleLeavesRoundTripAndDelayEmpty) {
  UetPacket p = packet(FrameKind::kUetAck, UetDirection::kRx, 0);
  p.frame.uet.sack_bitmap = 0;
  p.round_trip.reset(), p.delay.reset(), p.spray.reset();
  p.routine = UetRoutine::kNoSample, p.fulfil = 0;
  write(p);
  const CsvTable rows(content());
  EXPECT_EQ(rows.at(0, "RTT_ns"), "");
  EXPECT_EQ(rows.at(0, "ACK_bitmap_PSNs"), "[]");
  EXPECT_EQ(rows.at(0, "x_routine"), "NO_SAMPLE");
  EXPECT_EQ(rows.at(0, "x_fulfil"), "0");
  EXPECT_EQ(rows.at(0, "x_qdelay_ns"), "");
  EXPECT_EQ(rows.at(0, "x_avg_qdelay_ns"), "250.0625");
  EXPECT_EQ(rows.at(0, "x_reps_state"), "");
}

TEST_F(UetMonitorTest, AnswerToAProbeIsAnAckWhoseNumberIsTheTag) {
  UetPacket p = packet(FrameKind::kUetAck, UetDirection::kRx, 0);
  p.frame.uet.probe_answer = true;
  write(p);
  const CsvTable rows(content());
  EXPECT_EQ(rows.at(0, "packet_type"), "ACK_CC");
  EXPECT_EQ(rows.at(0, "PSN"), "3");
}

TEST_F(UetMonitorTest, ProbeShowsItsTagAndTheIdOfTheEndThatSentIt) {
  UetPacket sent = packet(FrameKind::kUetProbe, UetDirection::kTx, 0);
  sent.frame.wire_bytes = 62;
  sent.frame.role = DscpRole::kControl;
  write(sent);
  UetPacket received = packet(FrameKind::kUetProbe, UetDirection::kRx, 1);
  received.frame.wire_bytes = 62;
  received.frame.role = DscpRole::kControl;
  write(received);
  EXPECT_EQ(content(),
            std::string(kHeader) +
                "169.883,server0.nic,1,9,77,62,32.0.0.1:1,32.0.0.2:32769,1,,Tx,CTRL,,,,,8404,4202,12552,4184,"
                "450000,,CONTROL,3,,,[],,,,,,,169883\n"
                "169.883,server1.nic,2,0,77,62,32.0.0.2:32769,32.0.0.1:1,1,,Rx,CTRL,,,1,,,,,,,,CONTROL,3,,,"
                "[],,,,,,,169883\n");
}

TEST_F(UetMonitorTest, NackShowsItsCodeAndTheIdOfTheEndThatSentIt) {
  UetPacket sent = packet(FrameKind::kUetNack, UetDirection::kTx, 1);
  sent.frame.wire_bytes = 62;
  sent.frame.role = DscpRole::kControl;
  write(sent);
  UetPacket received = packet(FrameKind::kUetNack, UetDirection::kRx, 0);
  received.frame.wire_bytes = 62;
  received.frame.role = DscpRole::kControl;
  received.frame.uet.nack_code = kNackTrimmedLastHop;
  received.frame.uet.marked = false;
  received.routine = UetRoutine::kTrimCut, received.fulfil = 0;
  received.spray = RepsState::kNormal;
  write(received);
  EXPECT_EQ(content(),
            std::string(kHeader) +
                "169.883,server1.nic,2,0,77,62,32.0.0.2:32769,32.0.0.1:1,32769,,Tx,NACK,UET_TRIMMED,,,1,,,,,,,CONTROL,"
                "21,,,[],,,,,,,169883\n"
                "169.883,server0.nic,1,0,77,62,32.0.0.1:1,32.0.0.2:32769,32769,,Rx,NACK,UET_TRIMMED_LASTHOP,,,0,,,,,,,"
                "CONTROL,21,,,[],TRIM_CUT,0,5924,1000.25,250.0625,NORMAL,169883\n");
}

TEST_F(UetMonitorTest, NamesEveryRoutineAndState) {
  for (unsigned i = 0; i <= static_cast<unsigned>(UetRoutine::kNoSample); ++i) {
    UetPacket p = packet(FrameKind::kUetAck, UetDirection::kRx, 0);
    p.routine = static_cast<UetRoutine>(i);
    p.spray = static_cast<RepsState>(i % 3);
    write(p);
  }
  const CsvTable rows(content());
  EXPECT_EQ(rows.column("x_routine"), (CsvRow{"NONE", "PROP", "FAST", "FAIR", "MD", "MD_HELD", "QA", "QA_IGNORE",
                                              "TRIM_CUT", "LIMITED", "NO_SAMPLE"}));
  const CsvRow states = rows.column("x_reps_state");
  EXPECT_EQ(CsvRow(states.begin(), states.begin() + 3), (CsvRow{"NORMAL", "FROZEN", "EXPLORE"}));
}

TEST_F(UetMonitorTest, NamesEveryRoleOfTheSixBits) {
  for (unsigned role = 0; role < 8; ++role) {
    UetPacket p = packet(FrameKind::kUetData, UetDirection::kRx, 1);
    p.frame.role = static_cast<DscpRole>(role);
    write(p);
  }
  EXPECT_EQ(CsvTable(content()).column("DSCP_type"),
            (CsvRow{"NO_TRIM", "TRIMMABLE", "TRIMMABLE_RTX", "TRIMMED", "TRIMMED_LAST_HOP", "CONTROL", "UNRECOGNIZED",
                    "UNRECOGNIZED"}));
}

// uet-transport.md, case 66: the bitmap of base 11 with bits 1 and 2, then of base 75 with bit 0.
TEST_F(UetMonitorTest, ListsTheNumbersOfTheBitmap) {
  UetPacket p = packet(FrameKind::kUetAck, UetDirection::kRx, 0);
  p.frame.uet.sack_base = 11, p.frame.uet.sack_bitmap = 0b110;
  write(p);
  p.frame.uet.sack_base = 75, p.frame.uet.sack_bitmap = 1;
  write(p);
  p.frame.uet.sack_base = 0xffffffff, p.frame.uet.sack_bitmap = 0b11;
  write(p);
  EXPECT_EQ(CsvTable(content()).column("ACK_bitmap_PSNs"), (CsvRow{"[12:13]", "[75]", "[4294967295:0]"}));
}

TEST_F(UetMonitorTest, WritesOnlyPacketsOfSelectedConnections) {
  TemporaryFolder temporary;
  OutputFolder folder(temporary.path());
  UetMonitorParams params = everything();
  params.filter_local_ip = "32.0.0.9";
  UetMonitor record(folder, "run", params);
  record.write(nic_node(0, 1), packet(FrameKind::kUetData, UetDirection::kTx, 0).view());
  record.file().close();
  EXPECT_EQ(file_content(temporary.path() / "run-uet-monitor-0.csv"), kHeader);
}

}  // namespace
}  // namespace headroom
