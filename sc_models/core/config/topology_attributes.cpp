// The fields of the topology section that are plain values.
#include "sc_models/core/config/model.h"
#include "sc_models/core/config/topology_fields.h"

namespace headroom {
namespace {

constexpr std::string_view kKinds[] = {"back_to_back", "rack"};

constexpr Attribute kRows[] = {
    {"type", Type::kEnum, field<&TopologyFields::kind>, "", "", "", Origin::kExtension,
     "back_to_back: two servers on one wire; rack: servers below one switch; required.", kKinds, "PLACEMENT"},
    {"servers",
     Type::kUint,
     field<&TopologyFields::servers>,
     "",
     "2",
     "65536",
     Origin::kExtension,
     "How many servers; 2 back to back; required.",
     {},
     "PLACEMENT"},
    {"switch", Type::kText, field<&TopologyFields::rack_switch>, "", "", "", Origin::kExtension,
     "Component of the rack's switch; required in a rack."},
};

}  // namespace

const Model kTopologyModel{"Topology", "topology", "topology", "The topology section; nic stands beside these.", kRows};

}  // namespace headroom
