#include <fmt/format.h>

#include <map>
#include <unordered_set>

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

/// Pools that are too small may be run on purpose; an attribute of the RoCE NIC.
bool may_starve(const NicComponent& nic) { return !nic.is_uet() && nic.roce().transport.allow_starved_pools; }

void check_egress(const BoundValues& values, const NicComponent& nic, const Use& use, Faults& faults) {
  const EgressParams& egress = nic.common().egress;
  const std::int64_t packet = full_packet(nic).count();
  const std::int64_t ack = nic.is_uet() ? kUetAckBytes : 1;  // any pool does for the RoCE NIC [S]
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    const Bytes pool = egress.pool(c);
    if (!may_starve(nic) && pools_sound(values, path::kEgressPools, path::kEgressSize)) {
      if (use.sends_data[c] && values.sound({path::kMss, path::kUetMss}) && pool.count() < packet)
        faults.error(
            values.place(path::kEgressPools), values.path(path::kEgressPools), "POOL_TOO_SMALL",
            fmt::format("class {} gets {} B; a data class needs one packet ({} B)", c, grouped(pool), grouped(packet)));
      else if (use.sends_control[c] && pool == Bytes{0})
        faults.error(values.place(path::kEgressPools), values.path(path::kEgressPools), "POOL_TOO_SMALL",
                     fmt::format("control class {} has no transmit pool (more than 0 B)", c));
      else if (use.sends_control[c] && pool.count() < ack)
        faults.error(values.place(path::kEgressPools), values.path(path::kEgressPools), "POOL_TOO_SMALL",
                     fmt::format("class {} gets {} B; a control class needs one ACK ({} B)", c, grouped(pool), ack));
    }
    if (values.sound({path::kEgressWeights, path::kEgressScheduling}) && (use.sends_data[c] || use.sends_control[c]) &&
        egress.wrr_weights[c] == 0 && egress.scheduling == QueueScheduling::kWeightedRoundRobin)
      faults.warning(values.place(path::kEgressWeights), values.path(path::kEgressWeights), "WEIGHT_ZERO",
                     fmt::format("class {} carries traffic and has weight 0: it starves", c));
  }
}

void check_ingress(const BoundValues& values, const NicComponent& nic, const Use& use, Faults& faults) {
  if (may_starve(nic) || !pools_sound(values, path::kIngressPools, path::kIngressSize)) return;
  for (unsigned c = 0; c < kTrafficClasses; ++c)
    if ((use.receives_data[c] || use.receives_control[c]) && nic.common().ingress.pool(c) == Bytes{0})
      faults.error(values.place(path::kIngressPools), values.path(path::kIngressPools), "POOL_TOO_SMALL",
                   fmt::format("class {} is received but has no receive pool (more than 0 B)", c));
}

/// Paths of the faults told already: the flows of a pattern have one path.
using Told = std::unordered_set<std::string>;

/// A flow's two ends must speak one transport, and its fields be that transport's.
void check_transport(const DraftFlow& flow, const DraftComponent& source, const DraftComponent& destination, Told& told,
                     Faults& faults) {
  const BoundValues& values = flow.values;
  const Model &from = source.values.model(), &to = destination.values.model();
  const auto first = [&](std::string_view key) { return told.insert(values.path(key)).second; };
  const bool uet = &from == &kUetNicModel;
  if (&from != &to) {
    if (first("dst"))
      faults.error(values.place("dst"), values.path("dst"), "WORKLOAD",
                   fmt::format("has a {}, but the sender a {} (two NICs of one model)", to.name, from.name));
  } else if (!uet && values.written("pdc")) {
    if (first("pdc"))
      faults.error(values.place("pdc"), values.path("pdc"), "WORKLOAD",
                   fmt::format("is given, but the flow runs over a {} (for flows of a ScalaUETNIC)", from.name));
  } else if (uet && values.sound({"pdc", "queue_pairs"}) && flow.params.pdc == PdcUse::kPerMessage &&
             flow.params.queue_pairs != 1 && first("queue_pairs")) {
    faults.warning(values.place("queue_pairs"), values.path("queue_pairs"), "WORKLOAD",
                   "has no effect with pdc per_message: each message has a PDC of its own");
  }
}

}  // namespace

void check_classes(const Draft& draft, Faults& faults) {
  std::map<const DraftComponent*, Use> uses;
  Told told;
  const auto& nics = draft.topology->nics.components;
  const auto nic_of = [&](const DraftFlow& flow, std::string_view key, std::uint32_t server) -> const DraftComponent* {
    return flow.known(key) && server < nics.size() ? nics[server] : nullptr;
  };
  for (const DraftFlow& flow : draft.flows) {
    const DraftComponent* const from = nic_of(flow, "src", flow.params.source);
    const DraftComponent* const to = nic_of(flow, "dst", flow.params.destination);
    if (from && to) check_transport(flow, *from, *to, told, faults);
    const unsigned data = flow.params.data_class, control = flow.params.control_class;
    if (from && flow.data_class_known) uses[from].sends_data[data] = true;
    if (from && flow.control_class_known) uses[from].receives_control[control] = true;
    if (to && flow.data_class_known) uses[to].receives_data[data] = true;
    if (to && flow.control_class_known) uses[to].sends_control[control] = true;
  }
  for (const auto& [nic, use] : uses) {  // faults are put into file order when they are reported
    const NicComponent component = nic_component(*nic);
    check_ingress(nic->values, component, use, faults);
    check_egress(nic->values, component, use, faults);
  }
}

}  // namespace headroom
