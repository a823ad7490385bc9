// How PCIe messages cross sockets between transport engine, endpoint, link and root complex.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sc_models/core/frame.h"
#include "sc_models/core/units.h"
#include "tlm_if/nonblocking.h"

namespace headroom {

enum class TlpKind : std::uint8_t { kRead, kWrite, kCompletion };

/// One message on PCIe: a read request, the answer to one (the same object, on its way back), or a write. The link cuts
/// it into transfers; nobody else sees those.
struct Tlp {
  TlpKind kind = TlpKind::kRead;
  Bytes length;               ///< payload asked for, carried back, or written; at least 1
  std::uint64_t address = 0;  ///< in host memory
  std::byte* data = nullptr;  ///< `length` bytes when data is carried, else null
  Frame* frame = nullptr;     ///< the engine's: the frame being filled or emptied
  std::uint32_t context = 0;  ///< the engine's
  Ps offered;                 ///< when it was offered to the link, for the statistics of the endpoint
};

/// | phase      | path | from, to                                      | meaning and ownership | | kOffer     | fw   |
/// engine, endpoint, link; root complex, link    | joins the queue of its direction; the object stays | |            |
/// |                                               | alive until kCompleted                             | | kAccepted
/// | bw   | link, endpoint, engine (writes only)          | its last transfer has entered the transmit buffer  | |
/// kArrived   | fw   | link, root complex (reads, writes)            | its last transfer has arrived | | kArrived   |
/// fw   | link, endpoint (completions)                  | all of the answer has arrived                      | |
/// kCompleted | bw   | root complex, link, endpoint, engine (writes) | the payload is in host memory; the object is
/// free  | | kCompleted | bw   | endpoint, engine (reads)                      | the payload is in the NIC; the object
/// is free      | Queues in front of the link have no limit: offers are never refused, waiting shows as a late
/// kAccepted.
enum class TlpPhase : std::uint8_t { kOffer, kAccepted, kArrived, kCompleted };

using TlpLink = Nonblocking<Tlp, TlpPhase>;

}  // namespace headroom
