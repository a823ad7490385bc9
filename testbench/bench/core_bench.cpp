// Cost of the pieces that every event of a run goes through. Counts vary with the machine; compare two builds in turn.
#include <benchmark/benchmark.h>

#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/pool.h"
#include "sc_models/core/random.h"
#include "sc_models/core/ring.h"
#include "sc_models/core/serializer.h"

namespace headroom {
namespace {

/// Each time it is woken it asks to be woken again, some way ahead, as ports and links do.
class Ticker final : public AgendaClient {
 public:
  Ticker(Agenda& agenda, std::size_t pending) : agenda_(agenda) {
    RandomStream random(1);
    for (Ps& step : steps_) step = Ps(static_cast<std::int64_t>(1 + random.draw(200'000)));
    for (std::size_t i = 0; i < pending; ++i) due(Ps{0}, static_cast<AgendaTag>(i));
  }
  void due(Ps now, AgendaTag tag) override {
    const std::uint32_t node = tag % (1u << Rank::kNodeBits);
    agenda_.at(now + steps_[next_++ % steps_.size()], Rank(Due::kFrame, node, 0), *this, tag);
  }

 private:
  Agenda& agenda_;
  std::vector<Ps> steps_ = std::vector<Ps>(4'096);
  std::size_t next_ = 0;
};

/// One entry served and one scheduled, with so many pending.
void AgendaServeAndSchedule(benchmark::State& state) {
  Agenda agenda;
  const Ticker ticker(agenda, static_cast<std::size_t>(state.range(0)));
  std::uint64_t served = 0;
  for (auto _ : state) {
    const std::uint64_t before = agenda.served();
    agenda.run(kNever, 1'000);
    served += agenda.served() - before;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(served));
}
BENCHMARK(AgendaServeAndSchedule)->Arg(1)->Arg(16)->Arg(1'000)->Arg(100'000);

/// A decision asked for twice and made once.
void AgendaDecision(benchmark::State& state) {
  struct Client final : AgendaClient {
    void due(Ps, AgendaTag) override { ++made; }
    std::uint64_t made = 0;
  } client;
  Agenda agenda;
  Decision decision{Rank(Due::kPortDecision, 0, 0), &client};
  for (auto _ : state) {
    agenda.decide(decision);
    agenda.decide(decision);
    agenda.run(Ps{0});
  }
  benchmark::DoNotOptimize(client.made);
}
BENCHMARK(AgendaDecision);

/// A rate that divides a picosecond evenly, and one that leaves a remainder to carry.
void SerializerSend(benchmark::State& state) {
  Serializer line;
  const BitRate rate(state.range(0));
  Ps now{0};
  for (auto _ : state) benchmark::DoNotOptimize(now = line.send(now, Bytes{4'154}, rate));
}
BENCHMARK(SerializerSend)->Arg(400'000'000'000)->Arg(126'080'000'000);

void FramePoolTakeAndGiveBack(benchmark::State& state) {
  FramePool frames;
  for (auto _ : state) {
    Frame& frame = frames.take();
    benchmark::DoNotOptimize(&frame);
    frames.give_back(frame);
  }
}
BENCHMARK(FramePoolTakeAndGiveBack);

/// As many frames in flight as given, the oldest of which is replaced, as in a link or a switch's queue.
void FramesThroughARing(benchmark::State& state) {
  FramePool frames;
  Ring<Frame*> queue;
  for (std::int64_t i = 0; i < state.range(0); ++i) queue.push_back(&frames.take());
  for (auto _ : state) {
    frames.give_back(*queue.pop_front());
    queue.push_back(&frames.take());
  }
}
BENCHMARK(FramesThroughARing)->Arg(4)->Arg(700);

void PoolTakeAndGiveBack(benchmark::State& state) {
  Pool<std::int64_t> pool;
  for (auto _ : state) {
    std::int64_t& item = pool.take();
    benchmark::DoNotOptimize(&item);
    pool.give_back(item);
  }
}
BENCHMARK(PoolTakeAndGiveBack);

void RingPushAndPop(benchmark::State& state) {
  Ring<std::int64_t> ring;
  for (std::int64_t i = 0; i < state.range(0); ++i) ring.push_back(i);
  for (auto _ : state) ring.push_back(ring.pop_front() + 1);
  benchmark::DoNotOptimize(ring.front());
}
BENCHMARK(RingPushAndPop)->Arg(1)->Arg(700);

}  // namespace
}  // namespace headroom

BENCHMARK_MAIN();
