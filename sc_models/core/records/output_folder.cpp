#include "sc_models/core/records/output_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "sc_models/core/records/record_file.h"

namespace headroom {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view kMarker = ".headroom";
constexpr std::string_view kPart = ".part";  // of a file that is not whole yet
constexpr std::string_view kFirstLine = "headroom output folder; files of the last run:\n";

[[noreturn]] void refuse(const fs::path& folder, const std::string& why) {
  throw OutputRefused(fmt::format("{}: {}", folder.string(), why));
}

bool is_marker(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string line;
  return std::getline(in, line) && line + '\n' == kFirstLine;
}

/// A name in the list may only lead to something inside the folder.
bool inside(const fs::path& name) {
  return !name.empty() && name.is_relative() && *name.lexically_normal().begin() != "..";
}

void write_all(int descriptor, const fs::path& file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(descriptor, text.data(), text.size());
    if (n < 0 && errno != EINTR) throw RecordError(file, errno);
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace

OutputFolder::OutputFolder(fs::path folder, bool force) : folder_(std::move(folder)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error && !fs::is_directory(folder_)) refuse(folder_, "cannot be created: " + error.message());
  const fs::path marker = folder_ / kMarker;
  const fs::directory_iterator content(folder_, error);
  if (error) refuse(folder_, "cannot be read: " + error.message());
  if (content != fs::directory_iterator() && !fs::exists(marker) && !force)
    refuse(folder_, "holds files and was not made by headroom (--force writes to it all the same)");
  lock(marker);
  try {
    remove_earlier_run(force);
  } catch (...) {
    ::close(marker_);
    throw;
  }
}

OutputFolder::~OutputFolder() { ::close(marker_); }

void OutputFolder::lock(const fs::path& marker) {
  marker_ = ::open(marker.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (marker_ < 0) refuse(folder_, fmt::format("cannot be written: {}", std::strerror(errno)));
  if (::flock(marker_, LOCK_EX | LOCK_NB) == 0) return;
  const int error_number = errno;
  ::close(marker_);
  refuse(folder_, error_number == EWOULDBLOCK ? "a running headroom is writing to it"
                                              : fmt::format("cannot be locked: {}", std::strerror(error_number)));
}

void OutputFolder::remove_earlier_run(bool force) {
  const fs::path marker = folder_ / kMarker;
  if (is_marker(marker)) {
    std::ifstream in(marker, std::ios::binary);
    std::string name;
    std::getline(in, name);
    while (std::getline(in, name)) {
      std::error_code error;
      if (!inside(name)) continue;
      fs::remove(folder_ / (name + std::string(kPart)), error);
      fs::remove(folder_ / name, error);
      if (error) refuse(folder_, fmt::format("{} of an earlier run cannot be removed: {}", name, error.message()));
    }
  } else if (fs::file_size(marker) > 0 && !force) {
    refuse(folder_, fmt::format("its {} is not one that headroom wrote", kMarker));
  }
  if (::ftruncate(marker_, 0) != 0) refuse(folder_, fmt::format("cannot be written: {}", std::strerror(errno)));
  try {
    write_all(marker_, marker, kFirstLine);
  } catch (const RecordError&) {  // a part of the line would make the folder a stranger's
    if (::ftruncate(marker_, 0) != 0) refuse(folder_, fmt::format("cannot be written: {}", std::strerror(errno)));
    throw;
  }
}

fs::path OutputFolder::claim(std::string_view name) {
  write_all(marker_, folder_ / kMarker, fmt::format("{}\n", name));
  return folder_ / name;
}

void OutputFolder::write(std::string_view name, std::string_view text) {
  const fs::path file = claim(name);
  const fs::path part = folder_ / fmt::format("{}{}", name, kPart);
  const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) throw RecordError(file, errno);
  try {
    write_all(descriptor, file, text);
  } catch (...) {
    ::close(descriptor);
    ::unlink(part.c_str());
    throw;
  }
  if (::close(descriptor) == 0 && std::rename(part.c_str(), file.c_str()) == 0) return;
  const int error_number = errno;
  ::unlink(part.c_str());
  throw RecordError(file, error_number);
}

}  // namespace headroom
