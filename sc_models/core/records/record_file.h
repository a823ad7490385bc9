#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace headroom {

/// A file of the output folder could not be written. Names the file and what the system said.
class RecordError : public std::runtime_error {
 public:
  RecordError(const std::filesystem::path& file, int error_number);
};

class RowWriter;

/// One file of rows. Rows gather in a buffer and reach the disk whole, so that what a killed run leaves ends in a
/// complete row; when the disk is full the last row written in part is taken back.
/// Invariant: what is on the disk ends in a line end, or is empty.
class RecordFile {
 public:
  /// Creates the file (an old one is emptied) and writes its first line at once; where that does not fit, there is no
  /// file. `writer` outlives it.
  RecordFile(std::filesystem::path path, std::string_view header, RowWriter& writer);
  ~RecordFile();
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;

  /// Where the next row is appended, without its line end.
  [[nodiscard]] std::string& row() { return buffer_; }
  /// Ends the row and, once 64 KiB have gathered, writes what is there.
  void end_row() {
    buffer_ += '\n';
    if (buffer_.size() >= kFlushBytes) flush();
  }
  /// Writes every row ended so far. Throws RecordError the first time the system refuses; rows after that are lost.
  void flush();
  /// Flushes and closes; errors that the system reports only then count too.
  void close();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  static constexpr std::size_t kFlushBytes = 64 * 1024;
  [[noreturn]] void fail(int error_number);

  const std::filesystem::path path_;
  RowWriter& writer_;
  std::string buffer_;
  std::uint64_t size_ = 0;  ///< on the disk; always whole rows
  int descriptor_ = -1;
};

}  // namespace headroom
