#pragma once

#include <systemc>

#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/core/frame.h"
#include "testbench/common/frame_sink.h"
#include "tlm_if/frame_link.h"

namespace headroom {

struct FrameStream {
  std::int64_t count = 0;  ///< frames in all
  Ps start{0};
  Bytes wire;
  unsigned traffic_class = 0;
  BitRate rate{0};    ///< of each frame's serialization; 0: the line's
  BitRate line_rate;  ///< for the times of pauses
  Ps delay;
  Bytes payload{};
  std::uint32_t queue_pairs =
      0;  ///< frames go to pairs 1, 2, ... in turn, each numbered from 0; 0: all from 1, to none
};

/// Feeds a port with one stream, back to back, and stops while its class is paused: a switch port as the NIC sees it.
/// Obeys PFC by one moving end time of its own, so that it can judge the model's timers.
class FrameSource final : public sc_core::sc_module, private AgendaClient {
  void on_port(Frame&, FramePhase, sc_core::sc_time) {
    busy_ = false;
    agenda_.decide(next_);
  }
  void on_control(Frame& frame, FramePhase, sc_core::sc_time) {
    control_.push_back({agenda_.now(), frame});
    if ((frame.class_enable >> stream_.traffic_class & 1) != 0) hold(frame.quanta[stream_.traffic_class]);
    frames_.give_back(frame);
  }

 public:
  FrameLink::Initiator<FrameSource, &FrameSource::on_port> port_tx{"port_tx", *this};
  FrameLink::Target<FrameSource, &FrameSource::on_control> control_rx{"control_rx", *this};

  FrameSource(const sc_core::sc_module_name& name, const FrameStream& stream, Agenda& agenda, FramePool& frames)
      : sc_module(name),
        stream_(stream),
        agenda_(agenda),
        frames_(frames),
        next_{Rank(Due::kPortDecision, kNode, 0), this, kDecide} {
    agenda_.at(stream.start, Rank(Due::kPost, kNode, 0), *this, kWake);
  }
  [[nodiscard]] std::int64_t sent() const { return sent_; }
  /// PFC frames it has received.
  [[nodiscard]] const std::vector<FrameEvent>& control() const { return control_; }

 private:
  static constexpr NodeId kNode = 9;
  enum : AgendaTag { kWake, kDecide };

  void hold(std::uint16_t quanta) {
    const std::int64_t bits = std::int64_t{512} * quanta;
    held_until_ = agenda_.now();
    if (quanta > 0) {
      held_until_ +=
          Ps{static_cast<std::int64_t>(static_cast<Int128>(bits) * kPsPerSecond / stream_.line_rate.count())} +
          stream_.delay;
    }
    agenda_.at(held_until_, Rank(Due::kPauseEnd, kNode, 0), *this, kWake);
  }
  void due(Ps now, AgendaTag tag) override {
    if (tag == kWake) return agenda_.decide(next_);
    if (busy_ || now < held_until_ || sent_ == stream_.count) return;
    Frame& frame = frames_.take();
    frame.kind = FrameKind::kData;
    frame.wire_bytes = static_cast<std::uint32_t>(stream_.wire.count());
    frame.traffic_class = static_cast<std::uint8_t>(stream_.traffic_class);
    frame.rate = stream_.rate;
    frame.payload_bytes = static_cast<std::uint32_t>(stream_.payload.count());
    if (stream_.queue_pairs > 0) {
      frame.destination_qp = static_cast<QpNumber>(sent_ % stream_.queue_pairs + 1);
      frame.psn = static_cast<Psn>(sent_ / stream_.queue_pairs);
    } else {
      frame.psn = static_cast<Psn>(sent_ + 1);
    }
    ++sent_;
    busy_ = true;
    port_tx.send(frame, FramePhase::kSend);
  }

  const FrameStream stream_;
  Agenda& agenda_;
  FramePool& frames_;
  Decision next_;
  Ps held_until_{0};
  std::int64_t sent_ = 0;
  bool busy_ = false;
  std::vector<FrameEvent> control_;
};

}  // namespace headroom
