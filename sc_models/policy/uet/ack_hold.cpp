#include "sc_models/policy/uet/ack_hold.h"

#include <algorithm>

namespace headroom {

namespace {
constexpr Ps kServiceTimeUnit{128'000};
constexpr std::int64_t kServiceTimeTooLarge = 65'535;
}  // namespace

Ps AckHold::time_to_host(Bytes occupied) const {
  constexpr Bytes kInOneWord{1'000'000};  // a division of 128 bits takes a call
  if (occupied <= kInOneWord) return duration(occupied, host_rate_);
  const Int128 bits = Int128{occupied.count()} * 8 * kPsPerSecond;
  return Ps{static_cast<std::int64_t>(bits / host_rate_.count())};
}

bool AckHold::hold(Ps now, Bytes occupied, Frame& ack) {
  latest_ = std::max(now + time_to_host(occupied), latest_);
  const std::int64_t units = (latest_ - now).count() / kServiceTimeUnit.count();
  ack.uet.service_time = static_cast<std::uint16_t>(std::min(kServiceTimeTooLarge, units));
  const bool first = held_.empty();
  held_.push_back({latest_, &ack});
  return first;
}

}  // namespace headroom
