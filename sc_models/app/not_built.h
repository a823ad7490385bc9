// What a configuration may ask for and this build's model does not have.
#pragma once

#include <optional>
#include <string>

#include "sc_models/core/params/configuration.h"

namespace headroom {

/// One sentence on the first such thing, or nothing: then a Network can be built.
[[nodiscard]] std::optional<std::string> not_built(const Configuration& configuration);

}  // namespace headroom
