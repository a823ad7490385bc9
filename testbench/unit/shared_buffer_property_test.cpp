#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <algorithm>
#include <vector>

#include "sc_models/policy/shared_buffer.h"
#include "testbench/common/switch_defaults.h"

namespace headroom {
namespace {

constexpr std::uint32_t kFewPorts = 3;

struct Packet {
  std::uint32_t in, out;
  unsigned traffic_class, pool;
  std::int64_t charge;
};

/// The rules once more, written down flat: one list of the packets inside, every total summed from it where the rules
/// allow that. Only the split between headroom and occupancy has state of its own.
struct SharedBufferOracle {
  const SharedBufferParams& params;
  const SharedBufferPlan& plan;
  std::vector<Packet> inside;
  std::int64_t headroom[kFewPorts][kTrafficClasses] = {};
  bool pausing[kFewPorts][kTrafficClasses] = {};

  [[nodiscard]] bool lossless(unsigned c) const { return params.enable_pfc[c] == 1; }
  [[nodiscard]] std::int64_t came_in(std::uint32_t port, unsigned pool) const {
    std::int64_t sum = 0;
    for (const Packet& p : inside) sum += p.in == port && p.pool == pool ? p.charge : 0;
    return sum;
  }
  [[nodiscard]] std::int64_t occupancy(std::uint32_t port, unsigned pool) const {
    return came_in(port, pool) - headroom[port][pool];
  }
  [[nodiscard]] std::int64_t ingress_used(unsigned pool) const {
    std::int64_t sum = 0;
    for (std::uint32_t port = 0; port < kFewPorts; ++port) sum += occupancy(port, pool);
    return sum;
  }
  [[nodiscard]] std::int64_t queue(std::uint32_t port, unsigned pool) const {
    std::int64_t sum = 0;
    for (const Packet& p : inside) sum += p.out == port && p.pool == pool ? p.charge : 0;
    return sum;
  }
  [[nodiscard]] std::int64_t egress_used(unsigned pool) const {
    std::int64_t sum = 0;
    for (const Packet& p : inside) sum += p.pool == pool ? p.charge : 0;
    return sum;
  }

