// Traces of events, right ones and each kind of departure.
#include "sc_models/check/trace_check.h"

#include <gmock/gmock.h>

#include "sc_models/check/csv_trace.h"
#include "sc_models/core/config/defaults.h"

namespace headroom {
namespace {

using testing::HasSubstr;

struct Checked {
  std::uint64_t agreed, departures;
  std::int64_t lag;
  std::string first;
  int line;
  std::uint64_t still_owed;
  std::string stopped;
};

class TraceCheck : public testing::Test {
 protected:
  TraceCheck() {
    // Pool of class 0: 100,000 B, Xoff 80,000 B, Xon 40,000 B. Quanta 100 at 400 Gbps and 100 ns: 128 + 100 = 228 ns,
    // of which a refresh comes after 114 ns.
    nic_.ingress.total_size = Bytes{100'000};
    nic_.ingress.pool_allocation = {Fraction(1, 0), Fraction(5, 1)};
    nic_.ingress.pfc_enable = {Fraction(1, 0), Fraction(1, 0)};
    nic_.ingress.xoff_threshold.fill(Fraction(8, 1));
    nic_.ingress.xon_threshold.fill(Fraction(4, 1));
    nic_.ingress.quanta.fill(100);
    nic_.uplink.data_rate = BitRate{400'000'000'000};
    nic_.uplink.delay = Ps{100'000};
    nic_.egress.total_size = Bytes{1000};
    nic_.egress.pool_allocation = {Fraction(5, 1), Fraction(5, 1)};
  }
  Checked check(std::string_view block, std::string_view text, std::int64_t tolerance = 0, const char* buffer = "") {
    settings_.nic = &nic_;
    settings_.buffer = buffer;
    settings_.clock = {Ps{1'000}, Ps{0}};
    settings_.tolerance_cycles = tolerance;
    const Trace trace = read_csv_trace(text, "t.csv", *find_block(block));
    const auto verdict = check_trace(trace, "t.csv", block, settings_);
    const Scoreboard& board = verdict.scoreboard;
    const auto& first = board.first_departure();
    return {board.agreed(),          board.departures(), board.worst_lag_cycles(), first ? first->what : "",
            first ? first->line : 0, board.still_owed(), verdict.stopped};
  }
  RoceNicParams nic_ = default_roce_nic_params();
  CheckSettings settings_;
};

std::string gate_trace(const std::string& rows) { return "time_ps,event,tc,bytes\n" + rows; }

TEST_F(TraceCheck, AGateThatPausesRefreshesAndResumesAgrees) {
  const Checked verdict = check("pfc_gate",
                                gate_trace("1000,arrival,0,79999\n"
                                           "2000,arrival,0,80000\n"
                                           "3000,xoff,0,\n"
                                           "117000,xoff,0,\n"  // 114 ns after the last
                                           "120000,release,0,40001\n"
                                           "121000,release,0,40000\n"
                                           "121000,xon,0,\n"),
                                1);
  EXPECT_EQ(verdict.first, "");
  EXPECT_EQ(verdict.agreed, 3u);
  EXPECT_EQ(verdict.lag, 1);
}

TEST_F(TraceCheck, ARefreshBelowXoffResumes) {
  const std::string until = "1000,arrival,0,80000\n1000,xoff,0,\n2000,release,0,79999\n";
  EXPECT_EQ(check("pfc_gate", gate_trace(until + "115000,xon,0,\n")).agreed, 2u);
  const Checked wrong = check("pfc_gate", gate_trace(until + "115000,xoff,0,\n"));
  EXPECT_EQ(
      wrong.first,
      "xoff of class 0 instead of xon of class 0. Cause: at 115000 ps the pause of class 0 is refreshed with 79999 "
      "B, Xoff is 80000 B");
  EXPECT_EQ(wrong.line, 5);
}

TEST_F(TraceCheck, ARefreshMayLookAtThePoolUntilItsAnswer) {
  // The pool comes below Xoff at 115 ns, the instant of the refresh; the answer is 2 cycles later, and either is right.
  const std::string until = "1000,arrival,0,80000\n1000,xoff,0,\n115000,level,0,79999\n";
  EXPECT_EQ(check("pfc_gate", gate_trace(until + "117000,xoff,0,\n"), 2).departures, 0u);
  EXPECT_EQ(check("pfc_gate", gate_trace(until + "117000,xon,0,\n"), 2).departures, 0u);
  // Long after it, there is one answer only.
  const std::string later = "1000,arrival,0,80000\n1000,xoff,0,\n118000,level,0,79999\n";
  EXPECT_EQ(check("pfc_gate", gate_trace(later + "119000,xon,0,\n"), 2).departures, 2u);
}

TEST_F(TraceCheck, ADecisionWithoutACauseIsFound) {
  const Checked verdict = check("pfc_gate", gate_trace("1000,arrival,0,79999\n2000,xoff,0,\n"));
  EXPECT_EQ(verdict.first, "xoff of class 0 without a cause");
  EXPECT_EQ(verdict.line, 3);
}

TEST_F(TraceCheck, ADecisionThatIsMissingIsFoundAtTheEnd) {
  const Checked verdict = check("pfc_gate", gate_trace("1000,arrival,0,80000\n9000,arrival,1,1\n"), 2);
  EXPECT_EQ(verdict.departures, 1u);
  EXPECT_THAT(verdict.first, HasSubstr("xoff of class 0 is missing, due at 1000 ps. Its cause: at 1000 ps (line 2)"));
  EXPECT_EQ(verdict.line, 2);
}

TEST_F(TraceCheck, WhatMayStillComeIsNotMissing) {
  const Checked verdict = check("pfc_gate", gate_trace("1000,arrival,0,80000\n3000,arrival,1,1\n"), 2);
  EXPECT_EQ(verdict.departures, 0u);
  EXPECT_EQ(verdict.still_owed, 1u);
}

TEST_F(TraceCheck, ARefreshThatIsMissingIsFound) {
  const Checked verdict =
      check("pfc_gate", gate_trace("1000,arrival,0,80000\n1000,xoff,0,\n200000,level,0,80000\n"), 2);
  EXPECT_THAT(verdict.first,
              HasSubstr("xoff of class 0 is missing, due at 115000 ps. Its cause: at 115000 ps the pause"));
}

TEST_F(TraceCheck, LateIsWhatIsBeyondTheTolerance) {
  const std::string text = gate_trace("1000,arrival,0,80000\n4000,xoff,0,\n");
  EXPECT_EQ(check("pfc_gate", text, 3).departures, 0u);
  const Checked late = check("pfc_gate", text, 2);
  EXPECT_EQ(late.lag, 3);
  EXPECT_THAT(late.first, HasSubstr("xoff of class 0 came 3 cycles late, 2 allowed. Its cause: at 1000 ps (line 2) an "
                                    "arrival leaves class 0 with 80000 B, Xoff is 80000 B"));
}

TEST_F(TraceCheck, TheFirstDepartureIsTheEarliest) {
  const Checked verdict =
      check("pfc_gate", gate_trace("1000,arrival,0,80000\n2000,xon,1,\n3000,xon,1,\n50000,level,0,80000\n"));
  EXPECT_EQ(verdict.departures, 3u);
  EXPECT_EQ(verdict.line, 2);  // due at 1000 ps
}

TEST_F(TraceCheck, AResetStartsAnew) {
  const Checked verdict = check("pfc_gate", gate_trace("1000,arrival,0,80000\n1000,xoff,0,\n2000,reset,,\n"
                                                       "3000,arrival,0,80000\n3000,xoff,0,\n"));
  EXPECT_EQ(verdict.agreed, 2u);
  EXPECT_EQ(verdict.departures, 0u);
}

TEST_F(TraceCheck, EventsBetweenEdgesAreSampledAtTheNextOne) {
  const std::string text = gate_trace("1001,arrival,0,80000\n3000,xoff,0,\n");
  EXPECT_EQ(check("pfc_gate", text, 1).lag, 1);
}

std::string timers_trace(const std::string& rows) { return "time_ps,event,tc,quanta\n" + rows; }

TEST_F(TraceCheck, PausesHoldRestartRunOutAndEnd) {
  // 100 quanta: 228 ns
  const Checked verdict = check("pause_timers",
                                timers_trace("1000,frame,3,100\n"
                                             "3000,held,3,\n"
                                             "101000,frame,3,100\n"  // until 329 ns
                                             "330000,free,3,\n"
                                             "400000,frame,3,100\n"
                                             "402000,held,3,\n"
                                             "500000,frame,3,0\n"
                                             "502000,free,3,\n"),
                                2);
  EXPECT_EQ(verdict.first, "");
  EXPECT_EQ(verdict.agreed, 4u);
  EXPECT_EQ(verdict.lag, 2);
}

TEST_F(TraceCheck, APauseThatDoesNotRestartIsFound) {
  const Checked verdict = check("pause_timers", timers_trace("1000,frame,3,100\n1000,held,3,\n101000,frame,3,100\n"
                                                             "229000,free,3,\n400000,frame,3,0\n"));
  EXPECT_EQ(verdict.departures, 2u);
  EXPECT_EQ(verdict.first, "class 3 free without a cause");
  EXPECT_EQ(verdict.line, 5);
}

TEST_F(TraceCheck, AFrameAtTheEndOfAPauseKeepsIt) {
  const Checked verdict =
      check("pause_timers", timers_trace("1000,frame,3,100\n1000,held,3,\n229000,frame,3,100\n457000,free,3,\n"));
  EXPECT_EQ(verdict.first, "");
  EXPECT_EQ(verdict.agreed, 2u);
}

TEST_F(TraceCheck, PoolsAreFilledAndReleased) {
  const std::string text =
      "time_ps,event,tc,bytes\n1000,ask,0,99999\n1000,fits,,\n2000,ask,0,2\n2000,refused,,\n3000,release,0,1\n"
      "3000,probe,0,2\n3000,fits,,\n4000,ask,7,0\n4000,refused,,\n";
  EXPECT_EQ(check("buffer_pools", text, 0, "ingress").agreed, 4u);
  const Checked wrong = check("buffer_pools", "time_ps,event,tc,bytes\n1000,ask,0,100001\n1000,fits,,\n", 0, "ingress");
  EXPECT_EQ(wrong.first,
            "fits instead of refused. Cause: at 1000 ps (line 2) ask of 100001 B for class 0, which has 0 of 100000 B");
  // What was wrongly taken in is released: that tells nothing new.
  const Checked stopped = check(
      "buffer_pools", "time_ps,event,tc,bytes\n1000,ask,0,100001\n1000,fits,,\n2000,release,0,100001\n", 0, "ingress");
  EXPECT_EQ(stopped.line, 3);
  EXPECT_EQ(stopped.stopped, "t.csv:4: release: class 0: 100001 B released, 0 B charged");
  try {
    check("buffer_pools", "time_ps,event,tc,bytes\n1000,release,0,1\n", 0, "ingress");
    FAIL() << "more was released than charged";
  } catch (const TraceFault& fault) {
    EXPECT_STREQ(fault.what(), "t.csv:2: release: class 0: 1 B released, 0 B charged");
  }
}

TEST_F(TraceCheck, SchedulersGrantInTheirOrder) {
  nic_.egress.scheduling = QueueScheduling::kStrictPriority;
  const Checked wrong = check("tx_scheduler",
                              "time_ps,event,classes,tc\n1000,ask,0x03,\n2000,grant,,1\n2000,ask,3,\n3000,grant,,0\n"
                              "4000,ask,0,\n5000,idle,,\n",
                              1, "egress");
  EXPECT_EQ(wrong.agreed, 2u);
  EXPECT_EQ(wrong.first, "grant of class 0 instead of grant of class 1. Cause: at 2000 ps (line 4) classes 0x03 ask");
}

TEST_F(TraceCheck, CreditsKeepTheLastSlotForData) {
  nic_.pcie_host.rx_header = Bytes{40};  // two slots of 20 B
  nic_.pcie_host.rx_data = Bytes{512};
  const std::string until = "time_ps,event,bytes\n1000,take_header,\n1000,taken,\n2000,take_header,\n";
  EXPECT_EQ(
      check("credit_counter", until + "2000,refused,\n3000,take_data,512\n3000,taken,\n4000,give,512\n", 0, "host")
          .agreed,
      3u);
  EXPECT_EQ(check("credit_counter", until + "2000,taken,\n", 0, "host").first,
            "taken instead of refused. Cause: at 2000 ps (line 4) a header with 1 of 2 slots and 0 of 512 B taken");
}

// P50: the frame of 64 B that pauses class 0
const std::string kPauseFrame = "0180c2000001020020000002880801010001ffff" + std::string(80, '0') + "0840dfa5";

TEST_F(TraceCheck, FramesAreComparedToTheLastByte) {
  const std::string send =
      "time_ps,event,size,source,classes,class_quanta,frame\n"
      "1000,send,64,020020000002,0x01,65535 0 0 0 0 0 0 0,\n2000,frame,,,,,";
  EXPECT_EQ(check("pfc_frame_tx", send + kPauseFrame + "\n", 1).agreed, 1u);
  std::string damaged = kPauseFrame;
  damaged.back() = '4';
  EXPECT_EQ(check("pfc_frame_tx", send + damaged + "\n", 1).departures, 1u);
  const std::string came = "time_ps,event,frame,source,classes,class_quanta\n1000,frame,";
  EXPECT_EQ(check("pfc_frame_rx", came + kPauseFrame + ",,,\n2000,pfc,,020020000002,1,65535 0 0 0 0 0 0 0\n", 1).agreed,
            1u);
  EXPECT_EQ(check("pfc_frame_rx", came + damaged + ",,,\n2000,other,,,,\n", 1).agreed, 1u);
  EXPECT_EQ(check("pfc_frame_rx", came + kPauseFrame + ",,,\n2000,other,,,,\n", 1).departures, 1u);
}

std::string csv_fault(const std::string& text) {
  try {
    (void)read_csv_trace(text, "t.csv", *find_block("pfc_gate"));
  } catch (const TraceFault& fault) { return fault.what(); }
  return "";
}

TEST(CsvTrace, FaultsAreToldWithLineAndWhatIsAllowed) {
  EXPECT_EQ(csv_fault(""), "t.csv:1: the trace is empty (a line with the columns time_ps, event, tc, bytes)");
  EXPECT_EQ(csv_fault("time_ps,event,tc,bytes\n"),
            "t.csv:1: the trace has no event (arrival, release, level, xoff, xon, reset)");
  EXPECT_EQ(csv_fault("time_ps,event,bytes\n"), "t.csv:1: column tc is missing (time_ps, event, tc, bytes)");
  EXPECT_EQ(csv_fault("time_ps,event,tc,byte\n"),
            "t.csv:1: unknown column \"byte\" (did you mean bytes? time_ps, event, tc, bytes)");
  EXPECT_EQ(csv_fault("time_ps,event,tc,tc,bytes\n"), "t.csv:1: column tc stands twice (once)");
  EXPECT_EQ(csv_fault(gate_trace("1,arrival,0\n")), "t.csv:2: has 3 cells (4, as the header)");
  EXPECT_EQ(csv_fault(gate_trace("1.5,arrival,0,1\n")), "t.csv:2: time_ps: \"1.5\" (whole picoseconds)");
  EXPECT_EQ(csv_fault(gate_trace("2,arrival,0,1\n1,arrival,0,1\n")),
            "t.csv:3: time_ps: 1 after 2 (times that do not go back)");
  EXPECT_EQ(csv_fault(gate_trace("1,arrive,0,1\n")),
            "t.csv:2: event: \"arrive\" (arrival, release, level, xoff, xon, reset)");
  EXPECT_EQ(csv_fault(gate_trace("1,arrival,8,1\n")), "t.csv:2: tc: \"8\" (0 to 7)");
  EXPECT_EQ(csv_fault(gate_trace("1,arrival,0,-1\n")), "t.csv:2: bytes: \"-1\" (a whole number from 0 on)");
  EXPECT_EQ(csv_fault(gate_trace("1,xoff,0,1\n")), "t.csv:2: bytes: \"1\" (empty, xoff has none)");
  EXPECT_EQ(csv_fault(gate_trace("1,arrival,0,1\r\n\n")), "");
  EXPECT_EQ(csv_fault("event,time_ps,bytes,tc\narrival,1,1,0"), "");  // any order of columns
}

}  // namespace
}  // namespace headroom
