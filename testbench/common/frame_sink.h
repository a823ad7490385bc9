#pragma once

#include <systemc>

#include <utility>
#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/core/frame.h"
#include "tlm_if/frame_link.h"

namespace headroom {

/// A frame as it was when something happened to it.
struct FrameEvent {
  Ps time;
  Frame frame;
};

/// End of a frame's way in a test: remembers it, with the time, and gives it back.
class FrameSink final : public sc_core::sc_module {
  void on_frame(Frame& frame, FramePhase phase, sc_core::sc_time) {
    if (phase != FramePhase::kReceived) return;
    seen_.push_back({agenda_.now(), frame});
    frames_.give_back(frame);
  }

 public:
  FrameLink::Target<FrameSink, &FrameSink::on_frame> rx{"rx", *this};

  FrameSink(const sc_core::sc_module_name& name, Agenda& agenda, FramePool& frames)
      : sc_module(name), agenda_(agenda), frames_(frames) {}
  [[nodiscard]] const std::vector<FrameEvent>& seen() const { return seen_; }
  [[nodiscard]] std::vector<Ps> times() const {
    std::vector<Ps> times;
    for (const FrameEvent& event : seen_) times.push_back(event.time);
    return times;
  }

 private:
  Agenda& agenda_;
  FramePool& frames_;
  std::vector<FrameEvent> seen_;
};

}  // namespace headroom
