// Congestion control of one group with what the acceptance cases of the UET NIC do to it.
#pragma once

#include <cstdint>

#include "sc_models/policy/uet/nscc.h"
#include "testbench/common/uet_defaults.h"

namespace headroom::test {

/// Packets are full; times are whole microseconds unless given as Ps. The group is made at 0.
struct NsccScript {
  static constexpr std::int64_t kPacket = 4'184;

  explicit NsccScript(const NsccParams& params = default_nscc(), bool trimming = false, BitRate link = kUetLine)
      : nscc(params, kUetMss, trimming, link, Ps{}) {}

  /// From the largest window down to this one.
  NsccScript& window(std::int64_t bytes) {
    nscc.on_timeout(nscc.window() - bytes);
    return *this;
  }
  Nscc::Reaction ack(Ps now, Ps delay, bool marked = false) {
    nscc.left_flight(kPacket);
    return nscc.on_ack(now, kPacket, marked, 6 * kUs + delay, 0, false);
  }
  Nscc::Reaction marked(Ps now, Ps delay) { return ack(now, delay, true); }
  Nscc::Reaction trim(Ps now) {
    nscc.left_flight(kPacket);
    return nscc.on_trim(now, kPacket, std::nullopt);
  }
  void timeout() {
    nscc.left_flight(kPacket);
    nscc.on_timeout(kPacket);
  }
  [[nodiscard]] std::int64_t window() const { return nscc.window(); }

  Nscc nscc;
};

/// The average delay is the latest sample.
inline NsccParams latest_delay_counts() {
  NsccParams params = default_nscc();
  params.delay_alpha = 1.0;
  return params;
}

/// n / 10 microseconds.
inline constexpr Ps tenths(std::int64_t n) { return n * (kUs / 10); }

}  // namespace headroom::test
