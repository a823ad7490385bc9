#pragma once

#include "sc_models/core/check.h"
#include "sc_models/core/units.h"

namespace headroom {

/// Account of the buffer in which fetched payloads wait for the congestion window and the egress pool; one for a NIC.
/// A packet counts its size on the wire, from the issue of its fetch until it is committed.
class PrefetchBuffer {
 public:
  explicit PrefetchBuffer(Bytes size) : size_(size) {}

  [[nodiscard]] bool fits(Bytes wire) const { return used_ + wire <= size_; }
  void reserve(Bytes wire) {
    HEADROOM_CHECK(fits(wire), "prefetch buffer: {} B do not fit beside {} B of {} B", wire.count(), used_.count(),
                   size_.count());
    used_ += wire;
  }
  /// A payload is committed. True: at most half of the buffer is in use, so groups that wait for room may try again.
  [[nodiscard]] bool release(Bytes wire) {
    HEADROOM_CHECK(wire <= used_, "prefetch buffer: {} B released, {} B in use", wire.count(), used_.count());
    used_ -= wire;
    return 2 * used_ <= size_;
  }
  [[nodiscard]] Bytes used() const { return used_; }
  [[nodiscard]] Bytes size() const { return size_; }

 private:
  Bytes size_, used_;
};

}  // namespace headroom
