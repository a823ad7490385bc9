#include "sc_models/nic/egress_buffer.h"

#include "sc_models/core/check.h"
#include "sc_models/policy/pause_time.h"

namespace headroom {
namespace {

constexpr AgendaTag kNextFrameTag = kTrafficClasses;  // below it: the class whose pause may end

PerClass<Bytes> pool_sizes(const EgressParams& params) {
  PerClass<Bytes> sizes;
  for (unsigned c = 0; c < kTrafficClasses; ++c) sizes[c] = params.pool(c);
  return sizes;
}

bool goes_ahead(const Frame& frame) { return frame.kind == FrameKind::kPfc || frame.kind == FrameKind::kCnp; }

}  // namespace

EgressBuffer::EgressBuffer(const sc_core::sc_module_name& name, const EgressBufferParams& params, Agenda& agenda,
                           FramePool& frames, PfcObserver* observer, const PoolOccupancy* receive_pools)
    : sc_module(name),
      params_(params),
      agenda_(agenda),
      frames_(frames),
      observer_(observer),
      receive_pools_(receive_pools),
      pools_(pool_sizes(params.buffer)),
      scheduler_(make_tx_scheduler(params.buffer.scheduling, pools_.classes(), params.buffer.wrr_weights)),
      next_frame_{Rank(Due::kPortDecision, params.node, 0), this, kNextFrameTag} {
  HEADROOM_CHECK((observer == nullptr) == (receive_pools == nullptr), "{}: an observer needs the receive pools",
                 this->name());
}

bool EgressBuffer::reserve(unsigned traffic_class, Bytes size) {
  return pools_.charge(agenda_.now(), traffic_class, size);
}

void EgressBuffer::release(unsigned traffic_class, Bytes size) { pools_.release(agenda_.now(), traffic_class, size); }

void EgressBuffer::on_engine(Frame& frame, FramePhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == FramePhase::kQueue, "{}: unexpected phase at engine_rx", name());
  enqueue(frame);
}

void EgressBuffer::on_pfc(Frame& frame, FramePhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == FramePhase::kQueue && frame.kind == FrameKind::kPfc, "{}: no PFC frame at pfc_rx", name());
  enqueue(frame);
}

void EgressBuffer::enqueue(Frame& frame) {
  ++accepted_;
  if (goes_ahead(frame)) {
    ahead_.push_back(&frame);
  } else {
    const unsigned c = frame.traffic_class;
    HEADROOM_CHECK(pools_.has_pool(c), "{}: a frame of class {}, which has no pool", name(), c);
    queues_.push(agenda_.now(), c, frame);
  }
  decide_if_idle();
}

// The end of the serialization in progress asks for a decision itself.
void EgressBuffer::decide_if_idle() {
  if (sending_ == nullptr) agenda_.decide(next_frame_);
}

void EgressBuffer::due(Ps now, AgendaTag tag) {
  if (tag == kNextFrameTag) {
    send_next(now);
  } else {
    pause_may_end(now, tag);
  }
}

void EgressBuffer::send_next(Ps now) {
  if (sending_ != nullptr) return;
  Frame* const frame = take_next(now);
  if (frame == nullptr) return;
  sending_ = frame;
  if (frame->kind == FrameKind::kData) engine_rx.reply(*frame, FramePhase::kStarting);
  port_tx.send(*frame, FramePhase::kSend);
}

Frame* EgressBuffer::take_next(Ps now) {
  if (!ahead_.empty()) return ahead_.pop_front();
  const auto c = scheduler_->next(queues_.ready());
  return c ? queues_.pop(now, *c) : nullptr;
}

// [S] The reservation ends with the serialization. The engine comes after that: it sends acknowledgements that now
// fit, then looks whether generation may go on.
void EgressBuffer::on_port(Frame& frame, FramePhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == FramePhase::kSent && &frame == sending_, "{}: the port sent another frame", name());
  sending_ = nullptr;
  ++sent_;
  agenda_.decide(next_frame_);
  if (!goes_ahead(frame)) pools_.release(agenda_.now(), frame.traffic_class, frame.wire());
  if (frame.kind != FrameKind::kPfc) engine_rx.reply(frame, FramePhase::kSent);
}

void EgressBuffer::on_control(Frame& frame, FramePhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == FramePhase::kReceived, "{}: unexpected phase at control_rx", name());
  const Ps now = agenda_.now();
  for (ClassMask named = frame.class_enable; named != 0; named &= named - 1) {
    const unsigned c = lowest_class(named);
    const std::uint16_t quanta = frame.quanta[c];
    if (quanta > 0) {
      const Ps wake = queues_.pauses().pause(now, c, pause_time(quanta, params_.rate, params_.delay));
      if (wake != kNever) agenda_.at(wake, Rank(Due::kPauseEnd, params_.node, c), *this, c);
      observe(now, PfcEventKind::kXoffRx, c, quanta);
    } else {
      if (queues_.pauses().resume(now, c)) decide_if_idle();
      observe(now, PfcEventKind::kXonRx, c, quanta);
    }
  }
  frames_.give_back(frame);
}

void EgressBuffer::pause_may_end(Ps now, unsigned traffic_class) {
  const PauseTimers::Wake wake = queues_.pauses().wake(now, traffic_class);
  if (wake.again != kNever) {
    agenda_.at(wake.again, Rank(Due::kPauseEnd, params_.node, traffic_class), *this, traffic_class);
  }
  if (!wake.resumed) return;
  observe(now, PfcEventKind::kResume, traffic_class, 0);
  decide_if_idle();
}

void EgressBuffer::observe(Ps now, PfcEventKind kind, unsigned traffic_class, std::uint16_t quanta) const {
  if (observer_ == nullptr) return;
  observer_->pfc_event({now, kind, traffic_class, receive_pools_->occupied(traffic_class), quanta});
}

void EgressBuffer::audit(Audit& audit) const {
  pools_.audit(audit, name());
  std::size_t queued = ahead_.size();
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    Bytes ready{0};
    const Ring<Frame*>& queue = queues_.queue(c);
    for (std::size_t i = 0; i < queue.size(); ++i) ready += queue[i]->wire();
    if (sending_ != nullptr && !goes_ahead(*sending_) && sending_->traffic_class == c) ready += sending_->wire();
    audit.law(name(), "class " + std::to_string(c) + ": frames ready to go are within what is reserved",
              ready <= pools_.filled(c));
    queued += queue.size();
  }
  audit.balance(name(), "frames accepted = sent + queued + being serialized", static_cast<std::int64_t>(accepted_),
                static_cast<std::int64_t>(sent_ + queued + (sending_ != nullptr ? 1 : 0)));
}

}  // namespace headroom
