#include "sc_models/policy/buffer_pools.h"

namespace headroom {

void BufferPools::audit(Audit& audit, const std::string& owner) const {
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    const PoolMeter& meter = meters_[c];
    const std::string pool = "class " + std::to_string(c) + ": ";
    if (!has_pool(c)) {
      audit.law(owner, pool + "no bytes without a pool", meter.enqueued == 0);
      continue;
    }
    audit.balance(owner, pool + "bytes charged = released + resident", meter.enqueued_bytes.count(),
                  (meter.dequeued_bytes + meter.filled()).count());
    audit.law(owner, pool + "occupancy stayed within the pool",
              meter.filled() >= Bytes{0} && meter.filled() <= meter.peak && meter.peak <= sizes_[c]);
  }
}

}  // namespace headroom
