#include "sc_models/core/config/defaults.h"

#include <gtest/gtest.h>

#include "testbench/common/configuration_text.h"

namespace headroom {
namespace {

TEST(Defaults, AreThePrintedOnes) {
  const RoceNicParams nic = default_roce_nic_params();
  EXPECT_EQ(nic.uplink.data_rate, BitRate{400'000'000'000});
  EXPECT_EQ(nic.uplink.delay, Ps{100'000});
  EXPECT_EQ(nic.ingress.pool(0), Bytes{3'600'000});
  EXPECT_EQ(nic.ingress.xoff(0), Bytes{2'880'000});
  EXPECT_EQ(nic.ingress.xon(0), Bytes{1'440'000});
  EXPECT_EQ(nic.egress.pool(0), Bytes{230'400});
  EXPECT_EQ(nic.pcie_nic.rate(), BitRate{504'320'000'000});
  EXPECT_EQ(nic.transport.mss, Bytes{4'096});
  EXPECT_EQ(nic.transport.ack_threshold, 16u);
}

TEST(Defaults, AreWhatAConfigurationThatWritesNothingGives) {
  const LoadResult loaded = ConfigurationText{}.load();
  ASSERT_TRUE(loaded.ok());
  const RoceNicParams& file = loaded.configuration->nics[0].roce();
  const RoceNicParams code = default_roce_nic_params();
  EXPECT_EQ(code.num_down_links, file.num_down_links);
  EXPECT_EQ(code.enable_buffer_stats, file.enable_buffer_stats);
  EXPECT_EQ(code.uplink.data_rate, file.uplink.data_rate);
  EXPECT_EQ(code.ingress.total_size, file.ingress.total_size);
  EXPECT_EQ(code.ingress.quanta, file.ingress.quanta);
  EXPECT_EQ(code.ingress.wrr_weights, file.ingress.wrr_weights);
  EXPECT_EQ(code.egress.total_size, file.egress.total_size);
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    EXPECT_EQ(code.ingress.pool(c), file.ingress.pool(c));
    EXPECT_EQ(code.ingress.xoff(c), file.ingress.xoff(c));
    EXPECT_EQ(code.ingress.sends_pfc(c), file.ingress.sends_pfc(c));
    EXPECT_EQ(code.egress.pool(c), file.egress.pool(c));
  }
  for (const auto end : {&RoceNicParams::pcie_nic, &RoceNicParams::pcie_host}) {
    EXPECT_EQ((code.*end).tx_data, (file.*end).tx_data);
    EXPECT_EQ((code.*end).rx_data, (file.*end).rx_data);
    EXPECT_EQ((code.*end).rate(), (file.*end).rate());
  }
  EXPECT_EQ(code.read_request_size, file.read_request_size);
  EXPECT_EQ(code.transport.retransmit_timeout, file.transport.retransmit_timeout);
  EXPECT_EQ(code.rate_loop.control_interval_ns, file.rate_loop.control_interval_ns);
  EXPECT_EQ(code.rate_loop.minimum_rate, file.rate_loop.minimum_rate);
}

}  // namespace
}  // namespace headroom
