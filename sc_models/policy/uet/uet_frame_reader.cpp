#include "sc_models/policy/uet/uet_frame_reader.h"

#include <cstring>

namespace headroom {

namespace {

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  template <class Layout>
  [[nodiscard]] bool get(Layout& layout) {
    if (bytes_.size() < sizeof layout) return false;
    std::memcpy(&layout, bytes_.data(), sizeof layout);
    bytes_ = bytes_.subspan(sizeof layout);
    return true;
  }
  [[nodiscard]] std::uint8_t peek() const { return bytes_.empty() ? 0 : std::to_integer<std::uint8_t>(bytes_[0]); }

 private:
  std::span<const std::byte> bytes_;
};

bool read_data(Reader& in, Frame& frame, UetFrameContext& context) {
  PdsRequestBytes bytes;
  if (!in.get(bytes)) return false;
  const PdsRequest request = parse(bytes);
  frame.kind = FrameKind::kUetData;
  frame.retransmission = request.retransmission;
  frame.psn = request.psn;
  frame.uet.ack_requested = request.ack_requested;
  frame.uet.syn = request.syn;
  frame.uet.source_pdc = request.source;
  frame.uet.destination_pdc = request.destination;
  frame.uet.psn_offset = request.psn_offset;
  context.clear_psn_offset = request.clear_psn_offset;
  context.group = request.group;
  if (is_trimmed(frame.role)) return true;
  SesRequestBytes semantic_bytes;
  if (!in.get(semantic_bytes)) return false;
  const SesRequest semantic = parse(semantic_bytes);
  frame.last_of_message = semantic.last;
  frame.uet.message_length = semantic.message_length;
  context.first_of_message = semantic.first;
  context.message = semantic.message;
  context.job = semantic.job;
  context.buffer_offset = semantic.buffer_offset;
  context.initiator = semantic.initiator;
  context.message_offset = semantic.message_offset;
  return true;
}

bool read_ack(Reader& in, Frame& frame) {
  PdsAckBytes bytes;
  if (!in.get(bytes)) return false;
  const PdsAck ack = parse(bytes);
  frame.kind = FrameKind::kUetAck;
  frame.retransmission = ack.retransmission;
  frame.psn = ack.psn;
  frame.uet.marked = ack.marked;
  frame.uet.probe_answer = ack.probe_answer;
  frame.uet.probe_tag = ack.probe_tag;
  frame.uet.cumulative = ack.cumulative;
  frame.uet.sack_base = ack.sack_base;
  frame.uet.source_pdc = ack.source;
  frame.uet.destination_pdc = ack.destination;
  frame.uet.sack_bitmap = ack.sack_bitmap;
  frame.uet.service_time = ack.service_time;
  frame.uet.restore_window = ack.restore_window;
  frame.uet.penalty = ack.penalty;
  frame.uet.received = ack.received;
  frame.uet.out_of_order = ack.out_of_order;
  return true;
}

bool read_nack(Reader& in, Frame& frame) {
  PdsNackBytes bytes;
  if (!in.get(bytes)) return false;
  const PdsNack nack = parse(bytes);
  frame.kind = FrameKind::kUetNack;
  frame.retransmission = nack.retransmission;
  frame.psn = nack.psn;
  frame.uet.marked = nack.marked;
  frame.uet.nack_code = nack.code;
  frame.uet.source_pdc = nack.source;
  frame.uet.destination_pdc = nack.destination;
  return true;
}

bool read_probe(Reader& in, Frame& frame) {
  PdsControlBytes bytes;
  if (!in.get(bytes)) return false;
  const PdsProbe probe = parse(bytes);
  frame.kind = FrameKind::kUetProbe;
  frame.uet.probe_tag = probe.tag;
  frame.uet.source_pdc = probe.source;
  frame.uet.destination_pdc = probe.destination;
  return true;
}

}  // namespace

bool read_headers(std::span<const std::byte> bytes, Frame& frame, UetFrameContext& context) {
  Reader in(bytes);
  EthernetBytes ethernet;
  Ipv4Bytes ip;
  UdpBytes udp;
  if (!in.get(ethernet) || !in.get(ip) || !in.get(udp)) return false;
  if (ethernet.type.value() != kEtherTypeIpv4 || ip.version_and_length.value() != kIpv4VersionAndLength ||
      ip.protocol.value() != kIpv4ProtocolUdp || checksum_of(ip) != 0 || udp.destination.value() != kUetPort) {
    return false;
  }
  frame.source = ip.source.value();
  frame.destination = ip.destination.value();
  frame.wire_bytes = ip.total_length.value() + static_cast<std::uint32_t>(kEthernetOverhead);
  const unsigned dscp = ip.tos.value() >> 2;
  frame.traffic_class = static_cast<std::uint8_t>(traffic_class_of(dscp));
  frame.role = static_cast<DscpRole>(dscp % 8);
  frame.ecn = static_cast<Ecn>(ip.tos.value() & 3);
  frame.udp_source = udp.source.value();
  frame.udp_destination = udp.destination.value();
  context.identification = ip.identification.value();
  switch (static_cast<PdsType>(in.peek() >> 3)) {
    case PdsType::kRequest:
      if (udp.length.value() < kUetUdpOverhead) return false;
      frame.payload_bytes = udp.length.value() - kUetUdpOverhead;
      return read_data(in, frame, context);
    case PdsType::kAck: return read_ack(in, frame);
    case PdsType::kNack: return read_nack(in, frame);
    case PdsType::kControl: return read_probe(in, frame);
  }
  return false;
}

}  // namespace headroom
