#include "sc_models/nic/mac_port.h"

#include "sc_models/core/check.h"

namespace headroom {
namespace {

enum : AgendaTag { kTxEndTag, kArrivalTag };

}  // namespace

MacPort::MacPort(const sc_core::sc_module_name& name, const MacPortParams& params, Agenda& agenda)
    : sc_module(name), params_(params), agenda_(agenda), loss_(params.loss) {
  HEADROOM_CHECK(params.rate > BitRate{0} && params.delay > Ps{0}, "{}: a link needs a rate and a delay", this->name());
}

void MacPort::on_tx(Frame& frame, FramePhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == FramePhase::kSend, "{}: unexpected phase at tx", name());
  HEADROOM_CHECK(sending_ == nullptr, "{}: given a frame while another is being serialized", name());
  const Ps now = agenda_.now();
  const Ps end = serializer_.send(now, frame.wire(), frame.rate > BitRate{0} ? frame.rate : params_.rate);
  sending_ = &frame;
  ++handed_over_;
  agenda_.at(end, Rank(Due::kTxEnd, params_.node, params_.ifid), *this, kTxEndTag);
  wire_tx.send(frame, FramePhase::kWire, annotation_.to_sc(end - now + params_.delay));
}

void MacPort::on_wire(Frame& frame, FramePhase phase, sc_core::sc_time delay) {
  HEADROOM_CHECK(phase == FramePhase::kWire, "{}: unexpected phase at wire_rx", name());
  const Ps arrival = agenda_.now() + to_ps(delay);
  HEADROOM_CHECK(arriving_.empty() || arriving_.back().time <= arrival, "{}: a frame overtakes another on the wire",
                 name());
  ++announced_;
  arriving_.push_back({arrival, &frame});
  if (arriving_.size() == 1) arm_arrival();
}

void MacPort::no_reply(Frame&, FramePhase, sc_core::sc_time) {
  HEADROOM_CHECK(false, "{}: nothing comes back on this path", name());
}

void MacPort::due(Ps now, AgendaTag tag) {
  if (tag == kTxEndTag) {
    end_of_serialization();
  } else {
    receive_due(now);
  }
}

// The frame has not arrived yet, as every link takes time: it may still be read and condemned here.
void MacPort::end_of_serialization() {
  Frame& frame = *sending_;
  sending_ = nullptr;
  ++stats_.tx_frames;
  stats_.tx_bytes += frame.wire();
  if (loss_.loses(frame.kind)) {
    frame.lost = true;
    ++stats_.lost;
  }
  tx.reply(frame, FramePhase::kSent);
}

void MacPort::receive_due(Ps now) {
  HEADROOM_CHECK(!arriving_.empty() && arriving_.front().time == now, "{}: woken for no arrival", name());
  Frame& frame = *arriving_.pop_front().frame;
  if (!arriving_.empty()) arm_arrival();
  if (frame.lost) return miss(frame);
  ++stats_.rx_frames;
  stats_.rx_bytes += frame.wire();
  if (frame.kind == FrameKind::kPfc) {
    control.send(frame, FramePhase::kReceived);
  } else {
    rx.send(frame, FramePhase::kReceived);
  }
}

void MacPort::miss(Frame& frame) {
  HEADROOM_CHECK(params_.frames != nullptr, "{}: a frame was lost on the way to a port that cannot take it", name());
  ++missed_;
  params_.frames->give_back(frame);
}

void MacPort::arm_arrival() {
  agenda_.at(arriving_.front().time, Rank(Due::kFrame, params_.node, params_.ifid), *this, kArrivalTag);
}

void MacPort::audit(Audit& audit) const {
  const auto count = [](auto n) { return static_cast<std::int64_t>(n); };
  audit.balance(name(), "frames handed to the wire = sent + being serialized", count(handed_over_),
                count(stats_.tx_frames) + (sending() ? 1 : 0));
  audit.balance(name(), "frames announced by the wire = received + lost + arriving", count(announced_),
                count(stats_.rx_frames + missed_ + arriving_.size()));
}

}  // namespace headroom
