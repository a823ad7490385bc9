#pragma once

#include <cstdint>

#include "sc_models/core/params/uet_nic.h"
#include "sc_models/core/random.h"
#include "sc_models/core/uet_observer.h"
#include "sc_models/core/uet_stats.h"
#include "sc_models/core/units.h"
#include "sc_models/policy/uet/recycled_entropy.h"

namespace headroom {

/// Seed of a group's load balancer. `server` is the server's number, not the FEP id of the records.
[[nodiscard]] constexpr std::uint64_t entropy_seed(std::uint64_t run_seed, std::uint32_t server, std::uint32_t group) {
  return mix64(mix64(run_seed + 0x9E3779B97F4A7C15u) ^ (std::uint64_t{server} << 32) ^ group);
}

/// Load balancer of one PDC group: the entropy value, a UDP source port, of each data packet that goes on the wire.
/// Feedback matters to Recycled Entropy Packet Spraying only.
class EntropySource {
 public:
  /// `exploration_packets`: how many packets explore after freezing.
  EntropySource(PacketSpraying spraying, const SprayingParams& params, std::uint64_t seed,
                std::int64_t exploration_packets)
      : spraying_(spraying),
        offset_(static_cast<std::uint16_t>(params.starting_port_offset)),
        mask_((std::uint32_t{1} << params.entropy_mask_bits) - 1),
        recycled_(spraying == PacketSpraying::kRecycledEntropy ? params.reps_buffer_size_mask_bits : 0,
                  params.entropy_value_set_size, params.freezing_timeout, seed, exploration_packets) {}

  /// The one value of spraying type None: the local port of the group's first sending PDC.
  void set_port(std::uint16_t port) { port_ = port; }

  /// For the next transmission, first or repeated.
  [[nodiscard]] std::uint16_t next() {
    switch (spraying_) {
      case PacketSpraying::kNone: return port_;
      case PacketSpraying::kDefault: return static_cast<std::uint16_t>(offset_ + (step_++ & mask_));
      case PacketSpraying::kRecycledEntropy: break;
    }
    return recycled_.next();
  }
  /// A data ACK carries `value`, also one for a packet that is acknowledged already.
  void ack(std::uint16_t value, bool marked, Ps now) {
    if (recycles() && !marked) recycled_.recycle(value, now);
  }
  /// A NACK for a packet in flight: a trim on the last hop says nothing against the path.
  void nack(std::uint16_t value, bool last_hop, Ps now) {
    if (recycles() && last_hop) recycled_.recycle(value, now);
  }
  /// A packet with `value` has timed out, or a deadline of early failure detection has found it in flight.
  void path_failure([[maybe_unused]] std::uint16_t value, Ps now) {
    if (recycles()) recycled_.path_failure(now);
  }

  [[nodiscard]] RepsState state() const { return recycled_.state(); }
  [[nodiscard]] const UetSprayingCounts& counts() const { return recycled_.counts(); }

 private:
  [[nodiscard]] bool recycles() const { return spraying_ == PacketSpraying::kRecycledEntropy; }

  const PacketSpraying spraying_;
  const std::uint16_t offset_;
  const std::uint32_t mask_;
  std::uint32_t step_ = 0;
  std::uint16_t port_ = 0;
  RecycledEntropy recycled_;
};

}  // namespace headroom
