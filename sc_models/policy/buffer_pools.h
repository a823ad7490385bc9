#pragma once

#include <string>

#include "sc_models/core/audit.h"
#include "sc_models/core/check.h"
#include "sc_models/core/class_mask.h"
#include "sc_models/core/params/nic.h"
#include "sc_models/core/stats.h"

namespace headroom {

/// One buffer divided into a pool for each class, each with its meter. Pools are independent: their sizes may sum to
/// less or more than the buffer [S]. Invariant: 0 <= filled(c) <= size(c).
class BufferPools {
 public:
  explicit BufferPools(const PerClass<Bytes>& sizes) : sizes_(sizes) {
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      if (sizes_[c] > Bytes{0}) classes_ |= class_bit(c);
    }
  }

  [[nodiscard]] bool fits(unsigned c, Bytes size) const {
    return has_pool(c) && meters_[c].filled() + size <= sizes_[c];
  }
  /// Takes `size` from the class's pool; or, if it does not fit, counts the refusal and takes nothing.
  [[nodiscard]] bool charge(Ps now, unsigned c, Bytes size) {
    if (!fits(c, size)) {
      ++meters_[c].refused;
      return false;
    }
    meters_[c].enqueue(now, size);
    return true;
  }
  void release(Ps now, unsigned c, Bytes size) {
    HEADROOM_CHECK(size <= meters_[c].filled(), "class {}: {} B released, {} B charged", c, size.count(),
                   meters_[c].filled().count());
    meters_[c].dequeue(now, size);
  }

  [[nodiscard]] Bytes size(unsigned c) const { return sizes_[c]; }
  [[nodiscard]] Bytes filled(unsigned c) const { return meters_[c].filled(); }
  [[nodiscard]] bool has_pool(unsigned c) const { return (classes_ & class_bit(c)) != 0; }
  [[nodiscard]] ClassMask classes() const { return classes_; }
  [[nodiscard]] PoolMeter& meter(unsigned c) { return meters_[c]; }
  [[nodiscard]] const PoolMeter& meter(unsigned c) const { return meters_[c]; }

  void audit(Audit& audit, const std::string& owner) const;

 private:
  PerClass<Bytes> sizes_;
  PerClass<PoolMeter> meters_{};
  ClassMask classes_ = 0;
};

}  // namespace headroom
