// From a configuration file and the command line to the values the model is built from.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "sc_models/core/config/draft.h"
#include "sc_models/core/config/fault.h"
#include "sc_models/core/config/overrides.h"
#include "sc_models/core/params/configuration.h"

namespace headroom {

struct LoadResult {
  Faults faults;
  std::optional<Configuration> configuration;  ///< present exactly when faults.ok()
  nlohmann::ordered_json effective;            ///< likewise: effective_configuration()

  [[nodiscard]] bool ok() const { return configuration.has_value(); }
};

/// Reads, binds and checks all of it; every fault is reported. `file` is named in faults and gives the run its name.
[[nodiscard]] LoadResult load_configuration_text(std::string_view text, const std::string& file,
                                                 const Overrides& overrides = {});
/// A file that cannot be read is a fault.
[[nodiscard]] LoadResult load_configuration(const std::filesystem::path& file, const Overrides& overrides = {});

/// The draft alone, for commands that show or change parts of a file; only its faults tell whether it can be used.
[[nodiscard]] Draft read_draft(const JsonNode& root, const std::string& file, Faults& faults);

/// The text of a file, or a fault.
[[nodiscard]] std::optional<std::string> read_file(const std::filesystem::path& file, Faults& faults);

/// The configuration file's base name as a run's name: other characters become '_', a leading one is dropped.
[[nodiscard]] std::string run_name(const std::string& file);

}  // namespace headroom
