// headroom check, from the command line to the exit code.
#include <gmock/gmock.h>

#include <sstream>

#include "sc_models/app/cli.h"

namespace headroom {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string kSlowHost = HEADROOM_SOURCE_DIR "/examples/slow_host.json";
const std::string kGateTrace = HEADROOM_SOURCE_DIR "/examples/reference/pfc_gate.csv";

class CheckCommand : public testing::Test {
 protected:
  struct Said {
    int code;
    std::string out, err;
  };
  static Said check(std::vector<std::string> arguments) {
    std::vector<const char*> argv{"headroom", "check"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    std::ostringstream out, err;
    const int code = run_cli(static_cast<int>(argv.size()), argv.data(), out, err);
    return {code, out.str(), err.str()};
  }
  /// Of pfc_gate, with the slow host's configuration.
  static Said check_gate(std::vector<std::string> arguments) {
    for (const std::string& always :
         {std::string("--block"), std::string("pfc_gate"), std::string("--config"), kSlowHost})
      arguments.push_back(always);
    return check(std::move(arguments));
  }
};

TEST_F(CheckCommand, AgreementEndsWithZero) {  // docs/check.md
  const Said said = check_gate({kGateTrace, "--tolerance-cycles", "1"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(said.out, "pfc_gate: 3 of 3 decisions agree, worst lag 1 cycle\n");
}

TEST_F(CheckCommand, ADepartureEndsWithOneAndItsCause) {  // docs/check.md
  const Said said = check_gate({kGateTrace});
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.out, HasSubstr("first departure: " + kGateTrace +
                                  ":4: at 3000 ps: xoff of class 0 came 1 cycle late, 0 allowed. Its cause: at 2000 ps "
                                  "(line 3) an arrival leaves class 0 with 2880000 B, Xoff is 2880000 B\n"));
}

TEST_F(CheckCommand, WrongUseAndWrongTracesEndWithTwo) {
  EXPECT_EQ(check({"--block", "pfc_gates", "--config", kSlowHost, kGateTrace}).code, 2);
  const Said unconfigured = check({"--block", "pfc_gate", kGateTrace});
  EXPECT_EQ(unconfigured.code, 2);
  EXPECT_THAT(unconfigured.err, HasSubstr("--config: pfc_gate needs a configuration"));
  const Said other = check({"--block", "tx_scheduler", "--config", kSlowHost, kGateTrace});
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr(kGateTrace + ":1: "));
  EXPECT_THAT(check_gate({kGateTrace, "--component", "Nick"}).err, StartsWith("headroom: --component: Nick ("));
  EXPECT_THAT(check_gate({kGateTrace, "--buffer", "egress"}).err, HasSubstr("--buffer: pfc_gate has no choice"));
  EXPECT_THAT(check_gate({kGateTrace, "--period", "1"}).err, StartsWith("headroom: --period: "));
  EXPECT_THAT(check_gate({kGateTrace, "--scope", "top"}).err, StartsWith("headroom: --scope: "));
  EXPECT_EQ(check_gate({kGateTrace, "--tolerance-cycles", "-1"}).code, 2);
  EXPECT_EQ(check_gate({kGateTrace + ".none"}).code, 2);
  EXPECT_EQ(check({"--block", "pfc_frame_rx", "--set", "simulation.Seed=1", kGateTrace}).code, 2);
}

}  // namespace
}  // namespace headroom
