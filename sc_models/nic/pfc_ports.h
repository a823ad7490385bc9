// What the receive buffer and the PFC generator tell each other.
#pragma once

#include "sc_models/core/units.h"

namespace headroom {

/// Told of everything that happens to the receive pools. Implemented by PfcGenerator, called by IngressBuffer.
class PoolWatch {
 public:
  /// A frame of `size` has arrived at a pool that holds `filled` without it; it will be `admitted` or dropped.
  virtual void arrived(unsigned traffic_class, Bytes filled, Bytes size, bool admitted) = 0;
  /// A release has left `filled` in the pool.
  virtual void released(unsigned traffic_class, Bytes filled) = 0;

 protected:
  ~PoolWatch() = default;
};

/// How full the receive pools are. Implemented by IngressBuffer.
class PoolOccupancy {
 public:
  [[nodiscard]] virtual Bytes occupied(unsigned traffic_class) const = 0;

 protected:
  ~PoolOccupancy() = default;
};

}  // namespace headroom
