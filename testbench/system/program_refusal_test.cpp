// What the program says of input it cannot use: one line a fault, exit code 2, and nothing written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>

#include <fstream>
#include <ostream>

#include "testbench/common/program.h"

namespace headroom {
namespace {

using test::Program;
using test::ProgramResult;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// A configuration with one attribute of the NIC on line 4, and the other sections on 6 to 8.
std::string configuration(const std::string& attributes, const std::string& topology = R"("type": "rack")",
                          const std::string& flow = R"("dst": 1)", const std::string& nic = "Nic") {
  return R"({
  "components": {
    "Nic": { "model": "ScalaRoceNic", "typedParameters": {
      )" +
         attributes +
         R"( } },
    "Tor": { "model": "ScalaSwitch" } },
  "topology": { "servers": 2, "switch": "Tor", "nic": ")" +
         nic + "\",\n    " + topology + R"( },
  "workload": { "application": "ScalaRDMA", "flows": [ { "src": 0, "message_size": "1MB", )" +
         flow + " } ] }\n}\n";
}
std::string ingress_of_nic(const std::string& attribute) {
  return R"("NetworkInterface": { "IngressBufferManager": { )" + attribute + " } }";
}
std::string egress_of_nic(const std::string& attribute) {
  return R"("NetworkInterface": { "EgressBufferManager": { )" + attribute + " } }";
}
const std::string kTheNic = "components.Nic.typedParameters.";
const std::string kIngress = kTheNic + "NetworkInterface.IngressBufferManager.";
const std::string kEgress = kTheNic + "NetworkInterface.EgressBufferManager.";

struct BadFile {
  std::string name, text;
  std::vector<std::string> lines;  ///< of stderr, in order
  friend std::ostream& operator<<(std::ostream& out, const BadFile& file) { return out << file.name; }
};

class ARefusedConfiguration : public test::ProgramTest, public testing::WithParamInterface<BadFile> {};

TEST_P(ARefusedConfiguration, IsReportedLineByLineAndNothingIsWritten) {
  for (const char* command : {"run", "validate"}) {
    write("bad.json", GetParam().text);
    std::vector<std::string> arguments = {command, "bad.json"};
    if (arguments[0] == "run") arguments.insert(arguments.end(), {"--out", "out"});
    const ProgramResult result = headroom(arguments);
    EXPECT_EQ(result.code, 2) << command;
    EXPECT_EQ(result.error_lines(), GetParam().lines) << command;
    EXPECT_EQ(result.out, "") << command;
    EXPECT_FALSE(exists("out")) << command;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, ARefusedConfiguration,
    testing::Values(
        BadFile{"EmptyFile", "", {"bad.json:1: is empty (a JSON object)"}},
        BadFile{"NotJson",
                "{\n  \"components\": {\n",
                {"bad.json:2: syntax error while parsing object key - unexpected end of input; expected string literal "
                 "(JSON, with // and /* */ comments)"}},
        BadFile{"WrongNesting",
                configuration(R"("IngressBufferManager": { "TotalBufferSize": "4MB" })"),
                {"bad.json:4: " + kTheNic +
                 "IngressBufferManager: is unknown here (did you mean "
                 "NetworkInterface.IngressBufferManager?)"}},
        BadFile{"AValueWhereASubcomponentStands",
                configuration(R"("NetworkInterface": 7)"),
                {"bad.json:4: " + kTheNic +
                 "NetworkInterface: is a number, but a sub-component stands here (an object with "
                 "UplinkNetworkInterface, TransmissionMedium, IngressBufferManager, EgressBufferManager)"}},
        BadFile{"UnknownKey",
                configuration(ingress_of_nic(R"("TotalBuffersize": "4MB")")),
                {"bad.json:4: " + kIngress + "TotalBuffersize: is unknown (did you mean TotalBufferSize?)"}},
        BadFile{"UnitMissing",
                configuration(ingress_of_nic(R"("TotalBufferSize": 4000000)")),
                {"bad.json:4: " + kIngress + "TotalBufferSize: has no unit: 4000000 (B, KB, KiB, MB, MiB)"}},
        BadFile{"UnitWrong",
                configuration(ingress_of_nic(R"("TotalBufferSize": "4GB")")),
                {"bad.json:4: " + kIngress + "TotalBufferSize: has unit \"GB\": 4GB (B, KB, KiB, MB, MiB)"}},
        BadFile{"Negative",
                configuration(ingress_of_nic(R"("TotalBufferSize": "-4MB")")),
                {"bad.json:4: " + kIngress + "TotalBufferSize: is -4MB, negative (at most 1000000000MB)"}},
        BadFile{"OutOfRange",
                configuration(ingress_of_nic(R"("QuantaValue": [65536, 65535, 0, 0, 0, 0, 0, 0])")),
                {"bad.json:4: " + kIngress + "QuantaValue: entry 0 is 65536 (0 to 65535)"}},
        BadFile{"NineEntries",
                configuration(ingress_of_nic(R"("PoolAllocationVector": "[0.9, 0.1, 0, 0, 0, 0, 0, 0, 0]")")),
                {"bad.json:4: " + kIngress + "PoolAllocationVector: has 9 entries (8, one a traffic class)"}},
        BadFile{"ZeroBeforeOtherEntries",
                configuration(egress_of_nic(R"("PoolAllocationVector": "[0, 0.5, 0.5, 0, 0, 0, 0, 0]")")),
                {"bad.json:4: " + kEgress +
                     "PoolAllocationVector: entry 1 is not 0 after entry 0, which is (entries other than 0 first)",
                 "bad.json:4: " + kEgress +
                     "PoolAllocationVector: entry 2 is not 0 after entry 0, which is (entries other than 0 first)",
                 "bad.json:4: " + kEgress +
                     "PoolAllocationVector: class 0 gets 0 B; a data class needs one packet (4,154 B)"}},
        BadFile{"NoRoomForADataPacket",
                configuration(egress_of_nic(R"("PoolAllocationVector": "[0.01, 0.1, 0, 0, 0, 0, 0, 0]")")),
                {"bad.json:4: " + kEgress +
                 "PoolAllocationVector: class 0 gets 2,560 B; a data class needs one packet (4,154 B)"}},
        BadFile{
            "ControlClassWithoutPool",
            configuration(egress_of_nic(R"("PoolAllocationVector": "[0.9, 0, 0, 0, 0, 0, 0, 0]")")),
            {"bad.json:4: " + kEgress + "PoolAllocationVector: control class 1 has no transmit pool (more than 0 B)"}},
        BadFile{"MssTooLargeForMtu",
                configuration(R"("ScalaRoceQpManager": { "MSS": "4126B" })"),
                {"bad.json:4: " + kTheNic +
                 "ScalaRoceQpManager.MSS: is 4,126 B, with headers not below the Mtu of "
                 "4,184 B (at most 4125 B)"}},
        BadFile{"UnknownComponent",
                configuration("", R"("type": "rack")", R"("dst": 1)", "Nick"),
                {"bad.json:6: topology.nic: is \"Nick\", an unknown component (Nic)"}},
        BadFile{"UnknownTopology",
                configuration("", R"("type": "torus")"),
                {"bad.json:7: topology.type: is \"torus\" (back_to_back, rack, leaf_spine)"}},
        BadFile{"TopologyOfALaterVersion",
                configuration("", R"("type": "fat_tree")"),
                {"bad.json:7: topology.type: is \"fat_tree\", not available yet (back_to_back, rack, leaf_spine)"}},
        BadFile{"ServerOutOfRange",
                configuration("", R"("type": "rack")", R"("dst": 2)"),
                {"bad.json:8: workload.flows.0.dst: is 2, but there are 2 servers (0 to 1)"}},
        BadFile{"FlowToItself",
                configuration("", R"("type": "rack")", R"("dst": 0)"),
                {"bad.json:8: workload.flows.0.dst: is 0, the sender itself (another server)"}},
        BadFile{"NoMessages",
                configuration("", R"("type": "rack")", R"("dst": 1, "messages": 0)"),
                {"bad.json:8: workload.flows.0.messages: is 0 (1 to 1000000000000)"}},
        BadFile{
            "SeveralFaultsAtOnce",
            configuration(ingress_of_nic(R"("TotalBufferSize": "4")"), R"("type": "torus")", R"("dst": 5, "speed": 1)"),
            {"bad.json:4: " + kIngress + "TotalBufferSize: has no unit: 4 (B, KB, KiB, MB, MiB)",
             "bad.json:7: topology.type: is \"torus\" (back_to_back, rack, leaf_spine)",
             "bad.json:8: workload.flows.0.dst: is 5, but there are 2 servers (0 to 1)",
             "bad.json:8: workload.flows.0.speed: is unknown (did you mean name?)"}}),
    [](const auto& test_case) { return test_case.param.name; });

class TheCommandLine : public test::ProgramTest {
 protected:
  /// `run` of a good file with more options; nothing may be written.
  ProgramResult refused(const std::vector<std::string>& more) {
    const ProgramResult result = run("good", configuration(""), more);
    EXPECT_EQ(result.code, 2) << result.err;
    EXPECT_FALSE(exists("good"));
    return result;
  }
};

TEST_F(TheCommandLine, NamesASetPathThatDoesNotExist) {
  EXPECT_THAT(refused({"--set", "components.Nic.NetworkInterface.IngressBufferManager.TotalBufferSiz=4MB"}).err,
              "--set: " + kIngress + "TotalBufferSiz: is unknown (did you mean TotalBufferSize?)\n");
  EXPECT_EQ(
      refused({"--set", "simulation.Seed=2", "--set", "components.Nick.ScalaRoceQpManager.MSS=4096B"}).err,
      "--set: components.Nick.ScalaRoceQpManager.MSS: names the unknown component \"Nick\" (Nic, Tor; did you mean "
      "components.Nic.ScalaRoceQpManager.MSS?)\n");
  EXPECT_EQ(refused({"--set", "workload.flows.1.dst=1"}).err,
            "--set: workload.flows.1.dst: has 1 where a list entry stands (0 to 0)\n");
  EXPECT_THAT(refused({"--set", "nowhere"}).err, HasSubstr("--set: nowhere: is no PATH=VALUE"));
}

TEST_F(TheCommandLine, RefusesValuesOfItsOptionsByName) {
  EXPECT_EQ(refused({"--seed", "x"}).err, "--seed: simulation.Seed: is \"x\", a string (an integer from 0)\n");
  EXPECT_EQ(refused({"--until", "5"}).err, "--until: simulation.Duration: has no unit: 5 (ps, ns, us, ms, s)\n");
  EXPECT_THAT(refused({"--progress", "maybe"}).err,
              AllOf(HasSubstr("--progress"), HasSubstr("maybe"), HasSubstr("auto"), HasSubstr("on"), HasSubstr("off")));
}

TEST_F(TheCommandLine, RefusesWhatItDoesNotKnowInOneLine) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{}, "a command is missing (run, validate, attributes, records, config, check; headroom --help)"},
      {{"fly"}, "fly is no command (run, validate, attributes, records, config, check; headroom --help)"},
      {{"run"}, "CONFIG is required (headroom COMMAND --help)"},
      {{"run", "a.json", "--frobnicate"},
       "The following argument was not expected: --frobnicate (headroom COMMAND --help)"},
      {{"run", "a.json", "b.json"}, "The following argument was not expected: b.json (headroom COMMAND --help)"}};
  for (const auto& [arguments, error] : cases) {
    const ProgramResult result = headroom(arguments);
    EXPECT_EQ(result.code, 2) << error;
    EXPECT_EQ(result.err, "headroom: " + error + "\n");
    EXPECT_EQ(result.out, "");
  }
}

TEST_F(TheCommandLine, RefusesAConfigurationThatIsNotThere) {
  EXPECT_EQ(headroom({"run", "missing.json"}).err,
            "missing.json: cannot be read: No such file or directory (a configuration file)\n");
  EXPECT_EQ(headroom({"run", "."}).err, ".: cannot be read: is a directory (a configuration file)\n");
  EXPECT_FALSE(exists("headroom-out"));
}

TEST_F(TheCommandLine, ExplainsEveryCommand) {
  for (const std::vector<std::string>& command : {std::vector<std::string>{},
                                                  {"run"},
                                                  {"validate"},
                                                  {"attributes"},
                                                  {"records"},
                                                  {"config"},
                                                  {"config", "show"},
                                                  {"config", "patch"},
                                                  {"config", "schema"},
                                                  {"config", "models"}}) {
    std::vector<std::string> arguments = command;
    arguments.emplace_back("--help");
    const ProgramResult result = headroom(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    EXPECT_THAT(result.out, HasSubstr("Usage: headroom")) << result.out;
  }
  EXPECT_THAT(headroom({"run", "--help"}).out,
              AllOf(HasSubstr("--out"), HasSubstr("--set"), HasSubstr("--seed"), HasSubstr("--until"),
                    HasSubstr("--progress"), HasSubstr("--quiet"), HasSubstr("--force"), HasSubstr("130")));
}

TEST_F(TheCommandLine, TellsItsVersion) {
  const ProgramResult result = headroom({"--version"});
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.out, testing::MatchesRegex("headroom [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST_F(TheCommandLine, TakesSetBeforeAndAfterTheConfiguration) {
  write("case.json", configuration(""));
  ASSERT_EQ(headroom({"run", "--set", "workload.flows.0.message_size=8192B", "case.json", "--out", "before"}).code, 0);
  ASSERT_EQ(headroom({"run", "case.json", "--out", "after", "--set", "workload.flows.0.message_size=8192B"}).code, 0);
  EXPECT_EQ(test::RunFiles(folder() / "before", "case").contents(),
            test::RunFiles(folder() / "after", "case").contents());
  EXPECT_EQ(test::RunFiles(folder() / "after", "case").table("flows").at(0, "message_size"), "8192");
}

TEST_F(TheCommandLine, SetsSeedAndEnd) {
  ASSERT_EQ(run("good", configuration(""), {"--seed", "7", "--until", "2us"}).code, 0);
  EXPECT_EQ(files("good").summary()["seed"], 7);
  EXPECT_EQ(files("good").summary()["stop_reason"], "duration");
  EXPECT_EQ(files("good").summary()["sim_time_ps"], 2'000'000);
}

TEST_F(TheCommandLine, KeepsQuietWhenAskedTo) {
  const ProgramResult result = run("good", configuration(""), {"--quiet"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out + result.err, "");
  EXPECT_TRUE(exists("good/summary.json"));
}

TEST_F(TheCommandLine, WritesToAFolderNamedAfterTheConfigurationByDefault) {
  write("my case.json", configuration(""));
  ASSERT_EQ(headroom({"run", "my case.json", "--quiet"}).code, 0);
  EXPECT_TRUE(exists("headroom-out/my_case/my_case-flows-0.csv"));
}

class TheOutputFolder : public test::ProgramTest {};

TEST_F(TheOutputFolder, IsRefusedWhileAnotherRunWritesToIt) {
  write("case.json", configuration("", R"("type": "rack")", R"("dst": 1, "messages": 1000000, "outstanding": 4)"));
  Program first(folder(), {"run", "case.json", "--out", "out"});
  while (!exists("out/config.json")) ::usleep(1000);
  for (const bool force : {false, true}) {
    std::vector<std::string> arguments = {"run", "case.json", "--out", "out"};
    if (force) arguments.emplace_back("--force");
    const ProgramResult second = headroom(arguments);
    EXPECT_EQ(second.code, 2);
    EXPECT_EQ(second.err, "headroom: out: a running headroom is writing to it\n");
    EXPECT_EQ(second.out, "");
  }
  first.signal(SIGINT);
  EXPECT_EQ(first.wait().code, 130) << "the first run is not disturbed";
  EXPECT_EQ(headroom({"run", "case.json", "--out", "out", "--until", "1us"}).code, 0) << "and now it is free";
}

TEST_F(TheOutputFolder, IsRefusedWhenItCannotBeMade) {
  write("file", "");
  write("case.json", configuration(""));
  const ProgramResult below = headroom({"run", "case.json", "--out", "file/below"});
  EXPECT_EQ(below.code, 2);
  EXPECT_EQ(below.err, "headroom: file/below: cannot be created: Not a directory\n");
  const ProgramResult proc = headroom({"run", "case.json", "--out", "/proc/headroom"});
  EXPECT_EQ(proc.code, 2);
  EXPECT_THAT(proc.err, StartsWith("headroom: /proc/headroom: cannot be created: "));
}

/// Files of a folder, its marker aside.
std::vector<std::string> content(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().filename() != ".headroom") names.push_back(entry.path().filename());
  return names;
}

// A limit on file sizes is a disk that is full; the configuration's text is longer than 300 B.
TEST_F(TheOutputFolder, OnAFullDiskEndsWithOneErrorAndNoPartOfAFile) {
  write("case.json", configuration(""));
  for (const auto& [limit, file] : {std::pair{rlim_t{40}, ".headroom"}, {rlim_t{300}, "config.json"}}) {
    Program full(folder(), {"run", "case.json", "--out", "out"}, {.file_size = limit});
    const ProgramResult result = full.wait();
    EXPECT_EQ(result.code, 1);
    const std::string line = std::string("headroom: out/") + file + ": File too large; nothing was simulated\n";
    EXPECT_EQ(result.err, line.substr(0, limit)) << "the limit is that of this file too";
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(content(folder() / "out"), std::vector<std::string>());
    EXPECT_EQ(headroom({"run", "case.json", "--out", "out", "--quiet"}).code, 0) << "there is room again";
  }
}

TEST_F(TheOutputFolder, WithoutRoomForTheHeaderOfARecordEndsWithOneError) {
  write("case.json", configuration(""));
  std::filesystem::create_directory(folder() / "out");
  std::filesystem::create_symlink("/dev/full", folder() / "out/case-ecn-pfc-stats-0.csv");
  const ProgramResult result = headroom({"run", "case.json", "--out", "out", "--force"});
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.err, "headroom: out/case-ecn-pfc-stats-0.csv: No space left on device; nothing was simulated\n");
  EXPECT_FALSE(exists("out/summary.json"));
  for (const std::string& name : content(folder() / "out")) {
    if (name == "case-ecn-pfc-stats-0.csv") continue;
    const std::string text = file_content(folder() / "out" / name);
    EXPECT_TRUE(!text.empty() && text.back() == '\n') << name << " is not whole";
  }
}

TEST_F(TheOutputFolder, ThatHeadroomDidNotMakeNeedsForce) {
  std::filesystem::create_directory(folder() / "case");
  write("case/thesis.txt", "years of work");
  const ProgramResult result = run("case", configuration(""));
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err,
            "headroom: case: holds files and was not made by headroom (--force writes to it all the same)\n");
  EXPECT_FALSE(exists("case/summary.json"));
  EXPECT_EQ(run("case", configuration(""), {"--force"}).code, 0);
  EXPECT_TRUE(exists("case/summary.json"));
  EXPECT_EQ(run("case", configuration("")).code, 0) << "now it is ours";
  EXPECT_EQ(file_content(folder() / "case/thesis.txt"), "years of work");
}

TEST_F(TheOutputFolder, HoldsTheFilesOfTheLastRunOnly) {
  ASSERT_EQ(run("case", configuration(""), {"--set", "simulation.EnablePfcEventLogging=true"}).code, 0);
  EXPECT_TRUE(files("case").has("pfc-events"));
  ASSERT_EQ(run("case", configuration("")).code, 0);
  EXPECT_FALSE(files("case").has("pfc-events"));
}

TEST(Refusal, AStandardOutputThatCannotBeWrittenIsAnError) {
  const int status = std::system(HEADROOM_PROGRAM " attributes > /dev/full 2> /dev/null");
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
}

}  // namespace
}  // namespace headroom
