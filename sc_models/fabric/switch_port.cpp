#include "sc_models/fabric/switch_port.h"

#include "sc_models/core/check.h"
#include "sc_models/policy/pause_time.h"

namespace headroom {
namespace {

// Agenda tags: the class whose received pause may end, the pool whose pause may have to be repeated, the next frame.
constexpr AgendaTag kRefreshTag = kTrafficClasses;
constexpr AgendaTag kNextFrameTag = kRefreshTag + kTrafficClasses;

constexpr std::uint16_t kPauseQuanta = kLargestQuanta;  // what every pause of a switch asks for [R]

}  // namespace

SwitchPort::SwitchPort(const sc_core::sc_module_name& name, const SwitchPortParams& params, NodeId node,
                       std::uint32_t ifid, const PerClass<std::uint8_t>& pool_classes, SwitchCore& core, Agenda& agenda,
                       FramePool& frames)
    : sc_module(name),
      params_(params),
      node_(node),
      ifid_(ifid),
      refresh_interval_(refresh_interval(kPauseQuanta, params.rate, params.delay)),
      pool_classes_(pool_classes),
      core_(core),
      agenda_(agenda),
      frames_(frames),
      mac_("mac", MacPortParams{params.rate, params.delay, node, ifid, params.loss, &frames}, agenda),
      next_frame_{Rank(Due::kPortDecision, node, ifid), this, kNextFrameTag} {
  mac_.rx.bind(mac_rx);
  mac_.control.bind(mac_control);
  mac_tx.bind(mac_.tx);
}

void SwitchPort::on_frame(Frame& frame, FramePhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == FramePhase::kReceived, "{}: unexpected phase at mac_rx", name());
  core_.arrived(ifid_, frame);
}

void SwitchPort::enqueue(Frame& frame) {
  ++enqueued_;
  queues_.push(agenda_.now(), frame.switch_class, frame);
  decide_if_idle();
}

// The end of the serialization in progress asks for a decision itself.
void SwitchPort::decide_if_idle() {
  if (sending_ == nullptr) agenda_.decide(next_frame_);
}

void SwitchPort::due(Ps now, AgendaTag tag) {
  if (tag == kNextFrameTag) {
    send_next(now);
  } else if (tag >= kRefreshTag) {
    refresh_may_be_due(now, tag - kRefreshTag);
  } else {
    pause_may_end(now, tag);
  }
}

void SwitchPort::send_next(Ps now) {
  if (sending_ != nullptr) return;
  Frame* const frame = take_next(now);
  if (frame == nullptr) return;
  sending_ = frame;
  if (frame->kind != FrameKind::kPfc && core_.marks(ifid_, *frame)) {
    frame->ecn = Ecn::kCe;
    ++sent_[frame->switch_class].ecn_marked;
  }
  mac_tx.send(*frame, FramePhase::kSend);
}

Frame* SwitchPort::take_next(Ps now) {
  if (!pfc_.empty()) return pfc_.pop_front();
  const auto c = scheduler_.next(queues_.ready());
  return c ? queues_.pop(now, *c) : nullptr;
}

void SwitchPort::on_mac(Frame& frame, FramePhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == FramePhase::kSent && &frame == sending_, "{}: the MAC sent another frame", name());
  sending_ = nullptr;
  agenda_.decide(next_frame_);
  if (frame.kind == FrameKind::kPfc) return;
  ++forwarded_;
  core_.departed(ifid_, frame);
}

// A PFC frame ends here: never charged, routed or dropped, whatever the state of the buffer.
void SwitchPort::on_control(Frame& frame, FramePhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == FramePhase::kReceived, "{}: unexpected phase at mac_control", name());
  const Ps now = agenda_.now();
  ++consumed_;
  for (ClassMask named = frame.class_enable; named != 0; named &= named - 1) {
    const unsigned c = lowest_class(named);
    const std::uint16_t quanta = frame.quanta[c];
    if (quanta > 0) {
      const Ps wake = queues_.pauses().pause(now, c, pause_time(quanta, params_.rate, params_.delay));
      if (wake != kNever) agenda_.at(wake, Rank(Due::kPauseEnd, node_, ifid_ * kTrafficClasses + c), *this, c);
    } else if (queues_.pauses().resume(now, c)) {
      decide_if_idle();
    }
    observe(now, quanta > 0 ? PfcEventKind::kXoffRx : PfcEventKind::kXonRx, c, core_.occupancy(ifid_, core_.pool_of(c)),
            quanta);
  }
  frames_.give_back(frame);
}

