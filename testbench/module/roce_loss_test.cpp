// Random runs of two engines on wires that lose frames: whatever is lost, every byte arrives once.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "sc_models/core/random.h"
#include "testbench/common/roce_pair.h"

namespace headroom {
namespace {

using test::default_engine;
using test::RocePair;

/// A run with everything drawn from one seed: sizes, queue pairs, attributes, losses and marks, both directions.
struct RandomRun {
  explicit RandomRun(std::uint64_t seed) : draw(mix64(seed)), pair(engine(0), engine(1), pairs, kMemory) {
    for (unsigned i = 0; i < 2; ++i) {
      const std::uint64_t percent = draw.draw(25);
      pair.port(i).pools[0] = Bytes(static_cast<std::int64_t>(1'000 + draw.draw(20'000)));
      pair.port(i).pools[1] = Bytes(static_cast<std::int64_t>(126 + draw.draw(2'000)));
      pair.port(i).lose = [this, percent](const Frame&) { return draw.draw(100) < percent; };
      pair.port(i).mark = [this](const Frame& f) { return f.kind == FrameKind::kData && draw.draw(50) == 0; };
      for (std::byte& byte : pair.pcie(i).memory) byte = static_cast<std::byte>(draw.draw(256));
    }
    const std::uint64_t messages = 1 + draw.draw(12);
    for (std::uint64_t m = 0; m < messages; ++m) {
      const auto length = static_cast<std::int64_t>(draw.draw(4) == 0 ? draw.draw(3) : draw.draw(20'000));
      pair.post(Ps(static_cast<std::int64_t>(draw.draw(50'000'000))), length,
                static_cast<QpNumber>(1 + draw.draw(pairs)), static_cast<unsigned>(draw.draw(2)));
    }
    posted = messages;
  }
  RoceTransportEngineParams engine(NodeId node) {
    auto params = default_engine(node);
    params.transport.retransmit_timeout = Ps{300'000'000};
    params.transport.ack_delay = Ps(static_cast<std::int64_t>(draw.draw(20'000'000)));
    params.transport.ack_threshold = draw.draw(20);
    params.transport.ack_coalescing = draw.draw(5) > 0;
    params.transport.mss = mss;
    params.carry_data = true;
    params.initial_psn = initial;
    return params;
  }
  static constexpr std::size_t kMemory = 1 << 18;
  RandomStream draw;
  const unsigned pairs = static_cast<unsigned>(1 + draw.draw(4));
  const Bytes mss{draw.draw(2) == 0 ? 256 : 900};
  const Psn initial = draw.draw(2) == 0 ? 0xFFFFF0 : 0;
  RocePair pair;
  std::uint64_t posted = 0;
};

TEST(RoceLoss, AnyLossPatternDeliversEveryByteExactlyOnce) {
  std::vector<std::unique_ptr<RandomRun>> runs;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) runs.push_back(std::make_unique<RandomRun>(seed));
  std::uint64_t go_backs = 0, stale = 0, duplicates = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(i + 1));
    RandomRun& run = *runs[i];
    const auto source = [&](unsigned to) { return run.pair.pcie(1 - to).memory; };
    const std::vector<std::byte> before[2] = {source(1), source(0)};
    run.pair.run(Ps{1'000'000'000'000});
    EXPECT_EQ(run.pair.log.done.size(), run.posted);
    EXPECT_EQ(run.pair.log.arrival.size(), run.posted);
    EXPECT_EQ(run.pair.log.send_done.size(), run.posted);
    for (unsigned to = 0; to < 2; ++to) {
      std::vector<bool> seen(RandomRun::kMemory, false);
      for (const auto& [address, length] : run.pair.pcie(to).written) {
        for (std::uint64_t a = address; a < address + static_cast<std::uint64_t>(length); ++a) {
          EXPECT_FALSE(seen[a]) << "byte " << a << " written twice";
          seen[a] = true;
          EXPECT_EQ(run.pair.pcie(to).memory[a], before[1 - to][a]);
        }
      }
      EXPECT_EQ(run.pair.node(to).engine.delivery().accepted,
                run.pair.node(1 - to).engine.stats().first_time_payload_sent);
      go_backs += run.pair.stats(to).go_backs;
      stale += run.pair.stats(to).payload_discards;
      duplicates += run.pair.stats(to).duplicates;
    }
    if (HasFailure()) break;
  }
  EXPECT_GT(go_backs, 100u);
  EXPECT_GT(stale, 100u);
  EXPECT_GT(duplicates, 100u);
}

}  // namespace
}  // namespace headroom
