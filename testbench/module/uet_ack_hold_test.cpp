// Acknowledgements of a whole UET NIC whose host cannot keep up: each is held for as long as what waits before it.
#include <gtest/gtest.h>

#include "testbench/common/uet_pair.h"

namespace headroom::test {
namespace {

constexpr Bytes kFullPacket{4'184};
constexpr std::int64_t kPcieBitsPerSecond = 504'320'000'000;

/// Packets come every 4,202 x 8 / 800 = 42.02 ns, but a write takes 69.289 ns: the receive pool fills.
struct LoadedReceiver {
  struct Reply {
    Ps start;
    std::uint16_t service_time;
  };
  LoadedReceiver() : pair(sender(), receiver()) {
    pair.cable_with_taps();
    start();
    pair.taps[0]->look = [this](const Frame& frame) {
      if (frame.kind == FrameKind::kUetData) arrivals.push_back(pair.agenda.now() + Ps{42'020 + 100'000});
    };
    pair.taps[1]->look = [this](const Frame& frame) {
      if (frame.kind == FrameKind::kUetAck && !frame.uet.probe_answer)
        acks.push_back({pair.agenda.now(), frame.uet.service_time});
    };
    pair.post(0, 640 * 4'096);
  }
  static UetNicParams fast_port() {
    UetNicParams params = default_uet_nic_params();
    params.uplink.data_rate = BitRate{800'000'000'000};
    return params;
  }
  /// Its host feeds it fast enough, and no window holds it.
  static UetNicParams sender() {
    UetNicParams params = fast_port();
    params.pcie_host.lane_rate = params.pcie_host.lane_rate * 4;
    params.nscc.pass_through = true;
    return params;
  }
  static UetNicParams receiver() { return fast_port(); }

  UetPair pair;
  std::vector<Ps> arrivals;
  std::vector<Reply> acks;
};

TEST(UetAckHold, FollowsTheOccupancyThatThePacketFindsAndBrings) {  // 12
  LoadedReceiver loaded;
  UetPair& pair = loaded.pair;
  std::vector<Bytes> occupied;
  const auto more = [&] { return occupied.size() < 640; };
  while (more()) {
    if (loaded.arrivals.size() == occupied.size()) pair.agenda.run(pair.agenda.now() + Ps{42'020});
    if (loaded.arrivals.size() == occupied.size()) continue;
    const Ps arrival = loaded.arrivals[occupied.size()];
    pair.agenda.run(arrival);
    occupied.push_back(pair.nics[1]->ingress().occupied(0));
    // Nothing waits before it if PCIe has taken it at once; it counted while its ACK was made.
    if (occupied.back() == Bytes{0}) occupied.back() = kFullPacket;
  }
  pair.agenda.run(kLong);
  pair.expect_finished();
  ASSERT_EQ(loaded.acks.size(), 640u);
  Ps release{};
  unsigned of_101_packets = 0;
  for (std::size_t i = 0; i < 640; ++i) {
    const Ps arrival = loaded.arrivals[i];
    release = std::max(release, arrival + Ps{occupied[i].count() * 8 * 1'000'000 / (kPcieBitsPerSecond / 1'000'000)});
    ASSERT_EQ(loaded.acks[i].start, release) << "ACK " << i + 1 << ", " << occupied[i].count() << " B";
    ASSERT_EQ(loaded.acks[i].service_time, (release - arrival).count() / 128'000) << "ACK " << i + 1;
    if (occupied[i] != 101 * kFullPacket || release - arrival != Ps{6'703'426}) continue;
    EXPECT_EQ(loaded.acks[i].service_time, 52);
    ++of_101_packets;
  }
  EXPECT_GT(of_101_packets, 0u) << "100 packets waiting: 422,584 x 8 / 504.32 = 6,703.426 ns";
}

}  // namespace
}  // namespace headroom::test
