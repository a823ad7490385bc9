#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sc_models/core/params/switch.h"
#include "sc_models/core/stats.h"
#include "sc_models/core/units.h"

namespace headroom {

/// Samples of a switch's buffers for its two buffer records: one at each admission, of the value after it. The
/// aggregates take one sample of every port of a direction; single ports are sampled only when their record is on.
class BufferSamples {
 public:
  struct PortMeters {
    SampleMeter queue, ingress, headroom;
  };

  BufferSamples(std::vector<LinkDirection> directions, bool per_port);

  /// A packet was charged to the port's account in the pool, which holds `occupancy` now; the pool holds `pool_used`.
  void ingress(std::uint32_t port, unsigned pool, Bytes occupancy, Bytes pool_used) {
    pools_[pool].ingress[direction(port)].add(occupancy);
    pools_[pool].shared.add(pool_used);
    if (!ports_.empty()) ports_[cell(port, pool)].ingress.add(occupancy);
  }
  /// A packet was charged to the port's headroom, of which `used` is in use now. A sample of ingress as well.
  void headroom(std::uint32_t port, unsigned pool, Bytes used) {
    if (!ports_.empty()) ports_[cell(port, pool)].headroom.add(used);
  }
  /// A packet was admitted to the port's queue of the pool, which holds `queue` now.
  void egress(std::uint32_t port, unsigned pool, Bytes queue) {
    pools_[pool].egress[direction(port)].add(queue);
    if (!ports_.empty()) ports_[cell(port, pool)].queue.add(queue);
  }

  [[nodiscard]] const SampleMeter& egress_queue(unsigned pool, LinkDirection d) const {
    return pools_[pool].egress[index(d)];
  }
  [[nodiscard]] const SampleMeter& ingress_usage(unsigned pool, LinkDirection d) const {
    return pools_[pool].ingress[index(d)];
  }
  [[nodiscard]] const SampleMeter& shared_buffer(unsigned pool) const { return pools_[pool].shared; }
  /// All zero unless ports are sampled one by one.
  [[nodiscard]] PortMeters port(std::uint32_t port, unsigned pool) const {
    return ports_.empty() ? PortMeters{} : ports_[cell(port, pool)];
  }
  void begin_interval();

 private:
  struct PoolMeters {
    std::array<SampleMeter, 2> egress, ingress;  // by direction
    SampleMeter shared;
  };
  static std::size_t index(LinkDirection d) { return static_cast<std::size_t>(d); }
  static std::size_t cell(std::uint32_t port, unsigned pool) { return std::size_t{port} * kTrafficClasses + pool; }
  [[nodiscard]] std::size_t direction(std::uint32_t port) const { return index(directions_[port]); }

  const std::vector<LinkDirection> directions_;
  PerClass<PoolMeters> pools_{};
  std::vector<PortMeters> ports_;  // by port and pool; empty when off
};

}  // namespace headroom
