#include "sc_models/policy/uet/uet_headers.h"

#include "sc_models/core/check.h"

namespace headroom {

namespace {

constexpr std::uint16_t kNextHeaderStandard = 3, kControlProbe = 6;
constexpr std::uint8_t kMaximumRange = 255;  // not enforced
constexpr std::uint8_t kOpcodeWrite = 0x01;

// Flags of the prologue; the same bit means different things in different types.
constexpr std::uint16_t kMarked = 1 << 5;  // ACK, NACK
constexpr std::uint16_t kRetransmission = 1 << 4;
constexpr std::uint16_t kAckRequested = 1 << 3;  // request, probe
constexpr std::uint16_t kProbeAnswer = 1 << 3;   // ACK
constexpr std::uint16_t kSyn = 1 << 2;           // request
// Flags of the semantic header.
constexpr std::uint8_t kFirst = 1 << 0, kLast = 1 << 1;

constexpr std::uint8_t kRestoreWindow = 1 << 7;

std::uint16_t flag(bool set, unsigned bit) { return static_cast<std::uint16_t>(set ? bit : 0u); }

std::uint16_t prologue(PdsType type, unsigned next, unsigned flags) {
  return static_cast<std::uint16_t>(static_cast<unsigned>(type) << 11 | next << 7 | flags);
}

std::uint16_t flags_of(const BigEndian<2>& field, PdsType type) {
  HEADROOM_CHECK(pds_type_of(field.value()) == static_cast<std::uint8_t>(type), "UET header: type {} parsed as type {}",
                 pds_type_of(field.value()), static_cast<unsigned>(type));
  return field.value();
}

/// A 16-bit signed distance.
std::uint16_t offset(Psn to, Psn from) {
  const auto distance = static_cast<std::int32_t>(to - from);
  HEADROOM_CHECK(distance == static_cast<std::int16_t>(distance), "UET header: {} is too far from {} for 16 bits", to,
                 from);
  return static_cast<std::uint16_t>(distance);
}
/// The same, of a number that may lie further below than 16 bits can tell: a duplicate that has been on its way for
/// long.
std::uint16_t offset_or_lowest(Psn to, Psn from) {
  constexpr Psn kLowest = 32'768;
  return offset(static_cast<std::int32_t>(to - (from - kLowest)) < 0 ? from - kLowest : to, from);
}
Psn offset_from(Psn from, std::uint16_t distance) {
  return from + static_cast<Psn>(static_cast<std::int16_t>(distance));
}

}  // namespace

PdsRequestBytes serialise(const PdsRequest& request) {
  HEADROOM_CHECK(request.psn_offset < 1 << 12, "UET header: offset {} from the first number exceeds 12 bits",
                 request.psn_offset);
  PdsRequestBytes bytes;
  bytes.prologue = prologue(PdsType::kRequest, kNextHeaderStandard,
                            flag(request.retransmission, kRetransmission) | flag(request.ack_requested, kAckRequested) |
                                flag(request.syn, kSyn));
  bytes.clear_psn_offset = request.clear_psn_offset;
  bytes.psn = request.psn;
  bytes.source = request.source;
  bytes.destination = request.syn ? request.psn_offset : request.destination;
  bytes.group = request.group;
  return bytes;
}

PdsRequest parse(const PdsRequestBytes& bytes) {
  const std::uint16_t flags = flags_of(bytes.prologue, PdsType::kRequest);
  PdsRequest request;
  request.retransmission = (flags & kRetransmission) != 0;
  request.ack_requested = (flags & kAckRequested) != 0;
  request.syn = (flags & kSyn) != 0;
  request.clear_psn_offset = bytes.clear_psn_offset.value();
  request.psn = bytes.psn.value();
  request.source = bytes.source.value();
  (request.syn ? request.psn_offset : request.destination) = bytes.destination.value();
  request.group = bytes.group.value();
  return request;
}

PdsAckBytes serialise(const PdsAck& ack) {
  HEADROOM_CHECK(ack.penalty < 1 << 7, "UET header: penalty {} exceeds 7 bits", ack.penalty);
  PdsAckBytes bytes;
  bytes.prologue = prologue(
      PdsType::kAck, 0,
      flag(ack.marked, kMarked) | flag(ack.retransmission, kRetransmission) | flag(ack.probe_answer, kProbeAnswer));
  bytes.psn_offset_or_tag = ack.probe_answer ? ack.probe_tag : offset_or_lowest(ack.psn, ack.cumulative);
  bytes.cumulative = ack.cumulative;
  bytes.source = ack.source;
  bytes.destination = ack.destination;
  bytes.maximum_range = kMaximumRange;
  bytes.sack_offset = offset(ack.sack_base, ack.cumulative);
  bytes.sack_bitmap = ack.sack_bitmap;
  bytes.service_time = ack.service_time;
  bytes.penalty = static_cast<std::uint8_t>(flag(ack.restore_window, kRestoreWindow) | ack.penalty);
  bytes.received = ack.received;
  bytes.out_of_order = ack.out_of_order;
  return bytes;
}

PdsAck parse(const PdsAckBytes& bytes) {
  const std::uint16_t flags = flags_of(bytes.prologue, PdsType::kAck);
  PdsAck ack;
  ack.marked = (flags & kMarked) != 0;
  ack.retransmission = (flags & kRetransmission) != 0;
  ack.probe_answer = (flags & kProbeAnswer) != 0;
  ack.cumulative = bytes.cumulative.value();
  if (ack.probe_answer) {
    ack.probe_tag = bytes.psn_offset_or_tag.value();
  } else {
    ack.psn = offset_from(ack.cumulative, bytes.psn_offset_or_tag.value());
  }
  ack.source = bytes.source.value();
  ack.destination = bytes.destination.value();
  ack.sack_base = offset_from(ack.cumulative, bytes.sack_offset.value());
  ack.sack_bitmap = bytes.sack_bitmap.value();
  ack.service_time = bytes.service_time.value();
  ack.restore_window = (bytes.penalty.value() & kRestoreWindow) != 0;
  ack.penalty = bytes.penalty.value() & (kRestoreWindow - 1);
  ack.received = bytes.received.value();
  ack.out_of_order = bytes.out_of_order.value();
  return ack;
}

PdsNackBytes serialise(const PdsNack& nack) {
  PdsNackBytes bytes;
  bytes.prologue = prologue(PdsType::kNack, 0, flag(nack.marked, kMarked) | flag(nack.retransmission, kRetransmission));
  bytes.code = nack.code;
  bytes.psn = nack.psn;
  bytes.source = nack.source;
  bytes.destination = nack.destination;
  return bytes;
}

PdsNack parse(const PdsNackBytes& bytes) {
  const std::uint16_t flags = flags_of(bytes.prologue, PdsType::kNack);
  PdsNack nack;
  nack.marked = (flags & kMarked) != 0;
  nack.retransmission = (flags & kRetransmission) != 0;
  nack.code = bytes.code.value();
  nack.psn = bytes.psn.value();
  nack.source = bytes.source.value();
  nack.destination = bytes.destination.value();
  return nack;
}

PdsControlBytes serialise(const PdsProbe& probe) {
  PdsControlBytes bytes;
  bytes.prologue = prologue(PdsType::kControl, kControlProbe, kAckRequested);
  bytes.tag = probe.tag;
  bytes.source = probe.source;
  bytes.destination = probe.destination;
  return bytes;
}

PdsProbe parse(const PdsControlBytes& bytes) {
  (void)flags_of(bytes.prologue, PdsType::kControl);
  return {bytes.tag.value(), bytes.source.value(), bytes.destination.value()};
}

SesRequestBytes serialise(const SesRequest& request) {
  SesRequestBytes bytes;
  bytes.opcode = kOpcodeWrite;
  bytes.flags = static_cast<std::uint8_t>(flag(request.first, kFirst) | flag(request.last, kLast));
  bytes.message = request.message;
  bytes.job = request.job;
  bytes.buffer_offset = request.buffer_offset;
  bytes.initiator = request.initiator;
  if (!request.first) {  // the first packet has completion data there
    bytes.payload = std::min(request.payload, SesRequest::kLongestPayload);
    bytes.message_offset = request.message_offset;
  }
  bytes.message_length = request.message_length;
  return bytes;
}

SesRequest parse(const SesRequestBytes& bytes) {
  SesRequest request;
  request.first = (bytes.flags.value() & kFirst) != 0;
  request.last = (bytes.flags.value() & kLast) != 0;
  request.message = bytes.message.value();
  request.job = bytes.job.value();
  request.buffer_offset = bytes.buffer_offset.value();
  request.initiator = bytes.initiator.value();
  if (!request.first) {
    request.payload = bytes.payload.value() & SesRequest::kLongestPayload;
    request.message_offset = bytes.message_offset.value();
  }
  request.message_length = bytes.message_length.value();
  return request;
}

}  // namespace headroom
