#include "sc_models/app/file_update.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace headroom {
namespace {

std::string problem(std::string_view what) { return std::string(what) + ": " + std::strerror(errno); }

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// Whether the locked file is still the one of that name: a holder before us may have replaced it.
bool is_current(int descriptor, const std::filesystem::path& file) {
  struct stat locked {
  }, named{};
  return ::fstat(descriptor, &locked) == 0 && ::stat(file.c_str(), &named) == 0 && locked.st_ino == named.st_ino &&
         locked.st_dev == named.st_dev;
}

}  // namespace

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::optional<std::string> FileLock::take(const std::filesystem::path& file) {
  for (int attempt = 0; attempt < 10; ++attempt) {
    descriptor_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) return problem("cannot be read");
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
      return errno == EWOULDBLOCK ? "is locked: another headroom is changing it" : problem("cannot be locked");
    if (is_current(descriptor_, file)) return std::nullopt;
    ::close(descriptor_);
    descriptor_ = -1;
  }
  return "is locked: others keep changing it";
}

std::optional<std::string> replace_file(const std::filesystem::path& file, std::string_view text) {
  std::error_code error;
  const std::filesystem::path resolved = std::filesystem::weakly_canonical(file, error);  // a link stays a link
  const std::filesystem::path target = error ? file : resolved;
  std::string temporary = target.string() + ".XXXXXX";
  const int descriptor = ::mkstemp(temporary.data());
  if (descriptor < 0) return problem("cannot be written");
  struct stat old {};
  const mode_t mode = ::stat(target.c_str(), &old) == 0 ? old.st_mode & 07777 : 0644;
  bool done = ::fchmod(descriptor, mode) == 0 && write_all(descriptor, text) && ::fsync(descriptor) == 0;
  done = ::close(descriptor) == 0 && done;
  if (done && std::rename(temporary.c_str(), target.c_str()) == 0) return std::nullopt;
  const std::string reason = problem("cannot be written");
  ::unlink(temporary.c_str());
  return reason;
}

}  // namespace headroom
