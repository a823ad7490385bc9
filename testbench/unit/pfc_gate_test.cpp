#include "sc_models/policy/pfc_gate.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <tuple>
#include <vector>

#include "testbench/common/port_defaults.h"

namespace headroom {
namespace {

using Send = PfcGate::Send;
constexpr Bytes kXoff{2'880'000}, kXon{1'440'000};

TEST(PfcGate, PausesOnTheFrameThatFindsSixHundredNinetySixHeld) {  // P13
  PfcGate gate(kXoff, kXon);
  EXPECT_EQ(gate.on_arrival(695 * kDataCharge + kDataCharge), Send::kNothing);  // 2,878,656
  EXPECT_EQ(gate.on_arrival(696 * kDataCharge + kDataCharge), Send::kXoff);     // 2,882,792
  EXPECT_EQ(696 * kDataCharge, Bytes{2'878'656});
}

TEST(PfcGate, PausesAtXoffExactly) {
  PfcGate gate(kXoff, kXon);
  EXPECT_EQ(gate.on_arrival(kXoff - Bytes{1}), Send::kNothing);
  EXPECT_EQ(gate.on_arrival(kXoff), Send::kXoff);
}

TEST(PfcGate, ArrivalsDuringAPauseSendNothing) {
  PfcGate gate(kXoff, kXon);
  ASSERT_EQ(gate.on_arrival(kXoff), Send::kXoff);
  EXPECT_EQ(gate.on_arrival(kXoff + kDataCharge), Send::kNothing);
}

TEST(PfcGate, RefreshRepeatsThePauseAtOrAboveXoff) {
  PfcGate gate(kXoff, kXon);
  ASSERT_EQ(gate.on_arrival(kXoff), Send::kXoff);
  EXPECT_EQ(gate.on_refresh(kXoff), Send::kXoff);
  EXPECT_TRUE(gate.pausing());
}

TEST(PfcGate, RefreshResumesBelowXoffAlsoAboveXon) {  // P14
  PfcGate gate(kXoff, kXon);
  ASSERT_EQ(gate.on_arrival(kXoff), Send::kXoff);
  EXPECT_EQ(gate.on_refresh(kXoff - Bytes{1}), Send::kXon);
  EXPECT_FALSE(gate.pausing());
}

TEST(PfcGate, AReleaseResumesAtXonAndNotAboveIt) {  // P14
  PfcGate gate(kXoff, kXon);
  ASSERT_EQ(gate.on_arrival(kXoff), Send::kXoff);
  EXPECT_EQ(gate.on_release(kXon + Bytes{1}), Send::kNothing);
  EXPECT_EQ(gate.on_release(kXon), Send::kXon);
  EXPECT_EQ(gate.on_release(Bytes{0}), Send::kNothing) << "nothing is paused any more";
}

TEST(PfcGate, AfterAResumeTheNextArrivalAtXoffPausesAgain) {
  PfcGate gate(kXoff, kXon);
  ASSERT_EQ(gate.on_arrival(kXoff), Send::kXoff);
  ASSERT_EQ(gate.on_refresh(kXoff - Bytes{1}), Send::kXon);
  EXPECT_EQ(gate.on_arrival(kXoff), Send::kXoff);
}

TEST(PfcGate, XonAtOrAboveXoffResumesOnTheFirstRelease) {  // P24
  PfcGate gate(Bytes{80'000}, Bytes{90'000});
  ASSERT_EQ(gate.on_arrival(Bytes{82'720}), Send::kXoff);
  EXPECT_EQ(gate.on_release(Bytes{78'584}), Send::kXon);
}

TEST(PfcGate, XoffZeroPausesOnEveryArrivalInClear) {
  PfcGate gate(Bytes{0}, Bytes{0});
  EXPECT_EQ(gate.on_arrival(Bytes{108}), Send::kXoff);
  EXPECT_EQ(gate.on_refresh(Bytes{0}), Send::kXoff) << "no occupancy is below 0";
  EXPECT_EQ(gate.on_release(Bytes{0}), Send::kXon);
  EXPECT_EQ(gate.on_arrival(Bytes{108}), Send::kXoff);
}

TEST(PfcGate, XoffOfAWholePoolPausesOnlyOnAFrameThatWouldFillIt) {
  PfcGate gate(Bytes{41'360}, Bytes{0});  // ten frames
  EXPECT_EQ(gate.on_arrival(9 * kDataCharge), Send::kNothing);
  EXPECT_EQ(gate.on_arrival(10 * kDataCharge), Send::kXoff);
}

TEST(PfcGate, ARefreshWithoutAPauseContradictsTheModel) {
  PfcGate gate(kXoff, kXon);
  EXPECT_THROW((void)gate.on_refresh(Bytes{0}), ModelError);
}

RC_GTEST_PROP(PfcGateProperty, PausesAndResumesAlternateAndAgreeWithTheTableOfStates, ()) {
  const Bytes xoff{*rc::gen::inRange<std::int64_t>(0, 50)}, xon{*rc::gen::inRange<std::int64_t>(0, 50)};
  PfcGate gate(xoff, xon);
  enum class State { kClear, kPaused } state = State::kClear;
  const auto steps = *rc::gen::container<std::vector<std::tuple<int, std::int64_t>>>(
      rc::gen::tuple(rc::gen::inRange(0, 3), rc::gen::inRange<std::int64_t>(0, 50)));
  for (const auto& [event, n] : steps) {
    const Bytes filled{n};
    if (event == 2 && state == State::kClear) continue;  // no refresh is due
    const Send send = event == 0   ? gate.on_arrival(filled)
                      : event == 1 ? gate.on_release(filled)
                                   : gate.on_refresh(filled);
    Send expected = Send::kNothing;
    if (state == State::kClear && event == 0 && filled >= xoff) expected = Send::kXoff;
    if (state == State::kPaused && event == 1 && filled <= xon) expected = Send::kXon;
    if (state == State::kPaused && event == 2) expected = filled >= xoff ? Send::kXoff : Send::kXon;
    RC_ASSERT(send == expected);
    if (send == Send::kXoff) state = State::kPaused;
    if (send == Send::kXon) state = State::kClear;
    RC_ASSERT(gate.pausing() == (state == State::kPaused));
  }
}

}  // namespace
}  // namespace headroom
