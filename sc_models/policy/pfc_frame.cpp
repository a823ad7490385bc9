#include "sc_models/policy/pfc_frame.h"

#include <algorithm>

#include "sc_models/core/check.h"
#include "sc_models/core/crc32.h"

namespace headroom {
namespace {

constexpr MacAddress kMacControlGroup = {0x01, 0x80, 0xC2, 0x00, 0x00, 0x01};
constexpr std::array<std::uint8_t, 4> kTypeAndOpcode = {0x88, 0x08, 0x01, 0x01};
constexpr std::size_t kSourceAt = 6, kTypeAt = 12, kEnableAt = 17, kQuantaAt = 18, kFcsBytes = 4;

std::array<std::uint8_t, kFcsBytes> fcs_of(std::span<const std::uint8_t> bytes) {
  const std::uint32_t crc = crc32(bytes);
  return {static_cast<std::uint8_t>(crc), static_cast<std::uint8_t>(crc >> 8), static_cast<std::uint8_t>(crc >> 16),
          static_cast<std::uint8_t>(crc >> 24)};
}

}  // namespace

std::vector<std::uint8_t> write_pfc_frame(const PfcFields& fields, std::size_t size) {
  HEADROOM_CHECK(size >= kStandardPfcBytes, "a PFC frame of {} B is too short", size);
  std::vector<std::uint8_t> bytes(size);
  std::ranges::copy(kMacControlGroup, bytes.begin());
  std::ranges::copy(fields.source, bytes.begin() + kSourceAt);
  std::ranges::copy(kTypeAndOpcode, bytes.begin() + kTypeAt);
  bytes[kEnableAt] = fields.class_enable;
  for (std::size_t c = 0; c < kTrafficClasses; ++c) {
    if ((fields.class_enable >> c & 1) == 0) continue;
    bytes[kQuantaAt + 2 * c] = static_cast<std::uint8_t>(fields.quanta[c] >> 8);
    bytes[kQuantaAt + 2 * c + 1] = static_cast<std::uint8_t>(fields.quanta[c]);
  }
  std::ranges::copy(fcs_of(std::span(bytes).first(size - kFcsBytes)), bytes.end() - kFcsBytes);
  return bytes;
}

std::optional<PfcFields> read_pfc_frame(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < kStandardPfcBytes) return std::nullopt;
  if (!std::ranges::equal(bytes.first(kMacControlGroup.size()), kMacControlGroup)) return std::nullopt;
  if (!std::ranges::equal(bytes.subspan(kTypeAt, kTypeAndOpcode.size()), kTypeAndOpcode)) return std::nullopt;
  if (!std::ranges::equal(bytes.last(kFcsBytes), fcs_of(bytes.first(bytes.size() - kFcsBytes)))) return std::nullopt;
  PfcFields fields;
  std::ranges::copy(bytes.subspan(kSourceAt, fields.source.size()), fields.source.begin());
  fields.class_enable = bytes[kEnableAt];
  for (std::size_t c = 0; c < kTrafficClasses; ++c) {
    if ((fields.class_enable >> c & 1) == 0) continue;
    fields.quanta[c] = static_cast<std::uint16_t>(bytes[kQuantaAt + 2 * c] << 8 | bytes[kQuantaAt + 2 * c + 1]);
  }
  return fields;
}

}  // namespace headroom
