#pragma once

#include <systemc>

#include "sc_models/core/agenda.h"

namespace headroom {

/// How an agenda shares time with the kernel.
enum class Scheduling : std::uint8_t {
  kAhead,   ///< works on up to the next activity of the kernel that is not its own, within TLM's global quantum
  kStrict,  ///< returns to the kernel at every time stamp
};

/// Looks on between batches of agenda entries; for progress and interruption.
class AgendaWatch {
 public:
  /// Returns false to end the run here.
  virtual bool between_batches(Ps now) = 0;

 protected:
  ~AgendaWatch() = default;
};

/// Gives an agenda the kernel's time: one method, one event. Ends no simulation: it only stops asking for time.
class AgendaDriver final : public sc_core::sc_module, private AgendaKernel {
 public:
  SC_HAS_PROCESS(AgendaDriver);
  AgendaDriver(const sc_core::sc_module_name& name, Agenda& agenda, Scheduling scheduling);
  ~AgendaDriver() override;

  /// Nothing after `end` is served. Set before the simulation starts.
  void set_end(Ps end) { end_ = end; }
  void set_watch(AgendaWatch* watch) { watch_ = watch; }
  /// For what the model calls, such as HostNotices: `event` happens at model time, and the model waits there for
  /// whoever it wakes.
  void notify(sc_core::sc_event& event);
  [[nodiscard]] bool interrupted() const { return interrupted_; }
  /// Times the kernel gave the agenda its turn.
  [[nodiscard]] std::uint64_t activations() const { return activations_; }

 private:
  void turn();
  void arm_next();
  Ps kernel_now() const override;
  void arm(Ps next) override;
  Ps horizon() const override;

  Agenda& agenda_;
  const Scheduling scheduling_;
  AgendaWatch* watch_ = nullptr;
  Ps end_ = kNever;
  sc_core::sc_event turn_event_;
  std::uint64_t activations_ = 0;
  bool interrupted_ = false;
};

}  // namespace headroom
