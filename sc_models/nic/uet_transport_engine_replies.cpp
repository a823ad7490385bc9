// What comes back to a sending end: ACKs, NACKs and answers to probes, and timers that expire because they do not.
#include "sc_models/core/check.h"
#include "sc_models/nic/uet_transport_engine.h"

namespace headroom {
namespace {

constexpr Ps kServiceTimeUnit{128'000};

}  // namespace

void UetTransportEngine::receive_ack(Frame& frame) {
  ++stats_.acks_received;
  if (frame.uet.probe_answer) ++stats_.probe_acks_received;
  UetSendingEnd* const end = find_sending(frame.uet.destination_pdc);
  // The answer to a probe names no number; what it says of the cumulative one must do.
  const Psn number = frame.uet.probe_answer ? frame.uet.cumulative + 1 : frame.psn;
  if (end == nullptr || end->sender.from_earlier_use(number)) {
    ++stats_.no_pdc;
  } else if (frame.uet.probe_answer) {
    receive_probe_answer(*end, frame);
  } else {
    end->sender.remote = frame.uet.source_pdc;
    receive_data_ack(sending_by_id_[end->id], *end, frame);
  }
  discard(frame);
}

/// The round trip of a probe is offered to the base round trip and to nothing else.
void UetTransportEngine::receive_probe_answer(UetSendingEnd& end, const Frame& frame) {
  std::optional<Ps> round_trip;
  if (end.probe_out && frame.uet.probe_tag == end.probe_tag && end.probe_end != kNever) {
    end.probe_out = false;
    round_trip = agenda_.now() - end.probe_end;
    Nscc& congestion = *groups_[end.group].congestion;
    const Ps before = congestion.base_rtt();
    congestion.offer(*round_trip);
    if (congestion.base_rtt() < before) stats_.base_rtt.add(congestion.base_rtt().count());
  }
  observe_reply(end, frame, round_trip, {});
}

void UetTransportEngine::receive_data_ack(PdcHandle handle, UetSendingEnd& end, const Frame& frame) {
  const UetHeader& ack = frame.uet;
  const Ps now = agenda_.now();
  const PdcSender::Acknowledged gone = end.sender.acknowledge(frame.psn, frame.retransmission, ack);
  const std::int64_t newly = end.sender.newly_received(ack.received);
  std::optional<Ps> sample;
  if (gone.sent) sample = now - *gone.sent - kServiceTimeUnit * static_cast<std::int64_t>(ack.service_time);
  if (gone.waiting > 0) ++stats_.late_acks;

  UetGroup& group = groups_[end.group];
  group.congestion->left_flight(gone.left_flight);
  group.congestion->retired(gone.retired);
  group.entropy->ack(frame.udp_source, ack.marked, now);
  group.penalty = ack.penalty;
  const Nscc::Reaction reaction =
      group.congestion->on_ack(now, newly, ack.marked, sample, ack.penalty, ack.restore_window);
  if (sample) {
    stats_.sample_ack(*sample, group.congestion->average_delay(), ack.penalty, group.congestion->base_rtt());
    if (ack.marked) ++stats_.marked_received;
  }

  observe_reply(end, frame, sample, reaction);

  if (end.sender.work() == PdcSender::Work::kNone) group.turns.leave(end.turn.creation);
  const bool first = end.sender.draws_probe(frame.psn);
  if (first) end.probe_work_request = end.sender.work_request_of(frame.psn);
  complete_messages(handle, end);
  if (first) send_probe(end);
  next_is(end);
  if (end.closing) disconnect(handle);
}

/// The host is told last, so that what it does in return finds the PDC in order.
void UetTransportEngine::complete_messages(PdcHandle handle, UetSendingEnd& end) {
  const Ps now = agenda_.now();
  processing_ = handle;
  while (const auto message = end.sender.take_complete()) {
    ++stats_.wqes_completed;
    event(UetEventKind::kWqeComplete, end, message->work_request, message->length);
    notices_.acknowledged(message->flow, message->message, now);
    pdc_notices_.completed(handle, message->flow, message->message);
  }
  processing_ = 0;
}

void UetTransportEngine::send_probe(UetSendingEnd& end) {
  Frame& frame = control_frame(end.ends.remote, end.ends.control_class, FrameKind::kUetProbe);
  frame.uet.source_pdc = end.id;
  frame.uet.destination_pdc = end.sender.remote;
  frame.udp_source = end.id;
  frame.uet.ack_requested = true;
  frame.uet.probe_tag = ++probe_tag_;
  end.probe_out = true;
  end.probe_tag = probe_tag_;
  end.probe_end = kNever;
  send_control(frame);
}

void UetTransportEngine::receive_nack(Frame& frame) {
  const Ps now = agenda_.now();
  ++stats_.nacks_received;
  UetSendingEnd* const end = find_sending(frame.uet.destination_pdc);
  if (end == nullptr || end->sender.from_earlier_use(frame.psn)) {
    ++stats_.no_pdc;
    return discard(frame);
  }
  end->sender.remote = frame.uet.source_pdc;
  const PdcSender::Refused refused = end->sender.refuse(frame.psn, frame.retransmission);
  if (refused.record == nullptr) {
    ++stats_.stale_nacks;
    if (scheduler_.blocked()) scheduler_.unblock(), ask_pass();
    return discard(frame);
  }
  UetGroup& group = groups_[end->group];
  const std::int64_t nominal = uet_nominal(refused.record->payload);
  std::optional<Ps> sample;
  if (refused.sent) sample = now - *refused.sent;
  group.congestion->left_flight(nominal);
  const Ps base = group.congestion->base_rtt();
  const Nscc::Reaction reaction = group.congestion->on_trim(now, nominal, sample);
  if (group.congestion->base_rtt() < base) stats_.base_rtt.add(group.congestion->base_rtt().count());
  group.entropy->nack(frame.udp_source, frame.uet.nack_code == kNackTrimmedLastHop, now);
  end->sender.wait_again(frame.psn, *refused.record);
  observe_reply(*end, frame, sample, reaction);
  next_is(*end);
  discard(frame);
}

/// An ACK, a NACK or a timeout of an open PDC: its group goes first, and a full egress pool is tried again.
void UetTransportEngine::next_is(UetSendingEnd& end) {
  if (end.sender.work() != PdcSender::Work::kNone) take_turns(end);
  scheduler_.to_head(end.group);
  scheduler_.unblock();
  ask_pass();
}

/// The transmission is not in flight any more.
bool UetTransportEngine::met(const Deadlines::Entry& entry) {
  UetSendingEnd* const end = find_sending(entry.pdc);
  return end == nullptr || end->sender.in_flight(entry.psn, entry.transmission) == nullptr;
}

/// Forgets deadlines that have been met, and asks for a reminder of the earliest that has not.
void UetTransportEngine::arm(Deadlines& deadlines, Reminder what) {
  deadlines.prune_all([this](const Deadlines::Entry& entry) { return met(entry); });
  if (!deadlines.needs_reminder()) return;
  const Due group = what == kRetransmission ? Due::kTransportTimer : Due::kFailureDeadline;
  agenda_.at(deadlines.earliest(), Rank(group, params_.node, 0), *this, what);
}

void UetTransportEngine::retransmissions_due(Ps now) {
  if (!retransmission_timers_.reminded(now)) return;
  while (retransmission_timers_.earliest() <= now) {
    const Deadlines::Entry entry = retransmission_timers_.pop();
    UetSendingEnd* const end = find_sending(entry.pdc);
    SendRecord* const record = end != nullptr ? end->sender.in_flight(entry.psn, entry.transmission) : nullptr;
    if (record != nullptr) timed_out(*end, entry, *record);
  }
  arm(retransmission_timers_, kRetransmission);
}

void UetTransportEngine::timed_out(UetSendingEnd& end, const Deadlines::Entry& entry, SendRecord& record) {
  UetGroup& group = groups_[end.group];
  const std::int64_t nominal = uet_nominal(record.payload);
  ++stats_.timeouts;
  group.congestion->left_flight(nominal);
  group.congestion->on_timeout(nominal);
  group.entropy->path_failure(record.entropy, agenda_.now());
  end.sender.wait_again(entry.psn, record);
  next_is(end);
}

/// A packet that is still in flight long after its round trip should have ended: its path may have failed.
void UetTransportEngine::failures_due(Ps now) {
  if (!failure_deadlines_.reminded(now)) return;
  while (failure_deadlines_.earliest() <= now) {
    const Deadlines::Entry entry = failure_deadlines_.pop();
    UetSendingEnd* const end = find_sending(entry.pdc);
    SendRecord* const record = end != nullptr ? end->sender.in_flight(entry.psn, entry.transmission) : nullptr;
    if (record == nullptr) continue;
    ++stats_.spraying.failures_detected;
    groups_[end->group].entropy->path_failure(record->entropy, now);
  }
  arm(failure_deadlines_, kFailure);
}

}  // namespace headroom
