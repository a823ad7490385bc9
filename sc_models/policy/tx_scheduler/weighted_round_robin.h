#pragma once

#include "sc_models/policy/tx_scheduler.h"

namespace headroom {

/// Up to weight(c) frames of class c, then the next class's turn. Turns start at the highest class and go on from the
/// lowest upward; a class without a frame, or paused, gives up the rest of its turn [S]. Weight 0 never sends.
class WeightedRoundRobin final : public TxScheduler {
 public:
  WeightedRoundRobin(ClassMask classes, const PerClass<std::uint64_t>& weights);
  [[nodiscard]] std::optional<unsigned> next(ClassMask eligible) override;

 private:
  const ClassMask classes_;
  const PerClass<std::uint64_t> weights_;
  unsigned current_;
  std::uint64_t left_;  ///< frames that current_ may still send in this turn
};

}  // namespace headroom
