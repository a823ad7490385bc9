#include "sc_models/core/records/record_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "sc_models/core/records/row_writer.h"

namespace headroom {

RecordError::RecordError(const std::filesystem::path& file, int error_number)
    : std::runtime_error(fmt::format("{}: {}", file.string(), std::strerror(error_number))) {}

RecordFile::RecordFile(std::filesystem::path path, std::string_view header, RowWriter& writer)
    : path_(std::move(path)), writer_(writer) {
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
  // of the file happens wholly or not at all, so it is done here; a row across pages is another process's business.
  constexpr std::size_t kPage = 4096;
  std::string_view rest = buffer_;
  while (!rest.empty() && descriptor_ >= 0) {
    const std::size_t room = kPage - size_ % kPage;
    std::size_t last = rest.substr(0, room).rfind('\n');
    const bool within = last != std::string_view::npos;
    if (!within) last = rest.find('\n');
    if (last == std::string_view::npos) break;
    const std::string_view lines = rest.substr(0, last + 1);
    if (const int error_number =
            within ? append_lines(descriptor_, size_, lines) : writer_.append(descriptor_, size_, lines))
      fail(error_number);
    size_ += lines.size();
    rest.remove_prefix(lines.size());
  }
  buffer_.erase(0, descriptor_ >= 0 ? buffer_.size() - rest.size() : buffer_.size());
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
