#include "sc_models/kernel/agenda_driver.h"

#include <algorithm>
#include <tlm>

#include "sc_models/core/check.h"
#include "tlm_if/time.h"

namespace headroom {

namespace {
constexpr std::uint64_t kBatch = 1 << 16;  // entries between two looks of the watch

/// now + delay, or kNever if that is later than the model can tell.
Ps after(Ps now, const sc_core::sc_time& delay) {
  const auto room = static_cast<sc_dt::uint64>((kNever - now).count());
  return delay.value() >= room ? kNever : now + to_ps(delay);
}
}  // namespace

AgendaDriver::AgendaDriver(const sc_core::sc_module_name& name, Agenda& agenda, Scheduling scheduling)
    : sc_module(name), agenda_(agenda), scheduling_(scheduling) {
  HEADROOM_CHECK(sc_core::sc_get_time_resolution() == sc_core::sc_time(1, sc_core::SC_PS),
                 "{}: the kernel's time resolution must be 1 ps", this->name());
  agenda_.attach(this);
  SC_METHOD(turn);
  sensitive << turn_event_;
}

AgendaDriver::~AgendaDriver() { agenda_.attach(nullptr); }

void AgendaDriver::notify(sc_core::sc_event& event) {
  event.notify(to_sc(agenda_.now() - kernel_now()));
  agenda_.kernel_touched();
}

void AgendaDriver::turn() {
  ++activations_;
  for (;;) {
    agenda_.run(std::min(horizon(), end_), kBatch);
    if (watch_ && !watch_->between_batches(agenda_.now())) {
      interrupted_ = true;
      return;
    }
    if (agenda_.stopped() || agenda_.idle() || agenda_.next() > std::min(horizon(), end_)) break;
  }
  arm_next();
}

void AgendaDriver::arm_next() {
  const Ps next = agenda_.next();
  if (agenda_.stopped() || agenda_.idle() || next > end_) return;
  arm(next);
}

Ps AgendaDriver::kernel_now() const { return to_ps(sc_core::sc_time_stamp()); }

void AgendaDriver::arm(Ps next) {
  if (interrupted_ || agenda_.stopped()) return;
  if (sc_core::sc_get_status() < sc_core::SC_RUNNING) return;  // the first turn comes by itself
  turn_event_.notify(to_sc(std::max(next - kernel_now(), Ps{0})));
}

Ps AgendaDriver::horizon() const {
  const Ps now = kernel_now();
  if (scheduling_ == Scheduling::kStrict) return now;
  auto& quantum = tlm::tlm_global_quantum::instance();
  if (quantum.get() == sc_core::SC_ZERO_TIME) return now;
  const Ps end_of_quantum = after(now, quantum.compute_local_quantum());
  const Ps foreign = after(now, sc_core::sc_time_to_pending_activity(sc_core::sc_get_curr_simcontext()));
  return std::max(now, std::min(end_of_quantum, foreign) - Ps{1});
}

}  // namespace headroom
