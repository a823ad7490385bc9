// What the engine says about itself: gauges of the record and conservation laws.
#include <algorithm>

#include "sc_models/nic/roce_transport_engine.h"

namespace headroom {

RoceGauges RoceTransportEngine::gauges(Ps now) const {
  RoceGauges gauges;
  std::uint64_t with_work = 0;
  double sum = 0;
  for (const RoceQueuePair& qp : queue_pairs_) {
    gauges.outstanding_psns += static_cast<std::uint64_t>(qp.sender.next() - qp.sender.oldest());
    if (qp.rate_loop.congested() && qp.state == RoceQueuePair::State::kOpen) ++gauges.congested_qps;
    if (!qp.sender.busy()) continue;
    const double gbps = static_cast<double>(qp.rate_loop.rate().count()) * 1e-9;
    gauges.min_rate_gbps = with_work == 0 ? gbps : std::min(gauges.min_rate_gbps, gbps);
    sum += gbps;
    ++with_work;
  }
  if (with_work > 0) gauges.mean_rate_gbps = sum / static_cast<double>(with_work);
  gauges.generation_stall = stats_.generation_stall + (stopped_ ? now - stopped_since_ : Ps{0});
  return gauges;
}

bool RoceTransportEngine::quiet() const {
  return reads_open_ == 0 && writes_open_ == 0 &&
         std::none_of(queue_pairs_.begin(), queue_pairs_.end(), [](const auto& qp) { return qp.sender.busy(); });
}

void RoceTransportEngine::audit(Audit& audit) const {
  const auto count = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  std::uint64_t work_left = 0;
  bool windows_ordered = true, ready_exact = true;
  for (const RoceQueuePair& qp : queue_pairs_) {
    work_left += qp.sender.waiting() + (qp.sender.busy() ? 1 : 0);
    windows_ordered &= qp.sender.oldest() <= qp.sender.next() && qp.sender.next() <= qp.sender.highest() &&
                       (qp.sender.busy() || qp.sender.oldest() == qp.sender.highest());
    ready_exact &= ready_.contains(qp.ends.local) == qp.sender.can_generate();
  }
  audit.balance(name(), "data frames received = in order + duplicate + behind a gap + without queue pair",
                count(data_received_),
                count(stats_.in_order + stats_.duplicates + stats_.drops_after_nak + stats_.drops_no_qp_data));
  audit.balance(name(), "data frames that reached a queue pair = in order + duplicate + behind a gap",
                count(stats_.writes_received), count(stats_.in_order + stats_.duplicates + stats_.drops_after_nak));
  audit.balance(name(), "work requests created = completed + waiting or in progress", count(stats_.wqes_created),
                count(stats_.wqes_completed + work_left));
  audit.balance(name(), "payload accepted in order = payload offered to PCIe", delivery_.accepted.count(),
                delivery_.offered.count());
  audit.law(name(), "payload offered to PCIe is in host memory exactly once or still on its way",
            writes_open_ == 0 ? delivery_.offered == delivery_.confirmed : delivery_.confirmed < delivery_.offered);
  audit.balance(name(), "PCIe messages lent = reads and writes not completed", count(tlps_.in_use()),
                count(reads_open_ + writes_open_));
  audit.balance(name(), "go-backs = timer expiries + NAKs that caused one", count(stats_.go_backs),
                count(stats_.timeouts + naks_obeyed_));
  audit.law(name(), "no queue pair has numbers outstanding that it never sent", windows_ordered);
  audit.law(name(), "a queue pair is ready exactly while it has a segment to generate", ready_exact);
}

}  // namespace headroom
