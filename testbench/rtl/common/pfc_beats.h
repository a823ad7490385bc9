// Frames on a stream of 64 bytes a cycle.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sc_models/policy/pfc_frame.h"
#include "testbench/common/dice.h"

namespace headroom::rtl {

inline constexpr std::size_t kBeatBytes = 64;

/// Byte k in [8k+7:8k].
using BeatData = std::array<std::uint8_t, kBeatBytes>;

/// The words of a port have their bytes in this order only on a little-endian machine.
static_assert(std::endian::native == std::endian::little);
template <class Port>
void put_beat(Port& port, const BeatData& bytes) {
  std::memcpy(port.data(), bytes.data(), bytes.size());
}
template <class Port>
[[nodiscard]] BeatData get_beat(const Port& port) {
  BeatData bytes;
  std::memcpy(bytes.data(), port.data(), bytes.size());
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
