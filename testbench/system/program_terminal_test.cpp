// Progress: one line on a terminal that is rewritten as the run goes and gone at its end; nothing elsewhere.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>

#include <fstream>
#include <regex>

#include "testbench/common/program.h"
#include "testbench/common/scenario.h"

namespace headroom {
namespace {

using test::flow;
using test::Program;
using test::ProgramResult;
using testing::HasSubstr;

/// Long enough for several lines of progress on any machine: the run is interrupted when it has shown them.
const std::string kLong = test::rack(2, flow(0, 1, "1MB", R"("messages": 1000000, "outstanding": 4)"));
const std::string kClear = "\r\x1b[K";

class Terminal : public test::ProgramTest {
 protected:
  /// Runs `arguments` with stderr on a terminal until `lines` lines have been written or the run is over; interrupts it
  /// then. Returns all that the terminal got.
  std::string shown(const std::vector<std::string>& arguments, std::size_t lines, ProgramResult& result) {
    int master = -1, slave = -1;
    if (::openpty(&master, &slave, nullptr, nullptr, nullptr) != 0) throw std::runtime_error("no terminal");
    Program program(folder(), arguments, {.terminal = slave});
    ::close(slave);
    std::string text;
    char buffer[4096];
    bool interrupted = false;
    for (ssize_t n = 0; (n = ::read(master, buffer, sizeof buffer)) > 0;) {
      text.append(buffer, static_cast<std::size_t>(n));
      std::size_t count = 0;
      for (std::size_t at = 0; (at = text.find(kClear, at)) != std::string::npos; ++at) ++count;
      if (count >= lines && !std::exchange(interrupted, true)) program.signal(SIGINT);
    }
    ::close(master);
    result = program.wait();
    return text;
  }
};

TEST_F(Terminal, ShowsTimeBytesSpeedAndWhatIsLeft) {
  write("case.json", kLong);
  ProgramResult result;
  const std::string text = shown({"run", "case.json", "--out", "case"}, 3, result);
  EXPECT_EQ(result.code, 130);
  ASSERT_TRUE(text.starts_with(kClear)) << text;
  EXPECT_TRUE(text.ends_with(kClear)) << "the line is gone at the end";
  EXPECT_EQ(text.find('\n'), std::string::npos) << "one line";
  const std::regex form(
      R"(\d+\.\d{3} ms simulated  \d+\.\d\d [MG]B of 1\.00 TB \(\d+\.\d %\)  \d+ kpkt/s  (\d+ s|\d+ min \d\d s|\d+ h \d\d min) left)");
  std::size_t lines = 0;
  double before = 0;
  for (std::size_t at = kClear.size(); at < text.size();) {
    const std::size_t next = std::min(text.find(kClear, at), text.size());
    const std::string line = text.substr(at, next - at);
    EXPECT_TRUE(std::regex_match(line, form)) << line;
    EXPECT_LE(line.size(), 80u) << "it does not wrap";
    EXPECT_GT(std::stod(line), before) << "time goes on";
    before = std::stod(line);
    ++lines;
    at = next + kClear.size();
  }
  EXPECT_GE(lines, 3u);
  EXPECT_THAT(result.out, HasSubstr("interrupted"));
}

TEST_F(Terminal, KnowsThatADurationEndsTheRunEarlier) {
  write("case.json", kLong);
  ProgramResult result;
  const std::string text = shown({"run", "case.json", "--out", "case", "--until", "1s"}, 2, result);
  // The bytes alone would take 20 times as long, hours on any machine.
  EXPECT_EQ(text.find(" h "), std::string::npos) << text;
}

TEST_F(Terminal, ShowsNothingWhenItIsNotWanted) {
  write("case.json", test::rack(2, flow(0, 1, "500MB")));
  for (const char* option : {"--progress=off", "--quiet"}) {
    ProgramResult result;
    EXPECT_EQ(shown({"run", "case.json", "--out", "case", option, "--until", "20ms"}, 1, result), "") << option;
    EXPECT_EQ(result.code, 0);
  }
}

TEST_F(Terminal, IsNeededUnlessProgressIsOn) {
  const std::string text = test::rack(2, flow(0, 1, "1MB", R"("messages": 5000)"));
  EXPECT_EQ(run("silent", text).err, "");
  const ProgramResult shown = run("loud", text, {"--progress", "on"});
  EXPECT_THAT(shown.err, HasSubstr(" ms simulated  "));
  EXPECT_TRUE(shown.err.ends_with(kClear));
  std::map<std::string, std::string> silent;
  for (auto& [name, content] : files("silent").contents()) {
    const std::size_t at = name.find("silent");
    silent[at == 0 ? "loud" + name.substr(6) : name] = content;
  }
  const std::string ports = "loud-nd-stats-0.csv";
  EXPECT_EQ(files("loud").contents().at(ports), silent.at(ports)) << "the model does not notice";
}

}  // namespace
}  // namespace headroom
