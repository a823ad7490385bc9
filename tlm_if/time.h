// Where integer picoseconds meet the kernel's time. The kernel's resolution must be 1 ps.
#pragma once

#include <systemc>

#include "sc_models/core/units.h"

namespace headroom {

[[nodiscard]] inline sc_core::sc_time to_sc(Ps time) {
  return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(time.count()));
}
[[nodiscard]] inline Ps to_ps(const sc_core::sc_time& time) { return Ps(static_cast<std::int64_t>(time.value())); }

}  // namespace headroom
