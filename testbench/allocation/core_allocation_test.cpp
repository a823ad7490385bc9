// What the core holds in steady state is taken once: no heap allocation per packet.
#include <gtest/gtest.h>

#include <cstdint>
#include <new>
#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/pool.h"
#include "sc_models/core/ring.h"
#include "testbench/common/allocation_counter.h"

namespace headroom {
namespace {

template <class Work>
std::uint64_t allocations(Work work) {
  const std::uint64_t before = AllocationCounter::count();
  work();
  return AllocationCounter::count() - before;
}

// The functions are called by name: a compiler may leave out the allocation of a new-expression.
TEST(AllocationCounter, SeesEveryFormOfNewOnce) {
  constexpr std::align_val_t kLine{64};
  const std::uint64_t live = AllocationCounter::live(), bytes = AllocationCounter::bytes();
  bool aligned = true;
  const auto on_a_line = [&](void* p) {
    aligned = aligned && reinterpret_cast<std::uintptr_t>(p) % 64 == 0;
    return p;
  };
  const std::uint64_t seen = allocations([&] {
    ::operator delete(::operator new(1));
    ::operator delete[](::operator new[](2));
    ::operator delete(::operator new(4, std::nothrow), std::nothrow);
    ::operator delete[](::operator new[](8, std::nothrow), std::nothrow);
    ::operator delete(on_a_line(::operator new(16, kLine)), kLine);
    ::operator delete[](on_a_line(::operator new[](32, kLine)), kLine);
    ::operator delete(on_a_line(::operator new(64, kLine, std::nothrow)), kLine, std::nothrow);
    ::operator delete[](on_a_line(::operator new[](128, kLine, std::nothrow)), kLine, std::nothrow);
    ::operator delete(nullptr);
  });
  EXPECT_EQ(seen, 8u);
  EXPECT_EQ(AllocationCounter::bytes() - bytes, 255u);
  EXPECT_EQ(AllocationCounter::live(), live);
  EXPECT_TRUE(aligned);
  EXPECT_EQ(allocations([] {}), 0u);
}

TEST(AllocationCounter, CountsWhatIsStillHeld) {
  const std::uint64_t live = AllocationCounter::live();
  void* const held = ::operator new(1);
  EXPECT_EQ(AllocationCounter::live(), live + 1);
  ::operator delete(held);
  EXPECT_EQ(AllocationCounter::live(), live);
}

TEST(SteadyState, FramesInFlightAllocateNothingOnceTheirLargestNumberIsReached) {
  FramePool frames;
  Ring<Frame*> queue;
  for (int i = 0; i < 700; ++i) queue.push_back(&frames.take());
  EXPECT_EQ(allocations([&] {
              for (int i = 0; i < 10'000; ++i) {
                frames.give_back(*queue.pop_front());
                queue.push_back(&frames.take());
              }
            }),
            0u);
}

TEST(SteadyState, PooledObjectsAllocateNothingOnceTheirLargestNumberIsReached) {
  Pool<int> pool;
  std::vector<int*> held(200);
  const auto take_and_give_back = [&] {
    for (int*& item : held) item = &pool.take();
    for (int* item : held) pool.give_back(*item);
  };
  EXPECT_GT(allocations(take_and_give_back), 0u);
  EXPECT_EQ(allocations(take_and_give_back), 0u);
}

TEST(SteadyState, TheAgendaServesAndSchedulesWithoutAllocating) {
  struct Client final : AgendaClient {
    void due(Ps now, AgendaTag tag) override {
      agenda.at(now + Ps(1 + tag), Rank(Due::kFrame, tag, 0), *this, tag);
      agenda.decide(decision);
    }
    struct Decider final : AgendaClient {
      void due(Ps, AgendaTag) override { ++made; }
      int made = 0;
    } decider;
    Agenda agenda;
    Decision decision{Rank(Due::kPortDecision, 0, 0), &decider};
  } client;
  for (AgendaTag tag = 0; tag < 500; ++tag) client.due(Ps{0}, tag);
  client.agenda.run(Ps{100});
  const std::uint64_t served = client.agenda.served();
  EXPECT_EQ(allocations([&] { client.agenda.run(Ps{2'000}); }), 0u);
  EXPECT_GT(client.agenda.served(), served + 1'000);
  EXPECT_GT(client.decider.made, 1'000);
}

}  // namespace
}  // namespace headroom
