#include <fmt/format.h>

#include <map>

#include "sc_models/core/config/attribute_paths.h"
#include "sc_models/core/config/check.h"
#include "sc_models/core/config/grouped.h"
#include "sc_models/core/frame.h"

namespace headroom {
namespace {

/// What the workload sends and receives on one NIC component, class by class.
struct Use {
  PerClass<bool> sends_data{}, sends_control{}, receives_data{}, receives_control{};
};

/// A NIC's pools are known, and whether it may starve them.
bool pools_sound(const BoundValues& values, std::string_view pools, std::string_view size) {
  return values.sound({pools, size, path::kAllowStarved});
}

void check_egress(const DraftComponent& nic, const RoceNicParams& params, const Use& use, Faults& faults) {
  const BoundValues& values = nic.values;
  const std::int64_t packet = params.transport.mss.count() + kDataOverhead;
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    const Bytes pool = params.egress.pool(c);
    if (!params.transport.allow_starved_pools && pools_sound(values, path::kEgressPools, path::kEgressSize)) {
      if (use.sends_data[c] && values.sound(path::kMss) && pool.count() < packet)
        faults.error(
            values.place(path::kEgressPools), values.path(path::kEgressPools), "POOL_TOO_SMALL",
            fmt::format("class {} gets {} B; a data class needs one packet ({} B)", c, grouped(pool), grouped(packet)));
      else if (use.sends_control[c] && pool == Bytes{0})
        faults.error(values.place(path::kEgressPools), values.path(path::kEgressPools), "POOL_TOO_SMALL",
                     fmt::format("control class {} has no transmit pool (more than 0 B)", c));
    }
    if (values.sound({path::kEgressWeights, path::kEgressScheduling}) && (use.sends_data[c] || use.sends_control[c]) &&
        params.egress.wrr_weights[c] == 0 && params.egress.scheduling == QueueScheduling::kWeightedRoundRobin)
      faults.warning(values.place(path::kEgressWeights), values.path(path::kEgressWeights), "WEIGHT_ZERO",
                     fmt::format("class {} carries traffic and has weight 0: it starves", c));
  }
}

void check_ingress(const DraftComponent& nic, const RoceNicParams& params, const Use& use, Faults& faults) {
  if (params.transport.allow_starved_pools) return;
  if (!pools_sound(nic.values, path::kIngressPools, path::kIngressSize)) return;
  for (unsigned c = 0; c < kTrafficClasses; ++c)
    if ((use.receives_data[c] || use.receives_control[c]) && params.ingress.pool(c) == Bytes{0})
      faults.error(nic.values.place(path::kIngressPools), nic.values.path(path::kIngressPools), "POOL_TOO_SMALL",
                   fmt::format("class {} is received but has no receive pool (more than 0 B)", c));
}

}  // namespace

void check_classes(const Draft& draft, Faults& faults) {
  std::map<const DraftComponent*, Use> uses;
  const auto& nics = draft.topology->server_nic;
  const auto nic_of = [&](const DraftFlow& flow, std::string_view key, std::uint32_t server) -> const DraftComponent* {
    const bool known = flow.values.sound(key) && flow.values.at(key).present && server < nics.size();
    return known ? nics[server] : nullptr;
  };
  for (const DraftFlow& flow : draft.flows) {
    const unsigned data = flow.params.data_class, control = flow.params.control_class;
    const DraftComponent *const from = nic_of(flow, "src", flow.params.source), *const to =
                                                                                    nic_of(flow, "dst",
                                                                                           flow.params.destination);
    if (from && flow.data_class_known) uses[from].sends_data[data] = true;
    if (from && flow.control_class_known) uses[from].receives_control[control] = true;
    if (to && flow.data_class_known) uses[to].receives_data[data] = true;
    if (to && flow.control_class_known) uses[to].sends_control[control] = true;
  }
  for (const auto& [nic, use] : uses) {  // faults are put into file order when they are reported
    const auto params = nic->values.make<RoceNicParams>();
    check_ingress(*nic, params, use, faults);
    check_egress(*nic, params, use, faults);
  }
}

}  // namespace headroom
