// The sending side of the engine: transmit passes, and a packet's way from its fetch to the end of its serialization.
#include <algorithm>
#include <cstring>

#include "sc_models/core/check.h"
#include "sc_models/nic/uet_transport_engine.h"
#include "sc_models/policy/uet/packet_marks.h"
#include "sc_models/policy/uet/retransmission_timeout.h"

namespace headroom {

using Work = PdcSender::Work;

/// One is due at this instant, after its timers, however often it is asked for.
void UetTransportEngine::ask_pass() {
  const Ps now = agenda_.now();
  if (passing_ || pass_asked_ == now || scheduler_.blocked()) return;  // who unblocks asks too
  pass_asked_ = now;
  agenda_.at(now, Rank(Due::kGenerate, params_.node, 0), *this, kPass);
}

void UetTransportEngine::pass(Ps now) {
  if (pass_asked_ == now) pass_asked_ = Ps{-1};
  passing_ = true;
  while (!scheduler_.blocked() && !scheduler_.empty()) {
    const std::uint32_t number = scheduler_.head();
    UetGroup& group = groups_[number];
    if (group.turns.empty()) {
      scheduler_.leave(number);
      continue;
    }
    const PdcTurns::Pick pick = this->pick(group);
    if (pick.result == PdcTurns::Pick::Result::kNone) {
      ++stats_.blocked_window;
      scheduler_.leave(number);
      continue;
    }
    if (pick.result == PdcTurns::Pick::Result::kPrefetchFull) {
      ++stats_.blocked_prefetch;
      scheduler_.head_waits_for_prefetch();
      continue;
    }
    UetSendingEnd& end = sending_[pick.member.number];
    const bool takes_room = !params_.pds.prefetch_buffer || end.sender.work() != Work::kSegment;
    if (takes_room && !egress_.reserve(end.ends.data_class, Bytes(end.sender.payload() + kUetDataOverhead))) {
      ++stats_.blocked_egress;
      scheduler_.block(end.ends.data_class);
      break;
    }
    execute(group, end, pick.member.number);
    group.turns.passed(pick.member);
    if (end.sender.work() == Work::kNone) group.turns.leave(end.turn.creation);
    if (group.turns.empty()) {
      scheduler_.leave(number);
    } else {
      scheduler_.rotate();
    }
  }
  passing_ = false;
}

/// The end has something to send, or something else than before.
void UetTransportEngine::take_turns(const UetSendingEnd& end) {
  UetGroup& group = groups_[end.group];
  group.turns.join(end.turn);
  group.smallest = std::min(group.smallest, uet_nominal(end.sender.payload()));
}

/// A window that holds the smallest packet holds all, so that not every PDC of a large group is asked at each ACK.
PdcTurns::Pick UetTransportEngine::pick(UetGroup& group) {
  if (!params_.pds.prefetch_buffer && group.smallest > 0 && !group.congestion->may_commit(group.smallest)) {
    return {PdcTurns::Pick::Result::kNone, {}};
  }
  std::int64_t smallest = INT64_MAX;
  const PdcTurns::Pick pick = group.turns.pick([&](PdcHandle handle) {
    const UetSendingEnd& end = sending_[handle];
    smallest = std::min(smallest, uet_nominal(end.sender.payload()));
    return judge(group, end);
  });
  group.smallest = pick.result == PdcTurns::Pick::Result::kNone ? smallest : 0;
  return pick;
}

PdcTurns::Verdict UetTransportEngine::judge(const UetGroup& group, const UetSendingEnd& end) const {
  using Verdict = PdcTurns::Verdict;
  const std::int64_t payload = end.sender.payload();
  const bool may_commit = group.congestion->may_commit(uet_nominal(payload));
  if (end.sender.work() != Work::kSegment) return may_commit ? Verdict::kSend : Verdict::kHeldByWindow;
  if (!end.sender.may_number() || !group.congestion->may_fetch()) return Verdict::kHeldByWindow;
  if (!params_.pds.prefetch_buffer) return may_commit ? Verdict::kSend : Verdict::kHeldByWindow;
  return prefetch_.fits(Bytes(payload + kUetDataOverhead)) ? Verdict::kSend : Verdict::kLacksPrefetchSpace;
}

void UetTransportEngine::execute(UetGroup& group, UetSendingEnd& end, PdcHandle handle) {
  const std::uint32_t payload = end.sender.payload();
  const std::int64_t nominal = uet_nominal(payload);
  switch (end.sender.work()) {
    case Work::kRetransmission: {
      const PdcSender::Packet packet = end.sender.commit_retransmission();
      group.congestion->committed(nominal);
      return transmit(end, packet, data_frame(end, packet));
    }
    case Work::kPrefetched: {
      const PdcSender::Packet packet = end.sender.commit_prefetched();
      stats_.sample_transmission(group.congestion->window(), group.congestion->in_flight());
      group.congestion->committed(nominal);
      Frame& frame = *std::exchange(packet.record->kept, nullptr);
      transmit(end, packet, frame);
      if (prefetch_.release(Bytes(payload + kUetDataOverhead)) && scheduler_.prefetch_has_room()) ask_pass();
      return;
    }
    default: return issue_segment(group, end, handle);
  }
}

void UetTransportEngine::issue_segment(UetGroup& group, UetSendingEnd& end, PdcHandle handle) {
  const Ps now = agenda_.now();
  const PdcSender::Packet packet = end.sender.issue(!params_.pds.prefetch_buffer);
  const std::int64_t nominal = uet_nominal(packet.record->payload);
  if (params_.pds.prefetch_buffer) {
    prefetch_.reserve(Bytes(packet.record->payload + kUetDataOverhead));
  } else {
    stats_.sample_transmission(group.congestion->window(), group.congestion->in_flight());
    group.congestion->committed(nominal);
  }
  group.congestion->fetched(nominal);
  const PdcMessage& message = *packet.message;
  if (packet.psn == message.first) notices_.started(message.flow, message.message, now);
  if (packet.record->last) {
    event(UetEventKind::kSendComplete, end, message.work_request, message.length);
    notices_.sent(message.flow, message.message, now);
  }
  Frame& frame = data_frame(end, packet);
  if (frame.payload_bytes == 0) return payload_arrived(end, frame);
  Tlp& read = tlps_.take();
  read.kind = TlpKind::kRead;
  read.length = Bytes(frame.payload_bytes);
  read.address = message.local_address + static_cast<std::uint64_t>(packet.offset(params_.pds.mss));
  read.data = params_.carry_data ? frame.data : nullptr;
  read.frame = &frame;
  read.context = handle;
  ++reads_open_;
  host_tx.send(read, TlpPhase::kOffer);
}

/// A frame with everything that does not change between the transmissions of a packet.
Frame& UetTransportEngine::data_frame(const UetSendingEnd& end, const PdcSender::Packet& packet) {
  const PdcMessage& message = *packet.message;
  Frame& frame = frames_.take();
  frame.source = params_.address;
  frame.destination = end.ends.remote;
  frame.psn = packet.psn;
  frame.payload_bytes = packet.record->payload;
  frame.wire_bytes = frame.payload_bytes + static_cast<std::uint32_t>(kUetDataOverhead);
  frame.kind = FrameKind::kUetData;
  frame.traffic_class = static_cast<std::uint8_t>(end.ends.data_class);
  frame.ecn = Ecn::kEct1;
  frame.udp_destination = kUetPort;
  frame.last_of_message = packet.record->last;
  frame.flow = message.flow;
  frame.message = message.message;
  frame.remote_address = message.remote_address + static_cast<std::uint64_t>(packet.offset(params_.pds.mss));
  frame.uet.source_pdc = end.id;
  frame.uet.message_length = static_cast<std::uint32_t>(message.length);
  return frame;
}

void UetTransportEngine::host_reply(Tlp& tlp, TlpPhase phase, sc_core::sc_time) {
  Frame& frame = *tlp.frame;
  if (tlp.kind == TlpKind::kWrite && phase == TlpPhase::kAccepted) {
    return ingress_.release(frame.ingress_pool, frame.charge());
  }
  HEADROOM_CHECK(phase == TlpPhase::kCompleted, "{}: unexpected phase of a PCIe message", name());
  const PdcHandle handle = tlp.context;
  const bool write = tlp.kind == TlpKind::kWrite;
  tlps_.give_back(tlp);
  if (write) {
    --writes_open_;
    delivery_.confirmed += Bytes(frame.payload_bytes);
    frames_.give_back(frame);
    if (writes_open_ == 0) notices_.landed(agenda_.now());
  } else {
    --reads_open_;
    payload_arrived(sending_[handle], frame);
  }
}

void UetTransportEngine::payload_arrived(UetSendingEnd& end, Frame& frame) {
  if (!params_.pds.prefetch_buffer) return transmit(end, end.sender.commit_fetched(frame.psn), frame);
  end.sender.prefetched(frame.psn, frame);
  take_turns(end);
  scheduler_.to_tail(end.group);
  ask_pass();
}

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
  if (end == nullptr || !end->sender.sent(frame.psn, now)) return;
  const std::uint32_t transmission = end->sender.find(frame.psn)->transmissions;
  const Ps timeout = retransmission_timeout(params_.pds, transmission - 1);
  retransmission_timers_.add(now, timeout, end->id, frame.psn, transmission);
  arm(retransmission_timers_, kRetransmission);
  if (const auto deadline = failure_deadline(params_.pds, groups_[end->group].congestion->base_rtt())) {
    failure_deadlines_.add(now, *deadline, end->id, frame.psn, transmission);
    arm(failure_deadlines_, kFailure);
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
