#pragma once

#include <cstddef>
#include <span>

#include "sc_models/policy/uet/uet_frame_bytes.h"

namespace headroom {

/// Reads back what headers_of() has written: fields of the frame that are on the wire, and the context. A trimmed
/// packet has no semantic header, so what that says stays as it is. False: these are not headers of a UET frame.
[[nodiscard]] bool read_headers(std::span<const std::byte> bytes, Frame& frame, UetFrameContext& context);

}  // namespace headroom
