#pragma once

#include "sc_models/core/frame.h"
#include "sc_models/core/random.h"

namespace headroom {

/// Decides which frames one direction of a link loses: an extension, to test what a transport does about it. Frames of
/// PFC always arrive.
class LinkLoss {
 public:
  /// Loses nothing and draws nothing.
  LinkLoss() = default;
  LinkLoss(double probability, RandomStream random) : probability_(probability), random_(random) {}
  [[nodiscard]] bool possible() const { return probability_ > 0; }
  /// The frame's serialization has ended.
  [[nodiscard]] bool loses(FrameKind kind) {
    return possible() && kind != FrameKind::kPfc && random_.unit() < probability_;
  }

 private:
  double probability_ = 0;
  RandomStream random_{0};
};

}  // namespace headroom
