#include "sc_models/app/not_built.h"

#include <fmt/format.h>

namespace headroom {

std::optional<std::string> not_built(const Configuration& configuration) {
  for (const std::uint32_t nic : configuration.topology.server_nic)
    if (configuration.nics[nic].is_uet())
      return fmt::format(
          "components.{}: a ScalaUETNIC can be configured, but not be run by this version (ScalaRoceNic)",
          configuration.nics[nic].name);
  return std::nullopt;
}

}  // namespace headroom
