// Frames on a stream of 64 bytes a cycle.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rtl_ref/ports.h"
#include "sc_models/policy/pfc_frame.h"
#include "testbench/common/dice.h"

namespace headroom::rtl {

inline constexpr std::size_t kBeatBytes = 64;

/// Byte k in [8k+7:8k]. What the bytes do not reach stays as it is.
template <class Port>
void put_bytes(Port& port, std::span<const std::uint8_t> bytes) {
  for (std::size_t k = 0; k < bytes.size(); ++k) put(port, 8 * k, 8, bytes[k]);
}
template <class Port>
[[nodiscard]] std::vector<std::uint8_t> get_bytes(const Port& port, std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  for (std::size_t k = 0; k < count; ++k) bytes[k] = static_cast<std::uint8_t>(get(port, 8 * k, 8));
  return bytes;
}

[[nodiscard]] inline PfcFields random_fields(oracle::Dice& dice) {
  PfcFields fields;
  for (std::uint8_t& byte : fields.source) byte = static_cast<std::uint8_t>(dice.pick(256));
  fields.class_enable = static_cast<std::uint8_t>(dice.one_in(2) ? dice.pick(256) : 1 << dice.pick(8));
  for (std::uint16_t& quanta : fields.quanta) quanta = static_cast<std::uint16_t>(dice.whole(0, 0xFFFF, 0xFFFF));
  return fields;
}

}  // namespace headroom::rtl
