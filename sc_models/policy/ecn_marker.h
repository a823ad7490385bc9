#pragma once

#include <cstdint>
#include <vector>

#include "sc_models/core/frame.h"
#include "sc_models/core/params/switch.h"
#include "sc_models/core/random.h"
#include "sc_models/core/units.h"

namespace headroom {

/// Decides which packets of a switch are marked CE. The average of a queue moves only when a packet is admitted to it;
/// the decision is made when a packet starts to be serialized, with the average of that moment.
class EcnMarker {
 public:
  /// `limits`: static egress limit of each pool, of which the thresholds are fractions.
  EcnMarker(const EcnMarkerParams& params, const PerClass<Bytes>& limits, std::uint32_t ports, RandomStream random);

  /// A packet was admitted to the queue of `port` and `pool`, which now holds `queue`.
  void admitted(std::uint32_t port, unsigned pool, Bytes queue) {
    double& average = average_[cell(port, pool)];
    average = (1 - params_.ewma_weight) * average + params_.ewma_weight * static_cast<double>(queue.count());
  }
  /// Whether the packet that starts now is marked. Draws only when the answer is open.
  [[nodiscard]] bool marks(std::uint32_t port, unsigned pool, Ecn field) {
    if (!params_.enable || (field != Ecn::kEct0 && field != Ecn::kEct1)) return false;
    const double average = average_[cell(port, pool)];
    if (average < lower_[pool]) return false;
    return average >= upper_[pool] || random_.unit() < probability(pool, average);
  }

  /// Probability of a mark at this average of the pool's queue; certain from the upper threshold on.
  [[nodiscard]] double probability(unsigned pool, double average) const;
  [[nodiscard]] double average(std::uint32_t port, unsigned pool) const { return average_[cell(port, pool)]; }
  [[nodiscard]] double lower(unsigned pool) const { return lower_[pool]; }
  [[nodiscard]] double upper(unsigned pool) const { return upper_[pool]; }

 private:
  static std::size_t cell(std::uint32_t port, unsigned pool) { return std::size_t{port} * kTrafficClasses + pool; }

  const EcnMarkerParams params_;
  PerClass<double> lower_, upper_;  // bytes
  std::vector<double> average_;     // by port and pool
  RandomStream random_;
};

}  // namespace headroom
