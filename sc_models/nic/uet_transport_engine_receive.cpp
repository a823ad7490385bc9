// The receiving side of the engine: what it does with data, and what it answers.
#include "sc_models/core/check.h"
#include "sc_models/nic/uet_transport_engine.h"

namespace headroom {
namespace {

constexpr unsigned kUnknownControlClass = 1;  // of trimmed data of a PDC that is not known yet [C]

}  // namespace

void UetTransportEngine::receive(Frame& frame, FramePhase phase, sc_core::sc_time) {
  if (phase == FramePhase::kClassify) return classify(frame);
  HEADROOM_CHECK(phase == FramePhase::kReceived, "{}: unexpected phase of a received frame", name());
  switch (frame.kind) {
    case FrameKind::kUetData: return receive_data(frame);
    case FrameKind::kUetAck: return receive_ack(frame);
    case FrameKind::kUetNack: return receive_nack(frame);
    case FrameKind::kUetProbe: return receive_probe(frame);
    default: HEADROOM_CHECK(false, "{}: was handed a frame of another protocol", name());
  }
}

void UetTransportEngine::classify(Frame& frame) {
  const PdcHandle handle = receiving_by_sender_.find(frame.source, frame.uet.source_pdc);
  const unsigned c = handle != 0 ? receiving_[handle].control_class : kUnknownControlClass;
  frame.ingress_pool = static_cast<std::uint8_t>(c);
}

void UetTransportEngine::receive_data(Frame& frame) {
  check_connection();
  ++stats_.data_received;
  const PdcHandle handle = find_receiving_end(frame);
  if (handle == 0) {
    ++stats_.no_pdc;
    ++orphans_;
    return discard(frame);
  }
  UetReceivingEnd& end = receiving_[handle];
  observe_received(end, frame);
  if (is_trimmed(frame.role)) {
    ++trimmed_;
    send_nack(end, frame);
    return discard(frame);
  }
  const MessageEnd message{frame.psn, frame.flow, frame.message, frame.uet.message_length};
  const std::int64_t nominal = uet_nominal(frame.payload_bytes);
  const auto verdict = end.receiver.receive({frame.psn, nominal, frame.last_of_message, message}, received_messages_);
  const bool accepted = verdict == PdcReceiver::Verdict::kInOrder || verdict == PdcReceiver::Verdict::kOutOfOrder;
  if (verdict == PdcReceiver::Verdict::kDuplicate) ++stats_.duplicates;
  if (verdict == PdcReceiver::Verdict::kOutOfOrder) {
    ++stats_.out_of_order;
    stats_.out_of_order_held.add(end.receiver.out_of_order());
  }
  if (frame.uet.ack_requested) hold_ack(end, frame);
  if (!accepted) {
    ++unwanted_;
    return discard(frame);
  }
  ++accepted_;
  deliver(frame);
  complete_received(handle, end);
}

/// RECV_COMPLETE. The host is told last, so that what it does in return finds the end in order.
void UetTransportEngine::complete_received(PdcHandle handle, const UetReceivingEnd& end) {
  const Ps now = agenda_.now();
  for (const MessageEnd& message : received_messages_) {
    event(UetEventKind::kRecvComplete, end, message.length);
    notices_.received(message.flow, message.message, now);
    pdc_notices_.arrived(handle, message.flow, message.message);
  }
  received_messages_.clear();
}

/// The end that a data packet belongs to, made for it if it begins a PDC; 0: there is none.
PdcHandle UetTransportEngine::find_receiving_end(const Frame& frame) {
  const PdcHandle found = receiving_by_sender_.find(frame.source, frame.uet.source_pdc);
  if (!frame.uet.syn) return found;
  if (found == 0) return open_receiving_end(frame, 0);
  switch (receiving_[found].receiver.use_of(PdcReceiver::start_of(frame.psn, frame.uet.psn_offset))) {
    case PdcReceiver::Use::kEarlier: return 0;
    case PdcReceiver::Use::kLater: return open_receiving_end(frame, found);
    default: return found;
  }
}

/// `old`: the end of an earlier use of the sender's id, whose place it takes; 0: none.
PdcHandle UetTransportEngine::open_receiving_end(const Frame& frame, PdcHandle old) {
  if (old != 0 && receiving_[old].receiver.open()) close_receiving_end(old);
  const auto id = receiving_ids_.take();
  HEADROOM_CHECK(id.has_value(), "{}: more receiving ends are open than there are ids", name());
  const Psn start = PdcReceiver::start_of(frame.psn, frame.uet.psn_offset);
  PdcHandle handle = old;
  if (old != 0) {
    receiving_[old].receiver.reopen(*id, start);
  } else {
    handle = receiving_.take(reorder_sets_, *id, start);
    receiving_by_sender_.add(frame.source, frame.uet.source_pdc, handle);
  }
  ++pdcs_received_;
  UetReceivingEnd& end = receiving_[handle];
  end.remote = frame.source;
  end.remote_id = frame.uet.source_pdc;
  end.data_class = frame.traffic_class;
  end.control_class = pdc_notices_.answer_class(frame.flow);
  end.group = join_group(frame.source);
  event(UetEventKind::kPdcCreated, end);
  return handle;
}

void UetTransportEngine::close_receiving_end(PdcHandle handle) {
  UetReceivingEnd& end = receiving_[handle];
  HEADROOM_CHECK(end.receiver.open(), "{}: receiving end {} closed, which is not open", name(), end.receiver.own());
  event(UetEventKind::kPdcTerminated, end);
  receiving_ids_.give_back(end.receiver.own());
  end.receiver.close();
  leave_group(end.group);
}

/// Stays charged and alive while its payload waits for the host.
void UetTransportEngine::deliver(Frame& frame) {
  const Bytes payload(frame.payload_bytes);
  delivery_.accepted += payload;
  if (payload == Bytes{0}) return discard(frame);
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

void UetTransportEngine::discard(Frame& frame) {
  ingress_.release(frame.ingress_pool, frame.charge());
  frames_.give_back(frame);
}

/// The ACK is made now and leaves when its packet is likely to have reached the host.
void UetTransportEngine::hold_ack(UetReceivingEnd& end, const Frame& data) {
  Frame& ack = answer_frame(end, FrameKind::kUetAck, data);
  end.receiver.report_selective(ack.uet);
  ack.psn = data.psn;
  ack.retransmission = data.retransmission;
  ack.udp_source = data.udp_source;
  const Bytes occupied = ingress_.occupied(end.data_class);
  ack.uet.penalty = penalty_.of(occupied, ingress_.pool(end.data_class));
  if (ack_hold_.hold(agenda_.now(), occupied, ack)) remind_acks();
}

void UetTransportEngine::remind_acks() {
  agenda_.at(ack_hold_.next(), Rank(Due::kAckTimer, params_.node, 0), *this, kAckRelease);
}

void UetTransportEngine::acks_due(Ps now) {
  while (Frame* const ack = ack_hold_.release(now)) send_control(*ack);
  if (!ack_hold_.empty()) remind_acks();
}

/// An answer on its way back: an ACK, also of a probe, or a NACK.
Frame& UetTransportEngine::answer_frame(const UetReceivingEnd& end, FrameKind kind, const Frame& drawn_by) {
  Frame& frame = control_frame(end.remote, end.control_class, kind);
  frame.uet.source_pdc = end.receiver.own();
  frame.uet.destination_pdc = end.remote_id;
  frame.uet.marked = drawn_by.ecn == Ecn::kCe;
  frame.uet.restore_window = kind == FrameKind::kUetAck && params_.nscc.restore_window;
  frame.flow = drawn_by.flow;
  frame.message = drawn_by.message;
  return frame;
}

void UetTransportEngine::send_nack(const UetReceivingEnd& end, const Frame& trimmed) {
  Frame& nack = answer_frame(end, FrameKind::kUetNack, trimmed);
  nack.psn = trimmed.psn;
  nack.retransmission = trimmed.retransmission;
  nack.udp_source = trimmed.udp_source;
  nack.uet.nack_code = trimmed.role == DscpRole::kTrimmedLastHop ? kNackTrimmedLastHop : kNackTrimmed;
  observe_nack(end, nack);
  send_control(nack);
}

void UetTransportEngine::receive_probe(Frame& frame) {
  const PdcHandle handle = receiving_by_sender_.find(frame.source, frame.uet.source_pdc);
  if (handle == 0) {
    ++stats_.no_pdc;
    return discard(frame);
  }
  UetReceivingEnd& end = receiving_[handle];
  observe_received(end, frame);
  Frame& ack = answer_frame(end, FrameKind::kUetAck, frame);
  end.receiver.report(ack.uet);
  ack.udp_source = frame.udp_source;
  ack.uet.probe_answer = true;
  ack.uet.probe_tag = frame.uet.probe_tag;
  ack.uet.penalty = penalty_.of(ingress_.occupied(end.data_class), ingress_.pool(end.data_class));
  send_control(ack);
  discard(frame);
}

}  // namespace headroom
