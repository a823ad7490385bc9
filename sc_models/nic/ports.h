// The small synchronous questions that the modules of a NIC ask each other, and what the host hears.
#pragma once

#include <cstdint>

#include "sc_models/core/frame.h"
#include "sc_models/core/units.h"

namespace headroom {

/// Room in the transmit pools. Implemented by EgressBuffer, asked by the transport engine.
class EgressRoom {
 public:
  /// Takes `size` from the class's pool, or refuses and changes nothing.
  virtual bool reserve(unsigned traffic_class, Bytes size) = 0;
  /// Gives back what was reserved for a frame that is not sent (a stale payload).
  virtual void release(unsigned traffic_class, Bytes size) = 0;
  [[nodiscard]] virtual Bytes reserved(unsigned traffic_class) const = 0;
  /// Size of the class's pool; 0 when it has none.
  [[nodiscard]] virtual Bytes pool(unsigned traffic_class) const = 0;

 protected:
  ~EgressRoom() = default;
};

/// Charges of the receive pools. Implemented by IngressBuffer, used by the transport engine.
class IngressRoom {
 public:
  /// Gives back the charge of a frame of the class that arrived earlier.
  virtual void release(unsigned traffic_class, Bytes charge) = 0;

 protected:
  ~IngressRoom() = default;
};

/// The same, and how full the pools are, which a UET receiver tells its senders.
class ReceivePools : public IngressRoom {
 public:
  [[nodiscard]] virtual Bytes occupied(unsigned traffic_class) const = 0;
  /// Size of the class's pool; 0 when it has none.
  [[nodiscard]] virtual Bytes pool(unsigned traffic_class) const = 0;

 protected:
  ~ReceivePools() = default;
};

/// One message as the host posts it.
struct WorkRequest {
  std::uint32_t flow = 0, message = 0;  ///< of the workload, handed back in every notice
  QpNumber queue_pair = 0;              ///< local number; UET: handle of the PDC
  std::int64_t length = 0;              ///< 0 to 2^32 bytes
  std::uint64_t local_address = 0, remote_address = 0;
};

/// Payload on its way to host memory, cumulative.
struct PayloadDelivery {
  Bytes accepted;   ///< by the engine, each byte once
  Bytes offered;    ///< handed to PCIe
  Bytes confirmed;  ///< in host memory
};

/// Where the host posts its messages. Implemented by the transport engine.
class Doorbell {
 public:
  /// Appends the request to its queue pair's queue, at once and free of charge [C].
  virtual void post(const WorkRequest& request) = 0;

 protected:
  ~Doorbell() = default;
};

/// What the host is told of its messages, at the instant it happens.
class HostNotices {
 public:
  /// First packet of the message is generated.
  virtual void started(std::uint32_t flow, std::uint32_t message, Ps now) = 0;
  /// Serialization of its last packet has ended, first transmission.
  virtual void sent(std::uint32_t flow, std::uint32_t message, Ps now) = 0;
  /// Told to the receiving host: PCIe has accepted the last byte, everything before it included.
  virtual void received(std::uint32_t flow, std::uint32_t message, Ps now) = 0;
  /// Told to the sending host: an ACK covers the last packet.
  virtual void acknowledged(std::uint32_t flow, std::uint32_t message, Ps now) = 0;
  /// All payload that this NIC has accepted so far is in host memory.
  virtual void landed(Ps now) = 0;

 protected:
  ~HostNotices() = default;
};

}  // namespace headroom
