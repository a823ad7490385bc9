#include "sc_models/policy/buffer_samples.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

TEST(SampleMeter, CountsSumsAndBoundsTheSamplesOfAnInterval) {  // 107
  SampleMeter meter;
  for (const std::int64_t sample : {4'136, 8'272, 4'136, 8'272}) meter.add(Bytes{sample});
  EXPECT_EQ(meter.count, 4u);
  EXPECT_EQ(meter.sum, Bytes{24'816});
  EXPECT_EQ(meter.min, Bytes{4'136});
  EXPECT_EQ(meter.max, Bytes{8'272});
  EXPECT_EQ(meter.sum.count() / static_cast<std::int64_t>(meter.count), 6'204);
  meter.begin_interval();
  EXPECT_EQ(meter.count, 0u);
  EXPECT_EQ(meter.sum, Bytes{0});
  EXPECT_EQ(meter.min, Bytes{0});
  EXPECT_EQ(meter.max, Bytes{0});
  meter.add(Bytes{7});
  EXPECT_EQ(meter.min, Bytes{7});
}

TEST(BufferSamples, AddsUpThePortsOfADirection) {
  BufferSamples samples({LinkDirection::kDown, LinkDirection::kDown, LinkDirection::kUp}, false);
  samples.ingress(0, 1, Bytes{100}, Bytes{100});
  samples.ingress(1, 1, Bytes{50}, Bytes{150});
  samples.ingress(2, 1, Bytes{10}, Bytes{160});
  samples.egress(2, 1, Bytes{100});
  EXPECT_EQ(samples.ingress_usage(1, LinkDirection::kDown).count, 2u);
  EXPECT_EQ(samples.ingress_usage(1, LinkDirection::kDown).sum, Bytes{150});
  EXPECT_EQ(samples.ingress_usage(1, LinkDirection::kUp).sum, Bytes{10});
  EXPECT_EQ(samples.shared_buffer(1).max, Bytes{160});
  EXPECT_EQ(samples.shared_buffer(1).count, 3u);
  EXPECT_EQ(samples.egress_queue(1, LinkDirection::kUp).sum, Bytes{100});
  EXPECT_EQ(samples.egress_queue(1, LinkDirection::kDown).count, 0u);
  EXPECT_EQ(samples.shared_buffer(0).count, 0u);
  EXPECT_EQ(samples.port(0, 1).ingress.count, 0u) << "ports are not sampled one by one";
}

TEST(BufferSamples, SamplesSinglePortsWhenAskedAndStartsEachIntervalAnew) {
  BufferSamples samples({LinkDirection::kDown, LinkDirection::kDown}, true);
  samples.ingress(1, 0, Bytes{100}, Bytes{100});
  samples.headroom(1, 0, Bytes{30});
  samples.egress(0, 0, Bytes{130});
  EXPECT_EQ(samples.port(1, 0).ingress.sum, Bytes{100});
  EXPECT_EQ(samples.port(1, 0).headroom.sum, Bytes{30});
  EXPECT_EQ(samples.port(0, 0).queue.sum, Bytes{130});
  EXPECT_EQ(samples.port(0, 0).ingress.count, 0u);
  samples.begin_interval();
  EXPECT_EQ(samples.port(1, 0).ingress.count, 0u);
  EXPECT_EQ(samples.shared_buffer(0).count, 0u);
}

}  // namespace
}  // namespace headroom
