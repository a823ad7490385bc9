// The conservation laws of a switch, checked at the end of a run against the frames it still holds.
#include <fmt/format.h>

#include "sc_models/fabric/switch.h"

namespace headroom {

void Switch::audit(Audit& audit) const {
  std::uint64_t received = 0, accounted = 0;
  for (std::uint32_t i = 0; i < ports(); ++i) {
    const SwitchPort& port = *ports_[i];
    received += port.mac().stats().rx_frames;
    accounted += port.consumed() + drops_[i].rx + drops_[i].tx + port.forwarded();
    port.for_each_inside([&](const Frame&) { ++accounted; });
    port.audit(audit);
  }
  audit.balance(name(), "frames received = PFC consumed + dropped + forwarded + inside",
                static_cast<std::int64_t>(received), static_cast<std::int64_t>(accounted));
  audit_accounts(audit);
  audit_pools(audit);
  audit_paths(audit);
}

void Switch::audit_paths(Audit& audit) const {
  Bytes through_members;
  for (const EqualCostPaths::Set& set : paths_.formed()) {
    for (std::size_t m = 0; m < paths_.members(set).size(); ++m) through_members += paths_.stats(set, m).bytes;
  }
  audit.balance(name(), "bytes admitted through sets = sum of their members", through_sets_.count(),
                through_members.count());
}

void Switch::audit_accounts(Audit& audit) const {
  std::vector<Bytes> came_in(ports_.size() * kTrafficClasses), to_leave(ports_.size() * kTrafficClasses);
  for (std::uint32_t egress = 0; egress < ports(); ++egress) {
    ports_[egress]->for_each_inside([&](const Frame& frame) {
      came_in[std::size_t{frame.ingress_port} * kTrafficClasses + frame.ingress_pool] += Bytes{frame.ingress_charge};
      to_leave[std::size_t{egress} * kTrafficClasses + frame.egress_pool] += Bytes{frame.egress_charge};
    });
  }
  for (std::uint32_t port = 0; port < ports(); ++port) {
    for (unsigned pool = 0; pool < kTrafficClasses; ++pool) {
      const std::string where = fmt::format("port {} pool {}: ", port, pool);
      const std::size_t cell = std::size_t{port} * kTrafficClasses + pool;
      const Bytes headroom = buffer_.headroom(port, pool);
      audit.balance(name(), where + "occupancy + headroom = charges of the packets that came in there",
                    (buffer_.occupancy(port, pool) + headroom).count(), came_in[cell].count());
      audit.balance(name(), where + "queue = charges of the packets that leave there",
                    buffer_.queue(port, pool).count(), to_leave[cell].count());
      audit.law(name(), where + "headroom within its limit, and in use only while pausing",
                headroom <= buffer_.plan().headroom_limit && (headroom == Bytes{0} || buffer_.pausing(port, pool)));
      audit.law(name(), where + "a refresh is pending exactly while pausing",
                ports_[port]->refresh_pending(pool) == buffer_.pausing(port, pool));
    }
  }
}

void Switch::audit_pools(Audit& audit) const {
  for (unsigned pool = 0; pool < kTrafficClasses; ++pool) {
    Bytes occupancy, queues;
    for (std::uint32_t port = 0; port < ports(); ++port) {
      occupancy += buffer_.occupancy(port, pool);
      queues += buffer_.queue(port, pool);
    }
    const std::string where = fmt::format("pool {}: ", pool);
    audit.balance(name(), where + "ingress used = sum of its ports", buffer_.ingress_used(pool).count(),
                  occupancy.count());
    audit.balance(name(), where + "egress used = sum of its queues", buffer_.egress_used(pool).count(), queues.count());
    audit.law(name(), where + "ingress used is within the pool",
              buffer_.ingress_used(pool) <= buffer_.plan().pool_size[pool]);
  }
}

}  // namespace headroom
