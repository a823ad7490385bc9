#include "sc_models/policy/uet/uet_frame_bytes.h"

#include <cstring>

#include "sc_models/core/check.h"

namespace headroom {

namespace {

constexpr std::uint64_t kLocalMac = 0x0200;  // first two octets; the rest is the IPv4 address [C]

class Writer {
 public:
  explicit Writer(UetFrameBytes& out) : out_(out) {}
  template <class Layout>
  void put(const Layout& layout) {
    std::memcpy(out_.bytes.data() + out_.size, &layout, sizeof layout);
    out_.size += sizeof layout;
  }

 private:
  UetFrameBytes& out_;
};

EthernetBytes ethernet(const Frame& frame) {
  return {kLocalMac << 32 | frame.destination, kLocalMac << 32 | frame.source, kEtherTypeIpv4};
}

Ipv4Bytes ipv4(const Frame& frame, std::uint16_t identification) {
  Ipv4Bytes header;
  header.version_and_length = kIpv4VersionAndLength;
  header.tos =
      static_cast<std::uint8_t>(dscp_of(frame.traffic_class, frame.role) << 2 | static_cast<unsigned>(frame.ecn));
  header.total_length = static_cast<std::uint16_t>(frame.charge().count());
  header.identification = identification;
  header.flags_and_fragment = kIpv4DoNotFragment;
  header.time_to_live = kIpv4TimeToLive;
  header.protocol = kIpv4ProtocolUdp;
  header.source = frame.source;
  header.destination = frame.destination;
  header.checksum = checksum_of(header);
  return header;
}

UdpBytes udp(const Frame& frame) {
  // Trimming leaves the length as it was.
  const std::int64_t length = frame.kind == FrameKind::kUetData
                                  ? kUetUdpOverhead + frame.payload_bytes
                                  : frame.charge().count() - static_cast<std::int64_t>(sizeof(Ipv4Bytes));
  return {frame.udp_source, frame.udp_destination, static_cast<std::uint16_t>(length), std::uint16_t{0}};
}

PdsRequest request(const Frame& frame, const UetFrameContext& context) {
  return {.retransmission = frame.retransmission,
          .ack_requested = frame.uet.ack_requested,
          .syn = frame.uet.syn,
          .clear_psn_offset = context.clear_psn_offset,
          .psn = frame.psn,
          .source = frame.uet.source_pdc,
          .destination = frame.uet.destination_pdc,
          .psn_offset = frame.uet.psn_offset,
          .group = context.group};
}

SesRequest semantic(const Frame& frame, const UetFrameContext& context) {
  return {.first = context.first_of_message,
          .last = frame.last_of_message,
          .message = context.message,
          .job = context.job,
          .buffer_offset = context.buffer_offset,
          .initiator = context.initiator,
          .payload = frame.payload_bytes,
          .message_offset = context.message_offset,
          .message_length = frame.uet.message_length};
}

PdsAck ack(const Frame& frame) {
  const UetHeader& uet = frame.uet;
  return {.marked = uet.marked,
          .retransmission = frame.retransmission,
          .probe_answer = uet.probe_answer,
          .psn = frame.psn,
          .probe_tag = uet.probe_tag,
          .cumulative = uet.cumulative,
          .sack_base = uet.sack_base,
          .source = uet.source_pdc,
          .destination = uet.destination_pdc,
          .sack_bitmap = uet.sack_bitmap,
          .service_time = uet.service_time,
          .restore_window = uet.restore_window,
          .penalty = uet.penalty,
          .received = uet.received,
          .out_of_order = uet.out_of_order};
}

}  // namespace

UetFrameBytes headers_of(const Frame& frame, const UetFrameContext& context) {
  UetFrameBytes out;
  Writer writer(out);
  writer.put(ethernet(frame));
  writer.put(ipv4(frame, context.identification));
  writer.put(udp(frame));
  const UetHeader& uet = frame.uet;
  switch (frame.kind) {
    case FrameKind::kUetData:
      writer.put(serialise(request(frame, context)));
      if (!is_trimmed(frame.role)) writer.put(serialise(semantic(frame, context)));
      break;
    case FrameKind::kUetAck: writer.put(serialise(ack(frame))); break;
    case FrameKind::kUetNack:
      writer.put(serialise(
          PdsNack{uet.marked, frame.retransmission, uet.nack_code, frame.psn, uet.source_pdc, uet.destination_pdc}));
      break;
    case FrameKind::kUetProbe:
      writer.put(serialise(PdsProbe{uet.probe_tag, uet.source_pdc, uet.destination_pdc}));
      break;
    default: HEADROOM_CHECK(false, "frame kind {} has no UET headers", static_cast<unsigned>(frame.kind));
  }
  return out;
}

}  // namespace headroom
