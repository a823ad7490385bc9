#include "sc_models/policy/uet/ip_headers.h"

#include <array>
#include <cstring>

namespace headroom {

std::uint16_t checksum_of(const Ipv4Bytes& header) {
  std::array<std::uint8_t, sizeof(Ipv4Bytes)> octets;
  std::memcpy(octets.data(), &header, sizeof header);
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < octets.size(); i += 2) sum += static_cast<std::uint32_t>(octets[i] << 8 | octets[i + 1]);
  while (sum > 0xFFFF) sum = (sum & 0xFFFF) + (sum >> 16);
  return static_cast<std::uint16_t>(~sum);
}

}  // namespace headroom
