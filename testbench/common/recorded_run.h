// Whole runs with their record files, each in a process of its own.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sc_models/app/run_session.h"
#include "testbench/common/temporary_folder.h"

namespace headroom::test {

/// Content of record files by name.
using RecordFiles = std::map<std::string, std::string>;

/// A folder with configurations and the records of their runs.
class RecordedRuns {
 public:
  /// Writes a configuration file that runs can be made of.
  [[nodiscard]] std::filesystem::path configuration(const std::string& text, const std::string& name = "case.json") {
    std::ofstream(temporary_.path() / name) << text;
    return temporary_.path() / name;
  }
  /// Runs in a child process and returns its exit code; what it says goes to /dev/null.
  int run(const std::filesystem::path& config, const std::string& name, std::vector<std::string> sets = {},
          ProgressMode progress = ProgressMode::kOff) const {
    const pid_t child = ::fork();
    if (child == 0) {
      const int null = ::open("/dev/null", O_WRONLY);
      ::dup2(null, STDOUT_FILENO);
      ::dup2(null, STDERR_FILENO);
      RunOptions options;
      options.config = config;
      options.out = out(name);
      options.overrides.sets = std::move(sets);
      options.progress = progress;
      ::_exit(run_session(options));
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  [[nodiscard]] std::filesystem::path out(const std::string& name) const { return temporary_.path() / name; }
  /// The CSV files, and summary.json without what tells how the run was made: time it took, agenda entries and kernel
  /// activations, digest of the configuration.
  [[nodiscard]] RecordFiles files(const std::string& name) const {
    RecordFiles result;
    for (const auto& entry : std::filesystem::directory_iterator(out(name))) {
      const std::filesystem::path& path = entry.path();
      if (path.extension() == ".csv") result[path.filename().string()] = file_content(path);
    }
    auto summary = nlohmann::ordered_json::parse(file_content(out(name) / "summary.json"));
    summary.erase("wall_seconds");
    summary.erase("config_sha256");
    summary["work"].erase("events");
    summary["work"].erase("kernel_activations");
    result["summary.json"] = summary.dump(1);
    return result;
  }
  /// The effective configuration without some keys of its simulation section.
  [[nodiscard]] std::string effective_without(const std::string& name, const std::vector<std::string>& keys) const {
    auto config = nlohmann::ordered_json::parse(file_content(out(name) / "config.json"));
    for (const std::string& key : keys) config["simulation"].erase(key);
    return config.dump(1);
  }

 private:
  TemporaryFolder temporary_;
};

/// Names of the files that differ, with where they first do.
[[nodiscard]] inline std::string differences(const RecordFiles& a, const RecordFiles& b) {
  std::string text;
  for (const auto& [name, content] : a) {
    if (!b.contains(name)) {
      text += name + " only once; ";
      continue;
    }
    const std::string& other = b.at(name);
    if (content == other) continue;
    const auto [at, in_other] = std::mismatch(content.begin(), content.end(), other.begin(), other.end());
    const auto line = [](const std::string& whole, std::size_t position) {
      const std::size_t begin = position == 0 ? std::string::npos : whole.rfind('\n', position - 1);
      const std::size_t first = begin == std::string::npos ? 0 : begin + 1;
      return whole.substr(first, whole.find('\n', position) - first);
    };
    const auto position = static_cast<std::size_t>(at - content.begin());
    text += name + ":\n  " + line(content, position) + "\n  " + line(other, position) + "\n";
  }
  for (const auto& [name, content] : b) {
    if (!a.contains(name)) text += name + " only once; ";
  }
  return text;
}

}  // namespace headroom::test
