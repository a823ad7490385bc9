// Byte-exact layouts of the packet delivery and semantic headers; bytes are written out by hand from the tables.
#include "sc_models/policy/uet/uet_headers.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <cstring>
#include <string>

#include "sc_models/core/check.h"
#include "sc_models/policy/uet/ip_headers.h"

namespace headroom {
namespace {

template <class Layout>
std::string hex(const Layout& layout) {
  std::array<std::uint8_t, sizeof(Layout)> octets;
  std::memcpy(octets.data(), &layout, sizeof layout);
  std::string text;
  for (const std::uint8_t octet : octets) text += fmt::format("{:02x}", octet);
  return text;
}

// uet-transport 3
TEST(UetHeaders, HaveTheSizesOfTheFormat) {
  EXPECT_EQ(sizeof(PdsRequestBytes), 16u);
  EXPECT_EQ(sizeof(PdsAckBytes), 32u);
  EXPECT_EQ(sizeof(PdsNackBytes), 16u);
  EXPECT_EQ(sizeof(PdsControlBytes), 16u);
  EXPECT_EQ(sizeof(SesRequestBytes), 44u);
}

// uet-transport 1, 2: 14 Ethernet, 20 IPv4, 8 UDP, the header, 4 frame check sequence
TEST(UetHeaders, AddUpToTheSizesOfTheFrames) {
  constexpr std::int64_t kBelow = sizeof(EthernetBytes) + sizeof(Ipv4Bytes) + sizeof(UdpBytes) + 4;
  constexpr std::int64_t kData = kBelow + sizeof(PdsRequestBytes) + sizeof(SesRequestBytes);
  EXPECT_EQ(kData + 4'096, 4'202);
  EXPECT_EQ(kData, kUetDataOverhead);
  EXPECT_EQ(kData + 4'096 - kEthernetOverhead, 4'184);
  EXPECT_EQ(duration(Bytes{kData + 4'096}, BitRate{400'000'000'000}), Ps{84'040});
  EXPECT_EQ(kBelow + std::int64_t{sizeof(PdsAckBytes)}, kUetAckBytes);
  EXPECT_EQ(kUetAckBytes, 78);
  EXPECT_EQ(kUetAckBytes - kEthernetOverhead, 60);
  for (const std::int64_t size : {sizeof(PdsNackBytes), sizeof(PdsControlBytes), sizeof(PdsRequestBytes)}) {
    EXPECT_EQ(kBelow + size, kUetControlBytes);
  }
  EXPECT_EQ(kUetControlBytes, 62);
  EXPECT_EQ(kUetControlBytes - kEthernetOverhead, 44);
  EXPECT_EQ(duration(Bytes{kUetAckBytes}, BitRate{400'000'000'000}), Ps{1'560});
  EXPECT_EQ(duration(Bytes{kUetControlBytes}, BitRate{400'000'000'000}), Ps{1'240});
}

// uet-transport 7: 400 x 4,096 / 4,202 = 389.91 Gbps
TEST(UetHeaders, LeaveThePeakPayloadRateOfTheDocument) {
  const double share = 4'096.0 / static_cast<double>(4'096 + kUetDataOverhead);
  EXPECT_NEAR(400 * share, 389.91, 0.005);
}

TEST(UetHeaders, RequestWithSynTellsTheDistanceFromTheFirstNumber) {
  // type 13, next 3, ar and syn: 01101 0011 0001100
  const PdsRequest request{.ack_requested = true,
                           .syn = true,
                           .clear_psn_offset = 3,
                           .psn = 0x01020304,
                           .source = 7,
                           .psn_offset = 0x0FED,
                           .group = 0x2A};
  EXPECT_EQ(hex(serialise(request)),
            "698c"
            "0003"
            "01020304"
            "0007"
            "0fed"
            "2a"
            "000000");
}

TEST(UetHeaders, RequestWithoutSynNamesTheReceivingEnd) {
  // retx: 01101 0011 0010000
  const PdsRequest request{.retransmission = true, .psn = 0xFFFFFFFF, .source = 0x7FFF, .destination = 0x8001};
  EXPECT_EQ(hex(serialise(request)),
            "6990"
            "0000"
            "ffffffff"
            "7fff"
            "8001"
            "00"
            "000000");
}

TEST(UetHeaders, AckCarriesSignedDistancesFromItsCumulative) {
  // type 8, next 0, m and retx: 01000 0000 0110000; PSN 5 below, block 65 above
  const PdsAck ack{.marked = true,
                   .retransmission = true,
                   .psn = 95,
                   .cumulative = 100,
                   .sack_base = 165,
                   .source = 0x8001,
                   .destination = 1,
                   .sack_bitmap = 0x8000000000000001,
                   .service_time = 52,
                   .restore_window = true,
                   .penalty = 127,
                   .received = 0xFFFFF8,
                   .out_of_order = 258};
  EXPECT_EQ(hex(serialise(ack)),
            "4030"
            "fffb"
            "00000064"
            "8001"
            "0001"
            "00"
            "ff"
            "0041"
            "8000000000000001"
            "0034"
            "ff"
            "fffff8"
            "0102");
}

TEST(UetHeaders, AnswerToAProbeEchoesItsTag) {
  // p: 01000 0000 0001000
  const PdsAck ack{.probe_answer = true,
                   .probe_tag = 0xBEEF,
                   .cumulative = 0,
                   .sack_base = 1,
                   .source = 0x8001,
                   .destination = 1,
                   .penalty = 1};
  EXPECT_EQ(hex(serialise(ack)),
            "4008"
            "beef"
            "00000000"
            "8001"
            "0001"
            "00"
            "ff"
            "0001"
            "0000000000000000"
            "0000"
            "01"
            "000000"
            "0000");
}

TEST(UetHeaders, NackTellsItsCode) {
  // type 10, next 0, m: 01010 0000 0100000
  const PdsNack nack{.marked = true, .code = kNackTrimmedLastHop, .psn = 9, .source = 0x8001, .destination = 1};
  EXPECT_EQ(hex(serialise(nack)),
            "5020"
            "02"
            "00"
            "00000009"
            "8001"
            "0001"
            "00000000");
}

TEST(UetHeaders, ProbeConsumesNoNumber) {
  // type 11, control type 6, ar: 01011 0110 0001000
  const PdsProbe probe{.tag = 0x0102, .source = 1, .destination = 0x8001};
  EXPECT_EQ(hex(serialise(probe)),
            "5b08"
            "0102"
            "00000000"
            "0001"
            "8001"
            "00000000");
}

TEST(UetHeaders, SemanticHeaderOfAMessagesOnlyPacket) {
  const SesRequest request{.first = true,
                           .last = true,
                           .message = 2,
                           .job = 0xABCDEF,
                           .buffer_offset = 0x1122334455667788,
                           .initiator = 5,
                           .payload = 100,
                           .message_length = 100};
  EXPECT_EQ(hex(serialise(request)),
            "01"
            "03"
            "0002"
            "00"
            "abcdef"
            "0000"
            "0000"
            "1122334455667788"
            "00000005"
            "0000000000000000"
            "0000000000000000"
            "00000064");
}

TEST(UetHeaders, SemanticHeaderOfALaterPacketTellsItsPlaceInTheMessage) {
  SesRequest request{.payload = 4'096, .message_offset = 8'192, .message_length = 0x00100000};
  EXPECT_EQ(hex(serialise(request)),
            "01"
            "00"
            "0000"
            "00"
            "000000"
            "0000"
            "0000"
            "0000000000000000"
            "00000000"
            "0000000000000000"
            "00001000"
            "00002000"
            "00100000");
  request.payload = 65'447;  // the largest payload an IPv4 packet can carry does not fit in 14 bits
  EXPECT_EQ(parse(serialise(request)).payload, 16'383u);
}

TEST(UetHeaders, RefuseWhatDoesNotFitInTheirFields) {
  EXPECT_THROW((void)serialise(PdsRequest{.psn_offset = 4'096}), ModelError);
  EXPECT_THROW((void)serialise(PdsAck{.psn = 32'769, .cumulative = 1}), ModelError);
  EXPECT_THROW((void)serialise(PdsAck{.psn = 1, .cumulative = 1, .sack_base = 32'769}), ModelError);
  EXPECT_THROW((void)serialise(PdsAck{.penalty = 128}), ModelError);
}

TEST(UetHeaders, AnAckOfAVeryOldPacketNamesTheOldestNumberThatItCan) {
  EXPECT_EQ(parse(serialise(PdsAck{.psn = 0xFFFF'8001, .cumulative = 1, .sack_base = 2})).psn, 0xFFFF'8001);
  EXPECT_EQ(parse(serialise(PdsAck{.psn = 0xFFFF'8000, .cumulative = 1, .sack_base = 2})).psn, 0xFFFF'8001);
  EXPECT_EQ(parse(serialise(PdsAck{.psn = 1, .cumulative = 100'000, .sack_base = 100'001})).psn, 67'232u);
}

TEST(UetHeaders, ParsingTheWrongTypeIsAMistake) {
  PdsControlBytes bytes = serialise(PdsProbe{});
  bytes.prologue = serialise(PdsNack{}).prologue;
  EXPECT_THROW((void)parse(bytes), ModelError);
}

Psn near(Psn base) { return base + static_cast<Psn>(*rc::gen::inRange(-32'768, 32'768)); }

RC_GTEST_PROP(UetHeaders, ReadBackWhatWasWritten, ()) {
  PdsRequest request{.retransmission = *rc::gen::arbitrary<bool>(),
                     .ack_requested = *rc::gen::arbitrary<bool>(),
                     .syn = *rc::gen::arbitrary<bool>(),
                     .clear_psn_offset = *rc::gen::arbitrary<std::uint16_t>(),
                     .psn = *rc::gen::arbitrary<Psn>(),
                     .source = *rc::gen::arbitrary<PdcId>(),
                     .group = *rc::gen::arbitrary<std::uint8_t>()};
  if (request.syn) {
    request.psn_offset = *rc::gen::inRange<std::uint16_t>(0, 4'096);
  } else {
    request.destination = *rc::gen::arbitrary<PdcId>();
  }
  RC_ASSERT(parse(serialise(request)) == request);

  PdsAck ack{.marked = *rc::gen::arbitrary<bool>(),
             .retransmission = *rc::gen::arbitrary<bool>(),
             .probe_answer = *rc::gen::arbitrary<bool>(),
             .cumulative = *rc::gen::arbitrary<Psn>(),
             .source = *rc::gen::arbitrary<PdcId>(),
             .destination = *rc::gen::arbitrary<PdcId>(),
             .sack_bitmap = *rc::gen::arbitrary<std::uint64_t>(),
             .service_time = *rc::gen::arbitrary<std::uint16_t>(),
             .restore_window = *rc::gen::arbitrary<bool>(),
             .penalty = *rc::gen::inRange<std::uint8_t>(0, 128),
             .received = *rc::gen::inRange<std::uint32_t>(0, 1 << 24),
             .out_of_order = *rc::gen::arbitrary<std::uint16_t>()};
  if (ack.probe_answer) {
    ack.probe_tag = *rc::gen::arbitrary<std::uint16_t>();
  } else {
    ack.psn = near(ack.cumulative);
  }
  ack.sack_base = near(ack.cumulative);
  RC_ASSERT(parse(serialise(ack)) == ack);

  const PdsNack nack{.marked = *rc::gen::arbitrary<bool>(),
                     .retransmission = *rc::gen::arbitrary<bool>(),
                     .code = *rc::gen::arbitrary<std::uint8_t>(),
                     .psn = *rc::gen::arbitrary<Psn>(),
                     .source = *rc::gen::arbitrary<PdcId>(),
                     .destination = *rc::gen::arbitrary<PdcId>()};
  RC_ASSERT(parse(serialise(nack)) == nack);

  const PdsProbe probe{*rc::gen::arbitrary<std::uint16_t>(), *rc::gen::arbitrary<PdcId>(),
                       *rc::gen::arbitrary<PdcId>()};
  RC_ASSERT(parse(serialise(probe)) == probe);

  SesRequest semantic{.first = *rc::gen::arbitrary<bool>(),
                      .last = *rc::gen::arbitrary<bool>(),
                      .message = *rc::gen::arbitrary<std::uint16_t>(),
                      .job = *rc::gen::inRange<std::uint32_t>(0, 1 << 24),
                      .buffer_offset = *rc::gen::arbitrary<std::uint64_t>(),
                      .initiator = *rc::gen::arbitrary<std::uint32_t>(),
                      .message_length = *rc::gen::arbitrary<std::uint32_t>()};
  if (!semantic.first) {
    semantic.payload = *rc::gen::inRange<std::uint32_t>(0, 16'384);
    semantic.message_offset = *rc::gen::arbitrary<std::uint32_t>();
  }
  RC_ASSERT(parse(serialise(semantic)) == semantic);
}

}  // namespace
}  // namespace headroom
