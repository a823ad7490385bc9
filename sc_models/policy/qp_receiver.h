#pragma once

#include <cstdint>

#include "sc_models/policy/psn.h"

namespace headroom {

/// Receiving half of a queue pair: accepts packets in order and asks once for what is missing. Keeps nothing that is
/// ahead of its turn.
class QpReceiver {
 public:
  enum class Verdict : std::uint8_t {
    kAccept,     ///< the packet expected next
    kDuplicate,  ///< accepted before
    kNewGap,     ///< something before it is missing: discard it and send a NAK that names expected()
    kBehindGap,  ///< the same, and the NAK has been sent: discard it
  };

  explicit QpReceiver(Psn initial) : expected_(initial) {}

  [[nodiscard]] Verdict on_data(Psn psn) {
    const std::int32_t ahead = psn_difference(psn, to_wire(expected_));
    if (ahead < 0) return Verdict::kDuplicate;
    if (ahead == 0) {
      ++expected_;
      gap_ = false;
      return Verdict::kAccept;
    }
    if (gap_) return Verdict::kBehindGap;
    gap_ = true;
    return Verdict::kNewGap;
  }
  [[nodiscard]] Psn expected() const { return to_wire(expected_); }
  /// What an ACK names: everything up to it has arrived in order.
  [[nodiscard]] Psn last_in_order() const { return to_wire(expected_ - 1); }
  [[nodiscard]] bool gap() const { return gap_; }

 private:
  PsnCount expected_;
  bool gap_ = false;
};

}  // namespace headroom
