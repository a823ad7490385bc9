#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sc_models/core/frame.h"

namespace headroom {

/// Hands out the ids of one range in turn, skipping those in use. One for the sending ends of a NIC, one for its
/// receiving ends.
class PdcIds {
 public:
  /// Sending ends [R].
  [[nodiscard]] static PdcIds sending() { return PdcIds(1, 32'767); }
  /// Receiving ends [R].
  [[nodiscard]] static PdcIds receiving() { return PdcIds(32'769, 65'535); }
  PdcIds(PdcId first, PdcId last);

  /// None when all are in use.
  [[nodiscard]] std::optional<PdcId> take();
  void give_back(PdcId id);
  [[nodiscard]] bool in_use(PdcId id) const { return (used_[(id - first_) / 64u] >> ((id - first_) % 64u) & 1) != 0; }
  [[nodiscard]] std::size_t in_use() const { return count_; }

 private:
  PdcId first_;
  std::uint32_t size_;
  std::uint32_t next_ = 0;  ///< place in the range after the id taken last
  std::uint32_t count_ = 0;
  std::vector<std::uint64_t> used_;
};

/// First packet number of each use of a sending id: 1 at its first use, then one above the last number of the use
/// before, so that the receiver can tell the uses apart [C].
class StartPsns {
 public:
  [[nodiscard]] Psn of(PdcId id) const { return id < next_.size() ? next_[id] : 1; }
  /// The use is over; `next` is the number it would have given next.
  void end_use(PdcId id, Psn next) {
    if (id >= next_.size()) next_.resize(std::size_t{id} + 1, 1);
    next_[id] = next;
  }

 private:
  std::vector<Psn> next_;
};

}  // namespace headroom
