#include "sc_models/core/records/format.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <cstdio>

#include "sc_models/core/check.h"
#include "testbench/common/csv.h"

namespace headroom {
namespace {

std::string written(Format format, const Cell& cell) {
  std::string text;
  cell.append_to(text, format);
  return text;
}

// records.md, case 18.
TEST(RecordFormat, SecondsAreExactDecimalsWithoutTrailingZeros) {
  EXPECT_EQ(written(Format::kSeconds, Ps{0}), "0");
  EXPECT_EQ(written(Format::kSeconds, Ps{1}), "0.000000000001");
  EXPECT_EQ(written(Format::kSeconds, Ps{1'000'000}), "0.000001");
  EXPECT_EQ(written(Format::kSeconds, Ps{3'000'000'000}), "0.003");
  EXPECT_EQ(written(Format::kSeconds, Ps{1'000'000'000'001}), "1.000000000001");
  EXPECT_EQ(written(Format::kSeconds, Ps{1'234'567}), "0.000001234567");
}

// records.md, case 19.
TEST(RecordFormat, DatesCountWholeSecondsFromTheEpoch) {
  EXPECT_EQ(written(Format::kUtc, Ps{999'900'000'000}), "1970-01-01T00:00:00Z");
  EXPECT_EQ(written(Format::kUtc, Ps{kPsPerSecond}), "1970-01-01T00:00:01Z");
  EXPECT_EQ(written(Format::kUtc, Ps{86'400 * kPsPerSecond}), "1970-01-02T00:00:00Z");
  // 31 + 28 days later it is March, since 1970 has no 29 February.
  EXPECT_EQ(written(Format::kUtc, Ps{(59 * 86'400 - 1) * kPsPerSecond}), "1970-02-28T23:59:59Z");
  EXPECT_EQ(written(Format::kUtc, Ps{59 * 86'400 * kPsPerSecond}), "1970-03-01T00:00:00Z");
}

TEST(RecordFormat, SmallerUnitsKeepWholePicosecondsAndBytes) {
  EXPECT_EQ(written(Format::kMicroseconds, Ps{30'250'000}), "30.25");
  EXPECT_EQ(written(Format::kMicroseconds, Ps{1}), "0.000001");
  EXPECT_EQ(written(Format::kNanoseconds, Ps{100'001}), "100.001");
  EXPECT_EQ(written(Format::kNanoseconds, Ps{100'000}), "100");
  EXPECT_EQ(written(Format::kGigabytes, Bytes{1'026'032}), "0.001026032");
  EXPECT_EQ(written(Format::kMegabytes, Bytes{1'026'032}), "1.026032");
}

TEST(RecordFormat, IntegersKeepTheirWholeRange) {
  EXPECT_EQ(written(Format::kInteger, UINT64_MAX), "18446744073709551615");
  EXPECT_EQ(written(Format::kInteger, INT64_MIN), "-9223372036854775808");
  EXPECT_EQ(written(Format::kSeconds, Ps{INT64_MIN}), "-9223372.036854775808");
  EXPECT_EQ(written(Format::kFlag, true), "1");
  EXPECT_EQ(written(Format::kFlag, false), "0");
}

TEST(RecordFormat, RealsHaveAtMostNineDigits) {
  EXPECT_EQ(written(Format::kReal, 12.5 / 30.25), "0.41322314");
  EXPECT_EQ(written(Format::kReal, 8.208256), "8.208256");
  EXPECT_EQ(written(Format::kReal, 400.0), "400");
  EXPECT_EQ(written(Format::kReal, 0.0), "0");
  EXPECT_EQ(written(Format::kReal, -0.0), "0");
  EXPECT_THROW(written(Format::kReal, 1.0 / 0.0), ModelError);
}

TEST(RecordFormat, ACellOfTheWrongKindIsAContradiction) {
  EXPECT_THROW(written(Format::kReal, Ps{1}), ModelError);
  EXPECT_THROW(written(Format::kText, 1), ModelError);
  EXPECT_THROW(written(Format::kSeconds, 1.5), ModelError);
  EXPECT_EQ(written(Format::kInteger, Cell()), "") << "an empty cell is of every kind";
}

TEST(RecordFormat, TextIsQuotedOnlyWhenItMustBe) {
  EXPECT_EQ(written(Format::kText, "server0.nic"), "server0.nic");
  EXPECT_EQ(written(Format::kText, "a,b"), "\"a,b\"");
  EXPECT_EQ(written(Format::kText, "say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(written(Format::kText, "two\nlines"), "\"two\nlines\"");
}

RC_GTEST_PROP(RecordFormatProperty, AReaderGetsBackEveryText, (const std::vector<std::string>& fields)) {
  RC_PRE(!fields.empty());
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) line += ',';
    append_text(line, fields[i]);
  }
  RC_ASSERT(parse_csv(line + "\n") == std::vector<CsvRow>{fields});
}

/// Value of a plain decimal in units of 10^-places, or nothing.
std::int64_t scaled(const std::string& text, unsigned places) {
  const std::size_t point = text.find('.');
  std::string digits = text.substr(0, point);
  std::string rest = point == std::string::npos ? "" : text.substr(point + 1);
  rest.resize(places, '0');
  return std::stoll(digits + rest);
}

RC_GTEST_PROP(RecordFormatProperty, ADecimalReadsBackExactlyAndIsShortest, ()) {
  const auto value = *rc::gen::oneOf(rc::gen::arbitrary<std::int64_t>(), rc::gen::inRange<std::int64_t>(0, INT64_MAX));
  const auto places = *rc::gen::element(3u, 6u, 9u, 12u);
  std::string text;
  append_decimal(text, value, places);
  RC_ASSERT(scaled(text, places) == value);
  RC_ASSERT(text.find('.') == std::string::npos || (text.back() != '0' && text.back() != '.'));
  RC_ASSERT(text.find_first_not_of("-0123456789.") == std::string::npos);
}

RC_GTEST_PROP(RecordFormatProperty, ARealIsWhatPrintfWrites, ()) {
  const double value = *rc::gen::map(rc::gen::arbitrary<std::pair<std::int32_t, std::uint16_t>>(),
                                     [](auto p) { return p.first / (1.0 + p.second) * 1e-3; });
  char expected[40];
  std::snprintf(expected, sizeof expected, "%.9g", value == 0 ? 0.0 : value);
  RC_ASSERT(written(Format::kReal, value) == expected);
}

}  // namespace
}  // namespace headroom
