#include "sc_models/policy/flow_hash.h"

#include <array>

#include "sc_models/core/check.h"
#include "sc_models/core/crc32.h"

namespace headroom {
namespace {

constexpr std::uint32_t kCommonPreset = ~0u;

std::uint16_t low_half(std::uint32_t x) { return static_cast<std::uint16_t>(x); }
std::uint16_t fold(std::uint32_t x) { return low_half(x >> 16 ^ x); }

std::uint32_t words(const FlowKey& key) {
  const std::uint32_t ports = static_cast<std::uint32_t>(key.source_port) << 16 | key.destination_port;
  return key.source ^ key.destination ^ ports;
}

/// An index of the destination: server i has address 32.0.0.(i + 1).
std::uint16_t destination_index(const FlowKey& key) { return low_half((key.destination - 1) & 0x1FF); }

}  // namespace

std::uint32_t flow_crc(const FlowKey& key, std::uint32_t preset) {
  std::array<std::uint8_t, 13> bytes{key.protocol};
  std::size_t used = 1;
  const auto append = [&](std::uint32_t value, unsigned bits) {
    while (bits > 0) bytes[used++] = static_cast<std::uint8_t>(value >> (bits -= 8));
  };
  append(key.source_port, 16);
  append(key.destination_port, 16);
  append(key.source, 32);
  append(key.destination, 32);
  return crc32(bytes, preset);
}

std::uint16_t FlowHash::of(const FlowKey& key, std::size_t members) const {
  if (key.protocol != FlowKey::kUdp && key.protocol != FlowKey::kTcp) return 0;
  switch (method_) {
    case EcmpHash::kCrc32WithSalt: return low_half(finalize_hash(flow_crc(key, salt_), salt_));
    case EcmpHash::kCrc32: return low_half(flow_crc(key, kCommonPreset));
    case EcmpHash::kHashWithSalt: return fold(words(key) + salt_);
    case EcmpHash::kHash: return fold(words(key));
    case EcmpHash::kDpr: return destination_index(key);
    case EcmpHash::kDprWithFallback: {
      const std::uint16_t index = destination_index(key);
      return index < members ? index : low_half(flow_crc(key, kCommonPreset));
    }
  }
  HEADROOM_CHECK(false, "flow hash: no such method");
  return 0;
}

}  // namespace headroom
