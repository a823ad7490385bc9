#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sc_models/core/units.h"

namespace headroom {

using MacAddress = std::array<std::uint8_t, 6>;

/// Length of the standard's PFC frame with its frame check sequence; the RoCE NIC's own is kPfcBytes.
inline constexpr std::size_t kStandardPfcBytes = 64;

/// What a PFC frame says.
struct PfcFields {
  MacAddress source{};
  std::uint8_t class_enable = 0;  ///< bit c: class c is named
  std::array<std::uint16_t, kTrafficClasses> quanta{};
  friend bool operator==(const PfcFields&, const PfcFields&) = default;
};

/// The frame as bytes, `size` of them (64 or more) with the frame check sequence. Quanta of classes that are not named
/// are written as 0.
[[nodiscard]] std::vector<std::uint8_t> write_pfc_frame(const PfcFields& fields, std::size_t size);

/// What the bytes say, or nothing if they are not an intact PFC frame: too short, another destination, type or
/// MAC control opcode (plain PAUSE among them), or a wrong frame check sequence.
[[nodiscard]] std::optional<PfcFields> read_pfc_frame(std::span<const std::uint8_t> bytes);

}  // namespace headroom
