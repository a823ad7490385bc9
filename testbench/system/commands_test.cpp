// The commands that read and change configurations, from the command line to the exit code.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "sc_models/app/cli.h"
#include "testbench/common/configuration_text.h"

namespace headroom {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
namespace fs = std::filesystem;

struct Outcome {
  int code;
  std::string out, err;
};

Outcome run(std::vector<std::string> arguments) {
  std::vector<const char*> argv{"headroom"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  std::ostringstream out, err;
  const int code = run_cli(static_cast<int>(argv.size()), argv.data(), out, err);
  return {code, out.str(), err.str()};
}

class Commands : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("headroom_commands_" + std::to_string(getpid()));
    fs::create_directory(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  static std::string read(const std::string& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  fs::path folder_;
};

constexpr const char* kPatch = R"({ "EnableBufferStats": { "value": true, "type": "bool" } })";

TEST_F(Commands, ValidateSaysWhatIsWrongInOneLineEach) {
  const std::string good = write("good.json", ConfigurationText{}.text()), bad = write("bad.json", "{");
  EXPECT_EQ(run({"validate", good}).code, 0);
  const Outcome refused = run({"validate", bad});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, StartsWith(bad + ":1: "));
  EXPECT_EQ(run({"validate", (folder_ / "none.json").string()}).code, 2);
  EXPECT_EQ(run({"validate", good, "--set", "foo=1", "--set", "bar=2"}).code, 2);
}

TEST_F(Commands, ValidateGivesTheObjectOfTheService) {
  const std::string good = write("good.json", ConfigurationText{}.text());
  const auto valid = nlohmann::json::parse(run({"validate", "--format", "json", good}).out);
  EXPECT_EQ(valid["valid"], true);
  EXPECT_EQ(valid["status"], "valid");
  const Outcome wrong =
      run({"validate", "--format", "json", good, "--set",
           "components.Nic.NetworkInterface.EgressBufferManager.PoolAllocationVector=[0.01,0.1,0,0,0,0,0,0]"});
  EXPECT_EQ(wrong.code, 2);
  const auto fault = nlohmann::json::parse(wrong.out)["errors"][0];
  EXPECT_EQ(fault["code"], "POOL_TOO_SMALL");
  EXPECT_EQ(fault["component"], "Nic");
  EXPECT_EQ(fault["parameter"], "PoolAllocationVector");
  EXPECT_EQ(fault["path"],
            "$.components.Nic.typedParameters.NetworkInterface.EgressBufferManager.PoolAllocationVector");
}

TEST_F(Commands, ShowPrintsAConfigurationThatShowsItselfAgain) {
  const std::string first = run({"config", "show", write("a.json", ConfigurationText{}.text())}).out;
  EXPECT_EQ(run({"config", "show", write("a.json", first)}).out, first);
}

TEST_F(Commands, PatchWritesTheFileAnewOrNotAtAll) {
  const std::string text = "// gone\n" + ConfigurationText{}.text();
  const std::string file = write("a.json", text), patch = write("p.json", kPatch), bad = write("q.json", "{}");
  EXPECT_EQ(run({"config", "patch", file, "Nic", bad}).code, 2);
  EXPECT_EQ(run({"config", "patch", file, "Nix", patch}).code, 2);
  EXPECT_EQ(run({"config", "patch", file, "Nic", patch, "--dry-run"}).code, 0);
  EXPECT_EQ(read(file), text);
  const std::string other = (folder_ / "b.json").string();
  EXPECT_EQ(run({"config", "patch", file, "Nic", patch, "--output", other}).code, 0);
  EXPECT_EQ(read(file), text);
  const Outcome done = run({"config", "patch", file, "Nic", patch});
  EXPECT_EQ(done.code, 0);
  EXPECT_THAT(done.err, HasSubstr("comments are not kept"));
  EXPECT_EQ(read(file), read(other));
  EXPECT_TRUE(load_configuration(file).configuration.value().nics[0].roce().enable_buffer_stats);
  const auto left = std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  EXPECT_EQ(left, 4) << "a temporary file stayed";
}

TEST_F(Commands, PatchOfALockedFileIsRefused) {
  const std::string file = write("a.json", ConfigurationText{}.text()), patch = write("p.json", kPatch);
  const int held = ::open(file.c_str(), O_RDONLY);
  ASSERT_EQ(::flock(held, LOCK_EX), 0);
  const Outcome refused = run({"config", "patch", file, "Nic", patch});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("locked"));
  ::close(held);
  EXPECT_EQ(run({"config", "patch", file, "Nic", patch}).code, 0);
}

TEST_F(Commands, AttributesComeInFourFormats) {
  EXPECT_THAT(run({"attributes"}).out, HasSubstr("SharedBufferManager.PlaneBDP"));
  EXPECT_EQ(nlohmann::json::parse(run({"attributes", "--model", "ScalaSwitch", "--format", "json"}).out).size(), 35u);
  EXPECT_TRUE(nlohmann::json::parse(run({"attributes", "--format", "schema"}).out).contains("$schema"));
  EXPECT_THAT(run({"attributes", "--format", "markdown"}).out, StartsWith("# Attributes"));
  EXPECT_EQ(run({"attributes", "--model", "Nix"}).code, 2);
}

TEST_F(Commands, ModelsSchemaAndComponentsListWhatThereIs) {
  EXPECT_EQ(nlohmann::json::parse(run({"config", "models", "--type", "nic"}).out).size(), 2u);
  const auto schema = nlohmann::json::parse(run({"config", "schema", "ScalaRoceNic"}).out);
  EXPECT_EQ(schema["typedParameters"]["ScalaRoceQpManager"]["MSS"]["max"]["value"], 9216);
  EXPECT_EQ(run({"config", "schema", "Nix"}).code, 2);
  const auto list =
      nlohmann::json::parse(run({"config", "components", write("a.json", ConfigurationText{}.text())}).out);
  EXPECT_EQ(list["components"][1]["container"], "rack0");
}

TEST_F(Commands, UnknownTypesAndCategoriesAreRefusedWithTheKnownOnes) {
  const std::string file = write("a.json", ConfigurationText{}.text());
  for (const auto& arguments : {std::vector<std::string>{"config", "components", file, "--type", "zzz"},
                                {"config", "models", "--type", "zzz"}}) {
    const Outcome refused = run(arguments);
    EXPECT_EQ(refused.code, 2);
    EXPECT_EQ(refused.out, "");
    EXPECT_EQ(refused.err, "headroom: --type: zzz is no type of a model (nic, switch, application)\n");
  }
  EXPECT_THAT(run({"config", "models", "--category", "zzz"}).err, HasSubstr("zzz is no category of a model ("));
  EXPECT_EQ(run({"config", "components", file, "--type", "application"}).code, 0);
}

TEST_F(Commands, WrongCommandLinesEndWithTwoAndOneLine) {
  for (const auto& arguments : {std::vector<std::string>{}, {"fly"}, {"validate"}, {"validate", "a", "--bar"}}) {
    const Outcome refused = run(arguments);
    EXPECT_EQ(refused.code, 2);
    EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
  }
  EXPECT_EQ(run({"--version"}).out, "headroom 0.1.0\n");
  EXPECT_EQ(run({"validate", "--help"}).code, 0);
}

}  // namespace
}  // namespace headroom
