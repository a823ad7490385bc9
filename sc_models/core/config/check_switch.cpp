#include <fmt/format.h>

#include <algorithm>

#include "sc_models/core/config/attribute_paths.h"
#include "sc_models/core/config/check.h"
#include "sc_models/core/config/grouped.h"
#include "sc_models/core/int128.h"

namespace headroom {
namespace {

/// Sum of shares, exactly.
Decimal sum_of(const BoundValues& values) {
  const auto& entries = values.at(path::kSwitchPools).entries;
  Int128 sum = 0;
  for (const Decimal& entry : entries) {
    const Fraction share = entry.fraction().value_or(Fraction());
    Int128 scaled = share.mantissa();
    for (unsigned i = share.scale(); i < 18; ++i) scaled *= 10;
    sum += scaled;
  }
  return Decimal(static_cast<std::int64_t>(sum)).scaled(1, -18);  // at most 8 x 10^18, which fits
}

void check_pools(const BoundValues& values, const SwitchParams& params, Faults& faults) {
  if (!values.sound(path::kSwitchPools)) return;
  const auto& shares = params.buffer.pool_allocation;
  const Place place = values.place(path::kSwitchPools);
  const std::string name = values.path(path::kSwitchPools);
  const auto last = std::find_if_not(shares.rbegin(), shares.rend(), [](const Fraction& f) { return f.is_zero(); });
  if (last == shares.rend()) return faults.error(place, name, "SWITCH_POOLS", "has no entry above 0 (at least one)");
  const Decimal sum = sum_of(values), one(1);
  const std::size_t index = kTrafficClasses - 1 - static_cast<std::size_t>(last - shares.rbegin());
  const Decimal last_entry = values.at(path::kSwitchPools).entries[index];
  // The last pool makes up for the sum; it cannot give more than it has. Both sides have at most 18 decimals.
  const Int128 excess =
      static_cast<Int128>(sum.scaled(1, 18).integer().value_or(INT64_MAX)) - 1'000'000'000'000'000'000;
  if (excess > last_entry.scaled(1, 18).integer().value_or(INT64_MAX))
    faults.error(place, name, "SWITCH_POOLS",
                 fmt::format("adds up to {}, more above 1 than its last entry {} (1)", sum.real(), last_entry.real()));
  if (!values.sound(path::kUetPolicy) || params.buffer.uet_policy)
    return;  // it has pools of its own: neither map is read
  if (excess <= last_entry.scaled(1, 18).integer().value_or(INT64_MAX) && sum != one)
    faults.warning(place, name, "SWITCH_POOL_SUM",
                   fmt::format("adds up to {}: pool {} takes the difference to 1", sum.real(), index));
  if (!values.sound(path::kSwitchMapping)) return;
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    const std::uint64_t pool = params.buffer.class_pool[c];
    if (shares[pool].is_zero())
      faults.error(values.place(path::kSwitchMapping), values.path(path::kSwitchMapping), "SWITCH_POOLS",
                   fmt::format("class {} maps to pool {}, whose share is 0 (a pool with a share)", c, pool));
    if (values.sound(path::kSwitchPfc) && params.buffer.enable_pfc[c] == 1 && pool != c)
      faults.warning(values.place(path::kSwitchMapping), values.path(path::kSwitchMapping), "SWITCH_PFC_MAP",
                     fmt::format("class {} has PFC and maps to pool {}, not to the pool of its number", c, pool));
  }
}

void check_trimming(const BoundValues& values, const SwitchParams& params, Faults& faults) {
  const Place place = values.place(path::kTrimming);
  const std::string name = values.path(path::kTrimming);
  if (!values.sound(path::kTrimming)) return;
  if (!params.trimming) {
    if (params.trimming_stats && values.sound(path::kTrimmingStats))
      faults.warning(values.place(path::kTrimmingStats), values.path(path::kTrimmingStats), "TRIMMING_STATS",
                     "has no effect without TrimmingEnabled");
    return;
  }
  if (values.sound(path::kUetPolicy) && !params.buffer.uet_policy)
    faults.error(place, name, "TRIMMING", "is true without UETPolicyEnabled (false)");
  if (values.sound(path::kSwitchPfc) &&
      std::count(params.buffer.enable_pfc.begin(), params.buffer.enable_pfc.end(), 1u) > 0)
    faults.error(place, name, "TRIMMING", "is true with EnablePFC of a class at 1 (false, or EnablePFC all 0)");
}

}  // namespace

void check_switch(const DraftComponent& rack_switch, Faults& faults) {
  const BoundValues& values = rack_switch.values;
  const auto params = values.make<SwitchParams>();
  if (values.sound({path::kBalancing, path::kHash}) && params.load_balancing == LoadBalancing::kFlowlet) {
    const Place place = values.place(path::kBalancing);
    if (params.ecmp_hash == EcmpHash::kDpr || params.ecmp_hash == EcmpHash::kDprWithFallback)
      faults.error(place, values.path(path::kBalancing), "FLOWLET_HASH",
                   fmt::format("is flowlet with EcmpHashMethod {} (none, or another EcmpHashMethod)",
                               values.at(path::kHash).text));
  }
  check_trimming(values, params, faults);
  check_pools(values, params, faults);
  if (values.sound({path::kSwitchXon, path::kSwitchXoff}) && params.buffer.xon >= params.buffer.xoff)
    faults.warning(values.place(path::kSwitchXon), values.path(path::kSwitchXon), "XON_ABOVE_XOFF",
                   fmt::format("is {} B, not below StaticPoolXoffThreshold, {} B", grouped(params.buffer.xon),
                               grouped(params.buffer.xoff)));
  if (values.sound({"EcnHandler/MinThreshold", "EcnHandler/MaxThreshold"}) &&
      params.ecn.max_threshold < params.ecn.min_threshold)
    faults.warning(values.place("EcnHandler/MaxThreshold"), values.path("EcnHandler/MaxThreshold"), "ECN_BAND",
                   "is below MinThreshold");
}

}  // namespace headroom
