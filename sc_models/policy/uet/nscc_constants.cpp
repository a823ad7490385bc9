#include "sc_models/policy/uet/nscc_constants.h"

#include "sc_models/core/check.h"

namespace headroom {
namespace {

constexpr std::int64_t kBitsPerGigabit = 1'000'000'000;
constexpr std::int64_t kFulfilPackets = 8;

/// Bytes that `gbps` carry in `time`, times `numerator` / `denominator`, rounded down once.
std::int64_t volume(std::int64_t gbps, Ps time, std::int64_t numerator, std::int64_t denominator) {
  constexpr std::int64_t kGigabitPsPerByte = 8'000;
  return static_cast<std::int64_t>(Int128{gbps} * time.count() * numerator / (Int128{denominator} * kGigabitPsPerByte));
}

Ps target_delay(const NsccParams& params, bool trimming) {
  if (params.override_target_queue_delay) return params.target_queue_delay;
  const Ps rtt = params.initial_base_rtt;
  return trimming ? rtt - (rtt + Ps(3)) / 4 : rtt;  // floor(0.75 x rtt)
}

/// In bytes, not rounded to a whole number of them.
double reference_bdp(const NsccParams& params) {
  return static_cast<double>(params.reference_rate.count()) * static_cast<double>(params.reference_rtt.count()) / 8.0 /
         static_cast<double>(kPsPerSecond);
}

}  // namespace

NsccConstants::NsccConstants(const NsccParams& params, Bytes mss, bool trimming, BitRate link)
    : packet(mss.count() + kUetDataOverhead - kEthernetOverhead),
      gbps(link.count() / kBitsPerGigabit),
      bdp(volume(gbps, params.initial_base_rtt, 1, 1)),
      first_ceiling(params.override_maximum_window ? static_cast<std::int64_t>(params.maximum_window) * packet
                                                   : bdp + bdp / 2),
      fulfil_bytes(kFulfilPackets * packet),
      first_base_rtt(params.initial_base_rtt),
      fulfil_period(params.initial_base_rtt),
      target(target_delay(params, trimming)),
      gain(static_cast<double>(bdp) / reference_bdp(params)) {
  HEADROOM_CHECK(params.reference_rtt > Ps{} && params.reference_rate > BitRate{},
                 "NSCC: a reference network without round trip or rate");
  const auto size = static_cast<double>(packet);
  proportional = params.alpha_multiplier * gain * size / static_cast<double>(params.reference_rtt.count());
  fair = params.fair_increase_multiplier * gain * size;
  additive = params.eta_multiplier * gain * size;
}

std::int64_t NsccConstants::ceiling(Ps base_rtt) const { return volume(gbps, base_rtt, 3, 2); }

}  // namespace headroom
