#include "sc_models/app/not_built.h"

#include <fmt/format.h>

namespace headroom {

std::optional<std::string> not_built(const Configuration& configuration) {
  for (const std::uint32_t nic : configuration.topology.server_nic)
    if (configuration.nics[nic].is_uet())
      return fmt::format(
          "components.{}: a ScalaUETNIC can be configured, but not be run by this version (ScalaRoceNic)",
          configuration.nics[nic].name);
  if (configuration.topology.kind == TopologyKind::kLeafSpine)
    return "topology.type: leaf_spine can be configured, but not be run by this version (back_to_back, rack)";
  const auto lossy = [](std::string_view name) {
    return fmt::format("components.{}: LossProbability above 0 can be configured, but not be run by this version (0)",
                       name);
  };
  for (const NicComponent& nic : configuration.nics)
    if (nic.common().uplink.loss_probability > 0) return lossy(nic.name);
  for (const SwitchComponent& component : configuration.switches)
    if (component.params.loss_probability > 0) return lossy(component.name);
  return std::nullopt;
}

}  // namespace headroom