  /// Whether the pool or the headroom takes it, and whether it makes the port pause.
  std::pair<bool, bool> arrive(const Packet& p) {
    std::int64_t& used = headroom[p.in][p.pool];
    if (lossless(p.traffic_class) && pausing[p.in][p.pool]) {
      if (used + p.charge > params.headroom_per_port.count()) return {false, false};
      used += p.charge;
      return {true, false};
    }
    const bool pause = lossless(p.traffic_class) && occupancy(p.in, p.pool) + p.charge > params.xoff.count();
    if (pause) pausing[p.in][p.pool] = true;
    return {ingress_used(p.pool) + p.charge <= plan.pool_size[p.pool].count(), pause};
  }
  [[nodiscard]] bool fits_queue(const Packet& p) const {
    if (lossless(p.traffic_class)) return true;
    const std::int64_t size = plan.pool_size[p.pool].count(), used = egress_used(p.pool);
    if (used + p.charge > size) return false;
    const std::int64_t queued = queue(p.out, p.pool) + p.charge;
    if (params.lossy_alpha > 0)
      return static_cast<double>(queued) <= params.lossy_alpha * static_cast<double>(size - used);
    return queued <= plan.static_limit[p.pool].count();
  }
  /// The packet is no longer in the list.
  bool release(const Packet& p) {
    if (!lossless(p.traffic_class)) return false;
    std::int64_t& used = headroom[p.in][p.pool];
    used -= std::min(used, p.charge);
    const bool resume = pausing[p.in][p.pool] && used == 0 && occupancy(p.in, p.pool) <= params.xon.count();
    if (resume) pausing[p.in][p.pool] = false;
    return resume;
  }
};

SharedBufferParams any_small_buffer() {
  SharedBufferParams params = *rc::gen::element(default_shared_buffer(), fixed_cap(), even_split());
  params.total_size = Bytes{*rc::gen::inRange(20'000, 60'000)};
  params.headroom_per_port = Bytes{*rc::gen::inRange(0, 5'000)};
  params.pool_allocation = shares({60, 30, 10});
  params.class_pool = {0, 1, 0, 0, 2, 1, 2, 0};
  for (std::uint64_t& lossless : params.enable_pfc) lossless = *rc::gen::inRange(0u, 2u);
  params.xoff = Bytes{*rc::gen::inRange(0, 8'000)};
  params.xon = Bytes{*rc::gen::inRange(0, 8'000)};
  params.plane_bdp = Bytes{*rc::gen::inRange(100, 3'000)};
  if (params.lossy_alpha > 0) params.lossy_alpha = *rc::gen::element(0.125, 0.5, 1.0, 2.0, 8.0);
  return params;
}

void expect_equal(const SharedBuffer& buffer, const SharedBufferOracle& oracle) {
  for (unsigned pool = 0; pool < kTrafficClasses; ++pool) {
    Bytes occupancy, queue;
    for (std::uint32_t port = 0; port < kFewPorts; ++port) {
      RC_ASSERT(buffer.headroom(port, pool).count() == oracle.headroom[port][pool]);
      RC_ASSERT(buffer.pausing(port, pool) == oracle.pausing[port][pool]);
      RC_ASSERT((buffer.occupancy(port, pool) + buffer.headroom(port, pool)).count() == oracle.came_in(port, pool));
      RC_ASSERT(buffer.queue(port, pool).count() == oracle.queue(port, pool));
      RC_ASSERT(buffer.occupancy(port, pool) >= Bytes{0});
      RC_ASSERT(buffer.headroom(port, pool) <= buffer.plan().headroom_limit);
      RC_ASSERT(buffer.headroom(port, pool) == Bytes{0} || buffer.pausing(port, pool));
      occupancy += buffer.occupancy(port, pool);
      queue += buffer.queue(port, pool);
    }
    RC_ASSERT(buffer.ingress_used(pool) == occupancy);
    RC_ASSERT(buffer.egress_used(pool) == queue);
    RC_ASSERT(occupancy <= buffer.plan().pool_size[pool]);
  }
}

RC_GTEST_PROP(SharedBufferProperty, EqualsTheRulesAppliedToTheListOfPacketsInside, ()) {
  const SharedBufferParams params = any_small_buffer();
  const SharedBufferPlan plan = plan_shared_buffer(params, kFewPorts);
  SharedBuffer buffer(plan, kFewPorts);
  SharedBufferOracle oracle{params, plan, {}};
  const int steps = *rc::gen::inRange(1, 200);
  const int leaving_in_ten = *rc::gen::inRange(1, 6);
  for (int step = 0; step < steps; ++step) {
    if (!oracle.inside.empty() && *rc::gen::inRange(0, 10) < leaving_in_ten) {
      const auto chosen = *rc::gen::inRange<std::size_t>(0, oracle.inside.size());
      const Packet p = oracle.inside[chosen];
      oracle.inside.erase(oracle.inside.begin() + static_cast<std::ptrdiff_t>(chosen));
      buffer.dequeue(p.out, p.pool, Bytes{p.charge});
      const bool resumed = buffer.release(p.in, p.pool, p.traffic_class, Bytes{p.charge});
      RC_ASSERT(resumed == oracle.release(p));
    } else {
      Packet p{*rc::gen::inRange(0u, kFewPorts), *rc::gen::inRange(0u, kFewPorts),
               *rc::gen::inRange(0u, kTrafficClasses), 0, *rc::gen::inRange(46, 2'000)};
      p.pool = static_cast<unsigned>(params.class_pool[p.traffic_class]);
      const auto [admitted, pause] = oracle.arrive(p);
      const SharedBuffer::Arrival arrival = buffer.arrive(p.in, p.traffic_class, Bytes{p.charge});
      RC_ASSERT(arrival.admitted == admitted);
      RC_ASSERT(arrival.start_pause == pause);
      if (admitted) {
        const bool queued = oracle.fits_queue(p);
        RC_ASSERT(buffer.enqueue(p.out, p.traffic_class, Bytes{p.charge}) == queued);
        if (queued) {
          oracle.inside.push_back(p);
        } else {
          const bool resumed = buffer.release(p.in, p.pool, p.traffic_class, Bytes{p.charge});
          RC_ASSERT(resumed == oracle.release(p));
        }
      }
    }
    expect_equal(buffer, oracle);
  }
}

}  // namespace
}  // namespace headroom
