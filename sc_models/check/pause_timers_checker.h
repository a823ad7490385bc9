#pragma once

#include "sc_models/check/block_checker.h"
#include "sc_models/core/check.h"
#include "sc_models/policy/pause_timers.h"

namespace headroom {

/// The received pauses of one port. At one edge frames are looked at before the pauses that run out there, as a frame
/// that restarts a pause at its end keeps it.
class PauseTimersChecker final : public BlockChecker {
 public:
  PauseTimersChecker(const CheckSettings& settings, Scoreboard& scoreboard)
      : link_(settings.nic->uplink), clock_(settings.clock), scoreboard_(scoreboard) {}
  void told(const TraceEvent& event) override;
  void decided(const TraceEvent& event) override;
  void finish(Ps end) override { run_out(end + Ps{1}); }

 private:
  void run_out(Ps before);
  void run_out_class(unsigned c);
  void expect(unsigned c, bool held, Ps due, const std::string& cause);

  struct Class {
    Ps began;      ///< edge at which it was held
    int line = 0;  ///< of the last frame
  };

  const UplinkParams link_;
  const Clock clock_;
  Scoreboard& scoreboard_;
  PauseTimers policy_;
  PerClass<Class> classes_{};
};

}  // namespace headroom
