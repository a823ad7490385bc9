#include "sc_models/nic/roce_transport_engine.h"

#include <algorithm>

#include "sc_models/core/check.h"

namespace headroom {
namespace {

/// Passes before generation starts, and each time it restarts [R].
constexpr Ps kGenerationDelay{80'000};

}  // namespace

RoceTransportEngine::RoceTransportEngine(const sc_core::sc_module_name& name, const RoceTransportEngineParams& params,
                                         Agenda& agenda, FramePool& frames, EgressRoom& egress, IngressRoom& ingress,
                                         HostNotices& notices)
    : sc_module(name),
      params_(params),
      rate_rules_(params.rate_loop, params.line_rate),
      ack_rules_{params.transport.ack_coalescing, params.transport.ack_threshold},
      agenda_(agenda),
      frames_(frames),
      egress_(egress),
      ingress_(ingress),
      notices_(notices) {}

void RoceTransportEngine::create_queue_pair(const QueuePairParams& params) {
  const QpNumber local = params.local;
  HEADROOM_CHECK(local > 0 && local < 1u << (32 - kReminderBits), "{}: queue pair number {}", name(), local);
  HEADROOM_CHECK(never_existed(local), "{}: queue pair {} created again", name(), local);
  HEADROOM_CHECK(params.data_class < kTrafficClasses && params.control_class < kTrafficClasses,
                 "{}: queue pair {} with classes {} and {}", name(), local, params.data_class, params.control_class);
  while (queue_pairs_.size() < local) {
    queue_pairs_.emplace_back(params_.initial_psn, params_.transport.mss, rate_rules_.line);
    queue_pairs_.back().ends.local = static_cast<QpNumber>(queue_pairs_.size());
    ready_.add_member();
  }
  queue_pair(local).ends = params;
  queue_pair(local).state = RoceQueuePair::State::kOpen;
}

void RoceTransportEngine::close_queue_pair(QpNumber local) {
  RoceQueuePair* const qp = find(local);
  HEADROOM_CHECK(qp, "{}: queue pair {} closed, which is not open", name(), local);
  HEADROOM_CHECK(!qp->sender.busy(), "{}: queue pair {} closed with work left", name(), local);
  qp->state = RoceQueuePair::State::kClosed;
  qp->ack_timer.stop();
  qp->pending.waiting = false;
}

RoceQueuePair* RoceTransportEngine::find(QpNumber local) {
  if (local == 0 || local > queue_pairs_.size() || queue_pair(local).state != RoceQueuePair::State::kOpen)
    return nullptr;
  return &queue_pair(local);
}

bool RoceTransportEngine::never_existed(QpNumber local) {
  return local > queue_pairs_.size() || (local > 0 && queue_pair(local).state == RoceQueuePair::State::kReserved);
}

void RoceTransportEngine::remind(Ps time, Reminder what, QpNumber local) {
  static constexpr Due kGroup[] = {Due::kGenerate, Due::kTransportTimer, Due::kAckTimer, Due::kRateLoop};
  agenda_.at(time, Rank(kGroup[what], params_.node, 0), *this, local << kReminderBits | what);
}

void RoceTransportEngine::due(Ps now, AgendaTag tag) {
  const QpNumber local = tag >> kReminderBits;
  switch (static_cast<Reminder>(tag & ((1u << kReminderBits) - 1))) {
    case kGeneration: return generate(now);
    case kTransportTimer: return transport_timer_due(queue_pair(local), now);
    case kAckTimer: return ack_timer_due(queue_pair(local), now);
    case kRateHalf: return rate_half_due(queue_pair(local), now);
  }
}

void RoceTransportEngine::post(const WorkRequest& request) {
  RoceQueuePair* const qp = find(request.queue_pair);
  HEADROOM_CHECK(qp, "{}: work posted to queue pair {}, which is not open", name(), request.queue_pair);
  ++stats_.wqes_created;
  const OutgoingMessage message{request.flow, request.message, request.length, request.local_address,
                                request.remote_address};
  if (qp->sender.post(message)) make_ready(*qp);
}

/// Puts the pair at the tail of the ready queue, unless it is in it or has nothing to generate.
void RoceTransportEngine::make_ready(RoceQueuePair& qp) {
  if (ready_.contains(qp.ends.local) || !qp.sender.can_generate()) return;
  const bool was_empty = ready_.empty();
  ready_.join(qp.ends.local);
  if (!was_empty || stopped_ || generation_due_) return;
  generation_due_ = true;
  remind(agenda_.now() + kGenerationDelay, kGeneration);
}

void RoceTransportEngine::generate(Ps now) {
  generation_due_ = false;
  while (!ready_.empty()) {
    RoceQueuePair& qp = queue_pair(ready_.head());
    const QpSender::Segment segment = qp.sender.segment();
    if (!egress_.reserve(qp.ends.data_class, Bytes(segment.payload + kDataOverhead))) {
      stopped_ = qp.ends.data_class;
      stopped_since_ = now;
      return;
    }
    const OutgoingMessage& message = qp.sender.current();
    if (segment.first_ever) notices_.started(message.flow, message.message, now);
    Frame& frame = new_data_frame(qp, segment);
    qp.sender.advance();
    if (qp.sender.can_generate()) {
      ready_.rotate();
    } else {
      ready_.leave(qp.ends.local);
    }
    if (segment.payload > 0) {
      fetch(frame, segment, message, qp.sender.epoch());
    } else {
      payload_arrived(qp, frame, qp.sender.epoch());
    }
  }
}

Frame& RoceTransportEngine::new_data_frame(const RoceQueuePair& qp, const QpSender::Segment& segment) {
  const OutgoingMessage& message = qp.sender.current();
  Frame& frame = frames_.take();
  frame.source = params_.address;
  frame.destination = qp.ends.remote;
  frame.destination_qp = qp.ends.remote_qp;
  frame.psn = to_wire(segment.psn);
  frame.wire_bytes = segment.payload + static_cast<std::uint32_t>(kDataOverhead);
  frame.payload_bytes = segment.payload;
  frame.kind = FrameKind::kData;
  frame.traffic_class = static_cast<std::uint8_t>(qp.ends.data_class);
  frame.ecn = params_.rate_loop.enable_ecn ? Ecn::kEct0 : Ecn::kNotEct;
  frame.last_of_message = segment.last;
  frame.source_qp = qp.ends.local;
  frame.udp_source = roce_source_port(qp.ends.local);
  frame.udp_destination = kRocePort;
  frame.flow = message.flow;
  frame.message = message.message;
  frame.remote_address = message.remote_address + static_cast<std::uint64_t>(segment.offset);
  return frame;
}

void RoceTransportEngine::fetch(Frame& frame, const QpSender::Segment& segment, const OutgoingMessage& message,
                                std::uint32_t epoch) {
  Tlp& read = tlps_.take();
  read.kind = TlpKind::kRead;
  read.length = Bytes(segment.payload);
  read.address = message.local_address + static_cast<std::uint64_t>(segment.offset);
  read.data = params_.carry_data ? frame.data : nullptr;
  read.frame = &frame;
  read.context = epoch;
  ++reads_open_;
  host_tx.send(read, TlpPhase::kOffer);
}

void RoceTransportEngine::host_reply(Tlp& tlp, TlpPhase phase, sc_core::sc_time) {
  Frame& frame = *tlp.frame;
  if (tlp.kind == TlpKind::kWrite && phase == TlpPhase::kAccepted) return write_accepted(frame);
  HEADROOM_CHECK(phase == TlpPhase::kCompleted, "{}: unexpected phase of a PCIe message", name());
  const std::uint32_t epoch = tlp.context;
  const bool write = tlp.kind == TlpKind::kWrite;
  tlps_.give_back(tlp);
  if (write) {
    --writes_open_;
    delivery_.confirmed += Bytes(frame.payload_bytes);
    frames_.give_back(frame);
    if (writes_open_ == 0) notices_.landed(agenda_.now());
  } else {
    --reads_open_;
    payload_arrived(queue_pair(frame.source_qp), frame, epoch);
  }
}

/// Numbers the packet and queues it, or drops a payload that a go-back or an early ACK has made useless.
void RoceTransportEngine::payload_arrived(RoceQueuePair& qp, Frame& frame, std::uint32_t epoch) {
  const PsnCount psn = place(frame.psn, qp.sender.oldest());
  if (qp.sender.stale(epoch, psn)) {
    ++stats_.payload_discards;
    const unsigned traffic_class = frame.traffic_class;
    egress_.release(traffic_class, frame.wire());
    frames_.give_back(frame);
    return after_release(traffic_class);
  }
  if (qp.sender.window_empty()) start_transport_timer(qp);
  ++stats_.data_sent;
  if (qp.sender.assign(psn)) {
    qp.sent.open(qp.sender.oldest(), psn);
    stats_.first_time_payload_sent += Bytes(frame.payload_bytes);
  } else {
    frame.retransmission = true;
    ++stats_.retransmitted;
    ++qp.retransmitted;
    stats_.retransmitted_bytes += Bytes(frame.payload_bytes);
  }
  egress_tx.send(frame, FramePhase::kQueue);
}

void RoceTransportEngine::egress_reply(Frame& frame, FramePhase phase, sc_core::sc_time) {
  if (phase == FramePhase::kStarting) {
    const RoceQueuePair& qp = queue_pair(frame.source_qp);
    if (qp.rate_loop.congested()) frame.rate = qp.rate_loop.rate();
    return;
  }
  HEADROOM_CHECK(phase == FramePhase::kSent, "{}: unexpected phase of a frame", name());
  if (frame.kind == FrameKind::kData) sent(frame);
  if (frame.kind != FrameKind::kCnp) after_release(frame.traffic_class);  // CNPs reserve nothing
}

void RoceTransportEngine::sent(const Frame& frame) {
  RoceQueuePair& qp = queue_pair(frame.source_qp);
  const Ps now = agenda_.now();
  qp.rate_loop.on_packet_sent();
  const PsnCount psn = place(frame.psn, qp.sender.oldest());
  if (psn >= qp.sender.oldest()) qp.sent.set(psn, now);
  if (frame.last_of_message && !frame.retransmission) notices_.sent(frame.flow, frame.message, now);
}

/// Room has come back in a pool: first for the answers that wait for it, then perhaps for generation.
void RoceTransportEngine::after_release(unsigned traffic_class) {
  Ring<QpNumber>& waiting = pending_answers_[traffic_class];
  while (!waiting.empty()) {
    RoceQueuePair& qp = queue_pair(waiting.front());
    if (qp.pending.waiting) {
      if (!egress_.reserve(traffic_class, Bytes(kAckBytes))) break;
      qp.pending.waiting = false;
      send_control(qp, qp.pending.kind, qp.pending.named, kAckBytes);
    }
    waiting.pop_front();
  }
  if (stopped_ != traffic_class || 2 * egress_.reserved(traffic_class) > egress_.pool(traffic_class)) return;
  const Ps now = agenda_.now();
  stopped_.reset();
  stats_.generation_stall += now - stopped_since_;
  if (ready_.empty()) return;
  generation_due_ = true;
  remind(now + kGenerationDelay, kGeneration);
}

void RoceTransportEngine::acknowledged(RoceQueuePair& qp, Psn named) {
  const PsnCount psn = place(named, qp.sender.oldest());
  switch (qp.sender.on_ack(named)) {
    case QpSender::Answer::kGhost: ++stats_.drops_ghost_ack; return;
    case QpSender::Answer::kRetired: break;
    default: return;
  }
  const Ps stamp = qp.sent.at(psn);
  if (stamp != kNever) rtt_.add(agenda_.now() - stamp);
  if (qp.sender.window_empty()) {
    qp.transport_timer.stop();
  } else {
    start_transport_timer(qp);
  }
  if (qp.sender.complete()) return complete(qp);
  make_ready(qp);  // the window may have held back its next segment
}

/// The host is told last, so that what it does in return finds the pair in order.
void RoceTransportEngine::complete(RoceQueuePair& qp) {
  const OutgoingMessage message = qp.sender.current();
  ++stats_.wqes_completed;
  if (ready_.contains(qp.ends.local)) ready_.leave(qp.ends.local);
  if (qp.sender.begin_next()) make_ready(qp);
  notices_.acknowledged(message.flow, message.message, agenda_.now());
}

void RoceTransportEngine::refused(RoceQueuePair& qp, Psn named) {
  switch (qp.sender.on_nak(named)) {
    case QpSender::Answer::kGhost: ++stats_.drops_ghost_ack; return;
    case QpSender::Answer::kGoBack: ++naks_obeyed_; return gone_back(qp);
    default: return;
  }
}

void RoceTransportEngine::gone_back(RoceQueuePair& qp) {
  ++stats_.go_backs;
  qp.transport_timer.stop();
  make_ready(qp);
}

void RoceTransportEngine::start_transport_timer(RoceQueuePair& qp) {
  const Ps deadline = agenda_.now() + params_.transport.retransmit_timeout;
  if (qp.transport_timer.start(deadline)) remind(deadline, kTransportTimer, qp.ends.local);
}

void RoceTransportEngine::transport_timer_due(RoceQueuePair& qp, Ps now) {
  switch (qp.transport_timer.on_reminder(now)) {
    case LazyTimer::Outcome::kIdle: return;
    case LazyTimer::Outcome::kEarly: return remind(qp.transport_timer.deadline(), kTransportTimer, qp.ends.local);
    case LazyTimer::Outcome::kExpired: break;
  }
  ++stats_.timeouts;
  qp.sender.go_back();
  gone_back(qp);
}

void RoceTransportEngine::receive_cnp(RoceQueuePair& qp) {
  if (!params_.rate_loop.enable_ecn || !qp.rate_loop.on_cnp(rate_rules_)) return;
  remind(agenda_.now() + rate_rules_.half_interval, kRateHalf, qp.ends.local);
}

void RoceTransportEngine::rate_half_due(RoceQueuePair& qp, Ps now) {
  if (qp.state != RoceQueuePair::State::kOpen || !qp.rate_loop.on_half(rate_rules_)) return;
  remind(now + rate_rules_.half_interval, kRateHalf, qp.ends.local);
}

}  // namespace headroom
