// Dumps of a block's ports: a small one by hand, and what is wrong with damaged ones.
#include "sc_models/check/vcd_trace.h"

#include <gmock/gmock.h>

namespace headroom {
namespace {

using testing::HasSubstr;

constexpr const char* kDumpedPorts[] = {"clk",         "rst",         "ask_valid", "ask_ready",  "eligible",
                                        "grant_valid", "grant_ready", "grant_any", "grant_class"};

std::string dump_declarations(const std::string& without = "") {
  std::string text = "$timescale 1ns $end\n$scope module top $end\n$scope module dut $end\n";
  char code = '!';
  for (const std::string port : kDumpedPorts) {
    const int width = port == "eligible" ? 8 : port == "grant_class" ? 3 : 1;
    if (port != without) text += "$var wire " + std::to_string(width) + " " + code + " " + port + " $end\n";
    ++code;
  }
  return text + "$upscope $end\n$upscope $end\n$enddefinitions $end\n";
}

// Codes are ! clk, " rst, # ask_valid, $ ask_ready, % eligible, & grant_valid, ' grant_ready, ( grant_any, )
// grant_class.
const std::string kDumpedRun =
    "#0\n0!\n1\"\n0#\n1$\nb0 %\n0&\n1'\n0(\nb0 )\n"
    "#1\n1!\n#2\n0!\n0\"\n1#\nb11 %\n"  // after the reset classes 0 and 1 ask
    "#3\n1!\n1&\n1(\nb1 )\n"            // sampled; the grant comes with the edge
    "#4\n0!\n0#\n#5\n1!\n0&\n#6\n0!\n#7\n1!\n";

VcdTrace read_dump(const std::string& text, const std::string& scope = "") {
  return read_vcd_trace(text, "t.vcd", "tx_scheduler", scope);
}
std::string dump_fault(const std::string& text, const std::string& scope = "") {
  try {
    (void)read_dump(text, scope);
  } catch (const TraceFault& fault) { return fault.what(); }
  return "";
}

TEST(VcdTrace, PortsAreSampledBeforeEachEdge) {
  const VcdTrace read_back = read_dump(dump_declarations() + kDumpedRun);
  ASSERT_EQ(read_back.trace.events.size(), 2u);
  const TraceEvent &ask = read_back.trace.events[0], &grant = read_back.trace.events[1];
  EXPECT_EQ(ask.name, "ask");
  EXPECT_EQ(ask.time, Ps{3'000});
  EXPECT_EQ(ask.amount, 3);
  EXPECT_EQ(grant.name, "grant");
  EXPECT_EQ(grant.time, Ps{5'000});
  EXPECT_EQ(grant.traffic_class, 1u);
  EXPECT_EQ(read_back.clock.period, Ps{2'000});
  EXPECT_EQ(read_back.trace.end, Ps{7'000});
}

TEST(VcdTrace, DamagedDumpsAreRefused) {
  EXPECT_EQ(dump_fault(""), "t.vcd:1: the trace is empty (a value change dump)");
  const std::string whole = dump_declarations() + kDumpedRun;
  EXPECT_THAT(dump_fault(whole.substr(0, whole.size() - 1)), HasSubstr("ends in the middle of a line"));
  EXPECT_THAT(dump_fault(dump_declarations().substr(0, dump_declarations().find("$enddefinitions"))),
              HasSubstr("the dump ends here ($enddefinitions)"));
  EXPECT_THAT(dump_fault(dump_declarations()), HasSubstr("clk has fewer than two rising edges"));
  EXPECT_THAT(dump_fault(dump_declarations("grant_any") + kDumpedRun),
              HasSubstr("no scope has the ports of tx_scheduler: scope top.dut lacks grant_any"));
  EXPECT_THAT(dump_fault(whole, "top"), HasSubstr("scope top has no port of tx_scheduler"));
  EXPECT_THAT(dump_fault(dump_declarations() + "#5\n#4\n"), HasSubstr("time #4 after 5000 ps"));
  EXPECT_THAT(dump_fault(dump_declarations() + "#5\n1~\n"), HasSubstr("code \"~\" is of no variable"));
  EXPECT_THAT(dump_fault(dump_declarations() + "#5\n?!\n"), HasSubstr("\"?!\" (a value, a time or a keyword)"));
}

TEST(VcdTrace, AnUnknownBitWhereTheBlockLooksIsTold) {
  std::string text = dump_declarations() + kDumpedRun;
  text.replace(text.find("1#\nb11 %"), 2, "x#");
  EXPECT_THAT(dump_fault(text), HasSubstr("ask_valid is x at 3000 ps"));
}

}  // namespace
}  // namespace headroom
