#include "sc_models/kernel/agenda_driver.h"

#include <gtest/gtest.h>

#include <tlm>
#include <utility>
#include <vector>

#include "tlm_if/time.h"

namespace headroom {
namespace {

/// A tick every 10 ps, ten times; remembers model time and kernel time of each.
struct Ticker final : AgendaClient {
  explicit Ticker(Agenda& a) : agenda(a) { agenda.at(Ps{10}, Rank(Due::kFrame, 0, 0), *this, 0); }
  void due(Ps now, AgendaTag) override {
    seen.emplace_back(now, to_ps(sc_core::sc_time_stamp()));
    if (seen.size() < 10) agenda.at(now + Ps{10}, Rank(Due::kFrame, 0, 0), *this, 0);
  }
  Agenda& agenda;
  std::vector<std::pair<Ps, Ps>> seen;
};

TEST(AgendaDriver, StrictReturnsToTheKernelAtEveryTimeStamp) {
  Agenda agenda;
  AgendaDriver driver("driver", agenda, Scheduling::kStrict);
  Ticker ticker(agenda);
  tlm::tlm_global_quantum::instance().set(sc_core::sc_time(1, sc_core::SC_SEC));
  sc_core::sc_start();
  ASSERT_EQ(ticker.seen.size(), 10u);
  for (const auto& [model, kernel] : ticker.seen) EXPECT_EQ(model, kernel);
  EXPECT_EQ(driver.activations(), 11u);
}

TEST(AgendaDriver, AheadServesEverythingInOneActivationWhenTheKernelHasNothingElse) {
  Agenda agenda;
  AgendaDriver driver("driver", agenda, Scheduling::kAhead);
  Ticker ticker(agenda);
  tlm::tlm_global_quantum::instance().set(sc_core::sc_time(1, sc_core::SC_SEC));
  sc_core::sc_start();
  ASSERT_EQ(ticker.seen.size(), 10u);
  EXPECT_EQ(ticker.seen.back().first, Ps{100});
  EXPECT_EQ(ticker.seen.back().second, Ps{0});
  EXPECT_EQ(driver.activations(), 1u);
}

TEST(AgendaDriver, AheadIsStrictUnderTheDefaultQuantumOfZero) {
  Agenda agenda;
  AgendaDriver driver("driver", agenda, Scheduling::kAhead);
  Ticker ticker(agenda);
  sc_core::sc_start(sc_core::sc_time(35, sc_core::SC_PS));
  ASSERT_EQ(ticker.seen.size(), 3u) << "nothing past the end of sc_start has been served";
  for (const auto& [model, kernel] : ticker.seen) EXPECT_EQ(model, kernel);
}

SC_MODULE(Foreign) {
  SC_HAS_PROCESS(Foreign);
  Foreign(sc_core::sc_module_name, Agenda & a) : agenda(a) { SC_THREAD(run); }
  void run() {
    wait(sc_core::sc_time(45, sc_core::SC_PS));
    model_time = agenda.now();
  }
  Agenda& agenda;
  Ps model_time;
};

TEST(AgendaDriver, AheadNeverPassesAnotherProcess) {
  Agenda agenda;
  AgendaDriver driver("driver", agenda, Scheduling::kAhead);
  Ticker ticker(agenda);
  Foreign foreign("foreign", agenda);
  tlm::tlm_global_quantum::instance().set(sc_core::sc_time(1, sc_core::SC_SEC));
  sc_core::sc_start();
  EXPECT_EQ(foreign.model_time, Ps{45});
  ASSERT_EQ(ticker.seen.size(), 10u);
  EXPECT_LE(driver.activations(), 4u);
}

TEST(AgendaDriver, ServesNothingAfterItsEnd) {
  Agenda agenda;
  AgendaDriver driver("driver", agenda, Scheduling::kAhead);
  driver.set_end(Ps{50});
  Ticker ticker(agenda);
  tlm::tlm_global_quantum::instance().set(sc_core::sc_time(1, sc_core::SC_SEC));
  sc_core::sc_start();
  EXPECT_EQ(ticker.seen.size(), 5u) << "50 ps itself is served";
}

}  // namespace
}  // namespace headroom
