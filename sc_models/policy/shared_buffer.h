#pragma once

#include <cstdint>
#include <vector>

#include "sc_models/core/units.h"
#include "sc_models/policy/shared_buffer_plan.h"

namespace headroom {

/// What a frame counts for in every buffer of a switch: the IP datagram, or the 46 B of the shortest Ethernet payload.
[[nodiscard]] constexpr Bytes switch_charge(Bytes wire) {
  constexpr Bytes kShortest{46}, kNotCounted{18};
  return wire - kNotCounted < kShortest ? kShortest : wire - kNotCounted;
}

/// Admission to and release from a switch's shared buffer. A packet inside is in two accounts over the same pool sizes:
/// of the port and pool it came in through, and of the queue it leaves by. The caller keeps the packet's tag (ports,
/// pools, charges) and sends the pauses.
/// Invariant: a port's occupancy and headroom in a pool are together the charges of its packets inside; headroom is in
/// use only while the port is pausing its sender.
class SharedBuffer {
 public:
  SharedBuffer(const SharedBufferPlan& plan, std::uint32_t ports);

  struct Arrival {
    bool admitted;
    bool start_pause;  ///< pause the sender; stays in force when the packet is then dropped
    bool in_headroom;  ///< charged to headroom, not to the pool
  };
  /// A packet's last bit has arrived on `port`.
  Arrival arrive(std::uint32_t port, unsigned traffic_class, Bytes charge);
  /// The packet is to leave by `port`. False: refused, and the caller releases what it was charged for on its way in,
  /// or part of it when the packet is cut. `second_try`: it is of the role TRIMMABLE_RTX, whose limit is its own.
  [[nodiscard]] bool enqueue(std::uint32_t port, unsigned traffic_class, Bytes charge, bool second_try = false);
  /// The packet has left the egress queue of `port` and `pool`.
  void dequeue(std::uint32_t port, unsigned pool, Bytes charge);
  /// The packet that came in through `port` and `pool` has left the switch, or is dropped at egress. True: the pause of
  /// that port and pool ends. Only a lossless release asks; a port paused early by lossy bytes can stay paused [R].
  [[nodiscard]] bool release(std::uint32_t port, unsigned pool, unsigned traffic_class, Bytes charge);

  [[nodiscard]] const SharedBufferPlan& plan() const { return plan_; }
  [[nodiscard]] Bytes occupancy(std::uint32_t port, unsigned pool) const {
    return ingress_[cell(port, pool)].occupancy;
  }
  [[nodiscard]] Bytes headroom(std::uint32_t port, unsigned pool) const { return ingress_[cell(port, pool)].headroom; }
  [[nodiscard]] bool pausing(std::uint32_t port, unsigned pool) const { return ingress_[cell(port, pool)].pausing; }
  [[nodiscard]] Bytes queue(std::uint32_t port, unsigned pool) const { return queue_[cell(port, pool)]; }
  /// Charges of everything that waits for the port or is being serialized there, all pools.
  [[nodiscard]] Bytes egress_load(std::uint32_t port) const {
    Bytes sum;
    for (unsigned pool = 0; pool < kTrafficClasses; ++pool) sum += queue_[cell(port, pool)];
    return sum;
  }
  [[nodiscard]] Bytes ingress_used(unsigned pool) const { return ingress_used_[pool]; }
  [[nodiscard]] Bytes egress_used(unsigned pool) const { return egress_used_[pool]; }
  /// Most that was ever admitted to the pool at once, headroom not counted.
  [[nodiscard]] Bytes ingress_peak(unsigned pool) const { return ingress_peak_[pool]; }
  /// Most headroom that was ever in use at once, of all ports of the pool together.
  [[nodiscard]] Bytes headroom_peak(unsigned pool) const { return headroom_peak_[pool]; }
  [[nodiscard]] Bytes egress_peak(unsigned pool) const { return egress_peak_[pool]; }

 private:
  struct Account {
    Bytes occupancy, headroom;
    bool pausing = false;
  };
  static std::size_t cell(std::uint32_t port, unsigned pool) { return std::size_t{port} * kTrafficClasses + pool; }
  [[nodiscard]] bool over_limit(Bytes queue, unsigned pool, Bytes charge, bool second_try) const;

  const SharedBufferPlan plan_;
  std::vector<Account> ingress_;  // by port and pool
  std::vector<Bytes> queue_;      // by port and pool
  PerClass<Bytes> ingress_used_{}, egress_used_{}, headroom_used_{};
  PerClass<Bytes> ingress_peak_{}, egress_peak_{}, headroom_peak_{};
};

}  // namespace headroom
