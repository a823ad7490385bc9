// Whole runs of the program's `run`, each in a process of its own, and the records they leave.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sc_models/app/run_session.h"
#include "testbench/common/csv.h"
#include "testbench/common/temporary_folder.h"

namespace headroom::test {

/// Runs `text` with these overrides, once, when it is made.
class ForkedRun {
 public:
  ForkedRun(const std::string& text, std::vector<std::string> sets) {
    std::ofstream(folder_.path() / "case.json") << text;
    const pid_t child = ::fork();
    if (child == 0) {
      RunOptions options;
      options.config = folder_.path() / "case.json";
      options.out = out();
      options.overrides.sets = std::move(sets);
      options.quiet = true;
      ::_exit(run_session(options));
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  /// -1: it did not end by itself.
  [[nodiscard]] int exit_code() const { return exit_code_; }
  [[nodiscard]] std::filesystem::path out() const { return folder_.path() / "out"; }

  /// Every record file by its name.
  [[nodiscard]] std::map<std::string, std::string> records() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(out()))
      if (entry.path().extension() == ".csv") files[entry.path().filename().string()] = file_content(entry.path());
    return files;
  }
  /// A record whatever the run is called, or nothing if it is switched off.
  [[nodiscard]] std::optional<CsvTable> record(const std::string& name) const {
    for (const auto& [file, content] : records())
      if (file.ends_with("-" + name + "-0.csv") && file.find('-') == file.size() - name.size() - 7)
        return CsvTable(content);
    return std::nullopt;
  }

 private:
  TemporaryFolder folder_;
  int exit_code_ = -1;
};

}  // namespace headroom::test
