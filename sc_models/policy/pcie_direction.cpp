#include "sc_models/policy/pcie_direction.h"

#include "sc_models/core/check.h"
#include "sc_models/policy/pcie_train.h"
#include "sc_models/policy/pcie_transfers.h"

namespace headroom {

namespace {

constexpr Bytes kLargestMessage{1 << 20};  // its link time in Serializer still fits 64 bits

/// A transfer must fit both data buffers.
Bytes largest_message(Bytes tx_data, Bytes rx_data) {
  const Bytes smaller = std::min(tx_data, rx_data);
  return smaller < kTransferPayload ? smaller : kLargestMessage;
}

std::int64_t slots_of(Bytes header_buffer) { return header_buffer.count() / kTransferHeaderSlot.count(); }

}  // namespace

std::unique_ptr<PcieDirection> PcieDirection::make(const PcieDirectionParams& params) {
  if (params.every_transfer) return std::make_unique<PcieTransfers>(params);
  return std::make_unique<PcieTrain>(params);
}

PcieDirection::PcieDirection(const PcieDirectionParams& params)
    : rate_(params.rate),
      tx_slots_(slots_of(params.tx_header)),
      rx_slots_(slots_of(params.rx_header)),
      tx_data_(params.tx_data),
      largest_message_(largest_message(params.tx_data, params.rx_data)),
      request_wire_(params.request_size + kTransferOverhead) {
  HEADROOM_CHECK(rate_ > BitRate{0}, "PcieDirection: rate {} bit/s", rate_.count());
  HEADROOM_CHECK(tx_slots_ >= 2 && rx_slots_ >= 2,
                 "PcieDirection: header buffers of {} and {} B hold less than two headers", params.tx_header.count(),
                 params.rx_header.count());
}

void PcieDirection::refuse(Bytes length) const {
  throw ModelError(
      fmt::format("PcieDirection: {} B offered, at most {} are allowed", length.count(), largest_message_.count()));
}

/// As many as find a slot, but not the last one.
void PcieDirection::enter_requests() {
  count_requests_entered(std::clamp<std::int64_t>(tx_slots_ - 1 - slots_, 0, requests_out_));
}

void PcieDirection::count_requests_entered(std::int64_t count) {
  requests_out_ -= count;
  requests_in_ += count;
  count_entered(count, Bytes{0});
  note_buffer();
}

void PcieDirection::give_request_slot_back() {
  HEADROOM_CHECK(requests_held_ > 0, "PcieDirection: slot of a request returned, none held");
  --requests_held_;
  ++request_slots_returned_;
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
  rx_slots_max_ = requests_held_ + (carrying() ? 1 : 0);
  rx_data_max_ = carrying() ? link_payload_ : Bytes{0};
}

void PcieDirection::audit(Audit& audit, const std::string& owner) const {
  const std::int64_t on_link = carrying() ? 1 : 0;
  const Bytes payload_on_link = carrying() ? link_payload_ : Bytes{0};
  const std::int64_t started = started_requests_ + started_data_;
  audit.balance(owner, "transfers entered = started + resident", entered_, started + slots_);
  audit.balance(owner, "payload entered = started + resident", entered_payload_.count(),
                (started_payload_ + data_).count());
  audit.balance(owner, "transfers started = ended + on the link", started, ended_requests_ + ended_data_ + on_link);
  audit.balance(owner, "header slots taken = returned + held", started,
                ended_data_ + request_slots_returned_ + requests_held_ + on_link);
  audit.balance(owner, "data space taken = returned + held", started_payload_.count(),
                (ended_payload_ + payload_on_link).count());
}

}  // namespace headroom
