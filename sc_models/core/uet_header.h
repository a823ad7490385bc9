// What the packet delivery header of a UET frame says. Its size on the wire is counted in the frame; this is its
// content.
#pragma once

#include <cstdint>

namespace headroom {

using PdcId = std::uint16_t;  ///< 0 is never valid

inline constexpr std::uint16_t kUetPort = 4793;  ///< UDP destination
inline constexpr std::uint8_t kNackTrimmed = 0x01, kNackTrimmedLastHop = 0x02;

/// PDS fields [R]. The packet sequence number, the retransmission flag and the UDP ports are the frame's.
struct UetHeader {
  PdcId source_pdc, destination_pdc;
  std::uint16_t psn_offset;  ///< data with syn: distance from the first number of its PDC
  std::uint16_t probe_tag;   ///< probe and its answer
  bool syn, ack_requested;   ///< data
  bool marked;               ///< ACK, NACK: what drew it arrived with congestion experienced
  bool probe_answer;         ///< ACK
  std::uint8_t nack_code;
  std::uint8_t penalty;        ///< ACK: receiver penalty, 0 to 127
  bool restore_window;         ///< ACK
  std::uint16_t service_time;  ///< ACK: in units of 128 ns
  std::uint16_t out_of_order;  ///< ACK: packets held beyond the next one expected
  std::uint32_t received;      ///< ACK: nominal bytes received, in units of 256 B, 24 bits
  std::uint32_t cumulative;    ///< ACK: highest number received in order
  std::uint32_t sack_base;     ///< ACK: number that bit 0 of the bitmap stands for
  std::uint64_t sack_bitmap;
  std::uint32_t message_length;  ///< data
};

}  // namespace headroom
