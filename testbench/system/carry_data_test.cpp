// Real bytes through the whole model while frames are lost: what arrives is what was sent, and carrying it changes no
// time.
#include <gtest/gtest.h>

#include "sc_models/core/random.h"
#include "testbench/common/server_pair.h"

namespace headroom {
namespace {

using test::back_to_back;
using test::flow;
using test::lose_data;
using test::ServerPair;
using test::Sets;
using test::operator+;

const Sets kCarry = {"simulation.CarryData=true"};

/// Runs the same case without data and with it; `prepare` sets the taps of each.
template <class Prepare>
void expect_same_times_and_every_byte(const std::string& text, const Sets& sets, Prepare prepare) {
  ServerPair plain(text, sets, "plain"), data(text, sets + kCarry, "data");
  prepare(plain);
  prepare(data);
  plain.run();
  data.run();
  plain.expect_complete();
  data.expect_complete();
  EXPECT_EQ(data.agenda().now(), plain.agenda().now());
  EXPECT_GT(plain.tap(0).lost() + plain.tap(1).lost(), 0u) << "nothing was lost";
  ASSERT_EQ(data.messages().size(), plain.messages().size());
  for (const auto& [which, times] : data.messages()) {
    const MessageTimes& other = plain.messages().at(which);
    EXPECT_EQ(std::tie(times.post, times.start, times.sent, times.received, times.acknowledged),
              std::tie(other.post, other.start, other.sent, other.received, other.acknowledged));
    const auto [sent, arrived] = data.bytes(which.first, which.second);
    EXPECT_TRUE(sent == arrived) << "flow " << which.first << ", message " << which.second;
    if (sent.size() > 64) { EXPECT_NE(sent, std::vector<std::byte>(sent.size())) << "only zeros prove nothing"; }
  }
}

TEST(CarryData, ComparesAfterALostPacket) {  // T30's loss
  expect_same_times_and_every_byte(back_to_back(flow(0, 1, "1MiB")), {},
                                   [](ServerPair& pair) { pair.tap(0).lose = lose_data(99); });
}

TEST(CarryData, ComparesAfterALossLeftToTheTimer) {  // T32's losses
  expect_same_times_and_every_byte(back_to_back(flow(0, 1, "1MiB")), {},
                                   [](ServerPair& pair) { pair.tap(0).lose = lose_data(99, 2); });
}

class CarryDataRandomly : public testing::TestWithParam<std::uint64_t> {};

// Both directions, several messages and queue pairs, sizes that are no multiple of anything, one frame in thirty lost
// whatever it is, one in fifty marked.
TEST_P(CarryDataRandomly, ComparesWhateverIsLost) {
  const std::string flows = flow(0, 1, "123457B", R"("messages": 3, "queue_pairs": 2)") + ", " +
                            flow(1, 0, "65537B", R"("messages": 4, "queue_pairs": 3)") + ", " +
                            flow(0, 1, "1B", R"("messages": 5)");
  expect_same_times_and_every_byte(
      back_to_back(flows),
      {test::roce("Nic") + "RetransmitTimeout=200us", test::roce("SlowNic") + "RetransmitTimeout=200us"},
      [seed = GetParam()](ServerPair& pair) {
        for (unsigned i = 0; i < 2; ++i) {
          const auto draw = std::make_shared<RandomStream>(mix64(2 * seed + i));
          pair.tap(i).lose = [draw](const Frame&) { return draw->draw(30) == 0; };
          pair.tap(i).mark = [draw](const Frame& f) { return f.kind == FrameKind::kData && draw->draw(50) == 0; };
        }
      });
}

INSTANTIATE_TEST_SUITE_P(Seeds, CarryDataRandomly, testing::Range<std::uint64_t>(1, 9));

}  // namespace
}  // namespace headroom
