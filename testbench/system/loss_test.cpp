// Lost frames between two whole servers: what the transport repairs, when, and at what cost. T28 to T36; T38, each
// message written to the host exactly once, is part of expect_complete().
#include <gtest/gtest.h>

#include "testbench/common/loss_cases.h"
#include "testbench/common/server_pair.h"

namespace headroom {
namespace {

using test::LossCase;

class LossBetweenServers : public testing::TestWithParam<LossCase> {};
TEST_P(LossBetweenServers, IsRepairedAtTheInstantAndCostOfTheDocument) {
  const LossCase& c = GetParam();
  const std::string message = fmt::format("{}B", c.message.count());
  const std::string timeout = fmt::format("{}RetransmitTimeout={}ps", test::roce("Nic"), c.retransmit_timeout.count());
  test::ServerPair pair(test::back_to_back(test::flow(0, 1, message)), {timeout});
  if (c.data) pair.tap(0).lose = *c.data;
  if (c.answer) pair.tap(1).lose = *c.answer;
  pair.run();
  pair.expect_complete();
  EXPECT_EQ(pair.completed(), c.completed);
  test::expect_counts(c, pair.stats(0), pair.stats(1));
}
INSTANTIATE_TEST_SUITE_P(Cases, LossBetweenServers, testing::ValuesIn(test::kLossCases), test::loss_case_name);

}  // namespace
}  // namespace headroom
