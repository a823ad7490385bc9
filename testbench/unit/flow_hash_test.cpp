#include "sc_models/policy/flow_hash.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "sc_models/core/crc32.h"
#include "sc_models/policy/route_table.h"

namespace headroom {
namespace {

using testing::Each;
using testing::ElementsAre;

constexpr Ipv4 ip(unsigned a, unsigned b, unsigned c, unsigned d) { return a << 24 | b << 16 | c << 8 | d; }

/// F1 to F6 of the reference.
constexpr FlowKey kFlows[] = {
    {17, 256, 4793, ip(32, 0, 0, 1), ip(32, 0, 0, 2)},    {17, 257, 4793, ip(32, 0, 0, 1), ip(32, 0, 0, 2)},
    {17, 383, 4793, ip(32, 0, 0, 1), ip(32, 0, 4, 0)},    {17, 49153, 4791, ip(32, 0, 0, 1), ip(32, 0, 0, 17)},
    {17, 49153, 4791, ip(32, 0, 0, 17), ip(32, 0, 0, 1)}, {6, 1000, 2000, ip(10, 0, 0, 1), ip(10, 0, 1, 2)},
};
constexpr EcmpHash kMethods[] = {EcmpHash::kDpr,   EcmpHash::kHash,          EcmpHash::kHashWithSalt,
                                 EcmpHash::kCrc32, EcmpHash::kCrc32WithSalt, EcmpHash::kDprWithFallback};
/// More members than any low 9 bits: dprWithFallback never falls back.
constexpr std::size_t kManyMembers = 512;

std::vector<unsigned> hashes(EcmpHash method, std::uint32_t node, std::size_t members = kManyMembers) {
  std::vector<unsigned> values;
  for (const FlowKey& flow : kFlows) values.push_back(FlowHash(method, node).of(flow, members));
  return values;
}
std::vector<std::size_t> members_chosen(EcmpHash method, std::uint32_t node, std::size_t members) {
  std::vector<std::size_t> chosen;
  for (const unsigned hash : hashes(method, node, members)) chosen.push_back(hash % members);
  return chosen;
}

TEST(FlowHash, UsesTheCommonCrcOfADecimalDigitString) {  // 84
  const std::uint8_t digits[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
  EXPECT_EQ(crc32(digits), 0xCBF43926);
}

TEST(FlowHash, SaltsEachNodeByItsNumber) {  // 84
  const std::pair<std::uint32_t, std::uint32_t> salts[] = {{0, 0x7B1DCDAF},   {1, 0x89025CC1},   {32, 0xB54E2401},
                                                           {36, 0x0724BA1B},  {128, 0x138FEDBE}, {129, 0x8BDBD015},
                                                           {1024, 0x529F17CC}};
  for (const auto& [node, salt] : salts) EXPECT_EQ(hash_salt(node), salt) << node;
}

TEST(FlowHash, FinalizesAsTheReferenceDoes) {  // 84
  EXPECT_EQ(finalize_hash(1, 0), 0x514E28B7);
  EXPECT_EQ(finalize_hash(0x12345678, 0x9ABCDEF0), 0x1D6EF8AE);
  EXPECT_EQ(finalize_hash(0xFFFFFFFF, 0), 0x81F16F39);
  EXPECT_EQ(finalize_hash(0, 0), 0u);
}

TEST(FlowHash, TakesTheCrcOfProtocolPortsAndAddressesInNetworkOrder) {  // 84
  const std::uint32_t unsalted[] = {0xB0F6D755, 0x71780895, 0x574ED548, 0xF60506A6, 0x8B528140, 0x872AD67C};
  const std::uint32_t salted[] = {0xE3325314, 0x22BC8CD4, 0x048A5109, 0xA5C182E7, 0xD8960501, 0xD4EE523D};
  const std::uint32_t finalized[] = {0x656081E7, 0x5338C0A9, 0x49E4110F, 0x56E2AD78, 0xC97F2F36, 0x57A4A51C};
  const std::uint32_t salt = hash_salt(128);
  for (std::size_t f = 0; f < std::size(kFlows); ++f) {
    EXPECT_EQ(flow_crc(kFlows[f], 0xFFFFFFFF), unsalted[f]) << f + 1;
    EXPECT_EQ(flow_crc(kFlows[f], salt), salted[f]) << f + 1;
    EXPECT_EQ(finalize_hash(salted[f], salt), finalized[f]) << f + 1;
  }
}

TEST(FlowHash, GivesTheHashesOfTheReferenceInTwoSwitches) {  // 84
  EXPECT_THAT(hashes(EcmpHash::kCrc32WithSalt, 128), ElementsAre(0x81E7, 0xC0A9, 0x110F, 0xAD78, 0x2F36, 0xA51C));
  EXPECT_THAT(hashes(EcmpHash::kCrc32WithSalt, 129), ElementsAre(0x8B4E, 0x48B6, 0x3AF8, 0x6BB5, 0x0108, 0x339C));
  EXPECT_THAT(hashes(EcmpHash::kHashWithSalt, 128), ElementsAre(0x14E8, 0x14E9, 0x1179, 0xD3F4, 0xD3F4, 0xE3E6));
  EXPECT_THAT(hashes(EcmpHash::kHashWithSalt, 129), ElementsAre(0x6E14, 0x6E13, 0x6B97, 0xA960, 0xA960, 0x592B));
  for (const std::uint32_t node : {128u, 129u}) {
    EXPECT_THAT(hashes(EcmpHash::kCrc32, node), ElementsAre(0xD755, 0x0895, 0xD548, 0x06A6, 0x8140, 0xD67C));
    EXPECT_THAT(hashes(EcmpHash::kHash, node), ElementsAre(0x13BA, 0x13BB, 0x17C7, 0xD2A6, 0xD2A6, 0x053B));
    EXPECT_THAT(hashes(EcmpHash::kDpr, node), ElementsAre(0x0001, 0x0001, 0x01FF, 0x0010, 0x0000, 0x0101));
  }
}

TEST(FlowHash, ChoosesAmongEightMembersByEachMethod) {  // 85, 86, 87
  const auto members = [](EcmpHash method) { return members_chosen(method, 128, 8); };
  EXPECT_THAT(members(EcmpHash::kCrc32WithSalt), ElementsAre(7, 1, 7, 0, 6, 4));
  EXPECT_THAT(members(EcmpHash::kCrc32), ElementsAre(5, 5, 0, 6, 0, 4));
  EXPECT_THAT(members(EcmpHash::kHashWithSalt), ElementsAre(0, 1, 1, 4, 4, 6));
  EXPECT_THAT(members(EcmpHash::kHash), ElementsAre(2, 3, 7, 6, 6, 3));
  EXPECT_THAT(members(EcmpHash::kDpr), ElementsAre(1, 1, 7, 0, 0, 1));
  EXPECT_THAT(members(EcmpHash::kDprWithFallback), ElementsAre(1, 1, 0, 6, 0, 4));
}

TEST(FlowHash, FallsBackToTheCrcOnlyForDestinationsBeyondTheMembers) {  // 87
  EXPECT_THAT(members_chosen(EcmpHash::kDprWithFallback, 128, 64), ElementsAre(1, 1, 8, 16, 0, 60));
}

TEST(FlowHash, SpreadsThePortsOfOneSprayedFlow) {  // 88
  const auto spread = [](EcmpHash method) {
    std::vector<int> packets(8);
    for (std::uint16_t port = 256; port < 384; ++port)
      ++packets[FlowHash(method, 32).of({17, port, 4793, ip(32, 0, 0, 1), ip(32, 0, 0, 17)}, 8) % 8u];
    return packets;
  };
  EXPECT_THAT(spread(EcmpHash::kCrc32WithSalt), ElementsAre(18, 17, 13, 19, 19, 15, 14, 13));
  for (const EcmpHash method : {EcmpHash::kCrc32, EcmpHash::kHash, EcmpHash::kHashWithSalt})
    EXPECT_THAT(spread(method), Each(16));
}

/// The spine that a packet between two pods of a fat_tree 8 crosses: racks 128 to 159, fabrics 160 to 191, each with 4
/// ways up.
unsigned spine_of(EcmpHash method, const FlowKey& flow) {
  const std::uint32_t rack = (flow.source - kFirstServer) / 4, pod = rack / 4;
  const unsigned fabric = FlowHash(method, 128 + rack).of(flow, 4) % 4u;
  return fabric * 4 + FlowHash(method, 160 + pod * 4 + fabric).of(flow, 4) % 4u;
}

TEST(FlowHash, ReachesAllSpinesOfThreeTiersOnlyWhenSalted) {  // 89
  const auto spread = [](EcmpHash method) {
    std::vector<int> packets(16);
    for (std::uint16_t port = 256; port < 384; ++port)
      ++packets[spine_of(method, {17, port, 4793, kFirstServer, kFirstServer + 127})];
    return packets;
  };
  EXPECT_THAT(spread(EcmpHash::kCrc32WithSalt), ElementsAre(9, 8, 4, 8, 9, 9, 7, 10, 8, 7, 10, 9, 8, 8, 8, 6));
  const std::vector<int> polarized{32, 0, 0, 0, 0, 32, 0, 0, 0, 0, 32, 0, 0, 0, 0, 32};
  EXPECT_EQ(spread(EcmpHash::kCrc32), polarized);
  EXPECT_EQ(spread(EcmpHash::kHash), polarized);
  EXPECT_EQ(spread(EcmpHash::kDpr)[15], 128);
}

TEST(FlowHash, SpreadsAllPairsBetweenPods) {  // 90
  const auto spread = [](EcmpHash method) {
    std::map<unsigned, int> flows;
    for (std::uint32_t source = 0; source < 128; ++source) {
      for (std::uint32_t destination = 0; destination < 128; ++destination) {
        if (source / 16 == destination / 16) continue;
        const auto port = static_cast<std::uint16_t>(49152 + source);
        ++flows[spine_of(method, {17, port, 4791, kFirstServer + source, kFirstServer + destination})];
      }
    }
    return flows;
  };
  const auto range = [](const std::map<unsigned, int>& flows) {
    std::pair<int, int> least_and_most{INT32_MAX, 0};
    for (const auto& [spine, count] : flows)
      least_and_most = {std::min(least_and_most.first, count), std::max(least_and_most.second, count)};
    return least_and_most;
  };
  const auto salted = spread(EcmpHash::kCrc32WithSalt), partly = spread(EcmpHash::kHashWithSalt);
  EXPECT_EQ(salted.size(), 16u);
  EXPECT_EQ(range(salted), std::pair(807, 966));
  EXPECT_EQ(partly.size(), 16u);
  EXPECT_EQ(range(partly), std::pair(340, 1'120));
  for (const EcmpHash method : {EcmpHash::kCrc32, EcmpHash::kHash}) {
    const auto polarized = spread(method);
    EXPECT_EQ(polarized.size(), 4u);
    EXPECT_EQ(range(polarized), std::pair(3'584, 3'584));
  }
}

TEST(FlowHash, GivesAllPacketsOfOtherProtocolsOneValue) {  // 91
  constexpr std::uint8_t kIcmp = 1;
  for (const EcmpHash method : kMethods) {
    for (FlowKey flow : kFlows) {
      flow.protocol = kIcmp;
      EXPECT_EQ(FlowHash(method, 128).of(flow, 8), 0);
    }
  }
}

}  // namespace
}  // namespace headroom
