// uet-transport.md 9.3 and the page's table of the monitor: which packets select a connection.
#include "sc_models/core/records/uet_monitor_selection.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <tuple>

#include "testbench/common/uet_packets.h"

namespace headroom {
namespace {

using test::end_of;
using test::UetPacket;

UetMonitorParams off() {
  UetMonitorParams params;
  params.filter_fep_id = params.filter_local_ip = params.filter_remote_ip = params.filter_pdc = "All";
  params.rtt_threshold = Ps{100'000'000};
  params.penalty_threshold = 127;
  params.triggered_pdc_limit = 1;
  return params;
}
UetMonitorParams on() {
  UetMonitorParams params = off();
  params.enable = true;
  return params;
}
UetMonitorParams on_rtt() {
  UetMonitorParams params = off();
  params.trigger_on_rtt = true;
  return params;
}
UetMonitorParams on_penalty() {
  UetMonitorParams params = off();
  params.trigger_on_penalty = true;
  return params;
}

/// Servers 0 to 3 have FEP ids 10 to 13. Connection `number` leads from server `from` to server `to`.
struct Wire {
  std::uint32_t from, to;
  PdcId number;

  [[nodiscard]] UetPacket at_sender(FrameKind kind, UetDirection direction) const {
    return UetPacket(kind, direction, end_of(from, number), end_of(to, 0), {end_of(from, number), 1});
  }
  [[nodiscard]] UetPacket at_receiver(FrameKind kind, UetDirection direction) const {
    const auto own = static_cast<PdcId>(number + 32'768);
    return UetPacket(kind, direction, end_of(to, own), end_of(from, number), {end_of(from, number), 1});
  }
};
constexpr NodeId fep(std::uint32_t server) { return 10 + server; }

bool sent(UetMonitorSelection& selection, const Wire& wire) {
  return selection.sees(fep(wire.from), wire.at_sender(FrameKind::kUetData, UetDirection::kTx).view());
}
bool received(UetMonitorSelection& selection, const Wire& wire) {
  return selection.sees(fep(wire.to), wire.at_receiver(FrameKind::kUetData, UetDirection::kRx).view());
}
bool acknowledged(UetMonitorSelection& selection, const Wire& wire, Ps round_trip, std::uint8_t penalty = 0) {
  UetPacket ack = wire.at_sender(FrameKind::kUetAck, UetDirection::kRx);
  ack.frame.uet.penalty = penalty;
  ack.round_trip = round_trip;
  return selection.sees(fep(wire.from), ack.view());
}

TEST(UetMonitorSelection, TakesEverythingWhenOnWithoutFilters) {
  UetMonitorSelection selection(on());
  EXPECT_TRUE(sent(selection, {0, 1, 1}));
  EXPECT_TRUE(received(selection, {3, 2, 9}));
}

TEST(UetMonitorSelection, TakesNothingWhenOffAndNoTriggerIsOn) {
  UetMonitorParams params = off();
  params.triggered_pdc_limit = 100;
  UetMonitorSelection selection(params);
  EXPECT_FALSE(sent(selection, {0, 1, 1}));
  EXPECT_FALSE(acknowledged(selection, {0, 1, 1}, kNever, 127));
}

TEST(UetMonitorSelection, FiltersOnTheNicAtWhoseEndAPacketIsSeen) {
  UetMonitorParams params = on();
  params.filter_fep_id = "11";
  UetMonitorSelection selection(params);
  EXPECT_FALSE(sent(selection, {0, 1, 1}));     // seen at NIC 10
  EXPECT_TRUE(received(selection, {0, 1, 1}));  // seen at NIC 11
  EXPECT_TRUE(sent(selection, {1, 2, 1}));
  EXPECT_FALSE(received(selection, {0, 2, 2}));
}

TEST(UetMonitorSelection, FiltersOnTheAddressOfTheLocalEnd) {
  UetMonitorParams params = on();
  params.filter_local_ip = "32.0.0.1";
  UetMonitorSelection selection(params);
  EXPECT_TRUE(sent(selection, {0, 1, 1}));
  EXPECT_FALSE(sent(selection, {2, 1, 1}));
  EXPECT_TRUE(received(selection, {3, 0, 5}));
}

TEST(UetMonitorSelection, FiltersOnTheAddressOfTheRemoteEnd) {
  UetMonitorParams params = on();
  params.filter_remote_ip = "32.0.0.2";
  UetMonitorSelection selection(params);
  EXPECT_TRUE(sent(selection, {0, 1, 1}));
  EXPECT_FALSE(sent(selection, {0, 2, 1 + 1}));
  EXPECT_FALSE(sent(selection, {1, 2, 1}));
  EXPECT_TRUE(received(selection, {1, 2, 1}));  // there server 1 is the remote end
}

TEST(UetMonitorSelection, FiltersOnThePdcIdOfEitherEnd) {
  UetMonitorParams params = on();
  params.filter_pdc = "32.0.0.1:7";
  UetMonitorSelection selection(params);
  EXPECT_FALSE(sent(selection, {0, 1, 6}));
  EXPECT_TRUE(sent(selection, {0, 1, 7}));
  EXPECT_FALSE(sent(selection, {2, 1, 7}));
  UetMonitorSelection other(params);
  EXPECT_TRUE(received(other, {0, 1, 7}));  // it is the remote id there
}

TEST(UetMonitorSelection, KnowsAReceiversIdOnceAPacketHasReachedIt) {
  UetMonitorParams params = on();
  params.filter_pdc = "32.0.0.2:32769";
  UetMonitorSelection selection(params);
  const Wire wire{0, 1, 1};
  EXPECT_FALSE(sent(selection, wire));  // the sender has not heard of the id
  EXPECT_TRUE(received(selection, wire));
  EXPECT_TRUE(sent(selection, wire));  // from then on at both ends
}

TEST(UetMonitorSelection, CombinesFilters) {
  UetMonitorParams params = on();
  params.filter_local_ip = "32.0.0.1";
  params.filter_remote_ip = "32.0.0.2";
  params.filter_fep_id = "10";
  UetMonitorSelection selection(params);
  EXPECT_FALSE(sent(selection, {0, 2, 1}));
  EXPECT_FALSE(sent(selection, {2, 1, 2}));
  EXPECT_TRUE(sent(selection, {0, 1, 3}));
}

TEST(UetMonitorSelection, TakesBothEndsOfAConnectionOnceAPacketMatched) {
  UetMonitorParams params = on();
  params.filter_local_ip = "32.0.0.1";
  UetMonitorSelection selection(params);
  const Wire wire{0, 1, 1};
  EXPECT_FALSE(received(selection, wire));
  EXPECT_TRUE(sent(selection, wire));
  EXPECT_TRUE(received(selection, wire));
}

TEST(UetMonitorSelection, MatchesExactly) {
  for (const char* text : {"032.0.0.1", "32.0.0.1 ", "32.0.0", "all", "", "server0"}) {
    UetMonitorParams params = on();
    params.filter_local_ip = text;
    UetMonitorSelection selection(params);
    EXPECT_FALSE(sent(selection, {0, 1, 1})) << text;
  }
}

TEST(UetMonitorSelection, TellsConnectionsApartThatUseAnIdOneAfterTheOther) {
  UetMonitorSelection selection(on_rtt());
  EXPECT_TRUE(acknowledged(selection, {0, 1, 1}, Ps{100'000'000}));
  UetPacket later(FrameKind::kUetData, UetDirection::kTx, end_of(0, 1), end_of(1, 0), {end_of(0, 1), 257});
  EXPECT_FALSE(selection.sees(fep(0), later.view()));
}

TEST(UetMonitorSelection, TriggersOnARoundTripAtTheThreshold) {
  UetMonitorSelection selection(on_rtt());
  const Wire wire{0, 1, 1};
  EXPECT_FALSE(acknowledged(selection, wire, Ps{99'999'999}, 127));
  EXPECT_TRUE(acknowledged(selection, wire, Ps{100'000'000}));
  EXPECT_TRUE(acknowledged(selection, wire, Ps{1}));
  EXPECT_TRUE(received(selection, wire));
}

TEST(UetMonitorSelection, TriggersOnRoundTripsOfReceivedAcksOnly) {
  UetMonitorSelection selection(on_rtt());
  UetPacket nack = Wire{0, 1, 1}.at_sender(FrameKind::kUetNack, UetDirection::kRx);
  nack.round_trip = kNever;
  EXPECT_FALSE(selection.sees(fep(0), nack.view()));
  EXPECT_FALSE(selection.sees(fep(0), Wire{0, 1, 1}.at_sender(FrameKind::kUetAck, UetDirection::kRx).view()));
}

TEST(UetMonitorSelection, TriggersOnAPenaltyInAnAckAtEitherEnd) {
  const Wire wire{0, 1, 1};
  UetMonitorSelection at_sender(on_penalty());
  EXPECT_FALSE(acknowledged(at_sender, wire, kNever, 126));
  EXPECT_TRUE(acknowledged(at_sender, wire, Ps{0}, 127));
  UetMonitorSelection at_receiver(on_penalty());
  UetPacket ack = wire.at_receiver(FrameKind::kUetAck, UetDirection::kTx);
  ack.frame.uet.penalty = 127;
  EXPECT_TRUE(at_receiver.sees(fep(1), ack.view()));
}

TEST(UetMonitorSelection, TriggersOnTheLatestPenaltyWhenDataIsSent) {
  UetMonitorParams params = on_penalty();
  params.penalty_threshold = 63;
  UetMonitorSelection selection(params);
  UetPacket data = Wire{0, 1, 1}.at_sender(FrameKind::kUetData, UetDirection::kReTx);
  data.penalty = 62;
  EXPECT_FALSE(selection.sees(fep(0), data.view()));
  data.penalty = 63;
  EXPECT_TRUE(selection.sees(fep(0), data.view()));
}

TEST(UetMonitorSelection, SharesOneBudgetBetweenTheTriggers) {
  UetMonitorParams params = on_rtt();
  params.trigger_on_penalty = true;
  params.triggered_pdc_limit = 2;
  UetMonitorSelection selection(params);
  EXPECT_TRUE(acknowledged(selection, {0, 1, 1}, kNever));
  EXPECT_TRUE(acknowledged(selection, {0, 1, 1}, kNever, 127));  // costs nothing more
  EXPECT_TRUE(acknowledged(selection, {0, 1, 2}, Ps{0}, 127));
  EXPECT_FALSE(acknowledged(selection, {0, 1, 3}, kNever, 127));
  EXPECT_TRUE(sent(selection, {0, 1, 2}));
}

TEST(UetMonitorSelection, SelectsNothingByTriggersWithALimitOfZero) {
  UetMonitorParams params = on_rtt();
  params.triggered_pdc_limit = 0;
  UetMonitorSelection selection(params);
  EXPECT_FALSE(acknowledged(selection, {0, 1, 1}, kNever));
}

TEST(UetMonitorSelection, SpendsNoBudgetOnWhatFiltersSelect) {
  UetMonitorParams params = on_rtt();
  params.enable = true;
  params.filter_local_ip = "32.0.0.1";
  UetMonitorSelection selection(params);
  EXPECT_TRUE(acknowledged(selection, {0, 1, 1}, kNever));
  EXPECT_TRUE(acknowledged(selection, {2, 1, 1}, kNever));
  EXPECT_FALSE(acknowledged(selection, {3, 1, 1}, kNever));
}

// Against a plain statement of the rules: the set of selected connections, kept as tuples.
RC_GTEST_PROP(UetMonitorSelection, AgreesWithItsRulesOnAnySequence, ()) {
  UetMonitorParams params = off();
  params.enable = *rc::gen::arbitrary<bool>();
  params.trigger_on_rtt = *rc::gen::arbitrary<bool>();
  params.trigger_on_penalty = *rc::gen::arbitrary<bool>();
  params.filter_fep_id = *rc::gen::element<std::string>("All", "10", "11");
  params.filter_local_ip = *rc::gen::element<std::string>("All", "32.0.0.1", "32.0.0.2");
  params.filter_remote_ip = *rc::gen::element<std::string>("All", "32.0.0.1", "32.0.0.2");
  params.filter_pdc = *rc::gen::element<std::string>("All", "32.0.0.1:1", "32.0.0.2:32769");
  params.triggered_pdc_limit = *rc::gen::inRange<std::uint64_t>(0, 3);
  UetMonitorSelection selection(params);
  std::set<std::tuple<std::uint32_t, PdcId>> selected;
  std::uint64_t budget = params.triggered_pdc_limit;
  for (int step = 0; step < 40; ++step) {
    const Wire wire{*rc::gen::inRange(0u, 2u), *rc::gen::inRange(0u, 2u), *rc::gen::inRange<PdcId>(1, 4)};
    const auto kind =
        *rc::gen::element(FrameKind::kUetData, FrameKind::kUetAck, FrameKind::kUetNack, FrameKind::kUetProbe);
    const auto direction = *rc::gen::element(UetDirection::kTx, UetDirection::kReTx, UetDirection::kRx);
    const bool at_sender = *rc::gen::arbitrary<bool>();
    UetPacket packet = at_sender ? wire.at_sender(kind, direction) : wire.at_receiver(kind, direction);
    packet.frame.uet.penalty = *rc::gen::element<std::uint8_t>(0, 126, 127);
    packet.penalty = *rc::gen::element(0u, 126u, 127u);
    packet.round_trip = *rc::gen::element<std::optional<Ps>>(std::nullopt, Ps{99'999'999}, Ps{100'000'000});
    const NodeId seen_at = fep(at_sender ? wire.from : wire.to);

    const auto passes = [](const std::string& filter, const std::string& value) {
      return filter == "All" || filter == value;
    };
    const auto pdc = [](std::uint32_t server, PdcId number) {
      return "32.0.0." + std::to_string(server + 1) + ":" + std::to_string(number);
    };
    const std::string sender = pdc(wire.from, wire.number);
    const std::string receiver = pdc(wire.to, at_sender ? 0 : static_cast<PdcId>(wire.number + 32'768));
    const std::string from = "32.0.0." + std::to_string(wire.from + 1), to = "32.0.0." + std::to_string(wire.to + 1);
    const bool filtered = params.enable && passes(params.filter_fep_id, std::to_string(seen_at)) &&
                          passes(params.filter_local_ip, at_sender ? from : to) &&
                          passes(params.filter_remote_ip, at_sender ? to : from) &&
                          (passes(params.filter_pdc, sender) || passes(params.filter_pdc, receiver));
    const bool ack = kind == FrameKind::kUetAck, rx = direction == UetDirection::kRx;
    const bool triggered =
        (params.trigger_on_rtt && ack && rx && packet.round_trip && packet.round_trip->count() >= 100'000'000) ||
        (params.trigger_on_penalty &&
         ((ack && packet.frame.uet.penalty == 127) || (kind == FrameKind::kUetData && !rx && packet.penalty == 127)));
    const std::tuple<std::uint32_t, PdcId> key{wire.from, wire.number};
    bool expected = selected.count(key) > 0 || filtered;
    if (!expected && triggered && budget > 0) {
      --budget;
      expected = true;
    }
    if (expected) selected.insert(key);
    RC_ASSERT(selection.sees(seen_at, packet.view()) == expected);
  }
}

}  // namespace
}  // namespace headroom
