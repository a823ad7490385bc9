#include "sc_models/policy/tx_scheduler/weighted_round_robin.h"

namespace headroom {

WeightedRoundRobin::WeightedRoundRobin(ClassMask classes, const PerClass<std::uint64_t>& weights)
    : classes_(classes), weights_(weights), current_(highest_class(classes)), left_(weights[current_]) {}

std::optional<unsigned> WeightedRoundRobin::next(ClassMask eligible) {
  // One look more than there are classes: the class whose turn is over may be the only one with a frame. The moves are
  // as many as the classes, so that a round in vain ends where it began, with a whole turn left [C].
  for (int moves = std::popcount(classes_);; --moves) {
    if (left_ > 0 && (eligible & class_bit(current_)) != 0) {
      --left_;
      return current_;
    }
    if (moves == 0) return std::nullopt;
    current_ = next_class(classes_, current_);
    left_ = weights_[current_];
  }
}

}  // namespace headroom
