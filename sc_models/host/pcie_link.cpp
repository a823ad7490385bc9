#include "sc_models/host/pcie_link.h"

#include "sc_models/core/check.h"

namespace headroom {

namespace {

PcieDirectionParams direction(const PcieEndParams& sender, const PcieEndParams& receiver, const PcieLinkParams& link,
                              bool carries_requests) {
  return {.rate = sender.rate(),
          .tx_header = sender.tx_header,
          .tx_data = sender.tx_data,
          .rx_header = receiver.rx_header,
          .rx_data = receiver.rx_data,
          .request_size = link.read_request_size,
          .carries_requests = carries_requests,
          .every_transfer = link.granularity == PcieGranularity::kTlp};
}

}  // namespace

PcieLink::PcieLink(const sc_core::sc_module_name& name, const PcieLinkParams& params, Agenda& agenda)
    : sc_module(name),
      agenda_(agenda),
      down_(*this, direction(params.host, params.nic, params, false), params.node, kDown),
      up_(*this, direction(params.nic, params.host, params, true), params.node, kUp) {}

void PcieLink::from_endpoint(Tlp& tlp, TlpPhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == TlpPhase::kOffer && tlp.kind != TlpKind::kCompletion,
                 "{}: the endpoint offers reads and writes only", name());
  ++offered_;
  if (tlp.kind == TlpKind::kRead) {
    requests_.push_back(&tlp);
    up_.direction.offer_request(agenda_.now());
  } else {
    up_.data.push_back(&tlp);
    if (!up_.direction.offer_data(agenda_.now(), tlp.length)) return;
  }
  agenda_.decide(up_.decision);
}

void PcieLink::from_root_complex(Tlp& tlp, TlpPhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == TlpPhase::kOffer && tlp.kind == TlpKind::kCompletion,
                 "{}: the root complex offers completions only", name());
  ++offered_;
  const Ps now = agenda_.now();
  down_.data.push_back(&tlp);
  if (down_.direction.offer_data(now, tlp.length)) {
    agenda_.decide(down_.decision);
  } else {
    decided_down(now);
  }
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
  down_.armed = kNever;
  down_.direction.advance(now);
  for (std::uint64_t n = down_.direction.take_arrived(); n > 0; --n) {
    --down_.accepted;
    ++arrived_;
    nic_tx.send(*down_.data.pop_front(), TlpPhase::kArrived);
  }
  settle(down_, now);
}

void PcieLink::advance_up(Ps now) {
  if (up_.armed != now) return;
  up_.armed = kNever;
  if (up_.direction.only_acceptance_at(now)) return agenda_.decide(up_.decision);
  up_.direction.advance(now);
  for (std::uint64_t n = up_.direction.take_arrived_requests(); n > 0; --n) {
    ++arrived_;
    host_tx.send(*requests_.pop_front(), TlpPhase::kArrived);
  }
  for (std::uint64_t n = up_.direction.take_arrived(); n > 0; --n) {
    --up_.accepted;
    ++arrived_;
    host_tx.send(*up_.data.pop_front(), TlpPhase::kArrived);
  }
  settle(up_, now);
}

void PcieLink::decide_down(Ps now) {
  down_.direction.decide(now);
  decided_down(now);
}

void PcieLink::decided_down(Ps now) {
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

/// After the entry for this instant has been served, and what it handed over.
void PcieLink::settle(Lane& lane, Ps now) {
  if (lane.decision.pending) return;
  if (lane.direction.go_on(now)) {
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
