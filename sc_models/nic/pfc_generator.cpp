#include "sc_models/nic/pfc_generator.h"

#include "sc_models/core/check.h"
#include "sc_models/core/class_mask.h"
#include "sc_models/policy/pause_time.h"

namespace headroom {

PfcGenerator::PfcGenerator(const sc_core::sc_module_name& name, const PfcGeneratorParams& params, Agenda& agenda,
                           FramePool& frames, PfcObserver* observer)
    : sc_module(name),
      node_(params.node),
      frame_bytes_(static_cast<std::uint32_t>(params.frame_bytes)),
      agenda_(agenda),
      frames_(frames),
      observer_(observer) {
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    const std::uint64_t quanta = params.buffer.quanta[c];
    Class& state = classes_[c];
    state.enabled = params.buffer.sends_pfc(c);
    if (!state.enabled) continue;
    HEADROOM_CHECK(quanta > 0 && quanta <= kLargestQuanta, "{}: class {}: {} quanta", this->name(), c, quanta);
    state.quanta = static_cast<std::uint16_t>(quanta);
    state.interval = refresh_interval(quanta, params.rate, params.delay);
    state.gate = PfcGate(params.buffer.xoff(c), params.buffer.xon(c));
  }
}

void PfcGenerator::arrived(unsigned traffic_class, Bytes filled, Bytes size, bool admitted) {
  Class& state = classes_[traffic_class];
  if (!state.enabled) return;
  state.filled = admitted ? filled + size : filled;
  if (state.gate.on_arrival(filled + size) == PfcGate::Send::kNothing) return;
  pause(agenda_.now(), traffic_class, PfcEventKind::kXoffTx, filled);
}

void PfcGenerator::released(unsigned traffic_class, Bytes filled) {
  Class& state = classes_[traffic_class];
  if (!state.enabled) return;
  state.filled = filled;
  if (state.gate.on_release(filled) == PfcGate::Send::kXon) resume(agenda_.now(), traffic_class);
}

void PfcGenerator::due(Ps now, AgendaTag traffic_class) {
  Class& state = classes_[traffic_class];
  state.armed = false;
  if (!state.gate.pausing()) return;
  if (now < state.refresh) return arm(traffic_class);
  if (state.gate.on_refresh(state.filled) == PfcGate::Send::kXoff) {
    ++state.stats.refresh_tx;
    pause(now, traffic_class, PfcEventKind::kRefreshTx, state.filled);
  } else {
    resume(now, traffic_class);
  }
}

// The interval runs from the instant the frame is queued [C].
void PfcGenerator::pause(Ps now, unsigned traffic_class, PfcEventKind kind, Bytes occupancy) {
  Class& state = classes_[traffic_class];
  ++state.stats.xoff_tx;
  state.refresh = now + state.interval;
  if (!state.armed) arm(traffic_class);
  send(now, traffic_class, kind, state.quanta, occupancy);
}

void PfcGenerator::resume(Ps now, unsigned traffic_class) {
  Class& state = classes_[traffic_class];
  ++state.stats.xon_tx;
  state.refresh = kNever;
  send(now, traffic_class, PfcEventKind::kXonTx, 0, state.filled);
}

void PfcGenerator::arm(unsigned traffic_class) {
  classes_[traffic_class].armed = true;
  agenda_.at(classes_[traffic_class].refresh, Rank(Due::kPfcRefresh, node_, traffic_class), *this, traffic_class);
}

void PfcGenerator::send(Ps now, unsigned traffic_class, PfcEventKind kind, std::uint16_t quanta, Bytes occupancy) {
  if (observer_ != nullptr) observer_->pfc_event({now, kind, traffic_class, occupancy, quanta});
  Frame& frame = frames_.take();
  frame.kind = FrameKind::kPfc;
  frame.wire_bytes = frame_bytes_;
  frame.class_enable = static_cast<std::uint8_t>(class_bit(traffic_class));
  frame.quanta[traffic_class] = quanta;
  egress_tx.send(frame, FramePhase::kQueue);
}

void PfcGenerator::no_reply(Frame&, FramePhase, sc_core::sc_time) {
  HEADROOM_CHECK(false, "{}: nothing comes back on this path", name());
}

void PfcGenerator::audit(Audit& audit) const {
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    const Class& state = classes_[c];
    const std::string owner = "class " + std::to_string(c) + ": ";
    audit.balance(name(), owner + "pauses begun = resumes + pause in force",
                  static_cast<std::int64_t>(state.stats.xoff_tx - state.stats.refresh_tx),
                  static_cast<std::int64_t>(state.stats.xon_tx) + (state.gate.pausing() ? 1 : 0));
    audit.law(name(), owner + "a refresh is pending exactly while pausing",
              state.gate.pausing() == (state.refresh != kNever) && (!state.gate.pausing() || state.armed));
  }
}

}  // namespace headroom
