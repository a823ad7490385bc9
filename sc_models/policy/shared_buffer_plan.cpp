#include "sc_models/policy/shared_buffer_plan.h"

#include "sc_models/core/check.h"

namespace headroom {
namespace {

void size_pools(const SharedBufferParams& params, SharedBufferPlan& plan) {
  unsigned last = kTrafficClasses;
  Bytes sum;
  for (unsigned p = 0; p < kTrafficClasses; ++p) {
    if (params.pool_allocation[p].is_zero()) continue;
    plan.pool_size[p] = plan.pool_presize[p] = params.pool_allocation[p].of(plan.sizing_total);
    sum += plan.pool_presize[p];
    last = p;
  }
  HEADROOM_CHECK(last < kTrafficClasses, "shared buffer: no pool has a share");
  plan.pool_size[last] += plan.sizing_total - sum;
  HEADROOM_CHECK(plan.pool_size[last] >= Bytes{0},
                 "shared buffer: shares exceed the buffer by {} B more than pool {} has", -plan.pool_size[last].count(),
                 last);
}

void map_classes(const SharedBufferParams& params, SharedBufferPlan& plan) {
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    const std::uint64_t pool = params.class_pool[c];
    HEADROOM_CHECK(pool < kTrafficClasses && !params.pool_allocation[pool].is_zero(),
                   "shared buffer: class {} maps to pool {}, which does not exist", c, pool);
    plan.class_pool[c] = static_cast<std::uint8_t>(pool);
    if (params.enable_pfc[c] != 1) continue;
    plan.lossless = static_cast<std::uint8_t>(plan.lossless | 1u << c);
    plan.pool_lossless[pool] = static_cast<std::uint8_t>(plan.pool_lossless[pool] | 1u << c);
  }
}

Bytes static_limit(const SharedBufferParams& params, Bytes presize, std::uint32_t ports) {
  if (params.lossy_alpha > 0) return presize;
  if (!params.queue_drop_threshold_enable) return presize / ports;
  return static_cast<std::int64_t>(params.queue_drop_threshold) * params.plane_bdp;
}

}  // namespace

SharedBufferPlan plan_shared_buffer(const SharedBufferParams& params, std::uint32_t ports) {
  HEADROOM_CHECK(ports > 0, "shared buffer: a switch without connected ports");
  HEADROOM_CHECK(!params.uet_policy, "shared buffer: the UET policy is not built");
  SharedBufferPlan plan{};
  plan.total_headroom = params.headroom_per_port * ports;
  plan.sizing_total = params.total_size - plan.total_headroom;
  HEADROOM_CHECK(plan.sizing_total >= Bytes{0}, "shared buffer: headroom of {} B for {} ports exceeds {} B",
                 plan.total_headroom.count(), ports, params.total_size.count());
  size_pools(params, plan);
  map_classes(params, plan);
  plan.lossy_alpha = params.lossy_alpha;
  for (unsigned p = 0; p < kTrafficClasses; ++p)
    plan.static_limit[p] = static_limit(params, plan.pool_presize[p], ports);
  plan.headroom_limit = params.headroom_per_port;
  plan.xoff = params.xoff;
  plan.xon = params.xon;
  return plan;
}

}  // namespace headroom
