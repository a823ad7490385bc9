#include "sc_models/core/records/record_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "sc_models/core/records/row_writer.h"
#include "testbench/common/temporary_folder.h"

namespace headroom {
namespace {

/// Header and rows take 32 B each, line end included, so that no row crosses into another page of the file.
const std::string kHeader = "number,text_of_twenty_four_char";

std::string row_text(int number) {
  std::string text = std::to_string(number);
  return text + ',' + std::string(30 - text.size(), 'x');
}

void add_row(RecordFile& file, int number) {
  file.row() += row_text(number);
  file.end_row();
}

/// Rows 0, 1, 2, … after the header, whole; how many.
int whole_rows(const std::string& content) {
  std::string expected = kHeader + "\n";
  int rows = 0;
  while (expected.size() < content.size()) expected += row_text(rows++) + "\n";
  EXPECT_EQ(content.size(), expected.size()) << "the file ends in a part of a row";
  EXPECT_TRUE(content == expected);
  return rows;
}

TEST(RecordFile, HasItsHeaderAtOnceAndRowsOnFlush) {
  const TemporaryFolder folder;
  RowWriter writer;
  RecordFile file(folder.path() / "a.csv", kHeader, writer);
  EXPECT_EQ(file_content(file.path()), kHeader + "\n");
  add_row(file, 0);
  EXPECT_EQ(whole_rows(file_content(file.path())), 0);
  file.flush();
  EXPECT_EQ(whole_rows(file_content(file.path())), 1);
  file.row() += "a row that is not ended";
  file.flush();
  EXPECT_EQ(whole_rows(file_content(file.path())), 1);
}

TEST(RecordFile, WritesWithoutBeingAskedOnce64KiBHaveGathered) {
  const TemporaryFolder folder;
  RowWriter writer;
  RecordFile file(folder.path() / "a.csv", kHeader, writer);
  const int rows = 64 * 1024 / 32;
  for (int i = 0; i < 2 * rows + 1; ++i) add_row(file, i);
  EXPECT_EQ(whole_rows(file_content(file.path())), 2 * rows);
}

TEST(RecordFile, KeepsARowLongerThanAPage) {
  const TemporaryFolder folder;
  const std::string long_row(10'000, 'x');
  RowWriter writer;
  RecordFile file(folder.path() / "a.csv", kHeader, writer);
  for (int i = 0; i < 3; ++i) {
    file.row() += long_row;
    file.end_row();
  }
  file.close();
  EXPECT_EQ(file_content(file.path()), kHeader + "\n" + long_row + "\n" + long_row + "\n" + long_row + "\n");
}

TEST(RecordFile, EndsInACompleteRowWhenTheProcessIsKilledAtAnyMoment) {
  for (int attempt = 0; attempt < 20; ++attempt) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "a.csv";
    int ready[2];
    ASSERT_EQ(::pipe(ready), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      RowWriter writer;
      RecordFile file(path, kHeader, writer);
      for (int i = 0;; ++i) {
        add_row(file, i);
        if (i % 7 == 0) file.flush();
        if (i == 1000 && ::write(ready[1], "x", 1) != 1) ::_exit(1);
      }
    }
    char byte;
    ASSERT_EQ(::read(ready[0], &byte, 1), 1);
    ::usleep(static_cast<useconds_t>(100 * attempt));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ::close(ready[0]);
    ::close(ready[1]);
    EXPECT_GE(whole_rows(file_content(path)), 995) << "rows 0 to 994 were flushed before the child said so";
  }
}

/// A file of rows of 10,001 B, each of which crosses pages.
const std::string kLongRow(10'000, 'x');
void add_long_row(RecordFile& file) {
  file.row() += kLongRow;
  file.end_row();
  file.flush();
}
/// Whole long rows after the header.
std::size_t long_rows(const std::string& content) {
  const std::size_t size = content.size() - kHeader.size() - 1;
  EXPECT_EQ(size % (kLongRow.size() + 1), 0u) << "the file ends in a part of a row";
  return size / (kLongRow.size() + 1);
}

TEST(RecordFile, EndsInACompleteRowAcrossPagesWhenTheProcessIsKilledAtAnyMoment) {
  for (int attempt = 0; attempt < 20; ++attempt) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "a.csv";
    int ready[2];
    ASSERT_EQ(::pipe(ready), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      RowWriter writer;
      RecordFile file(path, kHeader, writer);
      for (int i = 0;; ++i) {
        add_long_row(file);
        if (i == 100 && ::write(ready[1], "x", 1) != 1) ::_exit(1);
      }
    }
    char byte;
    ASSERT_EQ(::read(ready[0], &byte, 1), 1);
    ::usleep(static_cast<useconds_t>(37 * attempt));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    // The second process has the pipe's other end open until it has written what it had.
    ::close(ready[1]);
    while (::read(ready[0], &byte, 1) > 0) continue;
    ::close(ready[0]);
    EXPECT_GE(long_rows(file_content(path)), 100u);
  }
}

TEST(RecordFile, GoesOnWhenTheSecondProcessIsGone) {
  const TemporaryFolder folder;
  RowWriter writer;
  RecordFile file(folder.path() / "a.csv", kHeader, writer);
  add_long_row(file);
  const std::string children = file_content("/proc/self/task/" + std::to_string(::getpid()) + "/children");
  ASSERT_NE(children, "");
  ::kill(std::stoi(children), SIGKILL);
  for (int i = 0; i < 3; ++i) add_long_row(file);
  file.close();
  EXPECT_EQ(long_rows(file_content(file.path())), 4u);
}

TEST(RecordFile, TakesBackAPartOfARowAcrossPagesWhenTheDiskIsFull) {
  ::signal(SIGXFSZ, SIG_IGN);
  const TemporaryFolder folder;
  const rlimit small{25'000, RLIM_INFINITY}, none{RLIM_INFINITY, RLIM_INFINITY};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  RowWriter writer;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &none), 0);  // the second process keeps its limit
  RecordFile file(folder.path() / "a.csv", kHeader, writer);
  add_long_row(file);
  add_long_row(file);
  EXPECT_THROW(add_long_row(file), RecordError);
  EXPECT_EQ(long_rows(file_content(file.path())), 2u);
}

TEST(RecordFile, LosesOnlyWhatWasNotFlushedWhenTheProcessIsKilled) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.csv";
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    RowWriter writer;
    RecordFile file(path, kHeader, writer);
    for (int i = 0; i < 500; ++i) add_row(file, i);
    file.row() += "half a r";
    file.flush();
    ::raise(SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(whole_rows(file_content(path)), 500);
}

// A limit on file sizes is a disk that fills up: the write that reaches it is cut short, the next one fails.
TEST(RecordFile, TakesBackAPartOfARowWhenTheDiskIsFull) {
  ::signal(SIGXFSZ, SIG_IGN);
  for (const rlim_t limit : {rlim_t{32}, rlim_t{100}, rlim_t{4096}, rlim_t{5000}, rlim_t{8192 + 17}}) {
    const TemporaryFolder folder;
    const rlimit small{limit, RLIM_INFINITY}, none{RLIM_INFINITY, RLIM_INFINITY};
    RowWriter writer;
    RecordFile file(folder.path() / "a.csv", kHeader, writer);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    std::string message;
    try {
      for (int i = 0; i < 1000; ++i) add_row(file, i);
      file.flush();
    } catch (const RecordError& error) { message = error.what(); }
    EXPECT_EQ(message, file.path().string() + ": File too large");
    // The rows that fit are there, and not a byte more, whatever is tried afterwards.
    int fitting = 0;
    for (std::size_t size = kHeader.size() + 1; (size += row_text(fitting).size() + 1) <= limit;) ++fitting;
    EXPECT_EQ(whole_rows(file_content(file.path())), fitting) << limit;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &none), 0);
    add_row(file, 0);
    EXPECT_NO_THROW(file.close());
    EXPECT_EQ(whole_rows(file_content(file.path())), fitting);
  }
}

TEST(RecordFile, WithoutRoomForItsHeaderIsNotThere) {
  ::signal(SIGXFSZ, SIG_IGN);
  const TemporaryFolder folder;
  const rlimit small{kHeader.size(), RLIM_INFINITY}, none{RLIM_INFINITY, RLIM_INFINITY};  // its line end is too much
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  RowWriter writer;
  EXPECT_THROW(RecordFile(folder.path() / "a.csv", kHeader, writer), RecordError);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &none), 0);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "a.csv"));
}

TEST(RecordFile, SaysWhichFileCouldNotBeWrittenAndWhy) {
  const TemporaryFolder folder;
  const auto link = folder.path() / "full.csv";
  std::filesystem::create_symlink("/dev/full", link);
  RowWriter writer;
  try {
    RecordFile file(link, kHeader, writer);
    FAIL() << "the header should not fit";
  } catch (const RecordError& error) { EXPECT_EQ(error.what(), link.string() + ": No space left on device"); }
  EXPECT_THROW(RecordFile(folder.path() / "missing" / "a.csv", kHeader, writer), RecordError);
}

}  // namespace
}  // namespace headroom