void SwitchPort::pause_may_end(Ps now, unsigned traffic_class) {
  const PauseTimers::Wake wake = queues_.pauses().wake(now, traffic_class);
  if (wake.again != kNever) {
    agenda_.at(wake.again, Rank(Due::kPauseEnd, node_, ifid_ * kTrafficClasses + traffic_class), *this, traffic_class);
  }
  if (!wake.resumed) return;
  observe(now, PfcEventKind::kResume, traffic_class, core_.occupancy(ifid_, core_.pool_of(traffic_class)), 0);
  decide_if_idle();
}

// The time to the first repeat runs from the instant the frames are queued [C].
void SwitchPort::pause_sender(unsigned pool, Bytes occupancy) {
  const Ps now = agenda_.now();
  if (upstream_[pool].start(now, refresh_interval_)) arm_refresh(pool);
  send_pause(now, pool, occupancy, PfcEventKind::kXoffTx, kPauseQuanta);
}

void SwitchPort::resume_sender(unsigned pool) {
  upstream_[pool].stop();
  send_pause(agenda_.now(), pool, core_.occupancy(ifid_, pool), PfcEventKind::kXonTx, 0);
}

void SwitchPort::refresh_may_be_due(Ps now, unsigned pool) {
  const UpstreamPause::Wake wake = upstream_[pool].wake(now, refresh_interval_);
  if (wake == UpstreamPause::Wake::kIdle) return;
  arm_refresh(pool);
  if (wake == UpstreamPause::Wake::kEarly) return;
  send_pause(now, pool, core_.occupancy(ifid_, pool), PfcEventKind::kRefreshTx, kPauseQuanta);
}

void SwitchPort::arm_refresh(unsigned pool) {
  agenda_.at(upstream_[pool].next_repeat(), Rank(Due::kPfcRefresh, node_, ifid_ * kTrafficClasses + pool), *this,
             kRefreshTag + pool);
}

// One frame for each lossless class of the pool, ascending [R].
void SwitchPort::send_pause(Ps now, unsigned pool, Bytes occupancy, PfcEventKind kind, std::uint16_t quanta) {
  for (ClassMask classes = pool_classes_[pool]; classes != 0; classes &= classes - 1) {
    const unsigned c = lowest_class(classes);
    PfcStats& stats = sent_[c];
    ++(kind == PfcEventKind::kXonTx ? stats.xon_tx : stats.xoff_tx);
    if (kind == PfcEventKind::kRefreshTx) ++stats.refresh_tx;
    observe(now, kind, c, occupancy, quanta);
    Frame& frame = frames_.take();
    frame.kind = FrameKind::kPfc;
    frame.wire_bytes = kPfcBytes;
    frame.class_enable = static_cast<std::uint8_t>(class_bit(c));
    frame.quanta[c] = quanta;
    pfc_.push_back(&frame);
  }
  decide_if_idle();
}

void SwitchPort::observe(Ps now, PfcEventKind kind, unsigned traffic_class, Bytes occupancy,
                         std::uint16_t quanta) const {
  if (params_.observer != nullptr) params_.observer->pfc_event({now, kind, traffic_class, occupancy, quanta});
}

PfcStats SwitchPort::pfc_stats(unsigned traffic_class) const {
  PfcStats stats = sent_[traffic_class];
  const PfcStats& received = queues_.pauses().stats(traffic_class);
  stats.xoff_rx = received.xoff_rx;
  stats.xon_rx = received.xon_rx;
  stats.expired = received.expired;
  return stats;
}

void SwitchPort::audit(Audit& audit) const {
  mac_.audit(audit);
  std::size_t inside = 0;
  for_each_inside([&](const Frame&) { ++inside; });
  audit.balance(name(), "frames queued = forwarded + inside", static_cast<std::int64_t>(enqueued_),
                static_cast<std::int64_t>(forwarded_ + inside));
  for (unsigned pool = 0; pool < kTrafficClasses; ++pool) {
    for (ClassMask classes = pool_classes_[pool]; classes != 0; classes &= classes - 1) {
      const unsigned c = lowest_class(classes);
      audit.balance(name(), "class " + std::to_string(c) + ": pauses begun = resumes + pause in force",
                    static_cast<std::int64_t>(sent_[c].xoff_tx - sent_[c].refresh_tx),
                    static_cast<std::int64_t>(sent_[c].xon_tx) + (upstream_[pool].active() ? 1 : 0));
    }
  }
}

}  // namespace headroom
