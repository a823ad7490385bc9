#include "sc_models/core/config/decimal.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

namespace headroom {
namespace {

Decimal read(std::string_view text) { return Decimal::parse(text).value(); }

TEST(Decimal, HoldsWhatIsWrittenExactly) {
  EXPECT_EQ(read("0.9").scaled(1, 6).integer(), 900'000);
  EXPECT_EQ(read("4000"), read("4e3"));
  EXPECT_EQ(read("25.78125").scaled(1, 9).integer(), 25'781'250'000);
  EXPECT_EQ(read("0.00000095367431640625").scaled(1'048'576, 0).integer(), 1);  // 2^-20 MiB
  EXPECT_FALSE(read("0.0001").scaled(1, 3).integer()) << "0.1 ps";
  EXPECT_EQ(read("-0"), Decimal());
  EXPECT_EQ(read("9223372036854775807").integer(), INT64_MAX);
  EXPECT_FALSE(read("9223372036854775808").integer());
  EXPECT_FALSE(read("1e40").integer());
}

TEST(Decimal, IsShownInPlainDigitsUnlessThereWouldBeTooMany) {
  EXPECT_EQ(read("45e-1").text(), "4.5");
  EXPECT_EQ(read("-0.0250").text(), "-0.025");
  EXPECT_EQ(read("12e20").text(), "1200000000000000000000");
  EXPECT_EQ(read("1e-30").text(), "0.000000000000000000000000000001");
  EXPECT_EQ(read("125e-33").text(), "1.25e-31");
  EXPECT_EQ(read("5e99").text(), "5e99");
  for (const std::string_view text : {"45e-1", "-0.025", "1e-30", "125e-33", "5e99", "-7e29", "7e30"})
    EXPECT_EQ(read(read(text).text()), read(text)) << text;
}

TEST(Decimal, RefusesWhatIsNoNumberOrTooLong) {
  for (const std::string_view text : {"", "-", ".", "e3", "a", "1 ", "1.2.3", "0x1", "1e99999", "nan", "inf"})
    EXPECT_FALSE(Decimal::parse(text)) << text;
  EXPECT_TRUE(Decimal::parse("123456789012345678901234567890"));
  EXPECT_FALSE(Decimal::parse("1234567890123456789012345678901"));
  EXPECT_TRUE(Decimal::parse("0." + std::string(500, '0') + "1"));
}

TEST(Decimal, BecomesAFractionOfAtMost18Decimals) {
  EXPECT_EQ(read("0.9").fraction(), Fraction(9, 1));
  EXPECT_EQ(read("12").fraction(), Fraction(12, 0));
  EXPECT_EQ(read("1e-18").fraction(), Fraction(1, 18));
  EXPECT_FALSE(read("1e-19").fraction());
}

RC_GTEST_PROP(Decimal, OrdersLikeIntegersOfOneScale, (std::int32_t a, std::int32_t b)) {
  const unsigned shift = *rc::gen::inRange(0u, 12u);
  const Decimal x = Decimal(a).scaled(1, -static_cast<int>(shift)), y = Decimal(b).scaled(1, -static_cast<int>(shift));
  RC_ASSERT((x <=> y) == (a <=> b));
  RC_ASSERT((x == y) == (a == b));
}

RC_GTEST_PROP(Decimal, IsReadBackFromItsText, (std::int64_t mantissa)) {
  const Decimal number = Decimal(mantissa).scaled(1, *rc::gen::inRange(-30, 10));
  RC_ASSERT(Decimal::parse(number.text()) == number);
}

}  // namespace
}  // namespace headroom
