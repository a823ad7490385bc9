#include "sc_models/host/root_complex.h"

#include <gtest/gtest.h>

#include <tlm_utils/simple_target_socket.h>
#include <cstddef>
#include <string>
#include <vector>

#include "sc_models/core/check.h"
#include "sc_models/host/host_memory.h"
#include "sc_models/kernel/agenda_driver.h"
#include "testbench/common/foreign_memory.h"
#include "testbench/common/pcie_bench.h"
#include "testbench/common/pcie_cases.h"

namespace headroom {
namespace {

using oracle::PcieEvent;
using oracle::PcieSight;
using test::ForeignMemory;
using test::MemoryStyle;
using test::PcieBench;

using Data = std::vector<std::byte>;

Data pattern(std::size_t length, unsigned seed) {
  Data data(length);
  for (std::size_t i = 0; i < length; ++i) data[i] = static_cast<std::byte>(seed + 31 * i + (i >> 8));
  return data;
}

std::vector<std::int64_t> times(const PcieBench& bench, PcieSight sight) {
  std::vector<std::int64_t> found;
  for (const PcieEvent& event : bench.seen()) {
    if (event.sight == sight) found.push_back(event.time);
  }
  return found;
}

sc_core::sc_time ns(double value) { return {value, sc_core::SC_NS}; }

/// A host that moves data, on the kernel.
struct Host {
  explicit Host(Scheduling scheduling = Scheduling::kStrict) : driver("driver", agenda, scheduling) {}
  Agenda agenda;
  AgendaDriver driver;
  PcieBench bench{"bench", agenda, test::pcie_defaults(), PcieGranularity::kTrain, true};
};

// ---- the model's own memory

TEST(RootComplex, WithoutDataAnswersAtOnceAndNeedsNoMemory) {  // C2
  Agenda agenda;
  PcieBench bench("bench", agenda, test::pcie_defaults(), PcieGranularity::kTrain);
  bench.engine.add({0, true, 4'096});
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  agenda.run(kNever);
  EXPECT_EQ(times(bench, PcieSight::kAnswerArrived), std::vector<std::int64_t>{70'843});
}

TEST(RootComplex, MovesEveryByteAtTheTimesOfALinkThatMovesNone) {
  Host host;
  HostMemory memory("memory");
  host.bench.root.memory.bind(memory.socket);
  // Three writes over page ends and into one another; then fetches of all of it, one of them of untouched memory.
  const std::uint64_t base = HostMemory::kPageBytes - 3'000;
  Data first = pattern(4'096, 1), second = pattern(9'000, 2), third = pattern(1, 3), back(12'000), untouched(64);
  host.bench.engine.add({0, false, 4'096}, base, first.data());
  host.bench.engine.add({0, false, 9'000}, base + 4'000, second.data());
  host.bench.engine.add({0, false, 1}, base + 10, third.data());
  host.bench.engine.add({1'000'000, true, 12'000}, base, back.data());
  host.bench.engine.add({1'000'000, true, 64}, base + (1 << 30), untouched.data());
  sc_core::sc_start();
  Data expected(first.begin(), first.begin() + 4'000);
  expected.insert(expected.end(), second.begin(), second.begin() + 8'000);
  expected[10] = third[0];
  EXPECT_EQ(back, expected);
  EXPECT_EQ(untouched, Data(64));
  const std::vector<PcieEvent> rules =
      oracle::PcieOracle(test::pcie_defaults())
          .run({{0, false, 4'096}, {0, false, 9'000}, {0, false, 1}, {1'000'000, true, 12'000}, {1'000'000, true, 64}},
               {})
          .events;
  std::vector<PcieEvent> visible;
  for (const PcieEvent& event : rules) {
    if (event.sight != PcieSight::kAnswerAccepted) visible.push_back(event);
  }
  EXPECT_EQ(host.bench.seen(), visible);
  EXPECT_EQ(host.bench.violated(), std::vector<std::string>{});
}

TEST(RootComplex, AMemoryWithLatencyDelaysCompletionAndAnswerByIt) {
  Host host;
  HostMemory memory("memory", {.read_latency = Ps(200'000), .write_latency = Ps(100'000)});
  host.bench.root.memory.bind(memory.socket);
  Data out = pattern(512, 1), in(512);
  host.bench.engine.add({0, false, 512}, 0, out.data());
  host.bench.engine.add({1'000'000, true, 512}, 0, in.data());
  host.bench.engine.add({3'000'000, false, 512}, 0, out.data());  // by direct access now
  sc_core::sc_start();
  EXPECT_EQ(times(host.bench, PcieSight::kWriteArrived), (std::vector<std::int64_t>{108'661, 3'108'661}));
  EXPECT_EQ(times(host.bench, PcieSight::kAnswerArrived),
            std::vector<std::int64_t>{1'000'000 + 1'554 + 200'000 + 8'661});
  EXPECT_EQ(in, out);
}

/// Refuses direct access after a while, as a platform that remaps its memory does.
SC_MODULE(Remapper) {
  explicit Remapper(sc_core::sc_module_name) {
    socket.register_b_transport(this, &Remapper::b_transport);
    socket.register_get_direct_mem_ptr(this, &Remapper::get_direct_mem_ptr);
  }
  tlm_utils::simple_target_socket<Remapper> socket{"socket"};
  std::vector<unsigned char> storage = std::vector<unsigned char>(4'096), moved = storage;
  unsigned transactions = 0, grants = 0;
  bool remapped = false;

  void remap() {
    moved = storage;
    remapped = true;
    socket->invalidate_direct_mem_ptr(0, UINT64_MAX);
  }
  void b_transport(tlm::tlm_generic_payload & payload, sc_core::sc_time&) {
    ++transactions;
    unsigned char* const at = (remapped ? moved : storage).data() + payload.get_address();
    if (payload.is_write()) std::copy_n(payload.get_data_ptr(), payload.get_data_length(), at);
    if (payload.is_read()) std::copy_n(at, payload.get_data_length(), payload.get_data_ptr());
    payload.set_dmi_allowed(!remapped);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi & dmi) {
    ++grants;
    dmi.set_dmi_ptr(storage.data());
    dmi.set_start_address(0);
    dmi.set_end_address(storage.size() - 1);
    dmi.allow_read_write();
    return true;
  }
};

TEST(RootComplex, UsesDirectAccessOnceGrantedAndForgetsItWhenTold) {
  Host host;
  Remapper memory("memory");
  host.bench.root.memory.bind(memory.socket);
  Data first = pattern(100, 1), second = pattern(100, 2), in(100);
  host.bench.engine.add({0, false, 100}, 0, first.data());
  host.bench.engine.add({100'000, false, 100}, 0, second.data());
  sc_core::sc_start();
  EXPECT_EQ(memory.transactions, 1u);
  EXPECT_EQ(memory.grants, 1u);
  EXPECT_TRUE(std::equal(second.begin(), second.end(), reinterpret_cast<const std::byte*>(memory.storage.data())));
  memory.remap();
  std::fill(memory.storage.begin(), memory.storage.end(), static_cast<unsigned char>(0));
  host.bench.engine.add({1'000'000, true, 100}, 0, in.data());
  sc_core::sc_start();
  EXPECT_EQ(memory.transactions, 2u);
  EXPECT_EQ(in, second);
}

// ---- memories of others

class RootComplexStyle : public ::testing::TestWithParam<std::tuple<MemoryStyle, Scheduling>> {};
std::string style_name(const ::testing::TestParamInfo<std::tuple<MemoryStyle, Scheduling>>& tested) {
  static constexpr const char* kNames[] = {"FourPhases", "ResponseOnly", "EndReqReturned", "ResponseReturned",
                                           "CompletedEarly"};
  const auto [style, scheduling] = tested.param;
  return std::string(kNames[static_cast<int>(style)]) + (scheduling == Scheduling::kStrict ? "_strict" : "_ahead");
}
INSTANTIATE_TEST_SUITE_P(Styles, RootComplexStyle,
                         ::testing::Combine(::testing::Values(MemoryStyle::kFourPhases, MemoryStyle::kResponseOnly,
                                                              MemoryStyle::kEndReqReturned,
                                                              MemoryStyle::kResponseReturned,
                                                              MemoryStyle::kCompletedEarly),
                                            ::testing::Values(Scheduling::kStrict, Scheduling::kAhead)),
                         style_name);

TEST_P(RootComplexStyle, WritesAndReadsBackWithTheMemorysTimes) {
  const auto [style, scheduling] = GetParam();
  // Requests are taken after 10 ns and answered after 100 ns; where END_REQ is only implied by the response, requests
  // follow one another after 100 ns.
  const bool pipelined = style == MemoryStyle::kFourPhases || style == MemoryStyle::kEndReqReturned;
  const std::int64_t step = pipelined ? 10'000 : 100'000;
  Host host(scheduling);
  ForeignMemory memory("memory", style, ns(10), [](const auto&) { return ns(100); });
  host.bench.root.memory.bind(memory.socket);
  if (scheduling == Scheduling::kAhead) tlm::tlm_global_quantum::instance().set(sc_core::sc_time(1, sc_core::SC_MS));
  const std::int64_t later = 2'000'000;
  std::vector<Data> out, in(3, Data(512));
  for (unsigned i = 0; i < 3; ++i) out.push_back(pattern(512, i));
  for (unsigned i = 0; i < 3; ++i) host.bench.engine.add({0, false, 512}, 1'000 * i, out[i].data());
  for (unsigned i = 0; i < 3; ++i) host.bench.engine.add({later, true, 512}, 1'000 * i, in[i].data());
  sc_core::sc_start();

  // Writes arrive at 8,661, 17,322, 25,983; requests at 1,554, 3,109, 4,663 after the offers.
  const std::int64_t arrival[] = {8'661, 17'322, 25'983, later + 1'554, later + 3'109, later + 4'663};
  std::vector<std::int64_t> begins, answers;
  for (int i = 0; i < 6; ++i) {
    begins.push_back(i % 3 == 0 ? arrival[i] : std::max(arrival[i], begins.back() + step));
    if (i >= 3) answers.push_back(begins.back() + 100'000 + 8'661);
  }
  std::vector<std::int64_t> requested;
  for (const sc_core::sc_time& time : memory.requested) requested.push_back(static_cast<std::int64_t>(time.value()));
  EXPECT_EQ(requested, begins);
  EXPECT_EQ(times(host.bench, PcieSight::kWriteArrived),
            (std::vector<std::int64_t>{begins[0] + 100'000, begins[1] + 100'000, begins[2] + 100'000}));
  EXPECT_EQ(times(host.bench, PcieSight::kAnswerArrived), answers);
  for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(in[i], out[i]);
  EXPECT_EQ(memory.responses_ended, style == MemoryStyle::kResponseReturned ? 6u : 0u);
  EXPECT_EQ(host.bench.violated(), std::vector<std::string>{});
}

TEST(RootComplex, AnswersKeepTheOrderOfTheRequestsWhenTheMemoryDoesNot) {
  // The first read takes 500 ns, the second 100: both answers go when the first is there, one after the other.
  Host host;
  ForeignMemory memory("memory", MemoryStyle::kFourPhases, ns(1),
                       [](const auto& payload) { return payload.get_address() == 0 ? ns(500) : ns(100); });
  host.bench.root.memory.bind(memory.socket);
  Data first(512), second(512);
  host.bench.engine.add({0, true, 512}, 0, first.data());
  host.bench.engine.add({0, true, 512}, 4'096, second.data());
  sc_core::sc_start();
  const std::vector<PcieEvent> seen = host.bench.engine.events;
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0], (PcieEvent{1'554 + 500'000 + 8'661, PcieSight::kAnswerArrived, 0}));
  EXPECT_EQ(seen[1], (PcieEvent{1'554 + 500'000 + 17'322, PcieSight::kAnswerArrived, 1}));
}

TEST(RootComplex, WorksWithABlockingMemoryBehindASimpleSocket) {
  Host host;
  Remapper memory("memory");
  memory.remapped = true;  // no direct access
  host.bench.root.memory.bind(memory.socket);
  Data out = pattern(1'000, 1), in(1'000);
  host.bench.engine.add({0, false, 1'000}, 5, out.data());
  host.bench.engine.add({1'000'000, true, 1'000}, 5, in.data());
  sc_core::sc_start();
  EXPECT_EQ(in, out);
  EXPECT_EQ(memory.transactions, 2u);
  EXPECT_EQ(host.bench.engine.events.back().sight, PcieSight::kAnswerArrived);
}

TEST(RootComplex, AnErrorOfTheMemoryNamesTheAccess) {
  Agenda agenda;
  PcieBench bench("bench", agenda, test::pcie_defaults(), PcieGranularity::kTrain, true);
  HostMemory memory("memory", {.size = 4'096});
  bench.root.memory.bind(memory.socket);
  Data out(512);
  bench.engine.add({0, false, 512}, 0xF00, out.data());
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  try {
    agenda.run(kNever);
    FAIL() << "no error";
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(), "bench.root: memory answered TLM_ADDRESS_ERROR_RESPONSE to a write of 512 B at 0xf00");
  }
}

TEST(RootComplex, DataWithoutAMemoryIsRefusedBeforeTheRunStarts) {
  Agenda agenda;
  PcieBench bench("bench", agenda, test::pcie_defaults(), PcieGranularity::kTrain, true);
  EXPECT_THROW(sc_core::sc_start(sc_core::SC_ZERO_TIME), std::exception);
}

}  // namespace
}  // namespace headroom
