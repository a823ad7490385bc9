// What the six DSCP bits of an IPv4 packet say: the class in the upper half, the packet's role in the lower [C].
#pragma once

#include <cstdint>

namespace headroom {

/// Only UET NICs write a role other than kNoTrim, and only a switch with the UET policy reads it.
enum class DscpRole : std::uint8_t {
  kNoTrim,
  kTrimmable,
  kTrimmableRetransmission,
  kTrimmed,
  kTrimmedLastHop,
  kControl
};

[[nodiscard]] constexpr unsigned dscp_of(unsigned traffic_class, DscpRole role) {
  return 8 * traffic_class + static_cast<unsigned>(role);
}
[[nodiscard]] constexpr unsigned traffic_class_of(unsigned dscp) { return dscp / 8; }

[[nodiscard]] constexpr bool is_trimmed(DscpRole role) {
  return role == DscpRole::kTrimmed || role == DscpRole::kTrimmedLastHop;
}
[[nodiscard]] constexpr bool is_trimmable(DscpRole role) {
  return role == DscpRole::kTrimmable || role == DscpRole::kTrimmableRetransmission;
}

}  // namespace headroom
