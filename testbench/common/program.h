// The program as a user meets it: started with a command line, watched from outside.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "testbench/common/csv.h"
#include "testbench/common/temporary_folder.h"

namespace headroom::test {

struct ProgramResult {
  int code = -1;  ///< exit code; minus the signal that ended it
  std::string out, err;

  [[nodiscard]] std::vector<std::string> error_lines() const {
    std::vector<std::string> lines;
    std::istringstream in(err);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  }
};

/// One headroom process. Its two outputs go to files in `folder`, where it also runs; stderr to `terminal` instead,
/// when that is an open descriptor.
class Program {
 public:
  struct Limits {
    rlim_t file_size = RLIM_INFINITY;
    int terminal = -1;
  };
  Program(const std::filesystem::path& folder, const std::vector<std::string>& arguments)
      : Program(folder, arguments, Limits()) {}
  Program(const std::filesystem::path& folder, const std::vector<std::string>& arguments, Limits limits) {
    static int number = 0;
    const std::string name = "process" + std::to_string(number++);
    out_ = folder / (name + ".stdout"), err_ = folder / (name + ".stderr");
    std::vector<std::string> words = arguments;
    words.insert(words.begin(), "headroom");
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a test that is cut short leaves nothing running
    redirect(STDOUT_FILENO, out_);
    if (limits.terminal >= 0) {
      ::dup2(limits.terminal, STDERR_FILENO);
    } else {
      redirect(STDERR_FILENO, err_);
    }
    if (::chdir(folder.c_str()) != 0) ::_exit(126);
    const rlimit limit{limits.file_size, RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    ::execv(HEADROOM_PROGRAM, argv.data());
    ::_exit(127);
  }
  ~Program() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void signal(int number) const { ::kill(pid_, number); }
  ProgramResult wait() {
    int status = 0;
    ::waitpid(std::exchange(pid_, -1), &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), file_content(out_), file_content(err_)};
  }

 private:
  static void redirect(int descriptor, const std::filesystem::path& file) {
    const int to = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    ::dup2(to, descriptor);
    ::close(to);
  }
  std::filesystem::path out_, err_;
  pid_t pid_ = -1;
};

/// What one run has left in its folder.
class RunFiles {
 public:
  RunFiles(std::filesystem::path folder, std::string run) : folder_(std::move(folder)), run_(std::move(run)) {}

  [[nodiscard]] std::filesystem::path file(const std::string& record) const {
    return folder_ / (run_ + "-" + record + "-0.csv");
  }
  [[nodiscard]] bool has(const std::string& record) const { return std::filesystem::exists(file(record)); }
  [[nodiscard]] CsvTable table(const std::string& record) const { return CsvTable(file_content(file(record))); }
  [[nodiscard]] nlohmann::ordered_json summary() const {
    return nlohmann::ordered_json::parse(file_content(folder_ / "summary.json"));
  }
  /// Names of the records, sorted.
  [[nodiscard]] std::vector<std::string> records() const {
    std::vector<std::string> names;
    for (const auto& [name, content] : contents())
      if (name.ends_with("-0.csv")) names.push_back(name.substr(run_.size() + 1, name.size() - run_.size() - 7));
    return names;
  }
  /// All files but hidden ones by name; without what may differ between two runs.
  [[nodiscard]] std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> result;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(".")) continue;
      std::string text = file_content(entry.path());
      if (name == "summary.json") {
        auto json = nlohmann::ordered_json::parse(text);
        json.erase("wall_seconds");
        text = json.dump(2);
      }
      result[name] = text;
    }
    return result;
  }

 private:
  const std::filesystem::path folder_;
  const std::string run_;
};

/// A folder with configurations in it, and runs of them.
class ProgramTest : public testing::Test {
 protected:
  ProgramResult headroom(const std::vector<std::string>& arguments) { return Program(folder(), arguments).wait(); }
  /// `headroom run NAME.json --out NAME`, of a configuration text.
  ProgramResult run(const std::string& name, const std::string& text, const std::vector<std::string>& more = {}) {
    write(name + ".json", text);
    std::vector<std::string> arguments = {"run", name + ".json", "--out", name};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return headroom(arguments);
  }
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder() / name) << text; }
  [[nodiscard]] bool exists(const std::string& name) const { return std::filesystem::exists(folder() / name); }
  /// Records of the run `name`, in the folder of that name.
  [[nodiscard]] RunFiles files(const std::string& name) const { return RunFiles(folder() / name, name); }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

/// `--set` before each.
inline std::vector<std::string> sets(const std::vector<std::string>& assignments) {
  std::vector<std::string> arguments;
  for (const std::string& assignment : assignments) arguments.insert(arguments.end(), {"--set", assignment});
  return arguments;
}

}  // namespace headroom::test
