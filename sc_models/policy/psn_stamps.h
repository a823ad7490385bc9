#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "sc_models/core/units.h"
#include "sc_models/policy/psn.h"

namespace headroom {

/// When each packet of a window was last sent: the end of its serialization. Grows to the largest window there was.
class PsnStamps {
 public:
  /// `number` joins the window that begins at `first`; it has not been sent yet.
  void open(PsnCount first, PsnCount number) {
    if (number - first >= static_cast<PsnCount>(stamps_.size())) grow(first, number);
    stamps_[slot(number)] = kNever;
  }
  void set(PsnCount number, Ps sent) { stamps_[slot(number)] = sent; }
  /// kNever: not sent yet.
  [[nodiscard]] Ps at(PsnCount number) const { return stamps_[slot(number)]; }

 private:
  [[nodiscard]] std::size_t slot(PsnCount number) const {
    return static_cast<std::size_t>(number) & (stamps_.size() - 1);
  }
  void grow(PsnCount first, PsnCount number) {
    std::size_t size = stamps_.empty() ? 16 : 2 * stamps_.size();
    while (static_cast<PsnCount>(size) <= number - first) size *= 2;
    std::vector<Ps> larger(size, kNever);
    if (!stamps_.empty()) {
      for (PsnCount n = first; n < number; ++n) larger[static_cast<std::size_t>(n) & (size - 1)] = at(n);
    }
    stamps_ = std::move(larger);
  }

  std::vector<Ps> stamps_;
};

}  // namespace headroom
