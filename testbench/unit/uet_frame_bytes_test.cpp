// Frames as octets on the wire, and back.
#include "sc_models/policy/uet/uet_frame_bytes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <string>

#include "sc_models/core/check.h"
#include "sc_models/policy/uet/uet_frame_reader.h"

namespace headroom {
namespace {

std::string hex(std::span<const std::byte> octets) {
  std::string text;
  for (const std::byte octet : octets) text += fmt::format("{:02x}", std::to_integer<unsigned>(octet));
  return text;
}

Frame between_servers(FrameKind kind, DscpRole role, unsigned traffic_class, std::uint32_t wire_bytes) {
  Frame frame{};
  frame.source = 0x20000001, frame.destination = 0x20000002;
  frame.kind = kind;
  frame.role = role;
  frame.traffic_class = static_cast<std::uint8_t>(traffic_class);
  frame.ecn = Ecn::kEct1;
  frame.wire_bytes = wire_bytes;
  frame.udp_source = 256, frame.udp_destination = kUetPort;
  return frame;
}

TEST(UetFrameBytes, AnAckFromEthernetToItsEnd) {
  Frame ack = between_servers(FrameKind::kUetAck, DscpRole::kControl, 1, 78);
  ack.psn = 1;
  ack.uet.cumulative = 1, ack.uet.sack_base = 2, ack.uet.received = 17;
  ack.uet.source_pdc = 32'769, ack.uet.destination_pdc = 1;
  UetFrameContext context;
  context.identification = 0x0102;
  // Words of the IPv4 header: 4535 003c 0102 4000 ff11 2000 0002 2000 0001 sum to 1c587 -> c588, complement 3a77
  // (source and destination are those of an ACK sent by 32.0.0.2).
  std::swap(ack.source, ack.destination);
  EXPECT_EQ(hex(headers_of(ack, context).view()),
            "020020000001"
            "020020000002"
            "0800"
            "4535"
            "003c"
            "0102"
            "4000"
            "ff11"
            "3a77"
            "20000002"
            "20000001"
            "0100"
            "12b9"
            "0028"
            "0000"
            "4000"
            "0000"
            "00000001"
            "8001"
            "0001"
            "00ff"
            "0001"
            "0000000000000000"
            "0000"
            "00"
            "000011"
            "0000");
}

// uet-transport 1, 2
TEST(UetFrameBytes, HeadersAndPayloadAndFrameCheckSequenceAreTheSizeOnTheWire) {
  Frame data = between_servers(FrameKind::kUetData, DscpRole::kNoTrim, 0, 4'202);
  data.payload_bytes = 4'096;
  EXPECT_EQ(headers_of(data, {}).size + 4'096 + 4, 4'202u);
  EXPECT_EQ(headers_of(between_servers(FrameKind::kUetAck, DscpRole::kControl, 1, 78), {}).size + 4, 78u);
  EXPECT_EQ(headers_of(between_servers(FrameKind::kUetNack, DscpRole::kControl, 1, 62), {}).size + 4, 62u);
  EXPECT_EQ(headers_of(between_servers(FrameKind::kUetProbe, DscpRole::kControl, 1, 62), {}).size + 4, 62u);
  EXPECT_EQ(headers_of(between_servers(FrameKind::kUetData, DscpRole::kTrimmed, 0, 62), {}).size + 4, 62u);
}

TEST(UetFrameBytes, ATrimmedPacketKeepsTheUdpLengthItHad) {
  Frame data = between_servers(FrameKind::kUetData, DscpRole::kTrimmed, 0, 62);
  data.payload_bytes = 4'096;
  const UetFrameBytes bytes = headers_of(data, {});
  EXPECT_EQ(hex(bytes.view().subspan(16, 2)), "002c") << "IPv4: 44 B";
  EXPECT_EQ(hex(bytes.view().subspan(38, 2)), "1044") << "UDP: 8 + 16 + 44 + 4,096 = 4,164 B";
}

TEST(UetFrameBytes, OtherFramesHaveNone) {
  EXPECT_THROW((void)headers_of(between_servers(FrameKind::kPfc, DscpRole::kNoTrim, 0, 64), {}), ModelError);
}

TEST(UetFrameReader, RefusesWhatIsNoUetFrame) {
  const Frame probe = between_servers(FrameKind::kUetProbe, DscpRole::kControl, 1, 62);
  const UetFrameBytes good = headers_of(probe, {});
  Frame frame{};
  UetFrameContext context;
  ASSERT_TRUE(read_headers(good.view(), frame, context));
  for (std::size_t size = 0; size < good.size; ++size) {
    EXPECT_FALSE(read_headers(good.view().first(size), frame, context)) << size << " octets";
  }
  // Ethernet type, IPv4 version, length (so its checksum), protocol, UDP port, type of header.
  for (const std::size_t at : {12u, 14u, 17u, 23u, 36u, 42u}) {
    UetFrameBytes bad = good;
    bad.bytes[at] ^= std::byte{0x10};
    EXPECT_FALSE(read_headers(bad.view(), frame, context)) << "octet " << at;
  }
}

rc::Gen<FrameKind> kinds() {
  return rc::gen::element(FrameKind::kUetData, FrameKind::kUetAck, FrameKind::kUetNack, FrameKind::kUetProbe);
}

Frame random_frame(UetFrameContext& context) {
  Frame frame{};
  frame.kind = *kinds();
  frame.source = *rc::gen::arbitrary<Ipv4>();
  frame.destination = *rc::gen::arbitrary<Ipv4>();
  frame.traffic_class = *rc::gen::inRange<std::uint8_t>(0, 8);
  frame.ecn = *rc::gen::element(Ecn::kEct1, Ecn::kCe);
  frame.role = DscpRole::kControl;
  frame.udp_source = *rc::gen::arbitrary<std::uint16_t>();
  frame.udp_destination = kUetPort;
  frame.uet.source_pdc = *rc::gen::arbitrary<PdcId>();
  context.identification = *rc::gen::arbitrary<std::uint16_t>();
  if (frame.kind != FrameKind::kUetProbe) {
    frame.psn = *rc::gen::arbitrary<Psn>();
    frame.retransmission = *rc::gen::arbitrary<bool>();
  }
  if (frame.kind != FrameKind::kUetData) frame.uet.destination_pdc = *rc::gen::arbitrary<PdcId>();
  switch (frame.kind) {
    case FrameKind::kUetData:
      frame.role = *rc::gen::element(DscpRole::kNoTrim, DscpRole::kTrimmable, DscpRole::kTrimmableRetransmission,
                                     DscpRole::kTrimmed, DscpRole::kTrimmedLastHop);
      frame.payload_bytes = *rc::gen::inRange<std::uint32_t>(0, 65'448);
      frame.wire_bytes = is_trimmed(frame.role) ? 62 : frame.payload_bytes + 106;
      frame.uet.ack_requested = *rc::gen::arbitrary<bool>();
      frame.uet.syn = *rc::gen::arbitrary<bool>();
      if (frame.uet.syn) frame.uet.psn_offset = *rc::gen::inRange<std::uint16_t>(0, 4'096);
      if (!frame.uet.syn) frame.uet.destination_pdc = *rc::gen::arbitrary<PdcId>();
      context.clear_psn_offset = *rc::gen::arbitrary<std::uint16_t>();
      context.group = *rc::gen::arbitrary<std::uint8_t>();
      if (is_trimmed(frame.role)) break;
      frame.last_of_message = *rc::gen::arbitrary<bool>();
      frame.uet.message_length = *rc::gen::arbitrary<std::uint32_t>();
      context.first_of_message = *rc::gen::arbitrary<bool>();
      context.message = *rc::gen::arbitrary<std::uint16_t>();
      context.job = *rc::gen::inRange<std::uint32_t>(0, 1 << 24);
      context.buffer_offset = *rc::gen::arbitrary<std::uint64_t>();
      context.initiator = *rc::gen::arbitrary<std::uint32_t>();
      if (!context.first_of_message) context.message_offset = *rc::gen::arbitrary<std::uint32_t>();
      break;
    case FrameKind::kUetAck:
      frame.wire_bytes = 78;
      frame.uet.marked = *rc::gen::arbitrary<bool>();
      frame.uet.probe_answer = *rc::gen::arbitrary<bool>();
      frame.uet.cumulative = frame.psn + *rc::gen::inRange<Psn>(0, 32'769);
      if (frame.uet.probe_answer) {
        frame.psn = 0;
        frame.uet.probe_tag = *rc::gen::arbitrary<std::uint16_t>();
      }
      frame.uet.sack_base = frame.uet.cumulative + *rc::gen::inRange<Psn>(0, 32'768);
      frame.uet.sack_bitmap = *rc::gen::arbitrary<std::uint64_t>();
      frame.uet.penalty = *rc::gen::inRange<std::uint8_t>(0, 128);
      frame.uet.restore_window = *rc::gen::arbitrary<bool>();
      frame.uet.service_time = *rc::gen::arbitrary<std::uint16_t>();
      frame.uet.received = *rc::gen::inRange<std::uint32_t>(0, 1 << 24);
      frame.uet.out_of_order = *rc::gen::arbitrary<std::uint16_t>();
      break;
    case FrameKind::kUetNack:
      frame.wire_bytes = 62;
      frame.uet.marked = *rc::gen::arbitrary<bool>();
      frame.uet.nack_code = *rc::gen::element(kNackTrimmed, kNackTrimmedLastHop);
      break;
    default: frame.wire_bytes = 62; frame.uet.probe_tag = *rc::gen::arbitrary<std::uint16_t>();
  }
  return frame;
}

bool same(const Frame& a, const Frame& b) {
  const UetHeader &x = a.uet, &y = b.uet;
  return a.source == b.source && a.destination == b.destination && a.psn == b.psn && a.wire_bytes == b.wire_bytes &&
         a.payload_bytes == b.payload_bytes && a.kind == b.kind && a.traffic_class == b.traffic_class &&
         a.role == b.role && a.ecn == b.ecn && a.udp_source == b.udp_source && a.udp_destination == b.udp_destination &&
         a.last_of_message == b.last_of_message && a.retransmission == b.retransmission &&
         x.source_pdc == y.source_pdc && x.destination_pdc == y.destination_pdc && x.psn_offset == y.psn_offset &&
         x.probe_tag == y.probe_tag && x.syn == y.syn && x.ack_requested == y.ack_requested && x.marked == y.marked &&
         x.probe_answer == y.probe_answer && x.nack_code == y.nack_code && x.penalty == y.penalty &&
         x.restore_window == y.restore_window && x.service_time == y.service_time && x.out_of_order == y.out_of_order &&
         x.received == y.received && x.cumulative == y.cumulative && x.sack_base == y.sack_base &&
         x.sack_bitmap == y.sack_bitmap && x.message_length == y.message_length;
}

RC_GTEST_PROP(UetFrameReader, ReadsBackEveryFrameThatWasWritten, ()) {
  UetFrameContext context, context_read;
  const Frame frame = random_frame(context);
  Frame read{};
  RC_ASSERT(read_headers(headers_of(frame, context).view(), read, context_read));
  RC_ASSERT(same(read, frame));
  RC_ASSERT(context_read == context);
}

}  // namespace
}  // namespace headroom
