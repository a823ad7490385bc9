// The receiving side of PDCs in steady state: no heap allocation per packet.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "sc_models/policy/uet/ack_hold.h"
#include "sc_models/policy/uet/pdc_ids.h"
#include "sc_models/policy/uet/pdc_receiver.h"
#include "testbench/common/allocation_counter.h"

namespace headroom {
namespace {

TEST(SteadyState, AReceivingEndAllocatesNothingOnceItsWidestGapHasBeen) {
  ReorderSets sets;
  PdcReceiver receiver(sets, 32'769, 1);
  std::vector<MessageEnd> completed;
  AckHold hold(BitRate{504'320'000'000});
  Frame ack{};
  Ps now{0};
  // Blocks of 200 packets, the first of each last, a message of every 50; each with an ACK.
  const auto block = [&](Psn first) {
    for (Psn i = 1; i <= 200; ++i) {
      const Psn psn = first + (i == 200 ? 0 : i);
      (void)receiver.receive({psn, 4'184, psn % 50 == 0, {psn, 0, psn / 50, 0}}, completed);
      receiver.report_selective(ack.uet);
      (void)hold.hold(now, Bytes{4'184}, ack);
      if (hold.size() > 5) (void)hold.release(kNever);
      now += Ps{1'000};
    }
    completed.clear();
  };
  block(1);
  const std::uint64_t before = AllocationCounter::count();
  for (Psn b = 1; b < 1'000; ++b) block(1 + 200 * b);
  EXPECT_EQ(AllocationCounter::count() - before, 0u);
  EXPECT_EQ(receiver.cumulative(), 200'000u);
}

TEST(SteadyState, EndsThatTakeTurnsAtHavingAGapShareOneSet) {
  ReorderSets sets;
  std::vector<PdcReceiver> ends(50, PdcReceiver(sets, 32'769, 1));
  std::vector<MessageEnd> completed;
  const auto gap = [&](PdcReceiver& end) {
    const Psn next = end.cumulative() + 1;
    (void)end.receive({next + 1, 88, false, {}}, completed);
    (void)end.receive({next, 88, false, {}}, completed);
  };
  gap(ends.front());
  const std::uint64_t before = AllocationCounter::count();
  for (PdcReceiver& end : ends) gap(end);
  for (PdcReceiver& end : ends) end.reopen(32'770, 100);
  for (PdcReceiver& end : ends) gap(end);
  EXPECT_EQ(AllocationCounter::count() - before, 0u);
}

TEST(SteadyState, IdsTakenAndGivenBackAllocateNothing) {
  PdcIds ids = PdcIds::sending();
  StartPsns starts;
  starts.end_use(32'767, 1);
  const std::uint64_t before = AllocationCounter::count();
  for (int i = 0; i < 100'000; ++i) {
    const PdcId id = *ids.take();
    starts.end_use(id, starts.of(id) + 3);
    ids.give_back(id);
  }
  EXPECT_EQ(AllocationCounter::count() - before, 0u);
}

}  // namespace
}  // namespace headroom
