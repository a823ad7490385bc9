#pragma once

#include <cstdint>

#include "sc_models/core/check.h"
#include "sc_models/core/units.h"

namespace headroom {

/// Room in one buffer of a PCIe link's end: header slots, of which only data may use the last [C], and data bytes.
/// Invariant: 0 <= slots_taken() <= slots, 0 <= bytes_taken() <= bytes.
class CreditCounter {
 public:
  CreditCounter(std::int64_t slots, Bytes bytes) : slots_(slots), bytes_(bytes) {}

  /// A transfer without payload.
  [[nodiscard]] bool header_fits() const { return slots_taken_ + 1 < slots_; }
  [[nodiscard]] bool data_fits(Bytes payload) const {
    return slots_taken_ < slots_ && bytes_taken_ + payload <= bytes_;
  }
  [[nodiscard]] bool take_header() { return header_fits() && take(Bytes{0}); }
  [[nodiscard]] bool take_data(Bytes payload) { return data_fits(payload) && take(payload); }
  /// One transfer's slot and payload.
  void give_back(Bytes payload) {
    HEADROOM_CHECK(slots_taken_ > 0 && payload <= bytes_taken_, "{} B and a slot given back, {} B and {} slots taken",
                   payload.count(), bytes_taken_.count(), slots_taken_);
    --slots_taken_;
    bytes_taken_ -= payload;
  }

  [[nodiscard]] std::int64_t slots_taken() const { return slots_taken_; }
  [[nodiscard]] Bytes bytes_taken() const { return bytes_taken_; }

 private:
  bool take(Bytes payload) {
    ++slots_taken_;
    bytes_taken_ += payload;
    return true;
  }

  std::int64_t slots_;
  Bytes bytes_;
  std::int64_t slots_taken_ = 0;
  Bytes bytes_taken_;
};

}  // namespace headroom
