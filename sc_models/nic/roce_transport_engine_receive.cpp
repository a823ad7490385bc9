// The receiving side of the engine: what it does with frames, and what it answers.
#include "sc_models/core/check.h"
#include "sc_models/nic/roce_transport_engine.h"

namespace headroom {

void RoceTransportEngine::receive(Frame& frame, FramePhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == FramePhase::kReceived, "{}: unexpected phase of a received frame", name());
  RoceQueuePair* qp = find(frame.destination_qp);
  const Psn named = frame.psn;
  switch (frame.kind) {
    case FrameKind::kData:
      ++data_received_;
      if (!qp) qp = create_far_side(frame);
      if (qp) return receive_data(*qp, frame);
      ++stats_.drops_no_qp_data;
      return discard(frame);
    case FrameKind::kAck:
      ++stats_.acks_received;
      discard(frame);
      if (qp) return acknowledged(*qp, named);
      break;
    case FrameKind::kNak:
      ++stats_.naks_received;
      discard(frame);
      if (qp) return refused(*qp, named);
      break;
    case FrameKind::kCnp:
      ++stats_.cnps_received;
      discard(frame);
      if (qp) return receive_cnp(*qp);
      break;
    default: HEADROOM_CHECK(false, "{}: was handed a frame of another protocol", name());
  }
  ++stats_.drops_no_qp_control;
}

/// The sending NIC has created its side at a post without a connection. It answers in class 1, as long as its host has
/// said nothing else [C]. A closed pair never comes back.
RoceQueuePair* RoceTransportEngine::create_far_side(const Frame& first) {
  if (first.destination_qp == 0 || !never_existed(first.destination_qp)) return nullptr;
  create_queue_pair({first.destination_qp, first.source, first.source_qp, first.traffic_class});
  return &queue_pair(first.destination_qp);
}

void RoceTransportEngine::receive_data(RoceQueuePair& qp, Frame& frame) {
  ++stats_.writes_received;
  if (frame.ecn == Ecn::kCe) {
    ++stats_.ce_received;
    ++stats_.cnps_sent;
    send_control(qp, FrameKind::kCnp, 0, kCnpBytes);
  }
  const bool last = frame.last_of_message;
  switch (qp.receiver.on_data(frame.psn)) {
    case QpReceiver::Verdict::kAccept:
      ++stats_.in_order;
      accept(frame);
      return consider_ack(qp, last);
    case QpReceiver::Verdict::kDuplicate:
      ++stats_.duplicates;
      discard(frame);
      return consider_ack(qp, last);
    case QpReceiver::Verdict::kNewGap:
      ++stats_.drops_after_nak;
      ++stats_.out_of_order;
      discard(frame);
      qp.coalescer.on_nak();
      qp.ack_timer.stop();
      return answer(qp, FrameKind::kNak, qp.receiver.expected());
    case QpReceiver::Verdict::kBehindGap: ++stats_.drops_after_nak; return discard(frame);
  }
}

/// The frame stays charged and alive while its payload waits for the host.
void RoceTransportEngine::accept(Frame& frame) {
  const Bytes payload(frame.payload_bytes);
  stats_.payload_accepted += payload;
  delivery_.accepted += payload;
  if (payload == Bytes{0}) {
    write_accepted(frame);
    frames_.give_back(frame);
    return;
  }
  Tlp& write = tlps_.take();
  write.kind = TlpKind::kWrite;
  write.length = payload;
  write.address = frame.remote_address;
  write.data = params_.carry_data ? frame.data : nullptr;
  write.frame = &frame;
  delivery_.offered += payload;
  ++writes_open_;
  host_tx.send(write, TlpPhase::kOffer);
}

void RoceTransportEngine::write_accepted(const Frame& frame) {
  ingress_.release(frame.traffic_class, frame.charge());
  if (frame.last_of_message) notices_.received(frame.flow, frame.message, agenda_.now());
}

void RoceTransportEngine::discard(Frame& frame) {
  ingress_.release(frame.traffic_class, frame.charge());
  frames_.give_back(frame);
}

void RoceTransportEngine::consider_ack(RoceQueuePair& qp, bool last_of_message) {
  using Action = AckCoalescer::Action;
  const Action action = qp.coalescer.on_packet(ack_rules_, last_of_message);
  if (action == Action::kSend || action == Action::kSendRestartTimer) {
    answer(qp, FrameKind::kAck, qp.receiver.last_in_order());
  }
  if (action == Action::kHoldStartTimer || action == Action::kSendRestartTimer) {
    const Ps deadline = agenda_.now() + params_.transport.ack_delay;
    if (qp.ack_timer.start(deadline)) remind(deadline, kAckTimer, qp.ends.local);
  }
}

void RoceTransportEngine::ack_timer_due(RoceQueuePair& qp, Ps now) {
  switch (qp.ack_timer.on_reminder(now)) {
    case LazyTimer::Outcome::kIdle: return;
    case LazyTimer::Outcome::kEarly: return remind(qp.ack_timer.deadline(), kAckTimer, qp.ends.local);
    case LazyTimer::Outcome::kExpired: break;
  }
  if (qp.coalescer.on_timer()) answer(qp, FrameKind::kAck, qp.receiver.last_in_order());
}

/// Sends an ACK or NAK, or keeps it as the pair's pending answer until its pool has room.
void RoceTransportEngine::answer(RoceQueuePair& qp, FrameKind kind, Psn named) {
  Ring<QpNumber>& waiting = pending_answers_[qp.ends.control_class];
  if (qp.pending.waiting) {
    if (kind == FrameKind::kAck && qp.pending.kind == FrameKind::kNak) return;
    qp.pending.kind = kind;
    qp.pending.named = named;
  } else if (waiting.empty() && egress_.reserve(qp.ends.control_class, Bytes(kAckBytes))) {
    send_control(qp, kind, named, kAckBytes);
  } else {
    qp.pending = {true, kind, named};
    waiting.push_back(qp.ends.local);
  }
}

void RoceTransportEngine::send_control(const RoceQueuePair& qp, FrameKind kind, Psn named, std::int64_t wire_bytes) {
  if (kind == FrameKind::kAck) ++stats_.acks_sent;
  if (kind == FrameKind::kNak) ++stats_.naks_sent;
  Frame& frame = frames_.take();
  frame.source = params_.address;
  frame.destination = qp.ends.remote;
  frame.destination_qp = qp.ends.remote_qp;
  frame.psn = named;
  frame.wire_bytes = static_cast<std::uint32_t>(wire_bytes);
  frame.kind = kind;
  frame.traffic_class = static_cast<std::uint8_t>(qp.ends.control_class);
  frame.ecn = Ecn::kNotEct;
  frame.source_qp = qp.ends.local;
  frame.udp_source = roce_source_port(qp.ends.local);
  frame.udp_destination = kRocePort;
  egress_tx.send(frame, FramePhase::kQueue);
}

}  // namespace headroom
