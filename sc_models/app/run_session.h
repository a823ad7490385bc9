#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "sc_models/core/config/overrides.h"

namespace headroom {

enum class ProgressMode : std::uint8_t { kAuto, kOn, kOff };

/// What `headroom run` was asked to do.
struct RunOptions {
  std::filesystem::path config;
  std::optional<std::filesystem::path> out;  ///< default: headroom-out/<run name>
  Overrides overrides;
  ProgressMode progress = ProgressMode::kAuto;
  bool quiet = false;  ///< no table at the end, no progress
  bool force = false;
};

/// One simulation from its configuration file to its records. Returns the exit code of the program: 0 done, 1 the
/// simulation failed, 2 refused, 130 interrupted. Errors are one line each on stderr.
[[nodiscard]] int run_session(const RunOptions& options);

}  // namespace headroom
