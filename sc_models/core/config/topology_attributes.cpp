// The fields of the topology section that are plain values.
#include "sc_models/core/config/model.h"
#include "sc_models/core/config/topology_fields.h"

namespace headroom {
namespace {

using T = TopologyFields;
constexpr Origin kOurs = Origin::kExtension;
constexpr std::string_view kKinds[] = {"back_to_back", "rack", "leaf_spine"};

constexpr Attribute count_row(std::string_view path, Store store, std::string_view min, std::string_view meaning) {
  return {path, Type::kUint, store, "", min, "65536", kOurs, meaning, {}, "PLACEMENT"};
}

constexpr Attribute kRows[] = {
    {"type", Type::kEnum, field<&T::kind>, "", "", "", kOurs,
     "back_to_back: two servers on one wire; rack: servers below one switch; leaf_spine: racks of servers, each rack's "
     "switch joined to every spine by NumUpLinksPerSwitch links; required.",
     kKinds, "PLACEMENT"},
    count_row("servers", field<&T::servers>, "2", "How many servers; 2 back to back; required but in leaf_spine."),
    {"switch", Type::kText, field<&T::rack_switch>, "", "", "", kOurs,
     "Component of the rack's switch; required in a rack."},
    count_row("racks", field<&T::racks>, "1", "How many racks; required in leaf_spine."),
    count_row("servers_per_rack", field<&T::servers_per_rack>, "1", "Servers of each rack; required in leaf_spine."),
    count_row("spines", field<&T::spines>, "1", "How many spine switches; required in leaf_spine."),
};

}  // namespace

const Model kTopologyModel{"Topology", "topology", "topology",
                           "The topology section; nic stands beside these, in leaf_spine leaf_switch and spine_switch "
                           "too: each a component name, or a list of { \"servers\": \"0-3,7\", \"nic\": NAME }, of "
                           "{ \"switches\": \"0-3,7\", \"switch\": NAME } for switches.",
                           kRows};

}  // namespace headroom
