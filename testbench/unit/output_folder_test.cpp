#include "sc_models/core/records/output_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "sc_models/core/records/record_file.h"
#include "testbench/common/temporary_folder.h"

namespace headroom {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string refusal(const fs::path& folder, bool force = false) {
  try {
    const OutputFolder out(folder, force);
  } catch (const OutputRefused& refused) { return refused.what(); }
  return "";
}

void put(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

TEST(OutputFolder, IsCreatedWithItsParents) {
  const TemporaryFolder temporary;
  const OutputFolder out(temporary.path() / "a" / "b");
  EXPECT_TRUE(fs::is_directory(temporary.path() / "a" / "b"));
}

TEST(OutputFolder, TakesAnEmptyFolderAndOneOfItsOwn) {
  const TemporaryFolder temporary;
  EXPECT_EQ(refusal(temporary.path()), "");
  EXPECT_EQ(refusal(temporary.path()), "");
}

TEST(OutputFolder, RemovesWhatAnEarlierRunWroteAndNothingElse) {
  const TemporaryFolder temporary;
  {
    OutputFolder out(temporary.path());
    put(out.claim("old-nd-stats-0.csv"), "rows");
    out.write("config.json", "{}");
  }
  put(temporary.path() / "notes.txt", "mine");
  OutputFolder out(temporary.path());
  EXPECT_FALSE(fs::exists(temporary.path() / "old-nd-stats-0.csv"));
  EXPECT_FALSE(fs::exists(temporary.path() / "config.json"));
  EXPECT_EQ(file_content(temporary.path() / "notes.txt"), "mine");
}

TEST(OutputFolder, IsRefusedWhenItHoldsFilesOfOthersUnlessForced) {
  const TemporaryFolder temporary;
  put(temporary.path() / "thesis.tex", "mine");
  EXPECT_THAT(refusal(temporary.path()), HasSubstr("was not made by headroom"));
  EXPECT_FALSE(fs::exists(temporary.path() / ".headroom")) << "a refused folder stays as it was";
  EXPECT_EQ(refusal(temporary.path(), true), "");
  EXPECT_EQ(file_content(temporary.path() / "thesis.tex"), "mine");
}

TEST(OutputFolder, IsRefusedWhenItsMarkerIsNotOurs) {
  const TemporaryFolder temporary;
  put(temporary.path() / ".headroom", "something else\n../precious\n");
  EXPECT_THAT(refusal(temporary.path()), HasSubstr("not one that headroom wrote"));
  EXPECT_EQ(file_content(temporary.path() / ".headroom"), "something else\n../precious\n");
}

TEST(OutputFolder, NeverRemovesAnythingOutside) {
  const TemporaryFolder temporary;
  const fs::path folder = temporary.path() / "out";
  put(temporary.path() / "precious", "mine");
  { const OutputFolder out(folder); }
  std::ofstream(folder / ".headroom", std::ios::app) << "../precious\n"
                                                     << (temporary.path() / "precious").string() << "\n";
  { const OutputFolder out(folder); }
  EXPECT_EQ(file_content(temporary.path() / "precious"), "mine");
}

TEST(OutputFolder, IsRefusedWhileAnotherProcessWritesToItEvenIfForced) {
  const TemporaryFolder temporary;
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    OutputFolder out(temporary.path());
    put(out.claim("run-nd-stats-0.csv"), "rows");
    if (::write(ready[1], "x", 1) == 1) ::pause();
    ::_exit(1);
  }
  char byte;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  EXPECT_THAT(refusal(temporary.path()), HasSubstr("a running headroom is writing to it"));
  EXPECT_THAT(refusal(temporary.path(), true), HasSubstr("a running headroom is writing to it"));
  EXPECT_EQ(file_content(temporary.path() / "run-nd-stats-0.csv"), "rows") << "nothing of the running one is touched";
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(refusal(temporary.path()), "") << "the lock ends with the process";
  EXPECT_FALSE(fs::exists(temporary.path() / "run-nd-stats-0.csv"));
}

TEST(OutputFolder, SaysWhyAFolderCannotBeWritten) {
  const TemporaryFolder temporary;
  put(temporary.path() / "file", "");
  EXPECT_THAT(refusal(temporary.path() / "file"), HasSubstr((temporary.path() / "file").string() + ": cannot be"));
  EXPECT_THAT(refusal(temporary.path() / "file" / "below"), HasSubstr("cannot be created"));
  EXPECT_THAT(refusal("/proc/headroom-out"), HasSubstr("/proc/headroom-out: cannot be created"));
}

TEST(OutputFolder, WritesAWholeFileOrNone) {
  const TemporaryFolder temporary;
  OutputFolder out(temporary.path());
  out.write("summary.json", "{ \"seed\": 1 }\n");
  EXPECT_EQ(file_content(temporary.path() / "summary.json"), "{ \"seed\": 1 }\n");
  EXPECT_FALSE(fs::exists(temporary.path() / "summary.json.part"));
  fs::create_symlink("/dev/full", temporary.path() / "other.json.part");
  EXPECT_THROW(out.write("other.json", "{}"), RecordError);
  EXPECT_FALSE(fs::exists(temporary.path() / "other.json"));
}

}  // namespace
}  // namespace headroom
