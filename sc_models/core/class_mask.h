#pragma once

#include <bit>

#include "sc_models/core/units.h"

namespace headroom {

/// A set of traffic classes: bit c stands for class c.
using ClassMask = unsigned;

[[nodiscard]] constexpr ClassMask class_bit(unsigned traffic_class) { return 1u << traffic_class; }
[[nodiscard]] constexpr unsigned lowest_class(ClassMask classes) {
  return static_cast<unsigned>(std::countr_zero(classes));
}
[[nodiscard]] constexpr unsigned highest_class(ClassMask classes) {
  return static_cast<unsigned>(std::bit_width(classes)) - 1;
}
/// First member after `traffic_class`, ascending; after the highest comes the lowest. `classes` must not be empty.
[[nodiscard]] constexpr unsigned next_class(ClassMask classes, unsigned traffic_class) {
  const ClassMask above = classes & (~1u << traffic_class);
  return lowest_class(above != 0 ? above : classes);
}

}  // namespace headroom
