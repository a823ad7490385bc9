#include "sc_models/host/dmi_cache.h"

#include <algorithm>
#include <cstring>

namespace headroom {

void DmiCache::add(const tlm::tlm_dmi& grant) {
  invalidate(grant.get_start_address(), grant.get_end_address());
  ranges_.emplace(grant.get_start_address(), grant);
}

void DmiCache::invalidate(std::uint64_t first, std::uint64_t last) {
  auto range = ranges_.upper_bound(first);
  if (range != ranges_.begin()) --range;
  while (range != ranges_.end() && range->first <= last) {
    range = range->second.get_end_address() >= first ? ranges_.erase(range) : std::next(range);
  }
}

template <bool kWrite, class Copy>
bool DmiCache::access(std::uint64_t address, std::size_t length, sc_core::sc_time& latency, Copy copy) {
  const auto first = ranges_.upper_bound(address);
  if (first == ranges_.begin()) return false;
  const auto begin = std::prev(first);
  std::size_t done = 0;
  for (auto range = begin; done < length; ++range) {  // look at all of it before touching any
    if (range == ranges_.end() || range->first > address + done) return false;
    const tlm::tlm_dmi& grant = range->second;
    if (grant.get_end_address() < address + done) return false;
    if (kWrite ? !grant.is_write_allowed() : !grant.is_read_allowed()) return false;
    done += std::min<std::uint64_t>(length - done, grant.get_end_address() - (address + done) + 1);
  }
  latency = sc_core::SC_ZERO_TIME;
  done = 0;
  for (auto range = begin; done < length; ++range) {
    const tlm::tlm_dmi& grant = range->second;
    const std::size_t count = std::min<std::uint64_t>(length - done, grant.get_end_address() - (address + done) + 1);
    copy(grant.get_dmi_ptr() + (address + done - range->first), done, count);
    latency = std::max(latency, kWrite ? grant.get_write_latency() : grant.get_read_latency());
    done += count;
  }
  return true;
}

bool DmiCache::write(std::uint64_t address, const std::byte* data, std::size_t length, sc_core::sc_time& latency) {
  return access<true>(address, length, latency, [data](unsigned char* at, std::size_t from, std::size_t count) {
    std::memcpy(at, data + from, count);
  });
}

bool DmiCache::read(std::uint64_t address, std::byte* data, std::size_t length, sc_core::sc_time& latency) {
  return access<false>(address, length, latency, [data](const unsigned char* at, std::size_t to, std::size_t count) {
    std::memcpy(data + to, at, count);
  });
}

}  // namespace headroom
