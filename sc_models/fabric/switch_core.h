// What the ports of a switch ask of the switch as a whole.
#pragma once

#include <cstdint>

#include "sc_models/core/frame.h"
#include "sc_models/core/units.h"

namespace headroom {

/// Implemented by Switch, called by SwitchPort.
class SwitchCore {
 public:
  /// The last bit of an ordinary frame has arrived on `port`; the frame is the switch's.
  virtual void arrived(std::uint32_t port, Frame& frame) = 0;
  /// The frame starts to be serialized on `port`: whether it is marked CE.
  [[nodiscard]] virtual bool marks(std::uint32_t port, const Frame& frame) = 0;
  /// The frame's serialization on `port` has ended; read only.
  virtual void departed(std::uint32_t port, const Frame& frame) = 0;
  /// Bytes of the pool that came in through `port`, without headroom.
  [[nodiscard]] virtual Bytes occupancy(std::uint32_t port, unsigned pool) const = 0;
  /// Pool of a class.
  [[nodiscard]] virtual unsigned pool_of(unsigned traffic_class) const = 0;

 protected:
  ~SwitchCore() = default;
};

}  // namespace headroom
