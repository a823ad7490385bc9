// Layouts of the Ethernet, IPv4 and UDP headers of a UET frame, in the order they stand in it.
#pragma once

#include "sc_models/core/big_endian.h"

namespace headroom {

struct EthernetBytes {
  BigEndian<6> destination, source;
  BigEndian<2> type;
};

struct Ipv4Bytes {
  BigEndian<1> version_and_length, tos;
  BigEndian<2> total_length, identification, flags_and_fragment;
  BigEndian<1> time_to_live, protocol;
  BigEndian<2> checksum;
  BigEndian<4> source, destination;
};

struct UdpBytes {
  BigEndian<2> source, destination, length, checksum;
};

static_assert(sizeof(EthernetBytes) == 14 && alignof(EthernetBytes) == 1);
static_assert(sizeof(Ipv4Bytes) == 20 && alignof(Ipv4Bytes) == 1);
static_assert(sizeof(UdpBytes) == 8 && alignof(UdpBytes) == 1);

inline constexpr std::uint16_t kEtherTypeIpv4 = 0x0800, kIpv4DoNotFragment = 0x4000;
inline constexpr std::uint8_t kIpv4VersionAndLength = 0x45, kIpv4TimeToLive = 255, kIpv4ProtocolUdp = 17;

/// Ones' complement sum of the header, to be put in its checksum field; 0 when that is right already.
[[nodiscard]] std::uint16_t checksum_of(const Ipv4Bytes& header);

}  // namespace headroom
