#pragma once

#include <cstdint>

#include "sc_models/core/params/switch.h"
#include "sc_models/core/units.h"

namespace headroom {

/// Everything about a switch's shared buffer that is fixed before traffic: sizes, mapping, limits and thresholds.
/// Arrays named after pools are indexed by pool, the others by traffic class.
struct SharedBufferPlan {
  Bytes total_headroom;          ///< reserved outside the pools for all ports together
  Bytes sizing_total;            ///< what the pools share
  PerClass<Bytes> pool_presize;  ///< share as written; base of the static limit and of the ECN band
  PerClass<Bytes> pool_size;     ///< the last pool takes what the shares leave over, or lack
  std::uint8_t pools = 0;        ///< bit p: pool p exists, though it may be empty
  PerClass<std::uint8_t> class_pool;
  std::uint8_t lossless = 0;             ///< bit c: class c is lossless
  PerClass<std::uint8_t> pool_lossless;  ///< bit c: lossless class c lives in the pool; a pause of the pool names them
  double lossy_alpha = 0;                ///< above 0: the limit of a lossy queue is this share of the pool's free bytes
  PerClass<Bytes> static_limit;          ///< limit of a lossy queue in the pool when it is fixed; base of the ECN band
  PerClass<Bytes> second_try_limit;      ///< the same for a packet of the role TRIMMABLE_RTX
  Bytes headroom_limit, xoff, xon;       ///< of one port in one pool

  [[nodiscard]] bool exists(unsigned pool) const { return (pools >> pool & 1) != 0; }
  [[nodiscard]] bool is_lossless(unsigned traffic_class) const { return (lossless >> traffic_class & 1) != 0; }
};

/// The five stages of initialisation for a switch with `ports` connected ports. The configuration has been checked:
/// headroom that does not fit or a pool of negative size is a contradiction here.
[[nodiscard]] SharedBufferPlan plan_shared_buffer(const SwitchParams& params, std::uint32_t ports);
/// The same for a switch that does not trim.
[[nodiscard]] SharedBufferPlan plan_shared_buffer(const SharedBufferParams& params, std::uint32_t ports);

}  // namespace headroom
