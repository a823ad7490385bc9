#include "sc_models/host/pcie_link.h"

#include "sc_models/core/check.h"

namespace headroom {

namespace {

PcieDirectionParams direction(const PcieEndParams& sender, const PcieEndParams& receiver, const PcieLinkParams& link) {
  return {.rate = sender.rate(),
          .tx_header = sender.tx_header,
          .tx_data = sender.tx_data,
          .rx_header = receiver.rx_header,
          .rx_data = receiver.rx_data,
          .request_size = link.read_request_size,
          .every_transfer = link.granularity == PcieGranularity::kTlp};
}

}  // namespace

PcieLink::PcieLink(const sc_core::sc_module_name& name, const PcieLinkParams& params, Agenda& agenda)
    : sc_module(name),
      agenda_(agenda),
      down_(*this, direction(params.host, params.nic, params), params.node, kDown),
      up_(*this, direction(params.nic, params.host, params), params.node, kUp) {}

void PcieLink::from_endpoint(Tlp& tlp, TlpPhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == TlpPhase::kOffer && tlp.kind != TlpKind::kCompletion,
                 "{}: the endpoint offers reads and writes only", name());
  if (tlp.kind == TlpKind::kRead) {
    up_.direction.offer_request(agenda_.now());
    requests_.push_back(&tlp);
  } else {
    up_.direction.offer_data(agenda_.now(), tlp.length);
    up_.data.push_back(&tlp);
  }
  ++offered_;
  agenda_.decide(up_.decision);
}

void PcieLink::from_root_complex(Tlp& tlp, TlpPhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == TlpPhase::kOffer && tlp.kind == TlpKind::kCompletion,
                 "{}: the root complex offers completions only", name());
  down_.direction.offer_data(agenda_.now(), tlp.length);
  down_.data.push_back(&tlp);
  ++offered_;
  agenda_.decide(down_.decision);
}

void PcieLink::to_root_complex_back(Tlp& tlp, TlpPhase phase, sc_core::sc_time) {
  if (phase == TlpPhase::kCompleted && tlp.kind == TlpKind::kWrite) nic_rx.reply(tlp, phase);
}

void PcieLink::due(Ps now, AgendaTag tag) {
  switch (tag) {
    case kDown: return advance_down(now);
    case kUp: return advance_up(now);
    case kDecision | kDown: return decide_down(now);
    default: return decide_up(now);
  }
}

void PcieLink::advance_down(Ps now) {
  if (down_.armed != now) return;
  down_.direction.advance(now);
  settle(down_);
  for (std::uint64_t n = down_.direction.take_arrived(); n > 0; --n) {
    --down_.accepted;
    ++arrived_;
    nic_tx.send(*down_.data.pop_front(), TlpPhase::kArrived);
  }
}

void PcieLink::advance_up(Ps now) {
  if (up_.armed != now) return;
  up_.direction.advance(now);
  settle(up_);
  for (std::uint64_t n = up_.direction.take_arrived_requests(); n > 0; --n) {
    ++arrived_;
    host_tx.send(*requests_.pop_front(), TlpPhase::kArrived);
  }
  for (std::uint64_t n = up_.direction.take_arrived(); n > 0; --n) {
    --up_.accepted;
    ++arrived_;
    host_tx.send(*up_.data.pop_front(), TlpPhase::kArrived);
  }
}

void PcieLink::decide_down(Ps now) {
  down_.direction.decide(now);
  arm(down_);
  for (std::uint64_t n = down_.direction.take_accepted(); n > 0; --n) {
    ++down_.accepted;
    up_.direction.return_request_slot(now);
    if (up_.direction.requests_waiting()) agenda_.decide(up_.decision);
  }
}

void PcieLink::decide_up(Ps now) {
  up_.direction.decide(now);
  arm(up_);
  for (std::uint64_t n = up_.direction.take_accepted(); n > 0; --n) {
    nic_rx.reply(*up_.data[up_.accepted++], TlpPhase::kAccepted);
  }
}

/// After the entry for this instant has been served: either the link is idle and a decision is due, or it was early.
void PcieLink::settle(Lane& lane) {
  lane.armed = kNever;
  if (lane.direction.waiting()) {
    agenda_.decide(lane.decision);
  } else {
    arm(lane);
  }
}

void PcieLink::arm(Lane& lane) {
  const Ps next = lane.direction.next();
  if (next >= lane.armed) return;
  lane.armed = next;
  agenda_.at(next, lane.rank, *this, lane.tag);
}

PcieEndStats PcieLink::stats(PcieEnd end, Ps now) {
  const PcieDirectionStats up = up_.direction.stats(now), down = down_.direction.stats(now);
  const bool nic = end == PcieEnd::kNic;
  const PcieDirectionStats &sent = nic ? up : down, &received = nic ? down : up;
  PcieEndStats stats;
  stats.posted = nic ? up.data_transfers : 0;
  stats.nonposted = sent.requests;
  stats.completion = nic ? 0 : down.data_transfers;
  stats.payload = sent.payload;
  stats.wire = sent.wire;
  stats.busy = sent.busy;
  stats.stall = sent.stall;
  stats.tx_header_max = sent.tx_header_max;
  stats.tx_data_max = sent.tx_data_max;
  stats.rx_header_max = received.rx_header_max;
  stats.rx_data_max = received.rx_data_max;
  return stats;
}

void PcieLink::begin_interval(Ps now) {
  down_.direction.begin_interval(now);
  up_.direction.begin_interval(now);
}

std::uint64_t PcieLink::tlps(Ps now) {
  const PcieDirectionStats up = up_.direction.stats(now), down = down_.direction.stats(now);
  return up.requests + up.data_transfers + down.requests + down.data_transfers;
}

void PcieLink::audit(Audit& audit) const {
  const std::string owner = name();
  down_.direction.audit(audit, owner + ".down");
  up_.direction.audit(audit, owner + ".up");
  audit.balance(owner, "messages offered = arrived + waiting", static_cast<std::int64_t>(offered_),
                static_cast<std::int64_t>(arrived_ + requests_.size() + up_.data.size() + down_.data.size()));
}

}  // namespace headroom
