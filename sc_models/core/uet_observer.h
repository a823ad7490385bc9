// How a UET transport engine tells the records `uet-events` and `uet-monitor` what happens. The engine holds one
// pointer to each, null unless the record is on, and asks nothing else: who is written down is the observer's business.
#pragma once

#include <cstdint>
#include <optional>

#include "sc_models/core/frame.h"
#include "sc_models/core/units.h"

namespace headroom {

/// One end of a PDC; number 0: not known yet.
struct UetPdcEnd {
  Ipv4 address = 0;
  PdcId number = 0;
  bool operator==(const UetPdcEnd&) const = default;
};

/// A PDC as both its ends know it: the sending end and, as its number is used again, its first sequence number.
struct UetConnection {
  UetPdcEnd sender{};
  Psn start = 0;  ///< Start_PSN
  bool operator==(const UetConnection&) const = default;
};

enum class UetEventKind : std::uint8_t {
  kPdcCreated,    ///< either end exists
  kWqeCreated,    ///< sender: a doorbell arrived; after the kPdcCreated it caused
  kSendComplete,  ///< sender: the fetch of the last segment is issued
  kWqeComplete,   ///< sender: every packet is retired
  kRecvComplete,  ///< receiver: the last packet is here and nothing before it is missing
  kPdcTerminated  ///< either end is closed by its host
};

struct UetEvent {
  Ps time{};
  UetEventKind kind{};
  UetPdcEnd local{}, remote{};
  std::uint64_t wqe = 0;  ///< the NIC's work requests, counted from 1; of the sender's three WQE events
  std::uint64_t wqe_bytes = 0;
};

class UetEventObserver {
 public:
  virtual void uet_event(const UetEvent& event) = 0;

 protected:
  ~UetEventObserver() = default;
};

enum class UetDirection : std::uint8_t { kTx, kReTx, kRx };

/// What congestion control did with an ACK or NACK (uet-monitor, x_routine); same order as in the policy.
enum class UetRoutine : std::uint8_t {
  kNone,
  kProp,
  kFast,
  kFair,
  kMd,
  kMdHeld,
  kQuickAdapt,
  kQuickAdaptIgnore,
  kTrimCut,
  kLimited,
  kNoSample
};

enum class RepsState : std::uint8_t { kNormal, kFrozen, kExplore };

/// One UET packet at one end of a PDC, and that end's state after it was processed. The observer writes of it what a
/// packet of its kind shows; fields that do not apply may stay as they are here.
struct UetPacketView {
  Ps time{};
  const Frame& frame;  ///< kind, size, role, marks, entropy, numbers and header are read from it
  UetDirection direction{};
  UetConnection connection{};
  UetPdcEnd local{}, remote{};
  // sender's end: data and probe sent, ACK received
  std::uint64_t wqe = 0;  ///< work request the packet belongs to; 0: none
  Bytes nic_prefetched{}, pdc_prefetched{};
  Bytes fetched{}, in_flight{}, window{};  ///< of the group
  unsigned penalty = 0;                    ///< data sent: the latest penalty the group has heard
  // sender's end: ACK and NACK received
  std::optional<Ps> round_trip{};  ///< the sample it gave (probe answer: the round trip it offered)
  UetRoutine routine{};
  unsigned fulfil = 0;  ///< 2: with the additive term
  Ps base_rtt{};
  std::optional<Ps> delay{};         ///< of the sample
  double average_delay = 0;          ///< ps
  std::optional<RepsState> spray{};  ///< Recycled Entropy Packet Spraying only
};

class UetPacketObserver {
 public:
  /// Data, ACK and probe sent: at the end of serialization. NACK sent and whatever is received: when processed. Packets
  /// received that find no PDC are not shown.
  virtual void uet_packet(const UetPacketView& packet) = 0;

 protected:
  ~UetPacketObserver() = default;
};

}  // namespace headroom
