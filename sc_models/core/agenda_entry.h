// What stands on the agenda, and the order of it.
#pragma once

#include <cstdint>

#include "sc_models/core/units.h"

namespace headroom {

/// Groups of things due at one picosecond, in the order in which they are served [C]. Decisions come after everything
/// else of an instant, so that they see all of it; record rows come last of all.
enum class Due : std::uint8_t {
  kFrame,            ///< last bit of a frame has arrived
  kPcie,             ///< end of a PCIe transfer
  kTxEnd,            ///< end of a serialization on a network port
  kPauseEnd,         ///< a received pause runs out
  kPfcRefresh,       ///< a sent pause is looked at again
  kTransportTimer,   ///< retransmission
  kFailureDeadline,  ///< a path is suspected to have failed
  kAckTimer,         ///< held acknowledgements
  kRateLoop,         ///< half of a control interval
  kPost,             ///< the workload rings a doorbell
  kGenerate,         ///< packet generation starts
  kPcieDecision,     ///< entries into PCIe transmit buffers, next transfer; sub 0 host to NIC, sub 1 NIC to host
  kPortDecision,     ///< next frame of a port
  kRecord,           ///< rows of periodic records
};

/// Place of an entry among those of its picosecond: group, then node, then a number inside the node.
class Rank {
 public:
  static constexpr unsigned kNodeBits = 14, kSubBits = 13;
  constexpr Rank() = default;
  constexpr Rank(Due group, std::uint32_t node, std::uint32_t sub)
      : value_(static_cast<std::uint32_t>(group) << (kNodeBits + kSubBits) | node << kSubBits | sub) {}
  [[nodiscard]] constexpr Due group() const { return static_cast<Due>(value_ >> (kNodeBits + kSubBits)); }
  [[nodiscard]] constexpr std::uint32_t value() const { return value_; }
  constexpr auto operator<=>(const Rank&) const = default;

 private:
  std::uint32_t value_ = 0;
};

/// Place of an entry among those of its picosecond: rank, then number.
[[nodiscard]] constexpr std::uint64_t agenda_order(Rank rank, std::uint32_t number) {
  return std::uint64_t{rank.value()} << 32 | number;
}

/// What a client wants to be reminded of; its meaning is the client's own.
using AgendaTag = std::uint32_t;

/// Something the agenda wakes. `now` is model time.
class AgendaClient {
 public:
  virtual void due(Ps now, AgendaTag tag) = 0;

 protected:
  ~AgendaClient() = default;
};

/// One thing due.
struct AgendaEntry {
  Ps time;
  std::uint64_t order;  ///< among those of its time
  AgendaClient* client;
  AgendaTag tag;

  [[nodiscard]] bool before(const AgendaEntry& other) const {
    return time != other.time ? time < other.time : order < other.order;
  }
};

}  // namespace headroom
