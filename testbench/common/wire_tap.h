#pragma once

#include <functional>
#include <systemc>
#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/ring.h"
#include "tlm_if/frame_link.h"
#include "tlm_if/time.h"

namespace headroom::test {

/// One direction of a cable that may lose frames, mark them, cut off their payload, or let PFC frames arrive that
/// nobody has sent. Changes no time.
class WireTap final : public sc_core::sc_module, private AgendaClient {
  void on_frame(Frame& frame, FramePhase phase, sc_core::sc_time delay) {
    if (look) look(frame);
    if (lose && lose(frame)) {
      ++lost_;
      // Its sender looks at it until the end of its serialization, so it lives until it would have arrived.
      in_vain_.push_back(&frame);
      agenda_.at(agenda_.now() + to_ps(delay), kRank, *this, kGiveBack);
      return;
    }
    if (mark && mark(frame)) frame.ecn = Ecn::kCe;
    if (trim && trim(frame)) {
      in_vain_.push_back(&frame);
      agenda_.at(agenda_.now() + to_ps(delay), kRank, *this, kGiveBack);
      return out.send(trimmed(frame), phase, delay);
    }
    out.send(frame, phase, delay);
  }
  void no_reply(Frame&, FramePhase, sc_core::sc_time) {}

 public:
  FrameLink::Target<WireTap, &WireTap::on_frame> in{"in", *this};
  FrameLink::Initiator<WireTap, &WireTap::no_reply> out{"out", *this};

  WireTap(const sc_core::sc_module_name& name, Agenda& agenda, FramePool& frames)
      : sc_module(name), agenda_(agenda), frames_(frames) {}

  /// Asked for every frame at the start of its serialization, in this order.
  std::function<void(const Frame&)> look;
  std::function<bool(const Frame&)> lose, mark, trim;

  /// Lets a PFC frame arrive at `time`, while nothing else is on this direction.
  void inject_pause(Ps time, std::uint8_t classes, std::uint16_t quanta) {
    pauses_.push_back({classes, quanta});
    agenda_.at(time, kRank, *this, kFirstPause + static_cast<AgendaTag>(pauses_.size() - 1));
  }
  [[nodiscard]] std::uint64_t lost() const { return lost_; }
  [[nodiscard]] std::uint64_t injected() const { return injected_; }

 private:
  enum : AgendaTag { kGiveBack, kFirstPause };
  /// Before every port of the instant.
  static constexpr Rank kRank{Due::kFrame, 0, 0};
  struct Pause {
    std::uint8_t classes;
    std::uint16_t quanta;
  };

  /// What a trimming switch on the way to another one would have left of it.
  Frame& trimmed(const Frame& frame) {
    Frame& header = frames_.take();
    std::byte* const data = header.data;
    header = frame;
    header.data = data;
    header.wire_bytes = static_cast<std::uint32_t>(kUetControlBytes);
    header.payload_bytes = 0;
    header.role = DscpRole::kTrimmed;
    return header;
  }
  void due(Ps, AgendaTag tag) override {
    if (tag == kGiveBack) {
      frames_.give_back(*in_vain_.pop_front());
      return;
    }
    const Pause& pause = pauses_[tag - kFirstPause];
    Frame& frame = frames_.take();
    frame.kind = FrameKind::kPfc;
    frame.wire_bytes = kPfcBytes;
    frame.class_enable = pause.classes;
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      if ((pause.classes >> c & 1) != 0) frame.quanta[c] = pause.quanta;
    }
    ++injected_;
    out.send(frame, FramePhase::kWire);
  }

  Agenda& agenda_;
  FramePool& frames_;
  std::vector<Pause> pauses_;
  Ring<Frame*> in_vain_;
  std::uint64_t lost_ = 0, injected_ = 0;
};

/// Loses the packet `psn` the first `times` it comes.
inline auto lose_data(Psn psn, int times = 1) {
  return [psn, times](const Frame& f) mutable { return f.kind == FrameKind::kData && f.psn == psn && times-- > 0; };
}

}  // namespace headroom::test
