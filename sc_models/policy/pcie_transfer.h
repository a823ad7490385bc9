// Sizes of the transfers that PCIe messages are cut into.
#pragma once

#include <cstdint>

#include "sc_models/core/units.h"

namespace headroom {

inline constexpr Bytes kTransferPayload{512};    ///< largest payload of a transfer [R]
inline constexpr Bytes kTransferOverhead{34};    ///< what each transfer costs on the link beside its payload [R]
inline constexpr Bytes kTransferHeaderSlot{20};  ///< a transfer's place in a header buffer: header and digest [C]

/// Transfers of a message of `payload` bytes; no transfer for an empty one.
[[nodiscard]] constexpr std::int64_t transfers_of(Bytes payload) {
  return (payload.count() + kTransferPayload.count() - 1) / kTransferPayload.count();
}
/// What a message takes on the link, its overheads included.
[[nodiscard]] constexpr Bytes link_bytes(Bytes payload) { return payload + kTransferOverhead * transfers_of(payload); }

}  // namespace headroom
