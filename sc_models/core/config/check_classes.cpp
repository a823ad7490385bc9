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

/// Pools that are too small may be run on purpose; an attribute of the RoCE NIC.
bool may_starve(const NicComponent& nic) { return !nic.is_uet() && nic.roce().transport.allow_starved_pools; }

void check_egress(const BoundValues& values, const NicComponent& nic, const Use& use, Faults& faults) {
  const EgressParams& egress = nic.common().egress;
  const std::int64_t packet = full_packet(nic).count();
  const std::int64_t ack = nic.is_uet() ? kUetAckBytes : 1;  // any pool does for the RoCE NIC [S]
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    const Bytes pool = egress.pool(c);
    if (!may_starve(nic)) {
      if (use.sends_data[c] && pool.count() < packet)
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
    if ((use.sends_data[c] || use.sends_control[c]) && egress.wrr_weights[c] == 0 &&
        egress.scheduling == QueueScheduling::kWeightedRoundRobin)
      faults.warning(values.place(path::kEgressWeights), values.path(path::kEgressWeights), "WEIGHT_ZERO",
                     fmt::format("class {} carries traffic and has weight 0: it starves", c));
  }
}

void check_ingress(const BoundValues& values, const NicComponent& nic, const Use& use, Faults& faults) {
  if (may_starve(nic)) return;
  for (unsigned c = 0; c < kTrafficClasses; ++c)
    if ((use.receives_data[c] || use.receives_control[c]) && nic.common().ingress.pool(c) == Bytes{0})
      faults.error(values.place(path::kIngressPools), values.path(path::kIngressPools), "POOL_TOO_SMALL",
                   fmt::format("class {} is received but has no receive pool (more than 0 B)", c));
}

/// A flow's two ends must speak one transport, and its fields be that transport's.
void check_transport(const DraftFlow& flow, const DraftComponent& source, const DraftComponent& destination,
                     Faults& faults) {
  const BoundValues& values = flow.values;
  const Model &from = source.values.model(), &to = destination.values.model();
  if (&from != &to)
    return faults.error(values.place("dst"), values.path("dst"), "WORKLOAD",
                        fmt::format("has a {}, but the sender a {} (two NICs of one model)", to.name, from.name));
  const bool uet = &from == &kUetNicModel;
  if (!uet && values.written("pdc"))
    faults.error(values.place("pdc"), values.path("pdc"), "WORKLOAD",
                 fmt::format("is given, but the flow runs over a {} (for flows of a ScalaUETNIC)", from.name));
  if (uet && flow.params.pdc == PdcUse::kPerMessage && flow.params.queue_pairs != 1)
    faults.warning(values.place("queue_pairs"), values.path("queue_pairs"), "WORKLOAD",
                   "has no effect with pdc per_message: each message has a PDC of its own");
}

}  // namespace

void check_classes(const Draft& draft, Faults& faults) {
  std::map<const DraftComponent*, Use> uses;
  std::unordered_set<std::string> told;
  const auto& nics = draft.topology->nics.components;
  for (const DraftFlow& flow : draft.flows) {
    if (told.insert(flow.values.path()).second)  // of the flows of a pattern once
      check_transport(flow, *nics[flow.params.source], *nics[flow.params.destination], faults);
    Use& source = uses[nics[flow.params.source]];
    source.sends_data[flow.params.data_class] = true;
    source.receives_control[flow.params.control_class] = true;
    Use& destination = uses[nics[flow.params.destination]];
    destination.receives_data[flow.params.data_class] = true;
    destination.sends_control[flow.params.control_class] = true;
  }
  for (const auto& [nic, use] : uses) {  // faults are put into file order when they are reported
    const NicComponent component = nic_component(*nic);
    check_ingress(nic->values, component, use, faults);
    check_egress(nic->values, component, use, faults);
  }
}

}  // namespace headroom
