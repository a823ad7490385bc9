#include "testbench/common/pdc_pair.h"

#include <algorithm>
#include <utility>

#include "sc_models/policy/uet/uet_frame_reader.h"

namespace headroom {

namespace {
constexpr std::int64_t kSerialization = 84'040;
constexpr std::uint64_t kEndless = 20'000'000;  // events: nothing of these tests needs that many
}  // namespace

void PdcPair::run() {
  open_what_waits();
  pump();
  for (std::uint64_t n = 0; !events_.empty(); ++n) {
    HEADROOM_CHECK(n < kEndless, "the pair does not come to an end");
    const Event event = events_.top();
    events_.pop();
    now_ = event.time;
    switch (event.what) {
      case What::kSent: sent(event.frame); break;
      case What::kTimeout: timed_out(event.frame, event.transmission); break;
      case What::kAtReceiver: at_receiver(event.frame); break;
      case What::kAtSender: at_sender(event.frame); break;
    }
    pump();
  }
}

/// A packet's way from one to the other, or its end.
void PdcPair::cross(Frame frame, What where) {
  ++counts_.sent;
  if (random_.unit() < params_.loss) {
    ++counts_.lost;
    return;
  }
  if (frame.kind == FrameKind::kUetData && random_.unit() < params_.trim) {
    ++counts_.trimmed;
    frame.role = DscpRole::kTrimmed;
    frame.wire_bytes = kUetControlBytes;
  }
  // What the other one gets is what the octets say, and whose message it is.
  Frame read{};
  UetFrameContext context;
  HEADROOM_CHECK(read_headers(headers_of(frame, context).view(), read, context), "a frame cannot be read");
  read.flow = frame.flow, read.message = frame.message;
  const std::int64_t longest = random_.unit() < params_.straggler ? 100 * params_.delay : params_.delay;
  at(now_ + 1 + static_cast<std::int64_t>(random_.draw(static_cast<std::uint64_t>(longest))), where, read);
}

void PdcPair::open_what_waits() {
  while (!waiting_.empty()) {
    const auto id = ids_.take();
    if (!id) return;
    auto end = std::make_unique<Sending>(params_.pds, frames_);
    end->id = *id;
    const bool first_use = used_ids_.insert(*id).second;
    end->sender.open(first_use ? params_.first_start : starts_.of(*id));
    for (const PdcMessage& message : waiting_.front()) end->sender.post(message);
    waiting_.pop_front();
    sending_[*id] = std::move(end);
  }
}

/// One packet of one PDC in turn, while the window has room.
void PdcPair::pump() {
  for (std::size_t idle = 0; idle < sending_.size();) {
    auto place = sending_.upper_bound(turn_);
    if (place == sending_.end()) place = sending_.begin();
    turn_ = place->first;
    idle = serve(*place->second) ? 0 : idle + 1;
  }
}

bool PdcPair::serve(Sending& end) {
  const PdcSender::Work work = end.sender.work();
  if (work == PdcSender::Work::kNone) return false;
  if (work == PdcSender::Work::kSegment) {
    if (!end.sender.may_number()) return false;
    if (params_.prefetch) {
      const PdcSender::Packet packet = end.sender.issue(false);
      end.sender.prefetched(packet.psn, frames_.take());
      return true;
    }
  }
  const std::int64_t nominal = uet_nominal(end.sender.peek().payload);
  if (in_flight_ + nominal > params_.window) return false;
  in_flight_ += nominal;
  switch (work) {
    case PdcSender::Work::kSegment: transmit(end, end.sender.commit_fetched(end.sender.issue(true).psn)); break;
    case PdcSender::Work::kPrefetched: {
      const PdcSender::Packet packet = end.sender.commit_prefetched();
      frames_.give_back(*std::exchange(packet.record->kept, nullptr));
      transmit(end, packet);
      break;
    }
    default: transmit(end, end.sender.commit_retransmission()); break;
  }
  return true;
}

void PdcPair::transmit(Sending& end, const PdcSender::Packet& packet) {
  Frame frame{};
  frame.kind = FrameKind::kUetData;
  frame.udp_destination = kUetPort;
  frame.psn = packet.psn;
  frame.payload_bytes = packet.record->payload;
  frame.wire_bytes = frame.payload_bytes + static_cast<std::uint32_t>(kUetDataOverhead);
  frame.retransmission = packet.record->transmissions > 1;
  frame.last_of_message = packet.record->last;
  frame.flow = packet.message->flow, frame.message = packet.message->message;
  frame.uet.source_pdc = end.id;
  frame.uet.ack_requested = end.ack_request.next(packet.record->last);
  frame.uet.syn = end.sender.remote == 0;
  frame.uet.destination_pdc = end.sender.remote;
  if (frame.uet.syn) frame.uet.psn_offset = static_cast<std::uint16_t>(packet.psn - end.sender.start());
  if (frame.retransmission) ++counts_.retransmissions;
  busy_until_ = std::max(busy_until_, now_) + kSerialization;
  at(busy_until_, What::kSent, frame);
}

void PdcPair::sent(const Frame& frame) {
  Sending* const end = find(frame.uet.source_pdc);
  if (end != nullptr && end->sender.sent(frame.psn, Ps{now_})) {
    const std::uint32_t transmission = end->sender.find(frame.psn)->transmissions;
    at(now_ + retransmission_timeout(params_.pds, transmission - 1).count(), What::kTimeout, frame, transmission);
  }
  cross(frame, What::kAtReceiver);
}

void PdcPair::timed_out(const Frame& frame, std::uint32_t transmission) {
  Sending* const end = find(frame.uet.source_pdc);
  SendRecord* const record = end == nullptr ? nullptr : end->sender.in_flight(frame.psn, transmission);
  if (record == nullptr) return;
  ++counts_.timeouts;
  in_flight_ -= uet_nominal(record->payload);
  end->sender.wait_again(frame.psn, *record);
}

void PdcPair::at_receiver(const Frame& frame) {
  const PdcId key = frame.uet.source_pdc;
  auto place = receiving_.find(key);
  if (frame.uet.syn) {
    const Psn start = PdcReceiver::start_of(frame.psn, frame.uet.psn_offset);
    if (place == receiving_.end()) {
      place = receiving_.emplace(key, Receiving{PdcReceiver(sets_, *receiving_ids_.take(), start)}).first;
    } else if (place->second.receiver.use_of(start) == PdcReceiver::Use::kEarlier) {
      ++counts_.no_pdc;
      return;
    } else if (place->second.receiver.use_of(start) == PdcReceiver::Use::kLater) {
      ++counts_.later_uses;
      HEADROOM_CHECK(!place->second.receiver.open(), "a later use of id {} found the earlier one open", key);
      place->second.receiver.reopen(*receiving_ids_.take(), start);
      place->second.complete = 0;
    }
  } else if (place == receiving_.end()) {
    ++counts_.no_pdc;
    return;
  }
  Receiving& end = place->second;
  if (frame.kind == FrameKind::kUetProbe) return answer(end, frame, FrameKind::kUetAck);
  if (is_trimmed(frame.role)) return answer(end, frame, FrameKind::kUetNack);
  const MessageEnd message{frame.psn, frame.flow, frame.message, 0};
  const auto verdict =
      end.receiver.receive({frame.psn, uet_nominal(frame.payload_bytes), frame.last_of_message, message}, ends_);
  if (verdict == PdcReceiver::Verdict::kDuplicate) ++counts_.duplicates;
  if (verdict == PdcReceiver::Verdict::kOutOfOrder) ++counts_.out_of_order;
  if (frame.uet.ack_requested) answer(end, frame, FrameKind::kUetAck);
  if (verdict == PdcReceiver::Verdict::kInOrder || verdict == PdcReceiver::Verdict::kOutOfOrder) {
    delivered_bytes_[{frame.flow, frame.message}] += uet_nominal(frame.payload_bytes);
    if (!delivered_.insert({frame.flow, frame.message, frame.psn}).second) ++delivered_again_;
  }
  for (const MessageEnd& done : ends_) {
    ++received_[{done.flow, done.message}];
    ++end.complete;
    if (!params_.per_message && end.complete < params_.flows[done.flow].size()) continue;
    receiving_ids_.give_back(end.receiver.own());
    end.receiver.close();
  }
  ends_.clear();
}

void PdcPair::answer(Receiving& end, const Frame& drawn_by, FrameKind kind) {
  Frame frame{};
  frame.kind = kind;
  frame.udp_destination = kUetPort;
  frame.wire_bytes = kind == FrameKind::kUetAck ? kUetAckBytes : kUetControlBytes;
  frame.psn = drawn_by.psn;
  frame.retransmission = drawn_by.retransmission;
  frame.uet.source_pdc = end.receiver.own();
  frame.uet.destination_pdc = drawn_by.uet.source_pdc;
  if (drawn_by.kind == FrameKind::kUetProbe) {
    frame.uet.probe_answer = true;
    frame.uet.probe_tag = drawn_by.uet.probe_tag;
    end.receiver.report(frame.uet);
  } else if (kind == FrameKind::kUetAck) {
    ++counts_.acks;
    end.receiver.report_selective(frame.uet);
  }
  cross(frame, What::kAtSender);
}

void PdcPair::at_sender(const Frame& frame) {
  Sending* const end = find(frame.uet.destination_pdc);
  const bool probe_answer = frame.uet.probe_answer;
  if (end == nullptr || (!probe_answer && end->sender.from_earlier_use(frame.psn))) {
    ++counts_.no_pdc;
    return;
  }
  if (probe_answer) return;  // of interest for the round trip only
  end->sender.remote = frame.uet.source_pdc;
  if (frame.kind == FrameKind::kUetAck) return acknowledged(*end, frame);
  const PdcSender::Refused refused = end->sender.refuse(frame.psn, frame.retransmission);
  if (refused.record == nullptr) {
    ++counts_.stale_nacks;
    return;
  }
  in_flight_ -= uet_nominal(refused.record->payload);
  end->sender.wait_again(frame.psn, *refused.record);
}

void PdcPair::acknowledged(Sending& end, const Frame& ack) {
  const PdcSender::Acknowledged gone = end.sender.acknowledge(ack.psn, ack.retransmission, ack.uet);
  in_flight_ -= gone.left_flight;
  (void)end.sender.newly_received(ack.uet.received);
  if (end.sender.draws_probe(ack.psn)) {
    ++counts_.probes;
    Frame probe{};
    probe.kind = FrameKind::kUetProbe;
    probe.udp_destination = kUetPort;
    probe.wire_bytes = kUetControlBytes;
    probe.uet.source_pdc = end.id, probe.uet.destination_pdc = end.sender.remote;
    probe.uet.probe_tag = ++probe_tag_;
    cross(probe, What::kAtReceiver);
  }
  while (const auto done = end.sender.take_complete()) ++complete_[{done->flow, done->message}];
  if (end.sender.open_messages() > 0) return;
  HEADROOM_CHECK(end.sender.idle(), "PDC {} has completed all and keeps {} records", end.id, end.sender.outstanding());
  starts_.end_use(end.id, end.sender.next());
  ids_.give_back(end.id);
  sending_.erase(end.id);
  open_what_waits();
}

std::string PdcPair::fault() const {
  for (std::uint32_t flow = 0; flow < params_.flows.size(); ++flow) {
    for (std::uint32_t m = 0; m < params_.flows[flow].size(); ++m) {
      const Name name{flow, m};
      const auto times = [&](const std::map<Name, int>& counts) {
        const auto place = counts.find(name);
        return place == counts.end() ? 0 : place->second;
      };
      if (times(complete_) != 1) return fmt::format("message {}.{} completed {} times", flow, m, times(complete_));
      if (times(received_) != 1) return fmt::format("message {}.{} received {} times", flow, m, times(received_));
      const std::int64_t mss = params_.pds.mss.count(), length = params_.flows[flow][m];
      const std::int64_t nominal = length + std::max<std::int64_t>(1, (length + mss - 1) / mss) * uet_nominal(0);
      const std::int64_t delivered = delivered_bytes_.at(name);
      if (delivered != nominal)
        return fmt::format("message {}.{}: {} B of {} B delivered", flow, m, delivered, nominal);
    }
  }
  if (delivered_again_ != 0) return fmt::format("{} packets were delivered twice", delivered_again_);
  if (!sending_.empty() || !waiting_.empty()) return "the sender keeps a PDC";
  if (in_flight_ != 0) return fmt::format("{} B are in flight", in_flight_);
  if (frames_.in_use() != 0) return fmt::format("{} payloads are kept", frames_.in_use());
  if (sets_.in_use() != 0) return fmt::format("{} reorder sets are held", sets_.in_use());
  if (receiving_ids_.in_use() != 0) return fmt::format("{} receiving ids are in use", receiving_ids_.in_use());
  return {};
}

}  // namespace headroom
