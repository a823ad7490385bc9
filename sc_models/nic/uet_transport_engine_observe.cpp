// What the engine shows of its packets to the record uet-monitor, when that is on.
#include "sc_models/nic/uet_transport_engine.h"

namespace headroom {

UetPacketView UetTransportEngine::view(const UetReceivingEnd& end, const Frame& frame, UetDirection direction) const {
  UetPacketView packet{.time = agenda_.now(), .frame = frame};
  packet.direction = direction;
  packet.connection = {{end.remote, end.remote_id}, end.receiver.start()};
  packet.local = {params_.address, end.receiver.own()};
  packet.remote = {end.remote, end.remote_id};
  return packet;
}

UetPacketView UetTransportEngine::view(const UetSendingEnd& end, const Frame& frame, UetDirection direction) const {
  const UetGroup& group = groups_[end.group];
  UetPacketView packet{.time = agenda_.now(), .frame = frame};
  packet.direction = direction;
  packet.connection = {{params_.address, end.id}, end.sender.start()};
  packet.local = {params_.address, end.id};
  packet.remote = {end.ends.remote, end.sender.remote};
  packet.nic_prefetched = prefetch_.used();
  if (params_.pds.prefetch_buffer) packet.pdc_prefetched = Bytes(end.sender.wire_not_committed());
  packet.fetched = Bytes(group.congestion->bytes_fetched());
  packet.in_flight = Bytes(group.congestion->in_flight());
  packet.window = Bytes(group.congestion->window());
  packet.penalty = group.penalty;
  packet.base_rtt = group.congestion->base_rtt();
  packet.average_delay = group.congestion->average_delay();
  if (params_.pds.spraying == PacketSpraying::kRecycledEntropy) packet.spray = group.entropy->state();
  const bool probe = frame.kind == FrameKind::kUetProbe || frame.uet.probe_answer;
  if (!probe)
    packet.wqe = end.sender.work_request_of(frame.psn);
  else if (frame.uet.probe_tag == end.probe_tag)
    packet.wqe = end.probe_work_request;
  return packet;
}

void UetTransportEngine::observe_received(const UetReceivingEnd& end, const Frame& frame) const {
  if (params_.packets != nullptr) params_.packets->uet_packet(view(end, frame, UetDirection::kRx));
}

void UetTransportEngine::observe_nack(const UetReceivingEnd& end, const Frame& nack) const {
  if (params_.packets != nullptr) params_.packets->uet_packet(view(end, nack, UetDirection::kTx));
}

/// An ACK or a NACK has been processed.
void UetTransportEngine::observe_reply(const UetSendingEnd& end, const Frame& frame, std::optional<Ps> round_trip,
                                       const Nscc::Reaction& reaction) const {
  if (params_.packets == nullptr) return;
  UetPacketView packet = view(end, frame, UetDirection::kRx);
  packet.round_trip = round_trip;
  packet.routine = reaction.routine;
  packet.fulfil = reaction.fulfil;
  if (round_trip) packet.delay = groups_[end.group].congestion->delay_of(*round_trip);
  params_.packets->uet_packet(packet);
}

/// Data, an ACK or a probe has been serialized. Of a PDC that is closed by now nothing is shown.
void UetTransportEngine::observe_sent(const Frame& frame) const {
  if (params_.packets == nullptr || frame.kind == FrameKind::kUetNack) return;
  if (frame.kind == FrameKind::kUetAck) {
    const PdcHandle handle = receiving_by_sender_.find(frame.destination, frame.uet.destination_pdc);
    if (handle != 0) params_.packets->uet_packet(view(receiving_[handle], frame, UetDirection::kTx));
    return;
  }
  const UetSendingEnd* const end = find_sending(frame.uet.source_pdc);
  if (end == nullptr) return;
  params_.packets->uet_packet(view(*end, frame, frame.retransmission ? UetDirection::kReTx : UetDirection::kTx));
}

}  // namespace headroom
