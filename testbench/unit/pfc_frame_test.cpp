#include "sc_models/policy/pfc_frame.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <array>
#include <cstdio>
#include <string>

#include "sc_models/core/crc32.h"
#include "sc_models/core/frame.h"
#include "testbench/common/port_defaults.h"

namespace headroom {
namespace {

std::string hex(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    std::array<char, 3> digits{};
    std::snprintf(digits.data(), digits.size(), "%02x", byte);
    text += digits.data();
  }
  return text;
}

TEST(Crc32, GivesTheCheckValueOfItsKind) {
  const std::array<std::uint8_t, 9> digits = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
  EXPECT_EQ(crc32(digits), 0xCBF43926u);
  EXPECT_EQ(crc32({}), 0u);
}

struct Vector {
  std::uint8_t classes;
  std::array<std::uint16_t, 8> quanta;
  const char* bytes_14_on;  ///< up to the first of the zeros
  const char *fcs_84, *fcs_64;
};
const Vector kVectors[] = {
    // P50, the frames printed in section 9
    {0x01, {65'535}, "01010001ffff", "18dabd73", "0840dfa5"},
    {0x01, {0}, "01010001", "7202d5ee", "6fb20ba0"},
    {0x02, {0, 65'535}, "010100020000ffff", "e23df360", "018c7b77"},
    {0x03, {65'535, 65'535}, "01010003ffffffff", "548f28ad", "9d88bc35"},
};

TEST(PfcFrame, BytesAndCheckSequencesAreThePrintedOnes) {
  for (const Vector& vector : kVectors) {
    const PfcFields fields{{2, 0, 0x20, 0, 0, 2}, vector.classes, vector.quanta};
    for (const std::size_t size : {std::size_t{kPfcBytes}, kStandardPfcBytes}) {
      std::string expected = std::string(
                                 "0180c2000001"
                                 "020020000002"
                                 "8808") +
                             vector.bytes_14_on;
      expected.resize(2 * (size - 4), '0');
      expected += size == kPfcBytes ? vector.fcs_84 : vector.fcs_64;
      const auto bytes = write_pfc_frame(fields, size);
      EXPECT_EQ(hex(bytes), expected);
      EXPECT_EQ(read_pfc_frame(bytes), fields);
    }
  }
}

TEST(PfcFrame, TakesTheTimeOfItsBytes) {  // P50
  EXPECT_EQ(duration(Bytes{kPfcBytes}, kLine), Ps{1'680});
  EXPECT_EQ(duration(Bytes{static_cast<std::int64_t>(kStandardPfcBytes)}, kLine), Ps{1'280});
}

TEST(PfcFrame, QuantaOfClassesThatAreNotNamedAreZero) {
  const auto bytes = write_pfc_frame({{}, 0x01, {1, 2, 3}}, kStandardPfcBytes);
  EXPECT_EQ(hex(std::span(bytes).subspan(16, 8)),
            "0001"
            "0001"
            "0000"
            "0000");
}

TEST(PfcFrame, PlainPauseIsNoPfcFrame) {
  auto bytes = write_pfc_frame({{}, 0x01, {65'535}}, kStandardPfcBytes);
  bytes[14] = 0x00;  // opcode 0x0001
  const std::uint32_t crc = crc32(std::span(bytes).first(60));
  for (unsigned i = 0; i < 4; ++i) bytes[60 + i] = static_cast<std::uint8_t>(crc >> 8 * i);
  EXPECT_EQ(read_pfc_frame(bytes), std::nullopt);
}

TEST(PfcFrame, TooFewBytesAreNoFrame) {
  const auto bytes = write_pfc_frame({{}, 0x01, {65'535}}, kStandardPfcBytes);
  EXPECT_EQ(read_pfc_frame(std::span(bytes).first(63)), std::nullopt);
  EXPECT_EQ(read_pfc_frame({}), std::nullopt);
}

RC_GTEST_PROP(PfcFrameProperty, WhatIsWrittenIsReadAndAnyFlippedBitIsSeen, ()) {
  PfcFields fields;
  fields.source = *rc::gen::container<MacAddress>(rc::gen::arbitrary<std::uint8_t>());
  fields.class_enable = *rc::gen::arbitrary<std::uint8_t>();
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    if ((fields.class_enable >> c & 1) != 0) fields.quanta[c] = *rc::gen::arbitrary<std::uint16_t>();
  }
  auto bytes = write_pfc_frame(fields, *rc::gen::element<std::size_t>(64, 84, 128));
  RC_ASSERT(read_pfc_frame(bytes) == fields);
  const auto bit = *rc::gen::inRange<std::size_t>(0, 8 * bytes.size());
  bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ 1u << bit % 8);
  RC_ASSERT(!read_pfc_frame(bytes).has_value());
}

}  // namespace
}  // namespace headroom
