// What the engine hands to the egress buffer, data and control, and what it does when it has been serialized.
#include <algorithm>
#include <cstring>

#include "sc_models/core/check.h"
#include "sc_models/nic/uet_transport_engine.h"
#include "sc_models/policy/uet/packet_marks.h"
#include "sc_models/policy/uet/retransmission_timeout.h"

namespace headroom {

/// Hands a committed packet to the egress queue; what may differ between its transmissions is fixed here [C].
void UetTransportEngine::transmit(UetSendingEnd& end, const PdcSender::Packet& packet, Frame& frame) {
  SendRecord& record = *packet.record;
  record.entropy = groups_[end.group].entropy->next();
  frame.udp_source = record.entropy;
  frame.retransmission = record.transmissions > 1;
  frame.role = data_role(params_.pds, frame.retransmission);
  frame.uet.ack_requested = end.ack_request.next(record.last);
  frame.uet.syn = end.sender.remote == 0;
  frame.uet.destination_pdc = end.sender.remote;
  if (frame.uet.syn) frame.uet.psn_offset = static_cast<std::uint16_t>(packet.psn - end.sender.start());
  if (params_.carry_data) {
    if (frame.retransmission) {
      std::memcpy(frame.data, record.kept->data, frame.payload_bytes);
    } else {
      record.kept = &frames_.take();
      std::memcpy(record.kept->data, frame.data, frame.payload_bytes);
    }
  }
  ++stats_.data_sent;
  stats_.transmissions.add(record.transmissions);
  if (frame.retransmission) {
    ++stats_.retransmissions;
    if (retransmitted_.size() <= frame.flow) retransmitted_.resize(frame.flow + 1);
    ++retransmitted_[frame.flow];
  }
  egress_tx.send(frame, FramePhase::kQueue);
}

void UetTransportEngine::egress_reply(Frame& frame, FramePhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == FramePhase::kSent, "{}: unexpected phase of a frame", name());
  if (frame.kind == FrameKind::kUetData) {
    sent(frame);
  } else if (frame.kind == FrameKind::kUetProbe) {
    UetSendingEnd* const end = find_sending(frame.uet.source_pdc);
    if (end != nullptr && end->probe_out && end->probe_tag == frame.uet.probe_tag) end->probe_end = agenda_.now();
  }
  observe_sent(frame);
  after_release(frame.traffic_class);
}

/// Starts the packet's timers, unless it has been acknowledged while it waited.
void UetTransportEngine::sent(const Frame& frame) {
  const Ps now = agenda_.now();
  UetSendingEnd* const end = find_sending(frame.uet.source_pdc);
  const SendRecord* const record = end != nullptr ? end->sender.sent(frame.psn, now) : nullptr;
  if (record == nullptr) return;
  const std::uint32_t transmission = record->transmissions;
  const Ps timeout = retransmission_timeout(params_.pds, transmission - 1);
  const std::size_t lane = std::min<std::uint64_t>(transmission - 1, params_.pds.maximum_backoff_count);
  const auto met = [this](const Deadlines::Entry& entry) { return this->met(entry); };
  retransmission_timers_.prune(lane, met);
  if (retransmission_timers_.add(now, timeout, lane, end->id, frame.psn, transmission)) {
    arm(retransmission_timers_, kRetransmission);
  }
  if (const auto deadline = failure_deadline(params_.pds, groups_[end->group].congestion->base_rtt())) {
    failure_deadlines_.prune(0, met);
    if (failure_deadlines_.add(now, *deadline, 0, end->id, frame.psn, transmission)) arm(failure_deadlines_, kFailure);
  }
}

/// Room has come back in a pool: first for the control packets that wait for it, then perhaps for data.
void UetTransportEngine::after_release(unsigned traffic_class) {
  Ring<Frame*>& waiting = waiting_control_[traffic_class];
  while (!waiting.empty() && egress_.reserve(traffic_class, waiting.front()->wire())) {
    hand_over_control(*waiting.pop_front());
  }
  if (scheduler_.blocked() != traffic_class) return;
  if (2 * egress_.reserved(traffic_class) > egress_.pool(traffic_class)) return;
  scheduler_.unblock();
  ask_pass();
}

Frame& UetTransportEngine::control_frame(Ipv4 destination, unsigned traffic_class, FrameKind kind) {
  Frame& frame = frames_.take();
  frame.source = params_.address;
  frame.destination = destination;
  frame.wire_bytes = static_cast<std::uint32_t>(kind == FrameKind::kUetAck ? kUetAckBytes : kUetControlBytes);
  frame.kind = kind;
  frame.traffic_class = static_cast<std::uint8_t>(traffic_class);
  frame.role = DscpRole::kControl;
  frame.ecn = Ecn::kEct1;
  frame.udp_destination = kUetPort;
  return frame;
}

/// Control packets that find no room in their pool wait, in the order in which they were made [C].
void UetTransportEngine::send_control(Frame& frame) {
  Ring<Frame*>& waiting = waiting_control_[frame.traffic_class];
  if (waiting.empty() && egress_.reserve(frame.traffic_class, frame.wire())) {
    hand_over_control(frame);
  } else {
    waiting.push_back(&frame);
  }
}

void UetTransportEngine::hand_over_control(Frame& frame) {
  switch (frame.kind) {
    case FrameKind::kUetAck:
      ++stats_.acks_sent;
      if (frame.uet.marked) ++stats_.marked_sent;
      break;
    case FrameKind::kUetNack: ++stats_.nacks_sent; break;
    default: ++stats_.probes_sent; break;
  }
  egress_tx.send(frame, FramePhase::kQueue);
}

}  // namespace headroom
