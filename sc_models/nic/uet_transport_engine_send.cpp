// The sending side of the engine: transmit passes, and a packet's way from its fetch to the egress queue.
#include <algorithm>
#include <utility>

#include "sc_models/core/check.h"
#include "sc_models/nic/uet_transport_engine.h"

namespace headroom {

using Work = PdcSender::Work;

/// One is due at this instant, after its timers, however often it is asked for. Who ends a block asks too.
void UetTransportEngine::ask_pass() {
  if (!passing_ && !scheduler_.blocked()) agenda_.decide(pass_);
}

void UetTransportEngine::pass() {
  passing_ = true;
  while (!scheduler_.blocked() && !scheduler_.empty()) {
    const std::uint32_t number = scheduler_.head();
    UetGroup& group = groups_[number];
    if (group.turns.empty()) {
      scheduler_.leave(number);
      continue;
    }
    const Choice choice = held_back(group) ? kNoChoice : choose(group);
    if (choice.pick.result == PdcTurns::Pick::Result::kNone) {
      ++stats_.blocked_window;
      scheduler_.leave(number);
      continue;
    }
    if (choice.pick.result == PdcTurns::Pick::Result::kPrefetchFull) {
      ++stats_.blocked_prefetch;
      scheduler_.head_waits_for_prefetch();
      continue;
    }
    UetSendingEnd& end = sending_[choice.pick.member.number];
    const bool takes_room = !params_.pds.prefetch_buffer || choice.packet.work != Work::kSegment;
    if (takes_room && !egress_.reserve(end.ends.data_class, Bytes(choice.packet.payload + kUetDataOverhead))) {
      ++stats_.blocked_egress;
      scheduler_.block(end.ends.data_class);
      break;
    }
    execute(group, end, choice);
    group.turns.passed(choice.pick.member);
    const PdcSender::Next next = end.sender.peek();
    if (next.work == Work::kNone) group.turns.leave(end.turn.creation);
    if (group.turns.empty()) {
      scheduler_.leave(number);
    } else {
      if (group.turns.size() == 1 && next.work != Work::kNone) group.smallest = uet_nominal(next.payload);
      scheduler_.rotate();
    }
  }
  passing_ = false;
}

/// The end has something to send, or something else than before.
void UetTransportEngine::take_turns(const UetSendingEnd& end) {
  UetGroup& group = groups_[end.group];
  group.turns.join(end.turn);
  if (group.smallest > 0) group.smallest = std::min(group.smallest, uet_nominal(end.sender.peek().payload));
}

/// The window holds back the smallest packet, and so all of them: the PDCs of the group need not be asked at each ACK.
bool UetTransportEngine::held_back(const UetGroup& group) const {
  return !params_.pds.prefetch_buffer && group.smallest > 0 && !group.congestion->may_commit(group.smallest);
}

UetTransportEngine::Choice UetTransportEngine::choose(UetGroup& group) {
  Choice choice;
  std::int64_t smallest = INT64_MAX;
  choice.pick = group.turns.pick([&](PdcHandle handle) {
    const PdcSender& sender = sending_[handle].sender;
    choice.packet = sender.peek();
    smallest = std::min(smallest, uet_nominal(choice.packet.payload));
    return judge(group, sender, choice.packet);
  });
  group.smallest = choice.pick.result == PdcTurns::Pick::Result::kNone ? smallest : 0;
  return choice;
}

PdcTurns::Verdict UetTransportEngine::judge(const UetGroup& group, const PdcSender& sender,
                                            PdcSender::Next next) const {
  using Verdict = PdcTurns::Verdict;
  const bool may_commit = group.congestion->may_commit(uet_nominal(next.payload));
  if (next.work != Work::kSegment) return may_commit ? Verdict::kSend : Verdict::kHeldByWindow;
  if (!sender.may_number() || !group.congestion->may_fetch()) return Verdict::kHeldByWindow;
  if (!params_.pds.prefetch_buffer) return may_commit ? Verdict::kSend : Verdict::kHeldByWindow;
  return prefetch_.fits(Bytes(next.payload + kUetDataOverhead)) ? Verdict::kSend : Verdict::kLacksPrefetchSpace;
}

void UetTransportEngine::execute(UetGroup& group, UetSendingEnd& end, const Choice& choice) {
  const std::uint32_t payload = choice.packet.payload;
  switch (choice.packet.work) {
    case Work::kRetransmission: {
      const PdcSender::Packet packet = end.sender.commit_retransmission();
      group.congestion->committed(uet_nominal(payload));
      return transmit(end, packet, data_frame(end, packet));
    }
    case Work::kPrefetched: {
      const PdcSender::Packet packet = end.sender.commit_prefetched();
      stats_.sample_transmission(group.congestion->window(), group.congestion->in_flight());
      group.congestion->committed(uet_nominal(payload));
      transmit(end, packet, *std::exchange(packet.record->kept, nullptr));
      if (prefetch_.release(Bytes(payload + kUetDataOverhead)) && scheduler_.prefetch_has_room()) ask_pass();
      return;
    }
    default: return issue_segment(group, end, choice.pick.member.number);
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

}  // namespace headroom
