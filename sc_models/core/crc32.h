#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace headroom {

/// CRC-32 of IEEE 802.3, as in an Ethernet frame check sequence: reflected, preset to ones unless told otherwise,
/// complemented.
[[nodiscard]] constexpr std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t preset = ~0u) {
  constexpr auto kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
      std::uint32_t remainder = i;
      for (int bit = 0; bit < 8; ++bit) remainder = (remainder >> 1) ^ (0xEDB88320u & -(remainder & 1));
      table[i] = remainder;
    }
    return table;
  }();
  std::uint32_t crc = preset;
  for (const std::uint8_t byte : bytes) crc = (crc >> 8) ^ kTable[(crc ^ byte) & 0xFF];
  return ~crc;
}

}  // namespace headroom
