#include "sc_models/core/uet_pdc_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace headroom {
namespace {

constexpr Ipv4 kServer1 = 32u << 24 | 2;

std::string pdc_text(UetPdcEnd end) {
  std::string out;
  append_pdc_id(out, end);
  return out;
}

// uet-transport.md 2.1 and the page's own example of a PDC id.
TEST(UetPdcText, IsAnAddressAColonAndANumber) {
  EXPECT_EQ(pdc_text({kServer1, 4500}), "32.0.0.2:4500");
  EXPECT_EQ(pdc_text({kServer1, 0}), "32.0.0.2:0");
  EXPECT_EQ(pdc_text({0xffffffff, 65535}), "255.255.255.255:65535");
  EXPECT_EQ(parse_pdc_id("32.0.0.2:4500"), (UetPdcEnd{kServer1, 4500}));
  EXPECT_EQ(parse_address("32.0.0.2"), kServer1);
  EXPECT_EQ(parse_node_id("7"), 7u);
  EXPECT_EQ(parse_node_id("0"), 0u);
}

TEST(UetPdcText, IsReadOnlyInTheFormItIsWritten) {
  for (const char* wrong : {"", "32.0.0", "32.0.0.", "32.0.0.2.1", "32.0.0.256", "032.0.0.2", "32.0.0.02", " 32.0.0.2",
                            "32.0.0.2 ", "32..0.2", "+32.0.0.2", "-1.0.0.2", "32.0.0.2:1", "All"})
    EXPECT_FALSE(parse_address(wrong)) << wrong;
  for (const char* wrong : {"", "32.0.0.2", "32.0.0.2:", ":4500", "32.0.0.2:65536", "32.0.0.2:04500", "32.0.0.2:4500 "})
    EXPECT_FALSE(parse_pdc_id(wrong)) << wrong;
  for (const char* wrong : {"", "-1", "007", "1.5", "4294967296", "server0.nic"})
    EXPECT_FALSE(parse_node_id(wrong)) << wrong;
}

RC_GTEST_PROP(UetPdcText, ReadsWhatItWrites, (std::uint32_t address, std::uint16_t number)) {
  RC_ASSERT(parse_pdc_id(pdc_text({address, number})) == (UetPdcEnd{address, number}));
}

}  // namespace
}  // namespace headroom
