#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "sc_models/core/records/recorder.h"
#include "sc_models/kernel/agenda_driver.h"

namespace headroom {

/// How far a run has come, as far as a person watching it wants to know.
class ProgressSource {
 public:
  virtual std::int64_t bytes_delivered() const = 0;
  virtual std::int64_t bytes_total() const = 0;
  virtual std::uint64_t packets_delivered() const = 0;

 protected:
  ~ProgressSource() = default;
};

/// Asks for an orderly end of the run when the process is told to stop (SIGINT, SIGTERM). One at a time in a process.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  [[nodiscard]] bool raised() const;
};

/// Looks on between batches: ends the run when it is interrupted, and rewrites one line of progress on stderr a few
/// times a second. Reads the wall clock; tells the model nothing.
class RunWatch final : public AgendaWatch {
 public:
  /// `recorder`: has a record of the machine's load to keep, perhaps.
  /// `end`: when the run stops at the latest, if anything says so.
  RunWatch(const ProgressSource& source, const InterruptGuard& interrupt, std::optional<Ps> end, bool show_progress,
           Recorder* recorder);
  /// Removes the progress line, so that what follows stands on a clean one.
  void clear();

 private:
  bool between_batches(Ps now) override;
  void show(Ps now, double elapsed);

  const ProgressSource& source_;
  const InterruptGuard& interrupt_;
  const std::optional<Ps> end_;
  const bool show_progress_;
  Recorder* const recorder_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double next_line_ = 0.5;
  bool line_shown_ = false;
};

}  // namespace headroom
