#include "sc_models/app/run_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string>

namespace headroom {

namespace {

constexpr double kSecondsBetweenLines = 0.25;
volatile std::sig_atomic_t interrupt_raised = 0;

void on_signal(int) { interrupt_raised = 1; }

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigaction(signal, &action, nullptr);
}

std::string bytes_text(double bytes) {
  static constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  int unit = 0;
  while (bytes >= 1000 && unit < 5) bytes /= 1000, ++unit;
  return fmt::format("{:.{}f} {}", bytes, unit == 0 ? 0 : 2, kUnits[unit]);
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<long long>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupt_raised = 0;
  handle(SIGINT, on_signal);
  handle(SIGTERM, on_signal);
}

InterruptGuard::~InterruptGuard() {
  handle(SIGINT, SIG_DFL);
  handle(SIGTERM, SIG_DFL);
}

bool InterruptGuard::raised() const { return interrupt_raised != 0; }

RunWatch::RunWatch(const ProgressSource& source, const InterruptGuard& interrupt, std::optional<Ps> end,
                   bool show_progress, Recorder* recorder)
    : source_(source), interrupt_(interrupt), end_(end), show_progress_(show_progress), recorder_(recorder) {}

bool RunWatch::between_batches(Ps now) {
  if (interrupt_.raised()) return false;
  if (recorder_) recorder_->poll(now);
  if (!show_progress_) return true;
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (elapsed >= next_line_) {
    next_line_ = elapsed + kSecondsBetweenLines;
    show(now, elapsed);
  }
  return true;
}

void RunWatch::show(Ps now, double elapsed) {
  const auto share = [](double part, double whole) { return whole > 0 ? part / whole : 0; };
  const auto delivered = static_cast<double>(source_.bytes_delivered());
  const auto total = static_cast<double>(source_.bytes_total());
  const double by_bytes = share(delivered, total);
  const double by_time = end_ ? share(static_cast<double>(now.count()), static_cast<double>(end_->count())) : 0;
  const double done = std::max(by_bytes, by_time);
  const std::string left = done > 0 && done < 1 ? duration_text(elapsed * (1 - done) / done) + " left" : "";
  const double rate = static_cast<double>(source_.packets_delivered()) / elapsed;
  // Short, so that it does not wrap: a wrapped line cannot be rewritten.
  fmt::print(stderr, "\r\x1b[K{:.3f} ms simulated  {} of {} ({:.1f} %)  {:.0f} kpkt/s  {}",
             static_cast<double>(now.count()) / 1e9, bytes_text(delivered), bytes_text(total), 100 * by_bytes,
             rate / 1000, left);
  std::fflush(stderr);
  line_shown_ = true;
}

void RunWatch::clear() {
  if (line_shown_) fmt::print(stderr, "\r\x1b[K");
  line_shown_ = false;
}

}  // namespace headroom
