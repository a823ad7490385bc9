#include "sc_models/core/config/effective.h"

#include "sc_models/core/config/json_writer.h"
#include "sc_models/core/config/placement.h"

namespace headroom {
namespace {

using Json = nlohmann::ordered_json;

Json topology_json(const DraftTopology& topology) {
  Json out = topology.values.flat(bare);
  out["nic"] = placement_json(topology.nics);
  for (const Placement* tier : {&topology.racks, &topology.spines})
    if (tier->words) out[std::string(tier->words->key)] = placement_json(*tier);
  return out;
}

}  // namespace

Json effective_configuration(const Draft& draft) {
  Json out;
  out["simulation"] = draft.simulation.flat(bare);
  out["components"] = Json::object();
  for (const DraftComponent& component : draft.components) {
    Json& json = out["components"][component.name];
    json["model"] = component.values.model().name;
    json["typedParameters"] = component.values.nested(leaf);
  }
  out["topology"] = topology_json(*draft.topology);
  Json& workload = out["workload"];
  workload["application"] = draft.application.model().name;
  workload.update(draft.application.flat(bare));
  workload["flows"] = Json::array();
  for (const DraftFlow& flow : draft.flows) workload["flows"].push_back(flow.values.flat(bare));
  return out;
}

std::string canonical_text(const Json& configuration) { return write_json(from_json(configuration)); }

}  // namespace headroom
