// How a host uses the packet delivery contexts of a UET NIC, and what it is told of them.
#pragma once

#include <cstdint>

#include "sc_models/nic/ports.h"

namespace headroom {

/// A host's name for one end of a PDC. Numbers of closed ends come back.
using PdcHandle = std::uint32_t;

struct PdcParams {
  Ipv4 remote = 0;
  unsigned data_class = 0, control_class = 1;
  std::uint16_t port = 0;  ///< local UDP port of a group that does not spray; 0: the NIC chooses
};

/// Where the host opens PDCs, posts on them, and closes them. Implemented by the UET transport engine.
class PdcDoorbell : public Doorbell {
 public:
  /// A sending end. It takes an id with its first post: that, and whatever is posted after it, waits while none is
  /// free.
  [[nodiscard]] virtual PdcHandle open(const PdcParams& params) = 0;
  /// Its messages must be complete. In answer to a notice, it takes effect when what caused the notice has been dealt
  /// with.
  virtual void close(PdcHandle sending_end) = 0;
  /// From now on it only answers what is sent again.
  virtual void close_receiving_end(PdcHandle receiving_end) = 0;

 protected:
  ~PdcDoorbell() = default;
};

/// What a host with PDCs is told besides what HostNotices says, in the same instants and after it.
class PdcNotices {
 public:
  /// Sending host: the message is acknowledged.
  virtual void completed(PdcHandle sending_end, std::uint32_t flow, std::uint32_t message) = 0;
  /// Receiving host: the message has been received.
  virtual void arrived(PdcHandle receiving_end, std::uint32_t flow, std::uint32_t message) = 0;
  /// Receiving host: the first packet of a PDC of the flow has come. The class in which it will be answered.
  [[nodiscard]] virtual unsigned answer_class(std::uint32_t flow) = 0;

 protected:
  ~PdcNotices() = default;
};

}  // namespace headroom
