// The command line: what is common to all commands.
#pragma once

#include <CLI/CLI.hpp>
#include <iosfwd>
#include <nlohmann/json.hpp>

#include "sc_models/core/config/fault.h"

namespace headroom {

inline constexpr int kExitDone = 0, kExitModelFailed = 1, kExitRefused = 2, kExitInterrupted = 130;

/// What a command writes to, and what it ends with.
struct CommandContext {
  std::ostream& out;
  std::ostream& err;
  int exit_code = kExitDone;

  /// One line each on err; errors make the command end with kExitRefused.
  void report(const Faults& faults);
  /// One line on err, and the command ends with kExitRefused.
  void refuse(const std::string& message);
  /// Indented text on out.
  void print(const nlohmann::ordered_json& json);
};

/// Runs the command that `argv` names and returns the exit code; writes only to the two streams.
int run_cli(int argc, const char* const* argv, std::ostream& out, std::ostream& err);

}  // namespace headroom
