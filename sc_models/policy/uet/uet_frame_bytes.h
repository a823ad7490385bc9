#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sc_models/core/frame.h"
#include "sc_models/policy/uet/ip_headers.h"
#include "sc_models/policy/uet/uet_headers.h"

namespace headroom {

/// What the headers of a frame say beyond the frame itself.
struct UetFrameContext {
  std::uint16_t identification = 0;  ///< low bits of the NIC's count of frames
  // data
  std::uint16_t clear_psn_offset = 0;
  std::uint8_t group = 0;
  bool first_of_message = false;
  std::uint16_t message = 0;
  std::uint32_t job = 0;
  std::uint64_t buffer_offset = 0;
  std::uint32_t initiator = 0;
  std::uint32_t message_offset = 0;

  bool operator==(const UetFrameContext&) const = default;
};

/// What the UDP length of a data packet counts beside the payload; a trimmed packet keeps the length it had.
inline constexpr std::uint32_t kUetUdpOverhead = sizeof(UdpBytes) + sizeof(PdsRequestBytes) + sizeof(SesRequestBytes);
inline constexpr std::size_t kUetLongestHeaders = sizeof(EthernetBytes) + sizeof(Ipv4Bytes) + kUetUdpOverhead;

/// All headers of one UET frame, from Ethernet on; the payload and the frame check sequence are not among them.
struct UetFrameBytes {
  std::array<std::byte, kUetLongestHeaders> bytes;
  std::size_t size = 0;
  [[nodiscard]] std::span<const std::byte> view() const { return {bytes.data(), size}; }
};

/// Headers of a data packet (trimmed or not), ACK, NACK or probe as they are on the wire.
[[nodiscard]] UetFrameBytes headers_of(const Frame& frame, const UetFrameContext& context);

}  // namespace headroom
