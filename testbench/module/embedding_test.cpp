// NICs inside a program of somebody else: threads, frame sources, memories and interconnects that know the kernel's
// time only. Every time is the same whatever the scheduling and TLM's global quantum are.
#include <gtest/gtest.h>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "testbench/common/foreign_memory.h"
#include "testbench/common/nic_pair.h"
#include "tlm_if/time.h"

namespace headroom {
namespace {

using test::ForeignMemory;
using test::MemoryStyle;
using test::NicPair;

constexpr Ps kOddTime{12'345'000};  // the model has no reason to stop there

// From docs/walk.md: a message of 4,096 B, counted from its post.
constexpr Ps kReceived{333'923}, kLanded{403'212}, kAcknowledged{436'443};

struct Mode {
  std::string name;
  Scheduling scheduling;
  sc_core::sc_time quantum;
};

void PrintTo(const Mode& mode, std::ostream* out) { *out << mode.name; }

class Embedded : public ::testing::TestWithParam<Mode> {
 protected:
  void SetUp() override { tlm::tlm_global_quantum::instance().set(GetParam().quantum); }
  NicPair pair{"pair", GetParam().scheduling};
};

INSTANTIATE_TEST_SUITE_P(Modes, Embedded,
                         ::testing::Values(Mode{"Strict", Scheduling::kStrict, sc_core::sc_time(1, sc_core::SC_MS)},
                                           Mode{"NoQuantum", Scheduling::kAhead, sc_core::SC_ZERO_TIME},
                                           Mode{"Quantum1ps", Scheduling::kAhead, sc_core::sc_time(1, sc_core::SC_PS)},
                                           Mode{"Quantum333ns", Scheduling::kAhead,
                                                sc_core::sc_time(333, sc_core::SC_NS)},
                                           Mode{"NoLimit", Scheduling::kAhead, sc_core::sc_max_time()}),
                         [](const auto& mode) { return mode.param.name; });

/// A thread of the platform.
SC_MODULE(Thread) {
  SC_HAS_PROCESS(Thread);
  Thread(sc_core::sc_module_name, std::function<void()> what) : what_(std::move(what)) { SC_THREAD(run); }

 private:
  void run() { what_(); }
  std::function<void()> what_;
};

void wait_until(Ps time) { sc_core::wait(to_sc(time) - sc_core::sc_time_stamp()); }

TEST_P(Embedded, APostOfAThreadCountsFromTheKernelsTime) {
  Ps model_time;
  Thread driver("driver", [&] {
    wait_until(kOddTime);
    model_time = pair.agenda.now();
    pair.post(7, 1, 4'096);
  });
  sc_core::sc_start();
  EXPECT_EQ(model_time, kOddTime);
  EXPECT_EQ(pair.arrival(7), kOddTime + kReceived);
  EXPECT_EQ(pair.log.last_landed, kOddTime + kLanded);
  EXPECT_EQ(pair.done(7), kOddTime + kAcknowledged);
  pair.expect_in_order();
}

/// Posts inside the model, for comparison.
struct Poster final : AgendaClient {
  Poster(NicPair& p, Ps time) : pair(p) { pair.agenda.at(time, Rank(Due::kPost, 0, 0), *this, 0); }
  void due(Ps, AgendaTag) override { pair.post(7, 2, 100'000); }
  NicPair& pair;
};

TEST_P(Embedded, APostIntoTheTrafficOfABusyModelIsSeenAsIfTheModelHadMadeIt) {
  NicPair inside("inside");  // no kernel at all
  Poster poster(inside, kOddTime);
  for (NicPair* p : {&pair, &inside}) {
    p->post(1, 1, 1'048'576);
    p->post(2, 1, 1'048'576, 1);
  }
  Thread driver("driver", [&] {
    wait_until(kOddTime);
    pair.post(7, 2, 100'000);
  });
  sc_core::sc_start();
  inside.agenda.run(Ps{1'000'000'000'000});
  EXPECT_EQ(pair.log.done.size(), 3u);
  EXPECT_EQ(pair.log.start, inside.log.start);
  EXPECT_EQ(pair.log.send_done, inside.log.send_done);
  EXPECT_EQ(pair.log.arrival, inside.log.arrival);
  EXPECT_EQ(pair.log.done, inside.log.done);
  EXPECT_EQ(pair.log.last_landed, inside.log.last_landed);
  EXPECT_EQ(pair.nics[1]->port().stats().rx_bytes, inside.nics[1]->port().stats().rx_bytes);
  EXPECT_EQ(pair.agenda.served() + 1, inside.agenda.served()) << "the post inside is an entry of its own";
  pair.expect_in_order();
}

/// Wakes a thread on each message that its NIC has received.
struct Bell final : HostNotices {
  void started(std::uint32_t, std::uint32_t, Ps) override {}
  void sent(std::uint32_t, std::uint32_t, Ps) override {}
  void received(std::uint32_t, std::uint32_t, Ps) override { driver->notify(rung); }
  void acknowledged(std::uint32_t, std::uint32_t, Ps now) override { acks.push_back(now); }
  void landed(Ps) override {}
  AgendaDriver* driver = nullptr;
  sc_core::sc_event rung;
  std::vector<Ps> acks;
};

TEST_P(Embedded, AThreadThatANoticeWakesAnswersAtTheTimeOfTheNotice) {
  Bell bell;
  bell.driver = pair.driver.get();
  RoceNic echo("echo", default_roce_nic_params(),
               {.node = 2, .address = 9, .link_rate = BitRate{400'000'000'000}, .link_delay = Ps{100'000}}, pair.agenda,
               pair.frames, bell);
  RoceNic source("source", default_roce_nic_params(),
                 {.node = 3, .address = 8, .link_rate = BitRate{400'000'000'000}, .link_delay = Ps{100'000}},
                 pair.agenda, pair.frames, pair.log);
  source.wire_tx.bind(echo.wire_rx);
  echo.wire_tx.bind(source.wire_rx);
  echo.create_queue_pair({1, 8, 1});
  source.create_queue_pair({1, 9, 1});
  std::vector<Ps> woken;
  Thread software("software", [&] {
    sc_core::wait(bell.rung);
    woken.push_back(to_ps(sc_core::sc_time_stamp()));
    woken.push_back(pair.agenda.now());
    echo.doorbell().post({5, 0, 1, 4'096, 0, 0});
  });
  source.doorbell().post({1, 0, 1, 4'096, 0, 0});
  pair.post(9, 1, 10'000'000);  // something else for the model to run ahead with
  sc_core::sc_start();
  EXPECT_EQ(woken, (std::vector<Ps>{kReceived, kReceived}));
  EXPECT_EQ(pair.arrival(5), kReceived + kReceived);
  EXPECT_EQ(bell.acks, std::vector<Ps>{kReceived + kAcknowledged});
}

/// Another vendor's switch or traffic generator, without the model's clock.
SC_MODULE(Wire) {
  void on_frame(Frame & frame, FramePhase, sc_core::sc_time delay) {
    arrivals.push_back(agenda.now() + to_ps(delay));  // delays of the model count from model time
    frames.push_back(&frame);
  }
  void on_nothing(Frame&, FramePhase, sc_core::sc_time) {}
  FrameLink::Initiator<Wire, &Wire::on_nothing> out{"out", *this};
  FrameLink::Target<Wire, &Wire::on_frame> in{"in", *this};
  Wire(sc_core::sc_module_name, Agenda & a) : agenda(a) {}
  Agenda& agenda;
  std::vector<Ps> arrivals;
  std::vector<Frame*> frames;
};

TEST_P(Embedded, AForeignFrameSourceIsAcknowledgedToThePicosecond) {
  RoceNic nic("lone", default_roce_nic_params(),
              {.node = 2, .address = 9, .link_rate = BitRate{400'000'000'000}, .link_delay = Ps{100'000}}, pair.agenda,
              pair.frames, pair.log);
  nic.create_queue_pair({1, 8, 1});
  Wire wire("wire", pair.agenda);
  wire.out.bind(nic.wire_rx);
  nic.wire_tx.bind(wire.in);
  pair.post(9, 1, 10'000'000);  // something else for the model to run ahead with
  Thread source("source", [&] {
    wait_until(kOddTime);
    Frame& frame = pair.frames.take();
    frame.kind = FrameKind::kData;
    frame.wire_bytes = 4'154;
    frame.payload_bytes = 4'096;
    frame.destination_qp = 1;
    frame.flow = 3;
    frame.last_of_message = true;
    wire.out.send(frame, FramePhase::kWire, sc_core::sc_time(7, sc_core::SC_NS));
  });
  sc_core::sc_start();
  EXPECT_EQ(pair.arrival(3), kOddTime + Ps{7'000});
  // An ACK of 126 B takes 2,520 ps, and the cable 100 ns.
  ASSERT_EQ(wire.arrivals, std::vector<Ps>{kOddTime + Ps{7'000 + 2'520 + 100'000}});
  EXPECT_EQ(wire.frames[0]->kind, FrameKind::kAck);
  pair.frames.give_back(*wire.frames[0]);
  pair.expect_in_order();
}

TEST_P(Embedded, TwoNetworksAtOnceDoNotMeet) {
  NicPair other("other", GetParam().scheduling);
  pair.post(1, 1, 4'096);
  other.post(1, 1, 1'048'576);
  other.post(2, 2, 4'096, 1);
  Thread both("both", [&] {
    wait_until(Ps{40'000'000});
    pair.post(3, 2, 0);
    other.post(3, 2, 4'096);
  });
  sc_core::sc_start();
  EXPECT_EQ(pair.log.done.size(), 2u);
  EXPECT_EQ(pair.done(1), kAcknowledged);
  EXPECT_EQ(pair.done(3), (Ps{40'000'000 + 283'680})) << "an empty message: 80 + 1.16 + 100 + 2.52 + 100 ns";
  EXPECT_EQ(other.log.done.size(), 3u);
  EXPECT_EQ(other.done(1), (Ps{150'843 + 256 * 83'080 + 2'520 + 202'520})) << "an ACK of the other way is in between";
  EXPECT_EQ(other.done(3), Ps{40'000'000} + kAcknowledged);
  EXPECT_EQ(pair.nics[1]->engine().stats().in_order, 2u);
  EXPECT_EQ(other.nics[1]->engine().stats().in_order, 257u);
  pair.expect_in_order();
  other.expect_in_order();
}

TEST_P(Embedded, WhatIsPostedBetweenTwoStartsIsNotInThePastOfTheModel) {
  if (GetParam().name == "NoLimit" || GetParam().name == "Quantum333ns") {
    tlm::tlm_global_quantum::instance().set(sc_core::sc_time(5, sc_core::SC_NS));  // divides the times below
  }
  pair.post(1, 1, 4'096);
  sc_core::sc_start(to_sc(kOddTime));
  pair.post(2, 1, 4'096);
  sc_core::sc_start(to_sc(Ps{5'000'000}));
  EXPECT_EQ(pair.done(1), kAcknowledged);
  EXPECT_EQ(pair.done(2), kOddTime + kAcknowledged);
}

// ---- memories: 50 ns an access, as seen by one message that is posted at an odd time with real data

constexpr Ps kLatency{50'000};
constexpr std::uint64_t kFrom = 0x1000, kTo = 0x9000;

unsigned char pattern(unsigned i) { return static_cast<unsigned char>(7 * i + i / 256); }

void expect_one_message(NicPair& pair, Ps latency) {
  Thread driver("driver", [&] {
    wait_until(kOddTime);
    pair.post(7, 1, 4'096, 0, kFrom, kTo);
  });
  sc_core::sc_start();
  EXPECT_EQ(pair.arrival(7), kOddTime + kReceived + latency) << "its read has waited once";
  EXPECT_EQ(pair.done(7), kOddTime + kAcknowledged + latency);
  EXPECT_EQ(pair.log.last_landed, kOddTime + kLanded + 2 * latency) << "and its write once more";
  pair.expect_in_order();
}

void expect_foreign_memory(const Mode& mode, MemoryStyle style) {
  NicPair carrying("carrying", mode.scheduling, true);
  const auto latency = [](const tlm::tlm_generic_payload&) { return to_sc(kLatency); };
  const sc_core::sc_time accept(10, sc_core::SC_NS);
  ForeignMemory from("from", style, accept, latency), to("to", style, accept, latency);
  carrying.nics[0]->memory.bind(from.socket);
  carrying.nics[1]->memory.bind(to.socket);
  for (unsigned i = 0; i < 4'096; ++i) from.bytes[kFrom + i] = pattern(i);
  expect_one_message(carrying, kLatency);
  for (unsigned i = 0; i < 4'096; ++i) ASSERT_EQ(to.bytes[kTo + i], pattern(i)) << i;
}

TEST_P(Embedded, AMemoryInFourPhasesDelaysByItsLatency) { expect_foreign_memory(GetParam(), MemoryStyle::kFourPhases); }
TEST_P(Embedded, AMemoryThatOnlyRespondsDelaysByItsLatency) {
  expect_foreign_memory(GetParam(), MemoryStyle::kResponseOnly);
}
TEST_P(Embedded, AMemoryThatAnnotatesItsPhasesDelaysByItsLatency) {
  expect_foreign_memory(GetParam(), MemoryStyle::kEndReqReturned);
}
TEST_P(Embedded, AMemoryThatCompletesEarlyDelaysByItsLatency) {
  expect_foreign_memory(GetParam(), MemoryStyle::kCompletedEarly);
}

/// A memory that knows blocking transport only, behind the convenience socket.
SC_MODULE(BlockingMemory) {
  explicit BlockingMemory(sc_core::sc_module_name) { socket.register_b_transport(this, &BlockingMemory::b_transport); }
  tlm_utils::simple_target_socket<BlockingMemory> socket{"socket"};
  std::map<std::uint64_t, unsigned char> bytes;

 private:
  void b_transport(tlm::tlm_generic_payload & payload, sc_core::sc_time & delay) {
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
      unsigned char& stored = bytes[payload.get_address() + i];
      if (payload.is_write()) {
        stored = payload.get_data_ptr()[i];
      } else {
        payload.get_data_ptr()[i] = stored;
      }
    }
    delay += to_sc(kLatency);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

/// An interconnect that forwards blocking calls, 5 ns each, to the memory at an offset.
SC_MODULE(Interconnect) {
  explicit Interconnect(sc_core::sc_module_name) { in.register_b_transport(this, &Interconnect::b_transport); }
  static constexpr std::uint64_t kOffset = 0x10'0000;
  tlm_utils::simple_target_socket<Interconnect> in{"in"};
  tlm_utils::simple_initiator_socket<Interconnect> out{"out"};

 private:
  void b_transport(tlm::tlm_generic_payload & payload, sc_core::sc_time & delay) {
    const std::uint64_t address = payload.get_address();
    payload.set_address(address + kOffset);
    delay += sc_core::sc_time(5, sc_core::SC_NS);
    out->b_transport(payload, delay);
    payload.set_address(address);
  }
};

TEST_P(Embedded, ABlockingMemoryBehindASimpleSocketWorks) {
  NicPair carrying("carrying", GetParam().scheduling, true);
  BlockingMemory from("from"), to("to");
  carrying.nics[0]->memory.bind(from.socket);
  carrying.nics[1]->memory.bind(to.socket);
  for (unsigned i = 0; i < 4'096; ++i) from.bytes[kFrom + i] = pattern(i);
  expect_one_message(carrying, kLatency);
  for (unsigned i = 0; i < 4'096; ++i) ASSERT_EQ(to.bytes[kTo + i], pattern(i)) << i;
}

TEST_P(Embedded, ABlockingInterconnectBetweenNicAndMemoryWorks) {
  NicPair carrying("carrying", GetParam().scheduling, true);
  Interconnect bus_a("bus_a"), bus_b("bus_b");
  BlockingMemory from("from"), to("to");
  carrying.nics[0]->memory.bind(bus_a.in);
  carrying.nics[1]->memory.bind(bus_b.in);
  bus_a.out.bind(from.socket);
  bus_b.out.bind(to.socket);
  for (unsigned i = 0; i < 4'096; ++i) from.bytes[Interconnect::kOffset + kFrom + i] = pattern(i);
  expect_one_message(carrying, kLatency + Ps{5'000});
  for (unsigned i = 0; i < 4'096; ++i) ASSERT_EQ(to.bytes[Interconnect::kOffset + kTo + i], pattern(i)) << i;
}

}  // namespace
}  // namespace headroom
