#include "sc_models/host/pcie_link.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "testbench/common/pcie_bench.h"
#include "testbench/common/pcie_cases.h"

namespace headroom {
namespace {

using oracle::PcieEvent;
using oracle::PcieJob;
using oracle::PcieSight;
using test::PcieBench;

class PcieLinkCase : public ::testing::TestWithParam<std::tuple<test::PcieCase, PcieGranularity>> {};

TEST_P(PcieLinkCase, ShowsTheTimesOfTheSpecificationThroughEndpointLinkAndRootComplex) {
  const auto& [one, granularity] = GetParam();
  Agenda agenda;
  PcieBench bench("bench", agenda, one.setup, granularity);
  for (const PcieJob& job : one.jobs) bench.engine.add(job);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  agenda.run(kNever);
  const std::vector<PcieEvent> seen = bench.seen();
  for (const PcieEvent& event : one.expected) {
    EXPECT_TRUE(std::binary_search(seen.begin(), seen.end(), event))
        << "time " << event.time << ", sight " << static_cast<int>(event.sight) << ", number " << event.number;
  }
  EXPECT_EQ(bench.violated(), std::vector<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(Cases, PcieLinkCase,
                         ::testing::Combine(::testing::ValuesIn(test::pcie_cases()),
                                            ::testing::Values(PcieGranularity::kTrain, PcieGranularity::kTlp)),
                         [](const auto& tested) {
                           const bool train = std::get<1>(tested.param) == PcieGranularity::kTrain;
                           return std::get<0>(tested.param).name + (train ? "_train" : "_tlp");
                         });

/// Two links of one set-up in the two forms, and rows of both ends sampled from each.
struct Pair final : AgendaClient {
  Pair(const std::string& name, Agenda& a, const oracle::PcieSetup& s)
      : agenda(a),
        setup(s),
        train((name + "_train").c_str(), a, s, PcieGranularity::kTrain),
        tlp((name + "_tlp").c_str(), a, s, PcieGranularity::kTlp) {}
  void due(Ps now, AgendaTag) override {
    for (const PcieEnd end : {PcieEnd::kNic, PcieEnd::kHost}) {
      expect_equal(train.link.stats(end, now), tlp.link.stats(end, now));
    }
    EXPECT_EQ(train.link.tlps(now), tlp.link.tlps(now));
    train.link.begin_interval(now);
    tlp.link.begin_interval(now);
    samples.push_back(now.count());
  }
  static void expect_equal(const PcieEndStats& a, const PcieEndStats& b) {
    EXPECT_EQ(a.posted, b.posted);
    EXPECT_EQ(a.nonposted, b.nonposted);
    EXPECT_EQ(a.completion, b.completion);
    EXPECT_EQ(a.payload, b.payload);
    EXPECT_EQ(a.wire, b.wire);
    EXPECT_EQ(a.busy, b.busy);
    EXPECT_EQ(a.stall, b.stall);
    EXPECT_EQ(a.tx_header_max, b.tx_header_max);
    EXPECT_EQ(a.tx_data_max, b.tx_data_max);
    EXPECT_EQ(a.rx_header_max, b.rx_header_max);
    EXPECT_EQ(a.rx_data_max, b.rx_data_max);
  }
  Agenda& agenda;
  const oracle::PcieSetup setup;
  PcieBench train, tlp;
  std::vector<PcieJob> jobs;
  std::vector<std::int64_t> samples;
};

TEST(PcieLink, BothFormsAndTheRulesAgreeOnRandomMixes) {  // C21
  std::mt19937_64 random(20);
  const auto in = [&random](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
  };
  Agenda agenda;
  std::vector<std::unique_ptr<Pair>> pairs;
  for (int i = 0; i < 40; ++i) {
    const auto side = [&] {
      return oracle::PcieSide{in(0, 2) == 0 ? 8'000'000'000'000 : in(50, 1'000) * 1'000'000'007, in(40, 900),
                              in(512, 20'000), in(40, 900), in(512, 4'096)};
    };
    pairs.push_back(std::make_unique<Pair>("pair" + std::to_string(i), agenda, oracle::PcieSetup{side(), side(), 64}));
    Pair& pair = *pairs.back();
    std::int64_t time = 0;
    for (int job = 0; job < 150; ++job) {
      time += in(0, 3) == 0 ? in(0, 200'000) : in(0, 1) * 546 * in(0, 9);
      pair.jobs.push_back({time, in(0, 2) == 0, in(0, 1) == 0 ? in(1, 10'000) : 512 * in(1, 9)});
      pair.train.engine.add(pair.jobs.back());
      pair.tlp.engine.add(pair.jobs.back());
      if (in(0, 4) == 0) agenda.at(Ps{time + in(0, 60'000)}, Rank(Due::kRecord, 0, 0), pair, 0);
    }
  }
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  agenda.run(kNever);
  for (const auto& pair : pairs) {
    std::vector<PcieEvent> expected = oracle::PcieOracle(pair->setup).run(pair->jobs, {}).events;
    std::erase_if(expected, [](const PcieEvent& e) { return e.sight == PcieSight::kAnswerAccepted; });
    EXPECT_EQ(pair->train.seen(), expected);
    EXPECT_EQ(pair->tlp.seen(), expected);
    EXPECT_GT(pair->samples.size(), 10u);
    EXPECT_EQ(pair->train.violated(), std::vector<std::string>{});
    EXPECT_EQ(pair->tlp.violated(), std::vector<std::string>{});
  }
}

TEST(PcieLink, EachEndCountsWhatItSendsAndItsOwnBuffers) {
  // A fetch of 4,096 B at 0 and a write of 1,000 B at 200 ns, looked at when all is done.
  Agenda agenda;
  PcieBench bench("bench", agenda, test::pcie_defaults(), PcieGranularity::kTrain);
  bench.engine.add({0, true, 4'096});
  bench.engine.add({200'000, false, 1'000});
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  agenda.run(kNever);
  const Ps now{1'000'000};
  const PcieEndStats nic = bench.link.stats(PcieEnd::kNic, now), host = bench.link.stats(PcieEnd::kHost, now);
  EXPECT_EQ(nic.posted, 2u);
  EXPECT_EQ(nic.nonposted, 1u);
  EXPECT_EQ(nic.completion, 0u);
  EXPECT_EQ(nic.payload, Bytes(1'000));
  EXPECT_EQ(nic.wire, Bytes(98 + 1'068));
  EXPECT_EQ(nic.busy, Ps(1'554 + INT64_C(8'000'000) * 1'068 / 504'320));
  EXPECT_EQ(nic.tx_header_max, Bytes(40)) << "both transfers of the write";
  EXPECT_EQ(nic.tx_data_max, Bytes(1'000));
  EXPECT_EQ(nic.rx_header_max, Bytes(20)) << "one transfer of the answer";
  EXPECT_EQ(nic.rx_data_max, Bytes(512));
  EXPECT_EQ(host.posted, 0u);
  EXPECT_EQ(host.nonposted, 0u);
  EXPECT_EQ(host.completion, 8u);
  EXPECT_EQ(host.payload, Bytes(4'096));
  EXPECT_EQ(host.wire, Bytes(4'368));
  EXPECT_EQ(host.busy, Ps(69'289));
  EXPECT_EQ(host.tx_header_max, Bytes(160));
  EXPECT_EQ(host.tx_data_max, Bytes(4'096));
  EXPECT_EQ(host.rx_data_max, Bytes(512));
  EXPECT_EQ(bench.link.tlps(now), 1u + 2u + 8u);
}

TEST(PcieLink, TrainAsksForOneEventARequestOneAnAnswerOneAWrite) {
  Agenda agenda;
  PcieBench bench("bench", agenda, test::pcie_defaults(), PcieGranularity::kTrain);
  bench.engine.add({0, true, 4'096});
  bench.engine.add({200'000, false, 4'096});
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  agenda.run(kNever);
  EXPECT_EQ(agenda.served(), 2u + 3u) << "two of them are the offers";
}

TEST(PcieEndpoint, MeasuresReadsFromOfferToLastByteAndWritesFromOfferToAcceptance) {
  // Two fetches of 4,096 B at 0 (C3) and, with a transmit buffer of one packet, two writes at 300 ns: the second is
  // accepted 60,628 ps later (C16).
  oracle::PcieSetup setup = test::pcie_defaults();
  setup.up.tx_data = 4'096;
  Agenda agenda;
  PcieBench bench("bench", agenda, setup, PcieGranularity::kTrain);
  for (int i = 0; i < 2; ++i) bench.engine.add({0, true, 4'096});
  for (int i = 0; i < 2; ++i) bench.engine.add({300'000, false, 4'096});
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  agenda.run(Ps{100'000});
  EXPECT_EQ(bench.endpoint.reads_open(), 1u);
  agenda.run(kNever);
  PcieEndStats stats;
  bench.endpoint.add_to(stats);
  EXPECT_EQ(stats.reads_open_max, 2u);
  EXPECT_EQ(stats.read_latency.count, 2u);
  EXPECT_EQ(stats.read_latency.sum, Ps(70'843 + 140'132));
  EXPECT_EQ(stats.read_latency.max, Ps(140'132));
  EXPECT_EQ(stats.write_wait.count, 2u);
  EXPECT_EQ(stats.write_wait.max, Ps(60'628));
  EXPECT_EQ(stats.write_wait.interval_min, Ps(0));
  EXPECT_EQ(bench.endpoint.bytes_fetched(), Bytes(8'192));
  EXPECT_EQ(bench.endpoint.bytes_written(), Bytes(8'192));
  bench.endpoint.begin_interval();
  bench.endpoint.add_to(stats);
  EXPECT_EQ(stats.reads_open_max, 0u);
  EXPECT_EQ(stats.read_latency.interval_count, 0u);
  EXPECT_EQ(stats.read_latency.count, 2u);
}

}  // namespace
}  // namespace headroom
