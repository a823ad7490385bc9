#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sc_models/core/frame.h"
#include "sc_models/core/units.h"

namespace headroom {

/// One deadline for each transmission, of which nearly all are met: kept in a heap of its own, so that the agenda needs
/// an entry for the earliest only. Deadlines of packets that are acknowledged stay until they come to the top.
class Deadlines {
 public:
  struct Entry {
    Ps time;
    std::uint64_t order = 0;  ///< of scheduling, among those of one time
    std::uint32_t transmission = 0;
    Psn psn = 0;
    PdcId pdc = 0;
  };

  /// One beyond the end of time never comes.
  void add(Ps now, Ps delay, PdcId pdc, Psn psn, std::uint32_t transmission) {
    if (delay >= kNever - now) return;
    heap_.push_back({now + delay, next_order_++, transmission, psn, pdc});
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  /// Removes entries from the top while `met` says that they are. True: one that is not is left there.
  template <class Met>
  bool prune(Met met) {
    while (!heap_.empty() && met(heap_.front())) pop();
    return !heap_.empty();
  }
  [[nodiscard]] const Entry& earliest() const { return heap_.front(); }
  Entry pop() {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const Entry entry = heap_.back();
    heap_.pop_back();
    return entry;
  }
  /// A reminder for the earliest deadline must be asked for, unless one is due by then already.
  [[nodiscard]] bool needs_reminder() {
    if (heap_.empty() || reminder_ <= heap_.front().time) return false;
    reminder_ = heap_.front().time;
    return true;
  }
  /// A reminder has come; an older one that a newer has overtaken does nothing.
  [[nodiscard]] bool reminded(Ps now) {
    if (now != reminder_) return false;
    reminder_ = kNever;
    return true;
  }
  [[nodiscard]] std::size_t size() const { return heap_.size(); }

 private:
  static bool later(const Entry& a, const Entry& b) { return a.time != b.time ? a.time > b.time : a.order > b.order; }

  std::vector<Entry> heap_;
  std::uint64_t next_order_ = 0;
  Ps reminder_ = kNever;  ///< the earliest that has been asked for
};

}  // namespace headroom
