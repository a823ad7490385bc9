// The class of a packet inside a switch.
#pragma once

#include "sc_models/core/frame.h"

namespace headroom {

/// Classes of the UET policy: data, trimmed, control; control goes first.
inline constexpr unsigned kUetClasses = 3, kUetDataClass = 0, kUetTrimmedClass = 1, kUetControlClass = 2;

[[nodiscard]] constexpr unsigned class_by_role(DscpRole role) {
  if (role == DscpRole::kControl) return kUetControlClass;
  return is_trimmed(role) ? kUetTrimmedClass : kUetDataClass;
}

/// With the UET policy its role decides, without it the class in its DSCP.
[[nodiscard]] constexpr unsigned switch_class(const Frame& frame, bool uet_policy) {
  return uet_policy ? class_by_role(frame.role) : frame.traffic_class;
}

}  // namespace headroom
