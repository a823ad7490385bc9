// What the engine says about itself: statistics, observers and conservation laws.
#include "sc_models/core/check.h"
#include "sc_models/nic/uet_transport_engine.h"

namespace headroom {

UetStats UetTransportEngine::stats() const {
  UetStats stats = stats_;
  for (std::uint32_t number = 1; number <= groups_.size(); ++number) {
    const UetGroup& group = groups_[number];
    if (group.members == 0) continue;
    stats.window += group.congestion->counts();
    stats.spraying += group.entropy->counts();
  }
  return stats;
}

bool UetTransportEngine::quiet() const {
  if (reads_open_ != 0 || writes_open_ != 0 || !waiting_posts_.empty()) return false;
  for (std::uint32_t handle = 1; handle <= sending_.size(); ++handle) {
    if (!sending_[handle].sender.idle()) return false;
  }
  return true;
}

void UetTransportEngine::audit(Audit& audit) const {
  const auto count = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  std::int64_t open_work = count(waiting_posts_.size()), open_ends = 0, members = 0;
  bool windows = true, turns = true;
  std::vector<std::int64_t> in_flight(groups_.size() + 1), fetched(groups_.size() + 1);
  Bytes prefetched;
  for (std::uint32_t handle = 1; handle <= sending_.size(); ++handle) {
    const UetSendingEnd& end = sending_[handle];
    open_work += end.sender.open_messages();
    if (end.state != UetSendingEnd::State::kOpen) continue;
    ++open_ends;
    in_flight[end.group] += end.sender.nominal_counted();
    fetched[end.group] += end.sender.nominal_outstanding();
    if (params_.pds.prefetch_buffer) prefetched += Bytes(end.sender.wire_not_committed());
    turns &= groups_[end.group].turns.contains(end.turn.creation) == (end.sender.work() != PdcSender::Work::kNone);
  }
  for (std::uint32_t handle = 1; handle <= receiving_.size(); ++handle) open_ends += receiving_[handle].receiver.open();
  for (std::uint32_t number = 1; number <= groups_.size(); ++number) {
    const UetGroup& group = groups_[number];
    members += group.members;
    if (group.members == 0) continue;
    windows &= group.congestion->in_flight() == in_flight[number];
    windows &= group.congestion->bytes_fetched() == fetched[number];
  }
  audit.balance(name(), "data frames received = accepted + trimmed + duplicate or too late + without PDC",
                count(stats_.data_received), count(accepted_ + trimmed_ + unwanted_ + orphans_));
  audit.balance(name(), "work requests created = completed + waiting or in progress", count(stats_.wqes_created),
                count(stats_.wqes_completed) + open_work);
  audit.balance(name(), "payload accepted = payload offered to PCIe", delivery_.accepted.count(),
                delivery_.offered.count());
  audit.law(name(), "payload offered to PCIe is in host memory exactly once or still on its way",
            writes_open_ == 0 ? delivery_.offered == delivery_.confirmed : delivery_.confirmed < delivery_.offered);
  audit.balance(name(), "PCIe messages lent = reads and writes not completed", count(tlps_.in_use()),
                count(reads_open_ + writes_open_));
  audit.balance(name(), "members of groups = open ends of PDCs", members, open_ends);
  audit.law(name(), "bytes in flight and fetched of each group = those of its packets", windows);
  audit.balance(name(), "bytes in the prefetch buffer = those of packets fetched and not committed",
                prefetch_.used().count(), prefetched.count());
  audit.law(name(), "a PDC has a turn in its group exactly while it has something to send", turns);
}

void UetTransportEngine::event(UetEventKind kind, const UetSendingEnd& end, std::uint64_t wqe, std::int64_t bytes) {
  if (params_.events == nullptr) return;
  params_.events->uet_event({.time = agenda_.now(),
                             .kind = kind,
                             .local = {params_.address, end.id},
                             .remote = {end.ends.remote, end.sender.remote},
                             .wqe = wqe,
                             .wqe_bytes = static_cast<std::uint64_t>(bytes)});
}

void UetTransportEngine::event(UetEventKind kind, const UetReceivingEnd& end, std::int64_t bytes) {
  if (params_.events == nullptr) return;
  params_.events->uet_event({.time = agenda_.now(),
                             .kind = kind,
                             .local = {params_.address, end.receiver.own()},
                             .remote = {end.remote, end.remote_id},
                             .wqe_bytes = static_cast<std::uint64_t>(bytes)});
}

}  // namespace headroom
