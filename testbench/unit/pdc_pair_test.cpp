// Sending and receiving end together, over a channel that does everything to their packets that a network may do.
#include "testbench/common/pdc_pair.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

namespace headroom {
namespace {

PdcPairParams pair_of(std::vector<std::vector<std::int64_t>> flows) {
  PdcPairParams params;
  params.flows = std::move(flows);
  params.pds.mss = Bytes{4'096};
  params.pds.initial_retransmit_timeout = Ps{150'000'000};
  params.pds.maximum_backoff_count = 5;
  return params;
}

TEST(PdcPair, DeliversWithoutARetransmissionOverAChannelWithoutFaults) {
  PdcPair pair(pair_of({{1 << 20, 0, 1, 4'097}, {100'000}}));
  pair.run();
  EXPECT_EQ(pair.fault(), "");
  EXPECT_EQ(pair.counts().retransmissions, 0u);
  EXPECT_EQ(pair.counts().duplicates, 0u);
}

TEST(PdcPair, CompletesEveryMessageWhenOneAndTenPercentOfAllPacketsAreLost) {
  for (const double loss : {0.01, 0.1}) {
    for (const bool per_message : {true, false}) {
      PdcPairParams params = pair_of({{1 << 20, 4'096, 0, 1 << 18}, {1 << 19, 5'000, 12'288}, {40'000}});
      params.loss = loss;
      params.per_message = per_message;
      PdcPair pair(params);
      pair.run();
      EXPECT_EQ(pair.fault(), "") << "loss " << loss;
      EXPECT_GT(pair.counts().lost, 0u);
      EXPECT_GE(pair.counts().retransmissions, pair.counts().timeouts);
    }
  }
}

// The widths of psn_offset and of the ACK's distances: frames whose fields do not fit cannot be written.
TEST(PdcPair, KeepsNumbersWithinTheWidthsOfTheHeadersHoweverLargeTheWindowIs) {
  for (const double loss : {0.0, 0.01}) {
    PdcPairParams params = pair_of({{60'000}});
    params.pds.mss = Bytes{1};
    params.window = std::int64_t{1} << 40;
    params.delay = 400'000'000;
    params.loss = loss;
    params.straggler = 0.001;
    PdcPair pair(params);
    pair.run();
    EXPECT_EQ(pair.fault(), "");
    EXPECT_GT(pair.counts().out_of_order, 0u);
  }
}

// A reply that comes when its id is in use again must not be taken for one of the new use.
TEST(PdcPair, LateRepliesDoNotDisturbTheNextUseOfAnId) {
  PdcPairParams params = pair_of({std::vector<std::int64_t>(400, 3 * 4'096)});
  params.sending_ids = 1;
  params.loss = 0.1;  // so that a PDC may hear the late reply before its first packet arrives
  params.straggler = 0.1;
  params.trim = 0.1;
  PdcPair pair(params);
  pair.run();
  EXPECT_EQ(pair.fault(), "");
  EXPECT_EQ(pair.counts().later_uses, 399u);
  EXPECT_GT(pair.counts().no_pdc, 0u);
}

RC_GTEST_PROP(PdcPair, DeliversEveryMessageOnceAndKeepsNothing, ()) {
  const auto length = rc::gen::weightedOneOf<std::int64_t>({{6, rc::gen::inRange<std::int64_t>(0, 10'000)},
                                                            {1, rc::gen::inRange<std::int64_t>(0, 300'000)},
                                                            {1, rc::gen::element<std::int64_t>(0, 4'096, 8'192)}});
  const auto flow = rc::gen::scale(0.8, rc::gen::container<std::vector<std::int64_t>>(length));
  PdcPairParams params =
      pair_of(*rc::gen::scale(0.25, rc::gen::container<std::vector<std::vector<std::int64_t>>>(flow)));
  params.loss = *rc::gen::element(0.0, 0.01, 0.1, 0.3);
  params.trim = *rc::gen::element(0.0, 0.01, 0.1, 0.3);
  params.straggler = *rc::gen::element(0.0, 0.02);
  params.per_message = *rc::gen::arbitrary<bool>();
  params.prefetch = *rc::gen::arbitrary<bool>();
  params.sending_ids = *rc::gen::element<PdcId>(1, 3, 32'767);
  params.window = *rc::gen::element<std::int64_t>(4'184, 40'000, 450'000);
  params.first_start = *rc::gen::element<Psn>(1, 0xFFFF'FFF8);
  params.seed = *rc::gen::arbitrary<std::uint64_t>();
  params.pds.ack_first_packet = *rc::gen::arbitrary<bool>();
  params.pds.ack_last_packet = *rc::gen::arbitrary<bool>();
  params.pds.ack_every_nth_packet = *rc::gen::element<std::uint64_t>(1, 2, 8, 64);
  PdcPair pair(params);
  pair.run();
  const std::string fault = pair.fault();
  RC_LOG() << fault;
  RC_ASSERT(fault.empty());
}

}  // namespace
}  // namespace headroom
