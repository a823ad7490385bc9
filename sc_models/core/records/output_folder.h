#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "sc_models/core/records/row_writer.h"

namespace headroom {

/// The folder a run wants to write to cannot be used; the message says why.
class OutputRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The folder of one run. Holds a file `.headroom` that marks the folder as made by headroom, is locked while a run
/// writes, and lists what the run has created, so that the next run removes exactly that and nothing of the user's.
class OutputFolder {
 public:
  /// Creates or takes over the folder and removes an earlier run's files. Refuses, changing nothing, one that another
  /// run is writing to, one that cannot be written, and, unless `force`, a non-empty one not made by headroom.
  explicit OutputFolder(std::filesystem::path folder, bool force = false);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return folder_; }
  /// Where the file `name` goes; notes first that this run makes it.
  [[nodiscard]] std::filesystem::path claim(std::string_view name);
  /// For the record files of the run.
  [[nodiscard]] RowWriter& row_writer() { return row_writer_; }
  /// Writes a whole file: it appears complete or not at all. Throws RecordError.
  void write(std::string_view name, std::string_view text);

 private:
  void lock(const std::filesystem::path& marker);
  void remove_earlier_run(bool force);
  const std::filesystem::path folder_;
  RowWriter row_writer_;  ///< started before the lock is taken, which ends with the run
  int marker_ = -1;
};

}  // namespace headroom
