#pragma once

#include <cstdint>

#include "sc_models/core/frame.h"
#include "sc_models/core/params/switch.h"
#include "sc_models/core/random.h"

namespace headroom {

/// What makes two packets belong to one flow.
struct FlowKey {
  static constexpr std::uint8_t kTcp = 6, kUdp = 17;
  std::uint8_t protocol;
  std::uint16_t source_port, destination_port;
  Ipv4 source, destination;
};

/// Every frame of the model but PFC is UDP.
[[nodiscard]] inline FlowKey flow_key(const Frame& frame) {
  return {FlowKey::kUdp, frame.udp_source, frame.udp_destination, frame.source, frame.destination};
}

/// What makes switches choose independently. `node` as in node_stream().
[[nodiscard]] constexpr std::uint32_t hash_salt(std::uint32_t node) {
  return static_cast<std::uint32_t>(mix64(node + 0x9E3779B97F4A7C15u));
}
/// A CRC is linear, so another preset alone would only permute the choices; this is not.
[[nodiscard]] constexpr std::uint32_t finalize_hash(std::uint32_t x, std::uint32_t salt) {
  x ^= salt;
  x = (x ^ x >> 16) * 0x85EBCA6B;
  x = (x ^ x >> 13) * 0xC2B2AE35;
  return x ^ x >> 16;
}
/// CRC-32 over the 13 bytes of the key: protocol, ports, addresses, each most significant byte first [C].
[[nodiscard]] std::uint32_t flow_crc(const FlowKey& key, std::uint32_t preset);

/// The 16-bit flow hash of a switch, from which it chooses among equal paths.
class FlowHash {
 public:
  FlowHash(EcmpHash method, std::uint32_t node) : method_(method), salt_(hash_salt(node)) {}
  /// Hash of the packet for a set of `members`. Packets that are neither UDP nor TCP share one value.
  [[nodiscard]] std::uint16_t of(const FlowKey& key, std::size_t members) const;

 private:
  const EcmpHash method_;
  const std::uint32_t salt_;
};

}  // namespace headroom
