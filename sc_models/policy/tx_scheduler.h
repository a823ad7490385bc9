#pragma once

#include <memory>
#include <optional>

#include "sc_models/core/class_mask.h"
#include "sc_models/core/params/nic.h"

namespace headroom {

/// Chooses the class that sends the next frame. Asked once each time a port can send and nothing goes ahead of all
/// classes; knows neither queues nor pauses. An answer is an order: the class sends exactly one frame.
class TxScheduler {
 public:
  virtual ~TxScheduler() = default;
  /// `eligible`: classes with a frame and without a pause, all of them among the scheduler's own. Returns one of them,
  /// or none to leave the port idle.
  [[nodiscard]] virtual std::optional<unsigned> next(ClassMask eligible) = 0;
};

/// The scheduler that a configuration asks for, over `classes` (those with a pool).
[[nodiscard]] std::unique_ptr<TxScheduler> make_tx_scheduler(QueueScheduling type, ClassMask classes,
                                                             const PerClass<std::uint64_t>& weights);

}  // namespace headroom
