// Values of one ScalaSwitch component after its configuration has been checked.
#pragma once

#include "sc_models/core/params/nic.h"

namespace headroom {

enum class EcmpHash : std::uint8_t { kDpr, kHash, kHashWithSalt, kCrc32, kCrc32WithSalt, kDprWithFallback };
enum class LoadBalancing : std::uint8_t { kNone, kFlowlet };
/// Where the peer of a switch port is: nearer the top of the network, or nearer the servers.
enum class LinkDirection : std::uint8_t { kUp, kDown };

/// SharedBufferManager.
struct SharedBufferParams {
  Bytes total_size;
  bool uet_policy = false;
  PerClass<Fraction> pool_allocation{};  ///< PoolAllocationMap; index = pool
  PerClass<std::uint64_t> class_pool{};  ///< TrafficClassPoolMapping
  PerClass<std::uint64_t> enable_pfc{};
  Bytes headroom_per_port, xoff, xon;
  double lossy_alpha = 0;
  bool queue_drop_threshold_enable = false;
  std::uint64_t queue_drop_threshold = 0;
  Bytes plane_bdp;
  Ps buffer_stats_interval;
  bool report_per_port_buffer_stats = false;
};

/// EcnHandler of the switch.
struct EcnMarkerParams {
  bool enable = true;
  double ewma_weight = 0, min_threshold = 0, max_threshold = 0, max_mark_probability = 0;
};

struct SwitchParams {
  std::uint64_t num_up_links = 0, num_down_links = 0, num_up_links_per_switch = 1;
  BitRate switching_capacity;
  EcmpHash ecmp_hash{};
  LoadBalancing load_balancing{};
  bool enable_load_balancing_stats = true;
  Ps load_balancing_stats_interval;
  BitRate uplink_rate, downlink_rate;
  Ps delay;
  double loss_probability = 0;  ///< of a frame on an uplink, in either direction; PFC frames are not lost
  bool trimming = false, trimming_stats = false;
  Ps flowlet_gap;
  bool flowlet_pfc_aware = true;
  SharedBufferParams buffer;
  EcnMarkerParams ecn;
};

}  // namespace headroom
