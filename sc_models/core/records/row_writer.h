#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string_view>

namespace headroom {

/// Writes whole `lines` at the end of an open file that has `size` bytes. What does not fit on the disk is taken back
/// to the last line that did. Returns 0, or the system's error number.
[[nodiscard]] int append_lines(int descriptor, std::uint64_t size, std::string_view lines);

/// A process beside the run that writes those rows in which the run's own death would leave a cut: the system copies a
/// write page by page and gives up between two pages when the writer is killed. A row handed over is written whole,
/// whatever becomes of the run. Where no process can be started, or it is gone, the run writes by itself.
class RowWriter {
 public:
  RowWriter();
  /// Waits until the process has ended; nothing is left for it to do.
  ~RowWriter();
  RowWriter(const RowWriter&) = delete;
  RowWriter& operator=(const RowWriter&) = delete;

  /// As `append_lines`, for lines that may cross pages of the file.
  [[nodiscard]] int append(int descriptor, std::uint64_t size, std::string_view lines);

 private:
  int socket_ = -1;
  pid_t process_ = -1;
};

}  // namespace headroom
