// Any traffic through a small switch: classes, sizes, pauses and limits at random. The laws hold at every look, nothing
// is lost without being counted, and each flow of a class stays in order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <utility>

#include "sc_models/core/random.h"
#include "testbench/common/switch_bench.h"

namespace headroom {
namespace {

using testing::IsEmpty;

constexpr std::uint32_t kServers = 4;

SwitchParams any_small_switch(RandomStream& random) {
  const std::array<SharedBufferParams, 3> forms = {default_shared_buffer(), fixed_cap(), even_split()};
  SwitchParams params = with_buffer(forms[random.draw(3)]);
  params.buffer.total_size = Bytes{static_cast<std::int64_t>(200'000 + random.draw(400'000))};
  params.buffer.headroom_per_port = Bytes{static_cast<std::int64_t>(random.draw(30'000))};
  params.buffer.pool_allocation = shares({60, 30, 10});
  params.buffer.class_pool = {0, 1, 0, 1, 2, 0, 1, 2};
  for (std::uint64_t& lossless : params.buffer.enable_pfc) lossless = random.draw(2);
  params.buffer.xoff = Bytes{static_cast<std::int64_t>(random.draw(60'000))};
  params.buffer.xon = Bytes{static_cast<std::int64_t>(random.draw(60'000))};
  params.buffer.plane_bdp = Bytes{static_cast<std::int64_t>(5'000 + random.draw(50'000))};
  params.buffer.report_per_port_buffer_stats = true;
  return params;
}

class SwitchStress : public testing::TestWithParam<int> {};

TEST_P(SwitchStress, KeepsItsLawsAndTheOrderOfEachFlow) {
  RandomStream random(static_cast<std::uint64_t>(GetParam()));
  Rack rack(any_small_switch(random), kServers);
  std::uint64_t sent = 0;
  for (int burst = 0; burst < 200; ++burst) {
    const auto from = static_cast<std::uint32_t>(random.draw(kServers));
    const auto to = static_cast<std::uint32_t>((from + 1 + random.draw(kServers - 1)) % kServers);
    const auto traffic_class = static_cast<unsigned>(random.draw(kTrafficClasses));
    const auto count = static_cast<int>(1 + random.draw(30));
    const auto wire = static_cast<std::int64_t>(62 + random.draw(4'200));
    sent += static_cast<std::uint64_t>(count);
    rack.script.at(Ps{static_cast<std::int64_t>(random.draw(100'000'000))},
                   [=, &rack] { rack.server(from).send(count, to, traffic_class, wire); });
  }
  std::uint64_t pauses = 0;
  for (int pause = 0; pause < 40; ++pause) {
    const auto from = static_cast<std::uint32_t>(random.draw(kServers));
    const auto classes = static_cast<ClassMask>(1 + random.draw(255));
    const auto quanta = static_cast<std::uint16_t>(random.draw(3) == 0 ? 0 : random.draw(20'000));
    ++pauses;
    rack.script.at(Ps{static_cast<std::int64_t>(random.draw(100'000'000))},
                   [=, &rack] { rack.server(from).send_pfc(classes, quanta); });
  }
  for (Ps look{0}; look < Ps{400'000'000}; look += Ps{1'000'000}) ASSERT_THAT(rack.run(look), IsEmpty());

  std::uint64_t received = 0, dropped = 0, consumed = 0;
  std::map<std::tuple<std::uint32_t, Ipv4, unsigned>, Psn> last;
  for (std::uint32_t i = 0; i < kServers; ++i) {
    received += rack.server(i).received().size();
    dropped += rack.sw->rx_drops(i) + rack.sw->tx_drops(i);
    consumed += rack.sw->port(i).consumed();
    for (const auto& r : rack.server(i).received()) {
      const auto [flow, first] = last.try_emplace({i, r.frame.source, r.frame.traffic_class}, r.frame.psn);
      const Psn before = std::exchange(flow->second, r.frame.psn);
      if (!first) { ASSERT_GT(r.frame.psn, before); }
    }
  }
  EXPECT_EQ(consumed, pauses);
  EXPECT_EQ(received, rack.sw->forwarded());
  EXPECT_GT(received, 0u);
  // Only senders that a stuck pause holds still have frames.
  if (rack.sw->stuck_pauses() == 0) {
    EXPECT_EQ(received + dropped, sent);
    EXPECT_EQ(rack.frames.in_use(), 0u);
  } else {
    EXPECT_LE(received + dropped, sent);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, SwitchStress, testing::Range(1, 25));

}  // namespace
}  // namespace headroom
