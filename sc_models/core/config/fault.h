// What is wrong with a configuration: collected, not thrown, so that all of it is reported at once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sc_models/core/config/place.h"

namespace headroom {

enum class Severity : std::uint8_t { kError, kWarning, kInfo };

struct Fault {
  std::string file;
  int line = 1;         ///< 0: none, as of an option
  std::string path;     ///< dotted, from the top of the file; empty: no single place
  std::string code;     ///< POOL_ORDER, UNKNOWN_KEY, ...
  std::string message;  ///< what is wrong (what is allowed)
  Severity severity = Severity::kError;
  int order = 0;  ///< position in reading order

  /// `FILE:LINE: PATH: what is wrong (what is allowed)`, or `--set: PATH: ...`; warnings say so.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string component() const;  ///< name in `components`, or empty
  [[nodiscard]] std::string parameter() const;  ///< last key of the path, or empty
  [[nodiscard]] std::string json_path() const;  ///< `$.components...`, or empty
};

/// All faults of one reading. Errors refuse the configuration, warnings do not.
class Faults {
 public:
  /// `patch_file`: where what has Source::kPatch stands.
  explicit Faults(std::string file, std::string patch_file = {})
      : file_(std::move(file)), patch_file_(std::move(patch_file)) {}

  void error(Place place, std::string path, std::string_view code, std::string message);
  void warning(Place place, std::string path, std::string_view code, std::string message);

  [[nodiscard]] bool ok() const { return errors_ == 0; }
  [[nodiscard]] std::size_t error_count() const { return errors_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  /// In file order, then by code; what the command line says comes after the file.
  [[nodiscard]] std::vector<Fault> sorted() const;
  [[nodiscard]] std::vector<Fault> errors() const;
  [[nodiscard]] std::vector<Fault> warnings() const;
  /// One line each, errors and warnings.
  [[nodiscard]] std::string text() const;

 private:
  struct Entry {
    Fault fault;
    Source source;
  };
  void add(Place place, std::string path, std::string_view code, std::string message, Severity severity);

  std::string file_, patch_file_;
  std::vector<Entry> entries_;
  std::size_t errors_ = 0;
};

}  // namespace headroom
