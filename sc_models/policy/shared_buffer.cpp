#include "sc_models/policy/shared_buffer.h"

#include <algorithm>

#include "sc_models/core/check.h"

namespace headroom {

SharedBuffer::SharedBuffer(const SharedBufferPlan& plan, std::uint32_t ports)
    : plan_(plan), ingress_(std::size_t{ports} * kTrafficClasses), queue_(std::size_t{ports} * kTrafficClasses) {}

SharedBuffer::Arrival SharedBuffer::arrive(std::uint32_t port, unsigned traffic_class, Bytes charge) {
  const unsigned pool = plan_.class_pool[traffic_class];
  Account& account = ingress_[cell(port, pool)];
  bool start_pause = false;
  if (plan_.is_lossless(traffic_class)) {
    if (account.pausing) {
      if (account.headroom + charge > plan_.headroom_limit) return {false, false, true};
      account.headroom += charge;
      headroom_used_[pool] += charge;
      headroom_peak_[pool] = std::max(headroom_peak_[pool], headroom_used_[pool]);
      return {true, false, true};
    }
    start_pause = account.occupancy + charge > plan_.xoff;
    account.pausing = start_pause;
  }
  if (ingress_used_[pool] + charge > plan_.pool_size[pool]) return {false, start_pause, false};
  account.occupancy += charge;
  ingress_used_[pool] += charge;
  ingress_peak_[pool] = std::max(ingress_peak_[pool], ingress_used_[pool]);
  return {true, start_pause, false};
}

bool SharedBuffer::over_limit(Bytes queue, unsigned pool, Bytes charge, bool second_try) const {
  if (egress_used_[pool] + charge > plan_.pool_size[pool]) return true;
  if (plan_.lossy_alpha > 0) {
    const Bytes free = plan_.pool_size[pool] - egress_used_[pool];
    return static_cast<double>((queue + charge).count()) > plan_.lossy_alpha * static_cast<double>(free.count());
  }
  return queue + charge > (second_try ? plan_.second_try_limit : plan_.static_limit)[pool];
}

bool SharedBuffer::enqueue(std::uint32_t port, unsigned traffic_class, Bytes charge, bool second_try) {
  const unsigned pool = plan_.class_pool[traffic_class];
  Bytes& queue = queue_[cell(port, pool)];
  if (!plan_.is_lossless(traffic_class) && over_limit(queue, pool, charge, second_try)) return false;
  queue += charge;
  egress_used_[pool] += charge;
  egress_peak_[pool] = std::max(egress_peak_[pool], egress_used_[pool]);
  return true;
}

void SharedBuffer::dequeue(std::uint32_t port, unsigned pool, Bytes charge) {
  Bytes& queue = queue_[cell(port, pool)];
  HEADROOM_CHECK(charge <= queue, "shared buffer: {} B leave the queue of port {} pool {} that holds {} B",
                 charge.count(), port, pool, queue.count());
  queue -= charge;
  egress_used_[pool] -= charge;
}

bool SharedBuffer::release(std::uint32_t port, unsigned pool, unsigned traffic_class, Bytes charge) {
  Account& account = ingress_[cell(port, pool)];
  const bool lossless = plan_.is_lossless(traffic_class);
  // Headroom is given back first, whichever account the packet was charged to.
  const Bytes from_headroom = lossless ? std::min(charge, account.headroom) : Bytes{0};
  const Bytes from_pool = charge - from_headroom;
  HEADROOM_CHECK(from_pool <= account.occupancy, "shared buffer: {} B released to port {} pool {} that holds {} B",
                 charge.count(), port, pool, (account.occupancy + account.headroom).count());
  account.headroom -= from_headroom;
  headroom_used_[pool] -= from_headroom;
  account.occupancy -= from_pool;
  ingress_used_[pool] -= from_pool;
  const bool resume = lossless && account.pausing && account.headroom == Bytes{0} && account.occupancy <= plan_.xon;
  if (resume) account.pausing = false;
  return resume;
}

}  // namespace headroom
