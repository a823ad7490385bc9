// The switch attributes at the values the reference gives as defaults, for tests that build a switch without reading a
// configuration.
#pragma once

#include "sc_models/core/params/switch.h"

namespace headroom {

/// The first shares of a PoolAllocationMap, in hundredths; the rest are 0.
inline PerClass<Fraction> shares(std::initializer_list<std::int64_t> hundredths) {
  PerClass<Fraction> map{};
  std::size_t p = 0;
  for (const std::int64_t share : hundredths) map[p++] = Fraction(share, 2);
  return map;
}

inline SharedBufferParams default_shared_buffer() {
  SharedBufferParams buffer;
  buffer.total_size = Bytes{256'000'000};
  buffer.pool_allocation = shares({90, 10});
  buffer.class_pool = {0, 1, 0, 0, 0, 0, 0, 0};
  buffer.enable_pfc = {1, 1, 0, 0, 0, 0, 0, 0};
  buffer.headroom_per_port = Bytes{256'000};
  buffer.xoff = Bytes{700'000};
  buffer.xon = Bytes{300'000};
  buffer.lossy_alpha = 1.0;
  buffer.queue_drop_threshold = 5;
  buffer.plane_bdp = Bytes{300'000};
  buffer.buffer_stats_interval = Ps{1'000'000'000};
  return buffer;
}

/// LossyAlpha 0: a fixed cap of QueueDropThreshold x PlaneBDP, 1,500,000 B.
inline SharedBufferParams fixed_cap() {
  SharedBufferParams buffer = default_shared_buffer();
  buffer.lossy_alpha = 0;
  buffer.queue_drop_threshold_enable = true;
  return buffer;
}

/// LossyAlpha 0: each port may use its equal part of a pool.
inline SharedBufferParams even_split() {
  SharedBufferParams buffer = default_shared_buffer();
  buffer.lossy_alpha = 0;
  return buffer;
}

inline EcnMarkerParams default_ecn() { return {true, 0.10, 0.2, 0.8, 1.0}; }

inline SwitchParams default_switch() {
  SwitchParams params;
  params.num_up_links = params.num_down_links = 64;
  params.num_up_links_per_switch = 8;
  params.switching_capacity = BitRate{51'200'000'000'000};
  params.ecmp_hash = EcmpHash::kCrc32WithSalt;
  params.load_balancing_stats_interval = Ps{1'000'000'000};
  params.uplink_rate = params.downlink_rate = BitRate{400'000'000'000};
  params.delay = Ps{500'000};
  params.flowlet_gap = Ps{100'000'000};
  params.buffer = default_shared_buffer();
  params.ecn = default_ecn();
  return params;
}

}  // namespace headroom
