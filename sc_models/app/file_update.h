// Replacing a file as a whole, so that nobody ever sees half of it, and keeping others from doing so meanwhile.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// Holds the advisory lock (flock) of a file until it goes.
class FileLock {
 public:
  FileLock() = default;
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  /// What kept the lock from being taken, if anything; does not wait.
  [[nodiscard]] std::optional<std::string> take(const std::filesystem::path& file);

 private:
  int descriptor_ = -1;
};

/// Writes `text` beside `file` and renames it over it; a problem leaves `file` as it was.
[[nodiscard]] std::optional<std::string> replace_file(const std::filesystem::path& file, std::string_view text);

}  // namespace headroom
