#include "sc_models/policy/pcie_direction.h"

#include <algorithm>

#include "sc_models/core/check.h"

namespace headroom {

namespace {

constexpr Bytes kLargestMessage{1 << 20};  // its link time in Serializer still fits 64 bits
constexpr Bytes kFullTransfer = kTransferPayload + kTransferOverhead;

/// A transfer must fit both data buffers.
Bytes largest_message(Bytes tx_data, Bytes rx_data) {
  const Bytes smaller = std::min(tx_data, rx_data);
  return smaller < kTransferPayload ? smaller : kLargestMessage;
}

std::int64_t slots_of(Bytes header_buffer) { return header_buffer.count() / kTransferHeaderSlot.count(); }

}  // namespace

PcieDirection::PcieDirection(const PcieDirectionParams& params)
    : rate_(params.rate),
      tx_slots_(slots_of(params.tx_header)),
      rx_slots_(slots_of(params.rx_header)),
      tx_data_(params.tx_data),
      largest_message_(largest_message(params.tx_data, params.rx_data)),
      request_wire_(params.request_size + kTransferOverhead),
      full_transfer_(Serializer().send(Ps{0}, kFullTransfer, std::max(params.rate, BitRate{1}))),
      every_transfer_(params.every_transfer),
      decides_always_(params.every_transfer || params.carries_requests) {
  HEADROOM_CHECK(rate_ > BitRate{0}, "PcieDirection: rate {} bit/s", rate_.count());
  HEADROOM_CHECK(tx_slots_ >= 2 && rx_slots_ >= 2,
                 "PcieDirection: header buffers of {} and {} B hold less than two headers", params.tx_header.count(),
                 params.rx_header.count());
}

// What happens at each boundary; inlined where it does.

inline void PcieDirection::finish_front() {
  last_of_message_ = true;
  messages_.pop_front();
  --entered_messages_;
  if (!messages_.empty()) front_left_ = messages_.front();
}

inline void PcieDirection::end_transfer() {
  if (link_ == OnLink::kRequest) {  // keeps its slot
    ++ended_requests_;
    ++arrived_requests_;
    ++requests_held_;
    requests_held_max_ = std::max(requests_held_max_, requests_held_);
  } else {
    ++ended_data_;
    ended_payload_ += link_payload_;
    if (last_of_message_) ++arrived_;
  }
  link_ = OnLink::kNothing;
  boundary_ = kNever;
}

inline void PcieDirection::occupy(Ps now, OnLink what, Bytes wire) {
  link_ = what;
  --slots_;
  leave_idle(now);
  boundary_ = wire_.send(now, wire, rate_);
}

/// The link starts something at `now`; the receiving end is never fuller than at a start.
inline void PcieDirection::leave_idle(Ps now) {
  rx_slots_max_ = std::max(rx_slots_max_, requests_held_ + 1);
  if (const Ps last_end = std::max(wire_.busy_until(), Ps{0}); last_end < now) idle_ += now - last_end;
}

/// The front message may start at `now`, unless a decision lets something else go first.
inline void PcieDirection::open(Ps now) {
  link_ = OnLink::kOpen;
  last_of_message_ = false;
  boundary_ = now;
  train_ = wire_;
  train_.send(now, link_bytes(front_left_), rate_);
}

inline void PcieDirection::start_request(Ps now) {
  --requests_in_;
  ++started_requests_;
  occupy(now, OnLink::kRequest, request_wire_);
}

inline void PcieDirection::start_data(Ps now) {
  link_payload_ = std::min(kTransferPayload, front_left_);
  data_ -= link_payload_;
  front_left_ -= link_payload_;
  ++started_data_;
  started_payload_ += link_payload_;
  rx_data_max_ = std::max(rx_data_max_, link_payload_);
  last_of_message_ = false;
  occupy(now, OnLink::kData, link_payload_ + kTransferOverhead);
  if (front_left_ == Bytes{0}) {
    finish_front();
  } else if (!every_transfer_) {
    train_ = wire_;
    train_.send(boundary_, link_bytes(front_left_), rate_);
  }
}

void PcieDirection::offer_request(Ps now) {
  catch_up(now);
  ++requests_out_;
}

bool PcieDirection::offer_data(Ps now, Bytes length) {
  HEADROOM_CHECK(length > Bytes{0} && length <= largest_message_, "PcieDirection: {} B offered, at most {} are allowed",
                 length.count(), largest_message_.count());
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
  if (decides_always_) return true;
  if (data_may_enter()) enter_data();
  if (entering()) return true;
  if (link_ == OnLink::kNothing) open(now);
  return false;
}

void PcieDirection::return_request_slot(Ps now) {
  catch_up(now);
  HEADROOM_CHECK(requests_held_ > 0, "PcieDirection: slot of a request returned, none held");
  --requests_held_;
  ++request_slots_returned_;
}

void PcieDirection::advance(Ps now) {
  catch_up(now);
  if (boundary_at(now)) end_transfer();
}

bool PcieDirection::go_on(Ps now) {
  if (link_ != OnLink::kNothing) return false;
  if (messages_.empty() && !requests_waiting()) return false;
  const bool only_data = slots_ > 0 && !requests_waiting();
  const bool may_enter = data_may_enter() || (entering() && missing() <= kTransferPayload);  // now, or at the start
  if (!only_data || may_enter || every_transfer_) return true;
  open(now);
  return false;
}

void PcieDirection::decide(Ps now) {
  catch_up(now);
  if (boundary_at(now)) end_transfer();
  if (link_ == OnLink::kOpen) link_ = OnLink::kNothing;
  enter_and_start(now);
}

/// Applies every boundary before `now`. Nothing can be seen at them, nor can a request go there: `next()` would have
/// named the first of those.
void PcieDirection::pass_boundaries(Ps now) {
  const bool visible = link_ == OnLink::kRequest || (link_ == OnLink::kData && last_of_message_);
  HEADROOM_CHECK(!visible, "PcieDirection: arrival at {} ps looked for at {} ps", boundary_.count(), now.count());
  run_train(now);
  HEADROOM_CHECK(accepted_ == 0 && boundary_ >= now, "PcieDirection: something seen before {} ps is overdue",
                 now.count());
}

/// Starts those transfers of the message on the link whose predecessors end before `now`, all at once. What enters the
/// transmit buffer meanwhile are full transfers of one message, each in the place of a full one that has started; so
/// the buffer is as full after each boundary as after the one before, and only the last level can be a new maximum. At
/// the receiving end the transfer that is on the link takes no less than those that follow it.
void PcieDirection::run_train(Ps now) {
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
  started_data_ += count;
  started_payload_ += started;
  link_payload_ = last;
  slots_ -= count;
  data_ -= started;
  front_left_ -= started;
  if (front_left_ == Bytes{0}) finish_front();
  if (data_may_enter()) enter_data();
}

void PcieDirection::enter_and_start(Ps now) {
  if (requests_out_ > 0) enter_requests();
  if (data_may_enter()) enter_data();
  if (link_ != OnLink::kNothing) return;
  if (request_may_go()) {
    start_request(now);
  } else if (slots_ > requests_in_) {
    start_data(now);
  } else {
    if (slots_ > 0 && !stalled_) {
      stalled_ = true;
      stalled_since_ = now;
    }
    return;
  }
  if (stalled_) {
    stalled_ = false;
    stall_ += now - stalled_since_;
  }
  if (requests_out_ > 0) enter_requests();
  if (data_may_enter()) enter_data();
}

void PcieDirection::enter_requests() {
  const std::int64_t count = std::clamp<std::int64_t>(tx_slots_ - 1 - slots_, 0, requests_out_);
  requests_out_ -= count;
  requests_in_ += count;
  slots_ += count;
  entered_ += count;
  tx_slots_max_ = std::max(tx_slots_max_, slots_);
}

void PcieDirection::enter_data() {
  while (entering()) {
    std::int64_t count = transfers_of(entering_left_);
    Bytes payload = entering_left_;
    const bool whole = slots_ + count <= tx_slots_ && data_ + payload <= tx_data_;
    if (!whole) {  // then fewer than all fit, and those are full ones
      count = std::min(tx_slots_ - slots_, (tx_data_ - data_).count() / kTransferPayload.count());
      payload = kTransferPayload * count;
    }
    slots_ += count;
    data_ += payload;
    entered_ += count;
    entered_payload_ += payload;
    if (!whole) {
      entering_left_ -= payload;
      break;
    }
    ++accepted_;
    ++entered_messages_;
    if (entering()) entering_left_ = messages_[entered_messages_];
  }
  tx_slots_max_ = std::max(tx_slots_max_, slots_);
  tx_data_max_ = std::max(tx_data_max_, data_);
}

Ps PcieDirection::next() const {
  if (link_ == OnLink::kNothing) return kNever;
  const bool each = every_transfer_ || link_ == OnLink::kRequest || last_of_message_;
  if (link_ != OnLink::kOpen && (each || requests_out_ > 0 || request_may_go())) return boundary_;
  return entering() ? std::min(train_.busy_until(), next_acceptance()) : train_.busy_until();
}

/// First instant at which the data space would let the first message outside enter to its end: the start of one of the
/// transfers left of the message on the link, or nothing before its arrival. Header slots can only delay it.
Ps PcieDirection::next_acceptance() const {
  const Bytes lacking = missing();
  if (lacking <= kTransferPayload) return boundary_;
  if (lacking > front_left_) return kNever;
  Serializer ahead = wire_;
  return ahead.send(boundary_, kFullTransfer * (transfers_of(lacking) - 1), rate_);
}

PcieDirectionStats PcieDirection::stats(Ps now) {
  if (boundary_ <= now) decide(now);
  return {.requests = static_cast<std::uint64_t>(started_requests_),
          .data_transfers = static_cast<std::uint64_t>(started_data_),
          .payload = started_payload_,
          .wire = started_payload_ + kTransferOverhead * started_data_ + request_wire_ * started_requests_,
          .busy = std::max(std::min(now, wire_.busy_until()), Ps{0}) - idle_,
          .stall = stalled_ ? stall_ + (now - stalled_since_) : stall_,
          .tx_header_max = kTransferHeaderSlot * tx_slots_max_,
          .tx_data_max = tx_data_max_,
          .rx_header_max = kTransferHeaderSlot * rx_slots_max_,
          .rx_data_max = rx_data_max_};
}

void PcieDirection::begin_interval(Ps now) {
  if (boundary_ <= now) decide(now);
  tx_slots_max_ = slots_;
  tx_data_max_ = data_;
  rx_slots_max_ = requests_held_ + on_link();
  rx_data_max_ = link_ == OnLink::kData ? link_payload_ : Bytes{0};
}

void PcieDirection::audit(Audit& audit, const std::string& owner) const {
  const Bytes payload_on_link = link_ == OnLink::kData ? link_payload_ : Bytes{0};
  const std::int64_t started = started_requests_ + started_data_;
  audit.balance(owner, "transfers entered = started + resident", entered_, started + slots_);
  audit.balance(owner, "payload entered = started + resident", entered_payload_.count(),
                (started_payload_ + data_).count());
  audit.balance(owner, "transfers started = ended + on the link", started, ended_requests_ + ended_data_ + on_link());
  audit.balance(owner, "header slots taken = returned + held", started,
                ended_data_ + request_slots_returned_ + requests_held_ + on_link());
  audit.balance(owner, "data space taken = returned + held", started_payload_.count(),
                (ended_payload_ + payload_on_link).count());
}

}  // namespace headroom
