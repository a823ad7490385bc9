// What `headroom` says of configurations with UET NICs that cannot run, or may surprise, and what mixed networks may
// do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbench/common/program.h"

namespace headroom {
namespace {

using test::ProgramResult;
using test::sets;
using testing::AllOf;
using testing::HasSubstr;

/// Two NICs of some models and settings on one cable, or below one switch with two others.
std::string two_kinds(const std::string& first, const std::string& second, const std::string& topology,
                      const std::string& flows) {
  return R"({ "components": { "First": )" + first + R"(, "Second": )" + second +
         R"(, "Tor": { "model": "ScalaSwitch" } }, "topology": )" + topology +
         R"(, "workload": { "application": "ScalaRDMA", "flows": [ )" + flows + " ] } }";
}
const std::string kUetNicOnly = R"({ "model": "ScalaUETNIC" })", kRoceNicOnly = R"({ "model": "ScalaRoceNic" })";
const std::string kCable =
    R"({ "type": "back_to_back", "servers": 2, "nic": [ { "servers": "0", "nic": "First" },
                                                        { "servers": "1", "nic": "Second" } ] })";
const std::string kRack =
    R"({ "type": "rack", "servers": 4, "switch": "Tor", "nic": [ { "servers": "0-1", "nic": "First" },
                                                                  { "servers": "2-3", "nic": "Second" } ] })";
const std::string kAcross = R"({ "src": 1, "dst": 2, "message_size": "100KB" })";
const std::string kOnCable = R"({ "src": 0, "dst": 1, "message_size": "100KB" })";
const std::string kWithin = R"({ "src": 0, "dst": 1, "message_size": "100KB" },
                               { "src": 3, "dst": 2, "message_size": "100KB" })";
const std::string kLossOf = ".NetworkInterface.TransmissionMedium.LossProbability=";
const std::string kMonitorOf = ".TransportProcessingLayers.ScalaUETMonitor.";

class UetRefusal : public test::ProgramTest {
 protected:
  ProgramResult validate(const std::string& text, const std::vector<std::string>& more = {}) {
    write("case.json", text);
    std::vector<std::string> arguments = {"validate", "case.json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return headroom(arguments);
  }
  void expect_refused(const std::string& text, const std::string& why, const std::vector<std::string>& more = {}) {
    const ProgramResult checked = validate(text, more), ran = run("case", text, more);
    EXPECT_EQ(checked.code, 2) << checked.out;
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(checked.err, HasSubstr(why));
    EXPECT_EQ(ran.err, checked.err);
    EXPECT_FALSE(exists("case"));
  }
};

// workloads.md 1.6: both ends of a flow speak one transport.
TEST_F(UetRefusal, AFlowBetweenNicsOfTwoModels) {
  expect_refused(two_kinds(kUetNicOnly, kRoceNicOnly, kRack, kAcross),
                 "has a ScalaRoceNic, but the sender a ScalaUETNIC");
  expect_refused(two_kinds(kRoceNicOnly, kUetNicOnly, kRack, kAcross),
                 "has a ScalaUETNIC, but the sender a ScalaRoceNic");
  expect_refused(two_kinds(kUetNicOnly, kRoceNicOnly, kCable, kOnCable),
                 "has a ScalaRoceNic, but the sender a ScalaUETNIC");
}

TEST_F(UetRefusal, NotOfFlowsWithinEachModelBelowOneSwitch) {
  const ProgramResult result = run("mixed", two_kinds(kUetNicOnly, kRoceNicOnly, kRack, kWithin));
  ASSERT_EQ(result.code, 0) << result.err;
  const test::RunFiles files = this->files("mixed");
  EXPECT_EQ(files.summary()["stop_reason"], "workload_complete");
  EXPECT_EQ(files.table("flows").column("completed"), (CsvRow{"1", "1"}));
  EXPECT_EQ(files.table("uet-transport-stats").column("wqes_completed"), (CsvRow{"1", "0"}));
  EXPECT_EQ(files.table("roce-transport-stats").column("num_wqe_completed"), (CsvRow{"0", "1"}));
}

// records.md 1.1 and 1.5: the switch of one transport's record is global and on, that of the other stands at its NICs.
TEST_F(UetRefusal, NotOfRecordsOfTheOtherTransport) {
  ASSERT_EQ(run("uet", two_kinds(kUetNicOnly, kUetNicOnly, kCable, kOnCable)).code, 0);
  EXPECT_EQ(files("uet").table("roce-transport-stats").size(), 0u) << "switched on, so a header line";
  EXPECT_TRUE(files("uet").has("uet-transport-stats"));
  ASSERT_EQ(run("roce", two_kinds(kRoceNicOnly, kRoceNicOnly, kCable, kOnCable)).code, 0);
  EXPECT_FALSE(files("roce").has("uet-transport-stats")) << "no NIC has the switch";
  ASSERT_EQ(run("off", two_kinds(kUetNicOnly, kUetNicOnly, kCable, kOnCable),
                sets({"simulation.EnableRoceTransportStats=false"}))
                .code,
            0);
  EXPECT_FALSE(files("off").has("roce-transport-stats"));
}

TEST_F(UetRefusal, ACableThatLosesMoreAtOneEnd) {
  const std::string text = two_kinds(kUetNicOnly, kUetNicOnly, kCable, kOnCable);
  const auto loss = [](const std::string& nic, const std::string& probability) {
    return "components." + nic + kLossOf + probability;
  };
  expect_refused(text, "is 0, but the other end of the wire has 0.01", sets({loss("First", "0.01")}));
  expect_refused(text, "is 0.02, but the other end of the wire has 0.01",
                 sets({loss("First", "0.01"), loss("Second", "0.02")}));
  EXPECT_EQ(validate(text, sets({loss("First", "0.01"), loss("Second", "0.01")})).code, 0);
  // Below a switch the end at the NIC says it for both directions.
  EXPECT_EQ(validate(two_kinds(kUetNicOnly, kUetNicOnly, kRack, kAcross), sets({loss("First", "0.01")})).code, 0);
}

// uet-transport.md 9.3: settings are taken from the UET NIC of the lowest-numbered server; others are named.
TEST_F(UetRefusal, NotOfMonitorSettingsThatDifferButAWarning) {
  const std::string text = two_kinds(kUetNicOnly, kUetNicOnly, kRack, kAcross);
  const std::string on = kMonitorOf + "EnableUETMonitor=true";
  const ProgramResult second = run("second", text, sets({"components.Second" + on}));
  EXPECT_EQ(second.code, 0) << second.err;
  EXPECT_THAT(second.err, AllOf(HasSubstr("Second"), HasSubstr("EnableUETMonitor"), HasSubstr("First")));
  EXPECT_FALSE(files("second").has("uet-monitor")) << "those of server 0 hold";
  const ProgramResult first = run("first", text, sets({"components.First" + on}));
  EXPECT_THAT(first.err, AllOf(HasSubstr("Second"), HasSubstr("EnableUETMonitor")));
  EXPECT_GT(files("first").table("uet-monitor").size(), 0u);
  const ProgramResult both = run("both", text, sets({"components.First" + on, "components.Second" + on}));
  EXPECT_EQ(both.err.find("EnableUETMonitor"), std::string::npos) << both.err;
}

// A UET NIC has no other verbs than WRITE and SEND.
TEST_F(UetRefusal, Reads) {
  expect_refused(
      two_kinds(kUetNicOnly, kUetNicOnly, kCable, R"({ "src": 0, "dst": 1, "message_size": "1B", "verb": "READ" })"),
      "workload.flows.0.verb: is READ");
}

}  // namespace
}  // namespace headroom
