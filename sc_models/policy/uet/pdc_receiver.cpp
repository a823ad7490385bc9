#include "sc_models/policy/uet/pdc_receiver.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr std::int64_t kBytesPerCount = 256;  // of the counter of received bytes
constexpr std::uint32_t kCountMask = 0xFFFFFF;
constexpr std::size_t kMostOutOfOrder = 65'534;
constexpr Psn kBitmapSpan = 64;

}  // namespace

void PdcReceiver::reopen(PdcId own, Psn start) {
  if (set_ != nullptr) {  // only an end whose host closed it too early has something left
    MessageEnd end;
    while (set_->take_end(highest_, end)) {}
    for (Psn psn = cumulative_ + 1; !set_->empty(); ++psn) {
      if (set_->contains(psn, cumulative_ + 1)) set_->erase(psn);
    }
    drop_set();
  }
  *this = PdcReceiver(*sets_, own, start);
}

PdcReceiver::Verdict PdcReceiver::receive(const Packet& packet, std::vector<MessageEnd>& completed) {
  if (received(packet.psn)) return Verdict::kDuplicate;
  if (!open()) return Verdict::kDiscarded;
  received_bytes_ += packet.nominal;
  if (before(highest_, packet.psn)) highest_ = packet.psn;
  if (packet.psn == cumulative_ + 1) {
    ++cumulative_;
    if (packet.last) completed.push_back(packet.end);
    if (set_ != nullptr) advance(completed);
    return Verdict::kInOrder;
  }
  if (set_ == nullptr) set_ = &sets_->take();
  set_->insert(packet.psn, cumulative_ + 1);
  if (packet.last) set_->add_end(packet.end);
  return Verdict::kOutOfOrder;
}

void PdcReceiver::advance(std::vector<MessageEnd>& completed) {
  while (set_->contains(cumulative_ + 1, cumulative_ + 1)) set_->erase(++cumulative_);
  MessageEnd end;
  while (set_->take_end(cumulative_, end)) completed.push_back(end);
  if (set_->empty()) drop_set();
}

void PdcReceiver::drop_set() {
  sets_->give_back(*set_);
  set_ = nullptr;
}

void PdcReceiver::report(UetHeader& ack) const {
  ack.cumulative = cumulative_;
  ack.received = static_cast<std::uint32_t>((received_bytes_ + kBytesPerCount - 1) / kBytesPerCount) & kCountMask;
  ack.out_of_order = static_cast<std::uint16_t>(std::min(out_of_order(), kMostOutOfOrder));
  ack.sack_base = cumulative_ + 1;
  ack.sack_bitmap = 0;
}

void PdcReceiver::report_selective(UetHeader& ack) {
  report(ack);
  if (highest_ - cumulative_ > kBitmapSpan) {
    const bool goes_on = before(cumulative_, cursor_) && !before(highest_, cursor_);
    ack.sack_base = goes_on ? cursor_ : cumulative_ + 1;
    cursor_ = ack.sack_base + kBitmapSpan;
  }
  if (set_ != nullptr) ack.sack_bitmap = set_->block(ack.sack_base, cumulative_ + 1);
}

}  // namespace headroom
