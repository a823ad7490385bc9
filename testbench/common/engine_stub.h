#pragma once

#include <systemc>

#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/ring.h"
#include "sc_models/nic/ports.h"
#include "testbench/common/frame_sink.h"
#include "tlm_if/frame_link.h"

namespace headroom {

/// Stands in for a transport engine: queues frames as it is told, and passes received data to a host that takes one
/// packet every `service` (0: at once; kNever: none, ever). Control frames are done with at once.
class EngineStub final : public sc_core::sc_module, private AgendaClient {
  void on_back(Frame& frame, FramePhase phase, sc_core::sc_time) {
    if (phase == FramePhase::kStarting) {
      if (data_rate_ > BitRate{0}) frame.rate = data_rate_;
      started_.push_back({agenda_.now(), frame});
      return;
    }
    sent_.push_back({agenda_.now(), frame});
    if (refill_ && frame.kind == FrameKind::kData) (void)queue_data(frame.traffic_class, frame.wire());
  }
  void on_received(Frame& frame, FramePhase, sc_core::sc_time) {
    received_.push_back({agenda_.now(), frame});
    if (frame.kind != FrameKind::kData || service_ == Ps{0}) {
      ingress_->release(frame.traffic_class, frame.charge());
    } else {
      held_.push_back({frame.traffic_class, frame.charge()});
      if (held_.size() == 1 && service_ != kNever) serve_next();
    }
    frames_.give_back(frame);
  }

 public:
  FrameLink::Initiator<EngineStub, &EngineStub::on_back> egress_tx{"egress_tx", *this};
  FrameLink::Target<EngineStub, &EngineStub::on_received> ingress_rx{"ingress_rx", *this};

  EngineStub(const sc_core::sc_module_name& name, Agenda& agenda, FramePool& frames, EgressRoom& egress,
             IngressRoom* ingress = nullptr, Ps service = Ps{0})
      : sc_module(name), agenda_(agenda), frames_(frames), egress_(egress), ingress_(ingress), service_(service) {}

  /// Reserves and queues one data frame; false when the pool has no room.
  bool queue_data(unsigned traffic_class, Bytes wire) {
    return egress_.reserve(traffic_class, wire) && queue(FrameKind::kData, traffic_class, wire);
  }
  bool queue_ack(unsigned traffic_class) {
    return egress_.reserve(traffic_class, Bytes{kAckBytes}) && queue(FrameKind::kAck, traffic_class, Bytes{kAckBytes});
  }
  void queue_cnp(unsigned traffic_class) { queue(FrameKind::kCnp, traffic_class, Bytes{kCnpBytes}); }

  /// Queues a data frame for each that has been sent.
  void set_refill(bool refill) { refill_ = refill; }
  /// Rate given to data frames as they start.
  void set_data_rate(BitRate rate) { data_rate_ = rate; }
  /// Gives back the charge of the oldest packet held.
  void release_one() {
    const Held held = held_.pop_front();
    ingress_->release(held.traffic_class, held.charge);
  }

  [[nodiscard]] const std::vector<FrameEvent>& started() const { return started_; }
  [[nodiscard]] const std::vector<FrameEvent>& sent() const { return sent_; }
  [[nodiscard]] const std::vector<FrameEvent>& received() const { return received_; }
  [[nodiscard]] std::size_t held() const { return held_.size(); }

 private:
  struct Held {
    unsigned traffic_class = 0;
    Bytes charge;
  };
  bool queue(FrameKind kind, unsigned traffic_class, Bytes wire) {
    Frame& frame = frames_.take();
    frame.kind = kind;
    frame.traffic_class = static_cast<std::uint8_t>(traffic_class);
    frame.wire_bytes = static_cast<std::uint32_t>(wire.count());
    egress_tx.send(frame, FramePhase::kQueue);
    return true;
  }
  void serve_next() { agenda_.at(agenda_.now() + service_, Rank(Due::kPcie, 1, 0), *this, 0); }
  void due(Ps, AgendaTag) override {
    release_one();
    if (!held_.empty()) serve_next();
  }

  Agenda& agenda_;
  FramePool& frames_;
  EgressRoom& egress_;
  IngressRoom* const ingress_;
  const Ps service_;
  BitRate data_rate_{0};
  bool refill_ = false;
  Ring<Held> held_;
  std::vector<FrameEvent> started_, sent_, received_;
};

}  // namespace headroom
