#include "sc_models/core/records/row_writer.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <utility>

namespace headroom {
namespace {

constexpr std::size_t kLargestLines = 64 * 1024;  // in one message, which a socket takes wholly or not at all

/// A message: the file's size, then the lines; its descriptor beside it.
struct Message {
  explicit Message(std::uint64_t& size, char* lines, std::size_t length)
      : parts{{&size, sizeof size}, {lines, length}} {
    header.msg_iov = parts;
    header.msg_iovlen = 2;
    header.msg_control = control;
    header.msg_controllen = sizeof control;
  }
  iovec parts[2];
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))]{};
  msghdr header{};
};

bool send_lines(int socket, int descriptor, std::uint64_t size, std::string_view lines) {
  Message message(size, const_cast<char*>(lines.data()), lines.size());  // sendmsg does not write to it
  cmsghdr* const beside = CMSG_FIRSTHDR(&message.header);
  beside->cmsg_level = SOL_SOCKET;
  beside->cmsg_type = SCM_RIGHTS;
  beside->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(beside), &descriptor, sizeof descriptor);
  ssize_t sent;
  do sent = ::sendmsg(socket, &message.header, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent >= 0;
}

bool receive_answer(int socket, int& answer) {
  ssize_t received;
  do received = ::recv(socket, &answer, sizeof answer, 0);
  while (received < 0 && errno == EINTR);
  return received == sizeof answer;
}

/// What the process does until the other end of the socket is closed.
[[noreturn]] void serve(int socket) {
  std::string lines(kLargestLines, '\0');
  for (;;) {
    std::uint64_t size = 0;
    Message message(size, lines.data(), lines.size());
    const ssize_t received = ::recvmsg(socket, &message.header, 0);
    if (received < 0 && errno == EINTR) continue;
    const cmsghdr* const beside = CMSG_FIRSTHDR(&message.header);
    if (received < static_cast<ssize_t>(sizeof size) || !beside) ::_exit(0);
    int descriptor;
    std::memcpy(&descriptor, CMSG_DATA(beside), sizeof descriptor);
    const std::size_t length = static_cast<std::size_t>(received) - sizeof size;
    const int answer = append_lines(descriptor, size, std::string_view(lines).substr(0, length));
    ::close(descriptor);
    if (::send(socket, &answer, sizeof answer, MSG_NOSIGNAL) < 0) ::_exit(0);  // nobody is left to hear it
  }
}

/// A session of its own, so that what ends the run's group does not end the process; and nothing of the run held open.
void part_from_the_run(int socket) {
  ::setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) std::signal(signal, SIG_IGN);
  const int nothing = ::open("/dev/null", O_RDWR);
  for (int descriptor = 0; descriptor < 3 && nothing >= 0; ++descriptor)
    if (descriptor != socket) ::dup2(nothing, descriptor);
}

}  // namespace

int append_lines(int descriptor, std::uint64_t size, std::string_view lines) {
  std::size_t done = 0;
  while (done < lines.size()) {
    const ssize_t n = ::write(descriptor, lines.data() + done, lines.size() - done);
    if (n > 0) {
      done += static_cast<std::size_t>(n);
    } else if (n < 0 && errno != EINTR) {
      const int error_number = errno;
      const std::size_t whole = lines.substr(0, done).rfind('\n') + 1;  // 0 when there is none: npos + 1
      // A device that cannot be shortened (/dev/full) has nothing to take back.
      [[maybe_unused]] const int shortened =
          done > whole ? ::ftruncate(descriptor, static_cast<off_t>(size + whole)) : 0;
      return error_number;
    }
  }
  return 0;
}

RowWriter::RowWriter() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
  process_ = ::fork();
  if (process_ == 0) {
    ::close(ends[0]);
    part_from_the_run(ends[1]);
    serve(ends[1]);
  }
  ::close(ends[1]);
  if (process_ > 0)
    socket_ = ends[0];
  else
    ::close(ends[0]);
}

RowWriter::~RowWriter() {
  if (socket_ < 0) return;
  ::close(socket_);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
}

int RowWriter::append(int descriptor, std::uint64_t size, std::string_view lines) {
  if (socket_ >= 0 && lines.size() <= kLargestLines) {
    int answer = 0;
    if (send_lines(socket_, descriptor, size, lines) && receive_answer(socket_, answer)) return answer;
    // The process is gone, perhaps in the middle of these lines: what it left of them goes, and they are written here.
    ::close(std::exchange(socket_, -1));
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
    if (::ftruncate(descriptor, static_cast<off_t>(size)) != 0 ||
        ::lseek(descriptor, static_cast<off_t>(size), SEEK_SET) < 0)
      return errno;
  }
  return append_lines(descriptor, size, lines);
}

}  // namespace headroom
