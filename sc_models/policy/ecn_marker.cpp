#include "sc_models/policy/ecn_marker.h"

namespace headroom {

EcnMarker::EcnMarker(const EcnMarkerParams& params, const PerClass<Bytes>& limits, std::uint32_t ports,
                     RandomStream random)
    : params_(params), average_(std::size_t{ports} * kTrafficClasses), random_(random) {
  for (unsigned p = 0; p < kTrafficClasses; ++p) {
    const auto limit = static_cast<double>(limits[p].count());
    lower_[p] = params.min_threshold * limit;
    upper_[p] = params.max_threshold * limit;
  }
}

double EcnMarker::probability(unsigned pool, double average) const {
  if (average < lower_[pool]) return 0;
  if (average >= upper_[pool]) return 1;
  return params_.max_mark_probability * (average - lower_[pool]) / (upper_[pool] - lower_[pool]);
}

}  // namespace headroom
