#include "sc_models/policy/pcie_direction.h"

#include <algorithm>

#include "sc_models/core/check.h"

namespace headroom {

namespace {

constexpr Bytes kLargestMessage{1 << 20};  // its link time in Serializer still fits 64 bits
constexpr Bytes kFullTransfer = kTransferPayload + kTransferOverhead;

std::int64_t slots_of(Bytes header_buffer) { return header_buffer.count() / kTransferHeaderSlot.count(); }

}  // namespace

PcieDirection::PcieDirection(const PcieDirectionParams& params)
    : rate_(params.rate),
      tx_slots_(slots_of(params.tx_header)),
      rx_slots_(slots_of(params.rx_header)),
      tx_data_(params.tx_data),
      rx_data_(params.rx_data),
      request_wire_(params.request_size + kTransferOverhead),
      every_transfer_(params.every_transfer) {
  HEADROOM_CHECK(rate_ > BitRate{0}, "PcieDirection: rate {} bit/s", rate_.count());
  HEADROOM_CHECK(tx_slots_ >= 2 && rx_slots_ >= 2,
                 "PcieDirection: header buffers of {} and {} B hold less than two headers", params.tx_header.count(),
                 params.rx_header.count());
}

void PcieDirection::offer_request(Ps now) {
  catch_up(now);
  ++requests_out_;
}

void PcieDirection::offer_data(Ps now, Bytes length) {
  const Bytes largest = std::min(length, kTransferPayload);
  HEADROOM_CHECK(length > Bytes{0} && length <= kLargestMessage && largest <= tx_data_ && largest <= rx_data_,
                 "PcieDirection: {} B offered to data buffers of {} and {} B", length.count(), tx_data_.count(),
                 rx_data_.count());
  catch_up(now);
  if (messages_.empty()) front_left_ = length;
  if (!entering()) entering_left_ = length;
  messages_.push_back(length);
}

void PcieDirection::return_request_slot(Ps now) {
  catch_up(now);
  HEADROOM_CHECK(requests_held_ > 0, "PcieDirection: slot of a request returned, none held");
  --requests_held_;
  ++slots_returned_;
}

void PcieDirection::advance(Ps now) {
  catch_up(now);
  if (boundary_at(now)) end_transfer();
}

void PcieDirection::decide(Ps now) {
  advance(now);
  enter_and_start(now);
}

/// Applies every boundary before `now`. Nothing can be seen at them, nor can a request go there: `next()` would have
/// named the first of those.
void PcieDirection::catch_up(Ps now) {
  if (link_ == OnLink::kNothing || wire_.busy_until() >= now) return;
  HEADROOM_CHECK(link_ == OnLink::kData && !last_of_message_, "PcieDirection: arrival at {} ps looked for at {} ps",
                 wire_.busy_until().count(), now.count());
  run_train(now);
  HEADROOM_CHECK(accepted_ == 0 && wire_.busy_until() >= now, "PcieDirection: something seen before {} ps is overdue",
                 now.count());
}

/// Starts those transfers of the message on the link whose predecessors end before `now`, all at once. What enters the
/// transmit buffer meanwhile are full transfers of one message, each in the place of a full one that has started; so
/// the buffer is as full after each boundary as after the one before, and only the last level can be a new maximum.
void PcieDirection::run_train(Ps now) {
  const Ps from = wire_.busy_until();
  const Bytes first = std::min(kTransferPayload, front_left_);
  Bytes started, last;
  std::int64_t count = 0;
  if (train_.busy_until() == now) {
    wire_ = train_;
    started = front_left_;
    count = transfers_of(front_left_);
    last = front_left_ - kTransferPayload * (count - 1);
  } else {
    do {
      last = std::min(kTransferPayload, front_left_ - started);
      wire_.send(wire_.busy_until(), last + kTransferOverhead, rate_);
      started += last;
      ++count;
    } while (wire_.busy_until() < now && started < front_left_);
  }
  busy_ += wire_.busy_until() - from;
  ended_ += count;
  slots_returned_ += count;
  payload_returned_ += link_payload_ + started - last;
  started_data_ += count;
  started_payload_ += started;
  rx_slots_max_ = std::max(rx_slots_max_, requests_held_ + 1);
  rx_data_max_ = std::max(rx_data_max_, first);
  link_payload_ = last;
  slots_ -= count;
  data_ -= started;
  front_left_ -= started;
  if (front_left_ == Bytes{0}) finish_front();
  if (entering()) enter_data();
}

void PcieDirection::finish_front() {
  last_of_message_ = true;
  messages_.pop_front();
  --entered_messages_;
  if (!messages_.empty()) front_left_ = messages_.front();
}

void PcieDirection::end_transfer() {
  ++ended_;
  if (link_ == OnLink::kRequest) {  // keeps its slot
    ++arrived_requests_;
    ++requests_held_;
    requests_held_max_ = std::max(requests_held_max_, requests_held_);
  } else {
    ++slots_returned_;
    payload_returned_ += link_payload_;
    if (last_of_message_) ++arrived_;
  }
  link_ = OnLink::kNothing;
}

void PcieDirection::enter_and_start(Ps now) {
  enter();
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
  enter();
}

void PcieDirection::enter() {
  if (requests_out_ > 0) {
    const std::int64_t count = std::clamp<std::int64_t>(tx_slots_ - 1 - slots_, 0, requests_out_);
    requests_out_ -= count;
    requests_in_ += count;
    slots_ += count;
    entered_ += count;
    tx_slots_max_ = std::max(tx_slots_max_, slots_);
  }
  if (entering()) enter_data();
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

void PcieDirection::start_request(Ps now) {
  --requests_in_;
  ++started_requests_;
  occupy(now, OnLink::kRequest, request_wire_);
}

void PcieDirection::start_data(Ps now) {
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
    train_.send(wire_.busy_until(), link_bytes(front_left_), rate_);
  }
}

void PcieDirection::occupy(Ps now, OnLink what, Bytes wire) {
  link_ = what;
  --slots_;
  rx_slots_max_ = std::max(rx_slots_max_, requests_held_ + 1);
  busy_ += wire_.send(now, wire, rate_) - now;
}

Ps PcieDirection::next() const {
  if (link_ == OnLink::kNothing) return kNever;
  const bool each = every_transfer_ || link_ == OnLink::kRequest || last_of_message_;
  if (each || requests_out_ > 0 || request_may_go()) return wire_.busy_until();
  return entering() ? std::min(train_.busy_until(), next_acceptance()) : train_.busy_until();
}

/// First instant at which the data space would let the first message outside enter to its end: the start of one of the
/// transfers left of the message on the link, or nothing before its arrival. Header slots can only delay it.
Ps PcieDirection::next_acceptance() const {
  const Bytes missing = data_ + entering_left_ - tx_data_;
  if (missing <= kTransferPayload) return wire_.busy_until();
  if (missing > front_left_) return kNever;
  Serializer ahead = wire_;
  return ahead.send(wire_.busy_until(), kFullTransfer * (transfers_of(missing) - 1), rate_);
}

PcieDirectionStats PcieDirection::stats(Ps now) {
  if (link_ != OnLink::kNothing && wire_.busy_until() <= now) decide(now);
  const Ps ahead = link_ == OnLink::kNothing ? Ps{0} : wire_.busy_until() - now;
  return {.requests = static_cast<std::uint64_t>(started_requests_),
          .data_transfers = static_cast<std::uint64_t>(started_data_),
          .payload = started_payload_,
          .wire = started_payload_ + kTransferOverhead * started_data_ + request_wire_ * started_requests_,
          .busy = busy_ - ahead,
          .stall = stalled_ ? stall_ + (now - stalled_since_) : stall_,
          .tx_header_max = kTransferHeaderSlot * tx_slots_max_,
          .tx_data_max = tx_data_max_,
          .rx_header_max = kTransferHeaderSlot * rx_slots_max_,
          .rx_data_max = rx_data_max_};
}

void PcieDirection::begin_interval(Ps now) {
  if (link_ != OnLink::kNothing && wire_.busy_until() <= now) decide(now);
  tx_slots_max_ = slots_;
  tx_data_max_ = data_;
  rx_slots_max_ = requests_held_ + (link_ == OnLink::kNothing ? 0 : 1);
  rx_data_max_ = link_ == OnLink::kData ? link_payload_ : Bytes{0};
}

void PcieDirection::audit(Audit& audit, const std::string& owner) const {
  const std::int64_t on_link = link_ == OnLink::kNothing ? 0 : 1;
  const Bytes payload_on_link = link_ == OnLink::kData ? link_payload_ : Bytes{0};
  const std::int64_t started = started_requests_ + started_data_;
  audit.balance(owner, "transfers entered = started + resident", entered_, started + slots_);
  audit.balance(owner, "payload entered = started + resident", entered_payload_.count(),
                (started_payload_ + data_).count());
  audit.balance(owner, "transfers started = ended + on the link", started, ended_ + on_link);
  audit.balance(owner, "header slots taken = returned + held", started, slots_returned_ + requests_held_ + on_link);
  audit.balance(owner, "data space taken = returned + held", started_payload_.count(),
                (payload_returned_ + payload_on_link).count());
}

}  // namespace headroom
