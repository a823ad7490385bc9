#pragma once

#include "sc_models/policy/tx_scheduler.h"

namespace headroom {

/// One frame of each eligible class in turn, ascending from the one after the class served last [S]; from the lowest
/// at the start [C].
class RoundRobin final : public TxScheduler {
 public:
  [[nodiscard]] std::optional<unsigned> next(ClassMask eligible) override {
    if (eligible == 0) return std::nullopt;
    return last_ = next_class(eligible, last_);
  }

 private:
  unsigned last_ = kTrafficClasses - 1;
};

}  // namespace headroom
