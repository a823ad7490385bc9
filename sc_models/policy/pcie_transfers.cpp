#include "sc_models/policy/pcie_transfers.h"

namespace headroom {

bool PcieTransfers::offer_data(Ps, Bytes length) {
  check_length(length);
  while (length > Bytes{0}) {
    const Bytes payload = std::min(kTransferPayload, length);
    length -= payload;
    outside_.push_back({payload, length == Bytes{0}});
  }
  return true;
}

void PcieTransfers::advance(Ps now) {
  if (boundary_ != now) return;
  if (link_ == Kind::kRequest) {
    count_request_arrived();
  } else {
    ++ended_data_;
    ended_payload_ += link_payload_;
    receive_.give_back(link_payload_);
    if (link_last_) ++arrived_;
  }
  link_ = Kind::kNone;
  boundary_ = kNever;
}

void PcieTransfers::decide(Ps now) {
  advance(now);
  enter();
  if (carrying()) return;
  start(now);
  enter();
}

void PcieTransfers::enter() {
  while (requests_out_ > 0 && transmit_.take_header()) count_requests_entered(1);
  while (!outside_.empty() && transmit_.take_data(outside_.front().payload)) {
    const Transfer transfer = outside_.pop_front();
    count_entered(1, transfer.payload);
    if (transfer.last) ++accepted_;
    inside_.push_back(transfer);
  }
  note_buffer();
}

void PcieTransfers::start(Ps now) {
  Bytes wire = request_wire_;
  if (requests_in_ > 0 && receive_.take_header()) {
    link_ = Kind::kRequest;
    link_payload_ = Bytes{0};
    count_request_started();
  } else if (!inside_.empty() && receive_.take_data(inside_.front().payload)) {
    const Transfer transfer = inside_.pop_front();
    link_ = Kind::kData;
    link_last_ = transfer.last;
    link_payload_ = transfer.payload;
    count_data_started(1, transfer.payload);
    rx_data_max_ = std::max(rx_data_max_, transfer.payload);
    wire = transfer.payload + kTransferOverhead;
  } else {
    if (slots_ > 0) begin_stall(now);
    return;
  }
  transmit_.give_back(link_payload_);
  end_stall(now);
  leave_idle(now);
  boundary_ = wire_.send(now, wire, rate_);
}

}  // namespace headroom
