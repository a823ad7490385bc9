#include "sc_models/policy/pcie_direction.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <algorithm>
#include <vector>

#include "sc_models/core/check.h"
#include "testbench/common/pcie_cases.h"
#include "testbench/common/pcie_loop.h"
#include "testbench/common/pcie_oracle.h"

namespace headroom {
namespace {

using oracle::PcieEvent;
using oracle::PcieJob;
using oracle::PcieOracle;
using oracle::PcieResult;
using oracle::PcieSetup;
using oracle::PcieSide;
using oracle::PcieSight;
using test::PcieLoop;

using oracle::PcieSample;

std::int64_t count(const PcieResult& result, PcieSight sight, std::int64_t until) {
  return std::count_if(result.events.begin(), result.events.end(),
                       [&](const PcieEvent& e) { return e.sight == sight && e.time <= until; });
}

// ---- sizes and rates: C4, C5, C9, C10, C11, C39

TEST(PcieTransfer, LinkBytesAreThePayloadAnd34BForEach512B) {  // C1, C4
  const std::int64_t payload[] = {1, 64, 256, 512, 513, 1'024, 4'096, 4'125};
  const std::int64_t wire[] = {35, 98, 290, 546, 581, 1'092, 4'368, 4'431};
  for (std::size_t i = 0; i < std::size(payload); ++i) EXPECT_EQ(link_bytes(Bytes(payload[i])), Bytes(wire[i]));
  EXPECT_EQ(transfers_of(Bytes(4'125)), 9);
  EXPECT_EQ(transfers_of(Bytes(0)), 0);
}

double saturated_gbps(std::int64_t payload, double link_gbps, std::int64_t more_link_bytes = 0) {
  return link_gbps * static_cast<double>(payload) /
         static_cast<double>(link_bytes(Bytes(payload)).count() + more_link_bytes);
}

TEST(PcieTransfer, SaturatedRatesAreThePublishedOnes) {
  const std::int64_t payload[] = {1, 64, 256, 512, 513, 1'024, 4'096, 4'125};  // C5
  const double gbps[] = {14.409, 329.352, 445.193, 472.915, 445.295, 472.915, 472.915, 469.492};
  for (std::size_t i = 0; i < std::size(payload); ++i) {
    EXPECT_NEAR(saturated_gbps(payload[i], 504.32), gbps[i], 5e-4);
  }
  EXPECT_NEAR(saturated_gbps(4'096, 504.32, 98), 462.538, 5e-4);  // C6
  const double lane[] = {2.0, 4.0, 7.88, 15.76, 31.52, 63.04};    // C9
  const double by_lane[] = {30.007, 60.015, 118.229, 236.458, 472.915, 945.831};
  for (std::size_t i = 0; i < std::size(lane); ++i) EXPECT_NEAR(saturated_gbps(4'096, 16 * lane[i]), by_lane[i], 5e-4);
  const int lanes[] = {1, 2, 4, 8, 13, 14, 15};  // C10
  const double by_lanes[] = {29.557, 59.114, 118.229, 236.458, 384.244, 413.801, 443.358};
  for (std::size_t i = 0; i < std::size(lanes); ++i) {
    EXPECT_NEAR(saturated_gbps(4'096, 31.52 * lanes[i]), by_lanes[i], 5e-4);
  }
  EXPECT_NEAR(16 * 31.52, 504.32, 1e-9);  // C11
  EXPECT_NEAR(400.0 * 4'096 / 4'154, 394.4, 0.05);
  EXPECT_NEAR(400.0 * 4'096 / 4'202, 389.9, 0.05);
  const auto wire = static_cast<double>(link_bytes(Bytes(4'096)).count());
  EXPECT_NEAR(wire * 8 / 83.08, 420.607, 5e-4);
  EXPECT_NEAR((wire + 98) * 8 / 83.08, 430.043, 5e-4);
  EXPECT_NEAR(wire * 8 / 84.04, 415.8, 0.05);
  EXPECT_GT(14 * 31.52, (wire + 98) * 8 / 83.08) << "14 lanes keep up";
  EXPECT_LT(13 * 31.52, wire * 8 / 83.08) << "13 do not";
}

TEST(PcieTransfer, AUetFetchTakesAbout70800Ps) {  // C39
  const BitRate rate(504'320'000'000);
  const Ps request = duration(Bytes(64) + kTransferOverhead, rate), answer = duration(link_bytes(Bytes(4'096)), rate);
  EXPECT_EQ(request, Ps(1'554));
  EXPECT_EQ(answer, Ps(69'289));
  EXPECT_NEAR(static_cast<double>((request + answer).count()), 70'800, 50);
}

// ---- acceptance cases, both forms

class PcieDirectionCase : public ::testing::TestWithParam<std::tuple<test::PcieCase, bool>> {};

TEST_P(PcieDirectionCase, ShowsTheTimesOfTheSpecification) {
  const auto& [one, every_transfer] = GetParam();
  PcieLoop loop(one.setup, every_transfer);
  const PcieResult seen = loop.run(one.jobs, {});
  for (const PcieEvent& event : one.expected) {
    EXPECT_TRUE(std::binary_search(seen.events.begin(), seen.events.end(), event))
        << "time " << event.time << ", sight " << static_cast<int>(event.sight) << ", number " << event.number;
  }
  Audit audit;
  loop.up().audit(audit, "up");
  loop.down().audit(audit, "down");
  EXPECT_EQ(audit.violated(), std::vector<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(Cases, PcieDirectionCase,
                         ::testing::Combine(::testing::ValuesIn(test::pcie_cases()), ::testing::Bool()),
                         [](const auto& tested) {
                           return std::get<0>(tested.param).name + (std::get<1>(tested.param) ? "_tlp" : "_train");
                         });

class PcieDirectionForm : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Forms, PcieDirectionForm, ::testing::Bool(),
                         [](const auto& tested) { return tested.param ? "tlp" : "train"; });

constexpr std::int64_t kMillisecondInPs = 1'000'000'000;

TEST_P(PcieDirectionForm, WritesWithOneReadEachCarry462Gbps) {  // C7: 14,114 writes of 4,096 B are 462.49 Gbps
  PcieLoop loop(test::pcie_defaults(), GetParam());
  loop.read_per_accepted_write(4'096);
  const PcieResult seen = loop.run(test::pcie_writes(15'000, 4'096), {});
  EXPECT_NEAR(static_cast<double>(count(seen, PcieSight::kWriteArrived, kMillisecondInPs)) * 32'768 / 1e6, 462.49,
              5e-3);
}

TEST_P(PcieDirectionForm, SaturatedFetchesCostWritesOnlyTheirRequests) {  // C8; the egress pool lets 55 reads be open
  PcieLoop loop(test::pcie_defaults(), GetParam());
  loop.read_per_answer(4'096, kMillisecondInPs);
  std::vector<PcieJob> jobs = test::pcie_fetches(55, 4'096);
  const std::vector<PcieJob> writes = test::pcie_writes(15'000, 4'096);
  jobs.insert(jobs.end(), writes.begin(), writes.end());
  const PcieResult seen = loop.run(jobs, {});
  EXPECT_NEAR(static_cast<double>(count(seen, PcieSight::kAnswerArrived, kMillisecondInPs)) * 32'768 / 1e6, 472.91,
              5e-3);
  EXPECT_NEAR(static_cast<double>(count(seen, PcieSight::kWriteArrived, kMillisecondInPs)) * 32'768 / 1e6, 462.26,
              5e-3);
}

TEST_P(PcieDirectionForm, ElevenRequestsAreOnTheLinkBeforeTheFirstAnswerHasLeft) {  // C19
  PcieSetup setup = test::pcie_defaults();
  setup.up.rx_header = 200;
  setup.down.tx_data = 4'096;
  PcieLoop loop(setup, GetParam());
  const PcieResult seen = loop.run(test::pcie_fetches(30, 4'096), {70'000});
  ASSERT_EQ(seen.samples.size(), 1u);
  EXPECT_EQ(seen.samples[0].second.requests, 11);
}

TEST_P(PcieDirectionForm, RequestsAtTheHostNeverExceedItsSlotsButOne) {  // C23, the link's part
  PcieLoop loop(test::pcie_defaults(), GetParam());
  loop.run(test::pcie_fetches(2'400, 4'096), {});
  EXPECT_EQ(loop.up().requests_held_max(), 799);
}

TEST_P(PcieDirectionForm, AFullPacketShowsItsBuffersBusyTimeAndTransfersAtAnyInstant) {
  // A write of 4,096 B at 0: it enters whole, the n-th transfer starts at floor((n - 1) x 546 B / 504.32 Gbps).
  PcieLoop loop(test::pcie_defaults(), GetParam());
  const PcieResult seen = loop.run(test::pcie_writes(1, 4'096), {8'660, 8'661, 60'000, 69'289, 80'000});
  const auto up = [&](std::size_t i) { return seen.samples[i].second; };
  EXPECT_EQ(up(0), (PcieSample{0, 1, 512, 8'660, 0, 8, 4'096, 1, 512}));
  EXPECT_EQ(up(1), (PcieSample{0, 2, 1'024, 8'661, 0, 7, 3'584, 1, 512}));
  EXPECT_EQ(up(2), (PcieSample{0, 7, 3'584, 60'000, 0, 6, 3'072, 1, 512}));
  EXPECT_EQ(up(3), (PcieSample{0, 8, 4'096, 69'289, 0, 1, 512, 1, 512}));
  EXPECT_EQ(up(4), (PcieSample{0, 8, 4'096, 69'289, 0, 0, 0, 0, 0}));
}

TEST_P(PcieDirectionForm, StallIsTheTimeARequestWaitsForRoomAtTheHostWithTheLinkIdle) {
  // Two slots at the host: one request at a time. The second waits from 1,554 until the first answer is accepted, when
  // its last transfer enters a buffer of one transfer: at the start of its last but one, 6 transfers after the first.
  PcieSetup setup = test::pcie_defaults();
  setup.up.rx_header = 40;
  setup.down.tx_data = 512;
  PcieLoop loop(setup, GetParam());
  const PcieResult seen = loop.run(test::pcie_fetches(2, 4'096), {30'000, 100'000});
  EXPECT_EQ(seen.samples[0].second.stall, 30'000 - 1'554);
  EXPECT_EQ(seen.samples[1].second.stall, INT64_C(8'000'000) * 546 * 6 / 504'320);
}

TEST(PcieDirection, AFetchAndAWriteCostOneEventEachForRequestAnswerAndWrite) {
  PcieLoop loop(test::pcie_defaults(), false);
  loop.run({{0, true, 4'096}, {100'000, false, 4'096}}, {});
  EXPECT_EQ(loop.served(), 2u + 3u) << "two of them are the offers";
}

TEST(PcieDirection, RefusesWhatCanNeverFit) {
  EXPECT_THROW((void)PcieDirection::make({BitRate(0), Bytes(40), Bytes(512), Bytes(40), Bytes(512), Bytes(64)}),
               ModelError);
  EXPECT_THROW((void)PcieDirection::make({BitRate(1), Bytes(39), Bytes(512), Bytes(40), Bytes(512), Bytes(64)}),
               ModelError);
  const auto made = PcieDirection::make({BitRate(1'000), Bytes(40), Bytes(100), Bytes(40), Bytes(512), Bytes(64)});
  PcieDirection& small = *made;
  EXPECT_THROW((void)small.offer_data(Ps{0}, Bytes(101)), ModelError);
  EXPECT_TRUE(small.offer_data(Ps{0}, Bytes(100)));
  EXPECT_THROW(small.return_request_slot(Ps{0}), ModelError);
}

// ---- both forms against the rules, on random mixes. C21

struct Mix {
  PcieSetup setup;
  std::vector<PcieJob> jobs;
  std::vector<std::int64_t> samples;
};

rc::Gen<std::int64_t> sizes() {
  return rc::gen::oneOf(rc::gen::inRange<std::int64_t>(1, 10'001), rc::gen::inRange<std::int64_t>(1, 130),
                        rc::gen::map(rc::gen::inRange<std::int64_t>(1, 20), [](std::int64_t n) { return 512 * n; }),
                        rc::gen::just<std::int64_t>(4'096));
}

/// A byte a picosecond makes boundaries that offers often meet exactly.
rc::Gen<std::int64_t> rates() {
  return rc::gen::oneOf(rc::gen::element<std::int64_t>(504'320'000'000, 126'080'000'000, 8'000'000'000'000),
                        rc::gen::inRange<std::int64_t>(50'000'000'000, 2'000'000'000'000));
}

rc::Gen<PcieSide> sides() {
  const auto header = rc::gen::oneOf(rc::gen::inRange<std::int64_t>(40, 200),
                                     rc::gen::inRange<std::int64_t>(200, 1'600), rc::gen::just<std::int64_t>(16'000));
  const auto data =
      rc::gen::oneOf(rc::gen::inRange<std::int64_t>(512, 2'048), rc::gen::inRange<std::int64_t>(512, 30'000),
                     rc::gen::just<std::int64_t>(512), rc::gen::just<std::int64_t>(256'000));
  return rc::gen::construct<PcieSide>(rates(), header, data, header, data);
}

rc::Gen<std::int64_t> pauses() {
  return rc::gen::weightedOneOf<std::int64_t>(
      {{4, rc::gen::just<std::int64_t>(0)},
       {3, rc::gen::inRange<std::int64_t>(0, 3'000)},
       {2, rc::gen::inRange<std::int64_t>(0, 100'000)},
       {3, rc::gen::map(rc::gen::inRange<std::int64_t>(0, 12), [](std::int64_t n) { return 546 * n; })}});
}

rc::Gen<Mix> mixes() {
  return rc::gen::exec([] {
    Mix mix;
    mix.setup = {*sides(), *sides(), *rc::gen::element<std::int64_t>(64, 0, 478, 200)};
    const int reads_of_8 = *rc::gen::inRange(0, 9);
    std::int64_t time = 0;
    for (const std::int64_t pause : *rc::gen::container<std::vector<std::int64_t>>(pauses())) {
      time += pause;
      mix.jobs.push_back({time, *rc::gen::inRange(0, 8) < reads_of_8, *sizes()});
    }
    std::int64_t sample = 0;
    for (const std::int64_t pause : *rc::gen::container<std::vector<std::int64_t>>(
             rc::gen::oneOf(rc::gen::inRange<std::int64_t>(1, 200'000), rc::gen::inRange<std::int64_t>(1, 4'000)))) {
      mix.samples.push_back(sample += pause);
    }
    return mix;
  });
}

void compare(const Mix& mix, bool every_transfer) {
  const PcieResult expected = PcieOracle(mix.setup).run(mix.jobs, mix.samples);
  PcieLoop loop(mix.setup, every_transfer);
  const PcieResult seen = loop.run(mix.jobs, mix.samples);
  RC_ASSERT(seen.events.size() == expected.events.size());
  for (std::size_t i = 0; i < seen.events.size(); ++i) {
    RC_ASSERT(seen.events[i].time == expected.events[i].time);
    RC_ASSERT(seen.events[i].sight == expected.events[i].sight);
    RC_ASSERT(seen.events[i].number == expected.events[i].number);
  }
  RC_ASSERT(seen.samples.size() == expected.samples.size());
  for (std::size_t i = 0; i < seen.samples.size(); ++i) {
    RC_ASSERT(seen.samples[i].first == expected.samples[i].first);
    RC_ASSERT(seen.samples[i].second == expected.samples[i].second);
  }
  Audit audit;
  loop.up().audit(audit, "up");
  loop.down().audit(audit, "down");
  RC_ASSERT(audit.violated().empty());
}

RC_GTEST_PROP(PcieDirectionProperty, WokenAtEveryTransferEqualsTheRules, ()) { compare(*mixes(), true); }
RC_GTEST_PROP(PcieDirectionProperty, WokenAtWhatIsSeenEqualsTheRules, ()) { compare(*mixes(), false); }

}  // namespace
}  // namespace headroom
