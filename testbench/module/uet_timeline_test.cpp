// The times of uet-transport, two UET NICs on one 100 ns cable.
#include <gtest/gtest.h>

#include "testbench/common/uet_pair.h"

namespace headroom::test {
namespace {

Ps completion(std::int64_t length) {
  UetPair pair;
  pair.cable();
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  pair.post(0, length);
  pair.agenda.run(Ps{1'000'000'000});
  pair.expect_finished();
  return pair.done(0);
}

// 15,000 + 1,554 + 69,289 fetched, 84,040 serialized, 100,000; 66,370 held, 1,560, 100,000.
TEST(UetTimeline, OnePacketIsAcknowledged437813PsAfterItsPost) { EXPECT_EQ(completion(4'096), Ps{437'813}); }

TEST(UetTimeline, AMessageWithoutPayloadIsAcknowledged220075PsAfterItsPost) { EXPECT_EQ(completion(0), Ps{220'075}); }

TEST(UetTimeline, AMebibyteIsAcknowledged21869253PsAfterItsPost) { EXPECT_EQ(completion(1 << 20), Ps{21'869'253}); }

}  // namespace
}  // namespace headroom::test
