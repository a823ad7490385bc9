// Where integer picoseconds meet the kernel's time. The kernel's resolution must be 1 ps.
#pragma once

#include <systemc>

#include "sc_models/core/units.h"

namespace headroom {

[[nodiscard]] inline sc_core::sc_time to_sc(Ps time) {
  return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(time.count()));
}
/// Converts times of which most equal the one before: the kernel's own conversion is a call into its library.
class RepeatedTime {
 public:
  [[nodiscard]] const sc_core::sc_time& to_sc(Ps time) {
    if (time != time_) {
      time_ = time;
      kernel_ = headroom::to_sc(time);
    }
    return kernel_;
  }

 private:
  Ps time_;
  sc_core::sc_time kernel_;
};
[[nodiscard]] inline Ps to_ps(const sc_core::sc_time& time) { return Ps(static_cast<std::int64_t>(time.value())); }

}  // namespace headroom
