#include "sc_models/core/records/record_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace headroom {

RecordError::RecordError(const std::filesystem::path& file, int error_number)
    : std::runtime_error(fmt::format("{}: {}", file.string(), std::strerror(error_number))) {}

RecordFile::RecordFile(std::filesystem::path path, std::string_view header) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw RecordError(path_, errno);
  buffer_.reserve(kFlushBytes + 4096);
  buffer_ += header;
  buffer_ += '\n';
  struct stat made {};
  const bool removable = ::fstat(descriptor_, &made) == 0 && S_ISREG(made.st_mode);
  try {
    flush();
  } catch (const RecordError&) {
    if (removable) ::unlink(path_.c_str());
    throw;
  }
}

RecordFile::~RecordFile() {
  try {
    close();
  } catch (const RecordError&) {
    // Whoever wants to know calls close() himself.
  }
}

void RecordFile::flush() {
  // The kernel copies a write page by page and looks for a fatal signal in between. A write that stays within one page
  // of the file therefore happens wholly or not at all; only a row that itself crosses into the next page is exposed,
  // for the time between two copies.
  constexpr std::size_t kPage = 4096;
  std::string_view rest = buffer_;
  while (!rest.empty() && descriptor_ >= 0) {
    const std::size_t room = kPage - size_ % kPage;
    std::size_t last = rest.substr(0, room).rfind('\n');
    if (last == std::string_view::npos) last = rest.find('\n');
    if (last == std::string_view::npos) break;
    write_lines(rest.substr(0, last + 1));
    rest.remove_prefix(last + 1);
  }
  buffer_.erase(0, descriptor_ >= 0 ? buffer_.size() - rest.size() : buffer_.size());
}

void RecordFile::write_lines(std::string_view lines) {
  std::size_t done = 0;
  while (done < lines.size()) {
    const ssize_t n = ::write(descriptor_, lines.data() + done, lines.size() - done);
    if (n > 0) {
      done += static_cast<std::size_t>(n);
    } else if (n < 0 && errno != EINTR) {
      const int error_number = errno;
      const std::size_t whole = lines.substr(0, done).rfind('\n') + 1;  // 0 when there is none: npos + 1
      // A device that cannot be shortened (/dev/full) has nothing to take back.
      if (done > whole && ::ftruncate(descriptor_, static_cast<off_t>(size_ + whole)) != 0) errno = error_number;
      fail(error_number);
    }
  }
  size_ += lines.size();
}

void RecordFile::fail(int error_number) {
  buffer_.clear();
  ::close(std::exchange(descriptor_, -1));
  throw RecordError(path_, error_number);
}

void RecordFile::close() {
  if (descriptor_ < 0) return;
  flush();
  if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) throw RecordError(path_, errno);
}

}  // namespace headroom
