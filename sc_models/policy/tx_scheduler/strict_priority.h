#pragma once

#include "sc_models/policy/tx_scheduler.h"

namespace headroom {

/// The highest eligible class [S].
class StrictPriority final : public TxScheduler {
 public:
  [[nodiscard]] std::optional<unsigned> next(ClassMask eligible) override {
    if (eligible == 0) return std::nullopt;
    return highest_class(eligible);
  }
};

}  // namespace headroom
