#include "sc_models/policy/pcie_train.h"

#include "sc_models/core/check.h"

namespace headroom {

namespace {
constexpr Bytes kFullTransfer = kTransferPayload + kTransferOverhead;
}  // namespace

PcieTrain::PcieTrain(const PcieDirectionParams& params)
    : PcieDirection(params),
      full_transfer_(Serializer().send(Ps{0}, kFullTransfer, params.rate)),
      carries_requests_(params.carries_requests) {}

// What happens at each boundary; inlined where it does.

inline void PcieTrain::finish_front() {
  last_of_message_ = true;
  messages_.pop_front();
  --entered_messages_;
  if (!messages_.empty()) front_left_ = messages_.front();
}

inline void PcieTrain::end_transfer() {
  if (link_ == OnLink::kRequest) {
    count_request_arrived();
  } else {
    ++ended_data_;
    ended_payload_ += link_payload_;
    if (last_of_message_) ++arrived_;
  }
  link_ = OnLink::kNothing;
  boundary_ = kNever;
}

/// The front message may start at `now`, unless a decision lets something else go first.
inline void PcieTrain::open(Ps now) {
  link_ = OnLink::kOpen;
  last_of_message_ = false;
  boundary_ = now;
  train_ = wire_;
  train_.send(now, link_bytes(front_left_), rate_);
}

inline void PcieTrain::start_request(Ps now) {
  link_ = OnLink::kRequest;
  link_payload_ = Bytes{0};
  count_request_started();
  leave_idle(now);
  boundary_ = wire_.send(now, request_wire_, rate_);
}

inline void PcieTrain::start_data(Ps now) {
  link_ = OnLink::kData;
  link_payload_ = std::min(kTransferPayload, front_left_);
  front_left_ -= link_payload_;
  count_data_started(1, link_payload_);
  rx_data_max_ = std::max(rx_data_max_, link_payload_);
  last_of_message_ = false;
  leave_idle(now);
  boundary_ = wire_.send(now, link_payload_ + kTransferOverhead, rate_);
  if (front_left_ == Bytes{0}) {
    finish_front();
  } else {
    train_ = wire_;
    train_.send(boundary_, link_bytes(front_left_), rate_);
  }
}

void PcieTrain::offer_request(Ps now) {
  catch_up(now);
  ++requests_out_;
}

bool PcieTrain::offer_data(Ps now, Bytes length) {
  check_length(length);
  // Behind others, whose entry to the end would be seen, nothing changes before it.
  const bool no_change = entering() && boundary_ < now;
  if (!no_change) catch_up(now);
  const bool behind_others = entering();
  if (messages_.empty()) front_left_ = length;
  if (!behind_others) entering_left_ = length;
  messages_.push_back(length);
  if (no_change) return false;
  // What waits before it finds no room until the link has started another transfer, which it does later.
  if (behind_others && link_ != OnLink::kNothing && link_ != OnLink::kOpen && boundary_ > now) return false;
  if (carries_requests_) return true;
  if (data_may_enter()) enter_data();
  if (entering()) return true;
  if (link_ == OnLink::kNothing) open(now);
  return false;
}

void PcieTrain::return_request_slot(Ps now) {
  catch_up(now);
  give_request_slot_back();
}

void PcieTrain::advance(Ps now) {
  catch_up(now);
  if (boundary_at(now)) end_transfer();
}

bool PcieTrain::go_on(Ps now) {
  if (link_ != OnLink::kNothing) return false;
  if (messages_.empty() && !requests_waiting()) return false;
  const bool only_data = slots_ > 0 && !requests_waiting();
  const bool may_enter = data_may_enter() || (entering() && missing() <= kTransferPayload);  // now, or at the start
  if (!only_data || may_enter) return true;
  open(now);
  return false;
}

void PcieTrain::decide(Ps now) {
  catch_up(now);
  if (boundary_at(now)) end_transfer();
  if (link_ == OnLink::kOpen) link_ = OnLink::kNothing;
  enter_and_start(now);
}

/// Applies every boundary before `now`. Nothing can be seen at them, nor can a request go there: `next()` would have
/// named the first of those.
void PcieTrain::pass_boundaries(Ps now) {
  const bool visible = link_ == OnLink::kRequest || (link_ == OnLink::kData && last_of_message_);
  HEADROOM_CHECK(!visible, "PcieTrain: arrival at {} ps looked for at {} ps", boundary_.count(), now.count());
  run_train(now);
  HEADROOM_CHECK(accepted_ == 0 && boundary_ >= now, "PcieTrain: something seen before {} ps is overdue", now.count());
}

/// Starts those transfers of the message on the link whose predecessors end before `now`, all at once. What enters the
/// transmit buffer meanwhile are full transfers of one message, each in the place of a full one that has started; so
/// the buffer is as full after each boundary as after the one before, and only the last level can be a new maximum. At
/// the receiving end the transfer that is on the link takes no less than those that follow it.
void PcieTrain::run_train(Ps now) {
  Bytes started = front_left_, last;
  std::int64_t count = 0;
  if (link_ == OnLink::kOpen) {  // its first transfer starts too, with none before it to end
    link_ = OnLink::kData;
    leave_idle(boundary_);
    rx_data_max_ = std::max(rx_data_max_, std::min(kTransferPayload, front_left_));
    link_payload_ = Bytes{0};
    --ended_data_;
  }
  if (train_.busy_until() == now) {
    wire_ = train_;
    count = transfers_of(started);
    last = started - kTransferPayload * (count - 1);
  } else {
    started = Bytes{0};
    // Nearly all of them at one stroke: full ones, not the last, as many as end before `now` if none is rounded up.
    const std::int64_t full =
        std::min((now - boundary_).count() / full_transfer_.count(), transfers_of(front_left_) - 1);
    if (Serializer ahead = wire_; full > 1 && ahead.send(boundary_, kFullTransfer * full, rate_) <= now) {
      wire_ = ahead;
      boundary_ = wire_.busy_until();
      started = kTransferPayload * full;
      last = kTransferPayload;
      count = full;
    }
    while (boundary_ < now && started < front_left_) {
      last = std::min(kTransferPayload, front_left_ - started);
      boundary_ = wire_.send(boundary_, last + kTransferOverhead, rate_);
      started += last;
      ++count;
    }
  }
  boundary_ = wire_.busy_until();
  ended_data_ += count;
  ended_payload_ += link_payload_ + started - last;
  count_data_started(count, started);
  link_payload_ = last;
  front_left_ -= started;
  if (front_left_ == Bytes{0}) finish_front();
  if (data_may_enter()) enter_data();
}

void PcieTrain::enter_and_start(Ps now) {
  if (requests_out_ > 0) enter_requests();
  if (data_may_enter()) enter_data();
  if (link_ != OnLink::kNothing) return;
  if (request_may_go()) {
    start_request(now);
  } else if (slots_ > requests_in_) {
    start_data(now);
  } else {
    if (slots_ > 0) begin_stall(now);
    return;
  }
  end_stall(now);
  if (requests_out_ > 0) enter_requests();
  if (data_may_enter()) enter_data();
}

void PcieTrain::enter_data() {
  while (entering()) {
    std::int64_t count = transfers_of(entering_left_);
    Bytes payload = entering_left_;
    const bool whole = slots_ + count <= tx_slots_ && data_ + payload <= tx_data_;
    if (!whole) {  // then fewer than all fit, and those are full ones
      count = std::min(tx_slots_ - slots_, (tx_data_ - data_).count() / kTransferPayload.count());
      payload = kTransferPayload * count;
    }
    count_entered(count, payload);
    if (!whole) {
      entering_left_ -= payload;
      break;
    }
    ++accepted_;
    ++entered_messages_;
    if (entering()) entering_left_ = messages_[entered_messages_];
  }
  note_buffer();
}

Ps PcieTrain::next() const {
  if (link_ == OnLink::kNothing) return kNever;
  const bool each = link_ == OnLink::kRequest || last_of_message_;
  if (link_ != OnLink::kOpen && (each || requests_out_ > 0 || request_may_go())) return boundary_;
  return entering() ? std::min(train_.busy_until(), next_acceptance()) : train_.busy_until();
}

/// First instant at which the data space would let the first message outside enter to its end: the start of one of the
/// transfers left of the message on the link, or nothing before its arrival. Header slots can only delay it.
Ps PcieTrain::next_acceptance() const {
  const Bytes lacking = missing();
  if (lacking <= kTransferPayload) return boundary_;
  if (lacking > front_left_) return kNever;
  Serializer ahead = wire_;
  return ahead.send(boundary_, kFullTransfer * (transfers_of(lacking) - 1), rate_);
}

}  // namespace headroom
