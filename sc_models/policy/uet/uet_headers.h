// Headers of the packet delivery and the semantic sublayer: their fields, their layouts in network order, and the way
// from one to the other. Fields that the model never uses are written as 0 and not read.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sc_models/core/big_endian.h"
#include "sc_models/core/frame.h"

namespace headroom {

/// Types of packet delivery headers that the model sends.
enum class PdsType : std::uint8_t { kAck = 8, kNack = 10, kControl = 11, kRequest = 13 };

// Fields

struct PdsRequest {
  bool retransmission = false, ack_requested = false, syn = false;
  std::uint16_t clear_psn_offset = 0;  ///< distance from the sender's highest cumulative acknowledgement
  Psn psn = 0;
  PdcId source = 0, destination = 0;  ///< destination: without syn
  std::uint16_t psn_offset = 0;       ///< with syn; 12 bits
  std::uint8_t group = 0;             ///< low bits of the group's serial number

  bool operator==(const PdsRequest&) const = default;
};

struct PdsAck {
  bool marked = false, retransmission = false, probe_answer = false;
  Psn psn = 0;  ///< the one it answers; written as at most 32,768 below `cumulative` [C]; not of a probe's answer
  std::uint16_t probe_tag = 0;        ///< of a probe's answer
  Psn cumulative = 0, sack_base = 0;  ///< the latter at most 32,767 from the former
  PdcId source = 0, destination = 0;
  std::uint64_t sack_bitmap = 0;
  std::uint16_t service_time = 0;  ///< 128 ns
  bool restore_window = false;
  std::uint8_t penalty = 0;    ///< 7 bits
  std::uint32_t received = 0;  ///< 256 B; 24 bits
  std::uint16_t out_of_order = 0;

  bool operator==(const PdsAck&) const = default;
};

struct PdsNack {
  bool marked = false, retransmission = false;
  std::uint8_t code = 0;
  Psn psn = 0;
  PdcId source = 0, destination = 0;

  bool operator==(const PdsNack&) const = default;
};

struct PdsProbe {
  std::uint16_t tag = 0;
  PdcId source = 0, destination = 0;

  bool operator==(const PdsProbe&) const = default;
};

/// Standard request: a write.
struct SesRequest {
  static constexpr std::uint32_t kLongestPayload = 16'383;  ///< that the header can tell; longer ones say this

  bool first = false, last = false;  ///< packet of its message
  std::uint16_t message = 0;         ///< count of the PDC's messages
  std::uint32_t job = 0;             ///< 24 bits
  std::uint64_t buffer_offset = 0;
  std::uint32_t initiator = 0;
  std::uint32_t payload = 0, message_offset = 0;  ///< but for the first packet
  std::uint32_t message_length = 0;

  bool operator==(const SesRequest&) const = default;
};

// Layouts

struct PdsRequestBytes {
  BigEndian<2> prologue, clear_psn_offset;
  BigEndian<4> psn;
  BigEndian<2> source, destination;
  BigEndian<1> group;
  BigEndian<3> credit_target;
};

struct PdsAckBytes {
  BigEndian<2> prologue, psn_offset_or_tag;
  BigEndian<4> cumulative;
  BigEndian<2> source, destination;
  BigEndian<1> congestion_control, maximum_range;
  BigEndian<2> sack_offset;
  BigEndian<8> sack_bitmap;
  BigEndian<2> service_time;
  BigEndian<1> penalty;
  BigEndian<3> received;
  BigEndian<2> out_of_order;
};

struct PdsNackBytes {
  BigEndian<2> prologue;
  BigEndian<1> code, vendor_code;
  BigEndian<4> psn;
  BigEndian<2> source, destination;
  BigEndian<4> payload;
};

struct PdsControlBytes {
  BigEndian<2> prologue, tag;
  BigEndian<4> psn;
  BigEndian<2> source, destination;
  BigEndian<4> payload;
};

struct SesRequestBytes {
  BigEndian<1> opcode, flags;
  BigEndian<2> message;
  BigEndian<1> generation;
  BigEndian<3> job;
  BigEndian<2> pid, resource;
  BigEndian<8> buffer_offset;
  BigEndian<4> initiator;
  BigEndian<8> memory_key;
  BigEndian<4> payload, message_offset;
  BigEndian<4> message_length;
};

static_assert(sizeof(PdsRequestBytes) == 16 && alignof(PdsRequestBytes) == 1);
static_assert(sizeof(PdsAckBytes) == 32 && alignof(PdsAckBytes) == 1);
static_assert(sizeof(PdsNackBytes) == 16 && alignof(PdsNackBytes) == 1);
static_assert(sizeof(PdsControlBytes) == 16 && alignof(PdsControlBytes) == 1);
static_assert(sizeof(SesRequestBytes) == 44 && alignof(SesRequestBytes) == 1);

// From one to the other. Parsing a header of another type than the layout's is a mistake of the caller.

[[nodiscard]] constexpr std::uint8_t pds_type_of(std::uint16_t prologue) {
  return static_cast<std::uint8_t>(prologue >> 11);
}

[[nodiscard]] PdsRequestBytes serialise(const PdsRequest& request);
[[nodiscard]] PdsAckBytes serialise(const PdsAck& ack);
[[nodiscard]] PdsNackBytes serialise(const PdsNack& nack);
[[nodiscard]] PdsControlBytes serialise(const PdsProbe& probe);
[[nodiscard]] SesRequestBytes serialise(const SesRequest& request);

[[nodiscard]] PdsRequest parse(const PdsRequestBytes& bytes);
[[nodiscard]] PdsAck parse(const PdsAckBytes& bytes);
[[nodiscard]] PdsNack parse(const PdsNackBytes& bytes);
[[nodiscard]] PdsProbe parse(const PdsControlBytes& bytes);
[[nodiscard]] SesRequest parse(const SesRequestBytes& bytes);

}  // namespace headroom
