#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sc_models/core/frame.h"
#include "sc_models/core/ring.h"
#include "sc_models/core/units.h"

namespace headroom {

/// One deadline for each transmission, of which nearly all are met. They stand in lanes, each in order of time, so that
/// the agenda needs an entry for the earliest only. Delays of one lane are alike, so that a new deadline is nearly
/// always its last. Those that have been met are forgotten when they come to the front of their lane.
class Deadlines {
 public:
  struct Entry {
    Ps time;
    std::uint64_t order = 0;  ///< of scheduling, among those of one time
    std::uint32_t transmission = 0;
    Psn psn = 0;
    PdcId pdc = 0;
  };

  /// One beyond the end of time never comes. True: it is earlier than the reminder that is due, so another is needed.
  bool add(Ps now, Ps delay, std::size_t lane, PdcId pdc, Psn psn, std::uint32_t transmission) {
    if (delay >= kNever - now) return false;
    if (lane >= lanes_.size()) lanes_.resize(lane + 1);
    Ring<Entry>& ring = lanes_[lane];
    ring.push_back({now + delay, next_order_++, transmission, psn, pdc});
    for (std::size_t i = ring.size() - 1; i > 0 && ring[i].time < ring[i - 1].time; --i)
      std::swap(ring[i], ring[i - 1]);
    return now + delay < reminder_;
  }
  /// Forgets entries at the front of a lane while `met` says that they are.
  template <class Met>
  void prune(std::size_t lane, Met met) {
    if (lane >= lanes_.size()) return;
    Ring<Entry>& ring = lanes_[lane];
    while (!ring.empty() && met(ring.front())) ring.pop_front();
  }
  template <class Met>
  void prune_all(Met met) {
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) prune(lane, met);
  }
  [[nodiscard]] bool empty() const { return earliest() == kNever; }
  /// kNever when there is none.
  [[nodiscard]] Ps earliest() const {
    Ps time = kNever;
    for (const Ring<Entry>& ring : lanes_) {
      if (!ring.empty()) time = std::min(time, ring.front().time);
    }
    return time;
  }
  /// The earliest, and of those of one time the one added first.
  Entry pop() {
    Ring<Entry>* first = nullptr;
    for (Ring<Entry>& ring : lanes_) {
      if (!ring.empty() && (first == nullptr || before(ring.front(), first->front()))) first = &ring;
    }
    return first->pop_front();
  }
  /// A reminder for the earliest deadline must be asked for, unless one is due by then already.
  [[nodiscard]] bool needs_reminder() {
    const Ps time = earliest();
    if (reminder_ <= time) return false;
    reminder_ = time;
    return true;
  }
  /// A reminder has come; an older one that a newer has overtaken does nothing.
  [[nodiscard]] bool reminded(Ps now) {
    if (now != reminder_) return false;
    reminder_ = kNever;
    return true;
  }

 private:
  static bool before(const Entry& a, const Entry& b) { return a.time != b.time ? a.time < b.time : a.order < b.order; }

  std::vector<Ring<Entry>> lanes_;
  std::uint64_t next_order_ = 0;
  Ps reminder_ = kNever;  ///< the earliest that has been asked for
};

}  // namespace headroom
