#include "sc_models/policy/uet/ack_hold.h"

#include <algorithm>

namespace headroom {

namespace {
constexpr Ps kServiceTimeUnit{128'000};
constexpr std::int64_t kServiceTimeTooLarge = 65'535;
}  // namespace

bool AckHold::hold(Ps now, Bytes occupied, Frame& ack) {
  const Int128 bits = Int128{occupied.count()} * 8 * kPsPerSecond;
  const Ps hold{static_cast<std::int64_t>(bits / host_rate_.count())};
  latest_ = std::max(now + hold, latest_);
  const std::int64_t units = (latest_ - now).count() / kServiceTimeUnit.count();
  ack.uet.service_time = static_cast<std::uint16_t>(std::min(kServiceTimeTooLarge, units));
  const bool first = held_.empty();
  held_.push_back({latest_, &ack});
  return first;
}

}  // namespace headroom
