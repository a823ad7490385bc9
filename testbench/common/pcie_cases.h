// Acceptance cases of the PCIe link as data, so that they can be put to the policy and to the modules, in both forms.
// The numbers are those of the specification; times in picoseconds.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "testbench/common/pcie_oracle.h"

namespace headroom::test {

struct PcieCase {
  std::string name;
  oracle::PcieSetup setup;
  std::vector<oracle::PcieJob> jobs;
  std::vector<oracle::PcieEvent> expected;  ///< each must be among what is seen
};
inline void PrintTo(const PcieCase& one, std::ostream* out) { *out << one.name; }

inline oracle::PcieSetup pcie_defaults(std::int64_t rate = 504'320'000'000) {
  const oracle::PcieSide side{rate, 16'000, 256'000, 16'000, 256'000};
  return {side, side, 64};
}
inline std::vector<oracle::PcieJob> pcie_writes(std::size_t count, std::int64_t length, std::int64_t time = 0) {
  return std::vector<oracle::PcieJob>(count, {time, false, length});
}
inline std::vector<oracle::PcieJob> pcie_fetches(std::size_t count, std::int64_t length, std::int64_t time = 0) {
  return std::vector<oracle::PcieJob>(count, {time, true, length});
}

/// A 4,096 B write at 0, and requests for 1 B each at the times given.
inline PcieCase pcie_insertion(std::string name, const std::vector<std::int64_t>& times,
                               const std::vector<std::int64_t>& done, std::int64_t write_done) {
  PcieCase one{std::move(name), pcie_defaults(), pcie_writes(1, 4'096), {}};
  for (const std::int64_t time : times) one.jobs.push_back({time, true, 1});
  for (std::size_t i = 0; i < done.size(); ++i) {
    one.expected.push_back({done[i], oracle::PcieSight::kRequestArrived, static_cast<std::int64_t>(i)});
  }
  one.expected.push_back({write_done, oracle::PcieSight::kWriteArrived, 0});
  return one;
}

/// `at_once` writes are accepted at 0, the ones after them at `then`.
inline PcieCase pcie_acceptances(std::string name, oracle::PcieSetup setup, std::vector<oracle::PcieJob> jobs,
                                 std::int64_t at_once, const std::vector<std::int64_t>& then) {
  PcieCase one{std::move(name), setup, std::move(jobs), {}};
  for (std::int64_t i = 0; i < at_once; ++i) one.expected.push_back({0, oracle::PcieSight::kWriteAccepted, i});
  for (const std::int64_t time : then) one.expected.push_back({time, oracle::PcieSight::kWriteAccepted, at_once++});
  return one;
}

inline std::vector<PcieCase> pcie_cases() {
  using enum oracle::PcieSight;
  const auto tx_data = [](std::int64_t size) {
    oracle::PcieSetup setup = pcie_defaults();
    setup.up.tx_data = size;
    return setup;
  };
  std::vector<PcieCase> cases;
  const auto fetch = [&cases](std::string name, std::int64_t length, std::int64_t done,
                              std::int64_t rate = 504'320'000'000) {
    cases.push_back({std::move(name), pcie_defaults(rate), pcie_fetches(1, length), {{done, kAnswerArrived, 0}}});
  };
  const auto write = [&cases](std::string name, std::int64_t length, std::int64_t done,
                              std::int64_t rate = 504'320'000'000) {
    cases.push_back({std::move(name),
                     pcie_defaults(rate),
                     pcie_writes(1, length),
                     {{0, kWriteAccepted, 0}, {done, kWriteArrived, 0}}});
  };
  cases.push_back({"C1_Request", pcie_defaults(), pcie_fetches(1, 1), {{1'554, kRequestArrived, 0}}});
  write("C1_FullPacket", 4'096, 69'289);
  write("C1_Transfer", 512, 8'661);
  fetch("C2_Fetch4096", 4'096, 70'843);
  fetch("C2_Fetch513", 513, 10'770);
  fetch("C2_Fetch64", 64, 3'108);
  fetch("C2_Fetch1", 1, 2'109);
  cases.push_back({"C3_Fetches",
                   pcie_defaults(),
                   pcie_fetches(55, 4'096),
                   {{70'843, kAnswerArrived, 0}, {140'132, kAnswerArrived, 1}, {3'812'467, kAnswerArrived, 54}}});
  write("C12_SlowWrite", 4'096, 277'157, 126'080'000'000);
  fetch("C12_SlowFetch", 4'096, 283'375, 126'080'000'000);

  cases.push_back(pcie_insertion("C13_WithTheWrite", {0}, {1'554}, 70'843));
  cases.push_back(pcie_insertion("C13_Cut", {20'000}, {27'538}, 70'843));
  cases.push_back(pcie_insertion("C13_ExactlyAtTheBoundary", {25'983}, {27'538}, 70'843));
  cases.push_back(pcie_insertion("C13_JustAfterTheBoundary", {25'984}, {36'199}, 70'843));
  cases.push_back(pcie_insertion("C13_Three", {20'000, 20'000, 20'000}, {27'538, 29'092, 30'647}, 73'953));
  cases.push_back(pcie_insertion("C13_AtTheEnd", {69'289}, {70'843}, 69'289));
  cases.push_back(pcie_insertion("C13_AfterTheEnd", {69'290}, {70'844}, 69'289));

  cases.push_back(pcie_acceptances("C14", pcie_defaults(), pcie_writes(70, 4'096), 62, {25'983, 95'272, 164'562}));
  cases.back().expected.push_back({511'008, kWriteAccepted, 69});
  cases.back().expected.push_back({4'850'253, kWriteArrived, 69});
  cases.push_back(pcie_acceptances("C15", tx_data(8'192), pcie_writes(70, 4'096), 2, {60'628, 129'917, 199'206}));
  cases.back().expected.push_back({4'703'013, kWriteAccepted, 69});
  cases.push_back(pcie_acceptances("C16_OnePacket", tx_data(4'096), pcie_writes(70, 4'096), 1, {60'628}));
  cases.back().expected.push_back({4'772'303, kWriteAccepted, 69});
  cases.push_back(pcie_acceptances("C16_OneTransfer", tx_data(512), pcie_writes(70, 4'096), 0, {51'967, 121'256}));
  cases.back().expected.push_back({4'832'931, kWriteAccepted, 69});
  oracle::PcieSetup eighty_slots = pcie_defaults();
  eighty_slots.up.tx_header = 1'600;
  cases.push_back(pcie_acceptances("C17", eighty_slots, pcie_writes(70, 4'096), 10, {60'628, 129'917, 199'206}));
  cases.push_back(pcie_acceptances("C18", pcie_defaults(), pcie_writes(1'200, 64), 801, {1'554, 3'109}));

  oracle::PcieSetup few_requests = pcie_defaults();
  few_requests.up.rx_header = 200;
  few_requests.down.tx_data = 4'096;
  PcieCase c19{"C19", few_requests, pcie_fetches(30, 4'096), {}};
  c19.jobs.push_back({10'000, false, 512});
  c19.expected = {{70'843, kAnswerArrived, 0},
                  {2'080'234, kAnswerArrived, 29},
                  {10'000, kWriteAccepted, 0},
                  {24'206, kWriteArrived, 0}};
  for (std::int64_t i = 0; i < 30; ++i) {  // no time lost: the k-th ends 4,368 B after the one before
    c19.expected.push_back({1'554 + INT64_C(8'000'000) * 4'368 * (i + 1) / 504'320, kAnswerArrived, i});
  }
  cases.push_back(c19);

  for (const std::int64_t rx_data : {512, 4'096, 65'536}) {  // C26: 472.9 Gbps whatever the receive buffer
    oracle::PcieSetup setup = pcie_defaults();
    setup.up.rx_data = rx_data;
    cases.push_back({"C26_" + std::to_string(rx_data),
                     setup,
                     pcie_writes(1'000, 4'096),
                     {{8'000'000'000 * 4'368 / 504'320, kWriteArrived, 999}}});
  }
  return cases;
}

}  // namespace headroom::test
