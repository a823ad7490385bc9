#include "sc_models/policy/shared_buffer_plan.h"

#include "sc_models/core/check.h"
#include "sc_models/policy/switch_class.h"

namespace headroom {
namespace {

void size_pools(const SharedBufferParams& params, SharedBufferPlan& plan) {
  unsigned last = kTrafficClasses;
  Bytes sum;
  for (unsigned p = 0; p < kTrafficClasses; ++p) {
    if (params.pool_allocation[p].is_zero()) continue;
    plan.pool_size[p] = plan.pool_presize[p] = params.pool_allocation[p].of(plan.sizing_total);
    plan.pools = static_cast<std::uint8_t>(plan.pools | 1u << p);
    sum += plan.pool_presize[p];
    last = p;
  }
  HEADROOM_CHECK(last < kTrafficClasses, "shared buffer: no pool has a share");
  plan.pool_size[last] += plan.sizing_total - sum;
  HEADROOM_CHECK(plan.pool_size[last] >= Bytes{0},
                 "shared buffer: shares exceed the buffer by {} B more than pool {} has", -plan.pool_size[last].count(),
                 last);
}

void make_lossless(unsigned traffic_class, SharedBufferPlan& plan) {
  std::uint8_t& of_pool = plan.pool_lossless[plan.class_pool[traffic_class]];
  plan.lossless = static_cast<std::uint8_t>(plan.lossless | 1u << traffic_class);
  of_pool = static_cast<std::uint8_t>(of_pool | 1u << traffic_class);
}

void map_classes(const SharedBufferParams& params, SharedBufferPlan& plan) {
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    const std::uint64_t pool = params.class_pool[c];
    HEADROOM_CHECK(pool < kTrafficClasses && !params.pool_allocation[pool].is_zero(),
                   "shared buffer: class {} maps to pool {}, which does not exist", c, pool);
    plan.class_pool[c] = static_cast<std::uint8_t>(pool);
    if (params.enable_pfc[c] == 1) make_lossless(c, plan);
  }
}

Bytes static_limit(const SharedBufferParams& params, Bytes presize, std::uint32_t ports) {
  if (params.lossy_alpha > 0) return presize;
  if (!params.queue_drop_threshold_enable) return presize / ports;
  return static_cast<std::int64_t>(params.queue_drop_threshold) * params.plane_bdp;
}

/// Shares of 3 : 2 : 2 for the three classes of the UET policy, each with a pool of its own. No packet is of another
/// class.
void plan_uet_policy(const SwitchParams& params, SharedBufferPlan& plan) {
  plan.pool_size[0] = Bytes{plan.sizing_total.count() * 3 / 7};
  plan.pool_size[1] = Bytes{plan.sizing_total.count() * 2 / 7};
  plan.pool_size[2] = plan.sizing_total - plan.pool_size[0] - plan.pool_size[1];
  plan.pool_presize = plan.pool_size;
  plan.pools = (1u << kUetClasses) - 1;
  const Bytes bdp = params.buffer.plane_bdp;
  const Bytes limit = params.trimming ? bdp : static_cast<std::int64_t>(params.buffer.queue_drop_threshold) * bdp;
  for (unsigned c = 0; c < kUetClasses; ++c) {
    plan.class_pool[c] = static_cast<std::uint8_t>(c);
    if (params.buffer.enable_pfc[c] == 1) make_lossless(c, plan);
    plan.static_limit[c] = limit;
    plan.second_try_limit[c] = Bytes{limit.count() * 3 / 2};
  }
}

void plan_by_map(const SharedBufferParams& params, std::uint32_t ports, SharedBufferPlan& plan) {
  size_pools(params, plan);
  map_classes(params, plan);
  plan.lossy_alpha = params.lossy_alpha;
  for (unsigned p = 0; p < kTrafficClasses; ++p)
    plan.static_limit[p] = plan.second_try_limit[p] = static_limit(params, plan.pool_presize[p], ports);
}

}  // namespace

SharedBufferPlan plan_shared_buffer(const SwitchParams& params, std::uint32_t ports) {
  const SharedBufferParams& buffer = params.buffer;
  HEADROOM_CHECK(ports > 0, "shared buffer: a switch without connected ports");
  HEADROOM_CHECK(!params.trimming || buffer.uet_policy, "shared buffer: trimming without the UET policy");
  SharedBufferPlan plan{};
  plan.total_headroom = buffer.headroom_per_port * ports;
  plan.sizing_total = buffer.total_size - plan.total_headroom;
  HEADROOM_CHECK(plan.sizing_total >= Bytes{0}, "shared buffer: headroom of {} B for {} ports exceeds {} B",
                 plan.total_headroom.count(), ports, buffer.total_size.count());
  if (buffer.uet_policy) {
    plan_uet_policy(params, plan);
  } else {
    plan_by_map(buffer, ports, plan);
  }
  HEADROOM_CHECK(!params.trimming || plan.lossless == 0, "shared buffer: trimming with a lossless class");
  plan.headroom_limit = buffer.headroom_per_port;
  plan.xoff = buffer.xoff;
  plan.xon = buffer.xon;
  return plan;
}

SharedBufferPlan plan_shared_buffer(const SharedBufferParams& params, std::uint32_t ports) {
  SwitchParams switch_params;
  switch_params.buffer = params;
  return plan_shared_buffer(switch_params, ports);
}

}  // namespace headroom
