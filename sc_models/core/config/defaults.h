// Parameters with every attribute at its default, for programs that build a NIC without a configuration file.
#pragma once

#include "sc_models/core/params/nic.h"

namespace headroom {

/// What a `ScalaRoceNic` without a single attribute written has. Whoever changes a value answers for the rules that
/// span attributes: only a configuration file is checked against them.
[[nodiscard]] RoceNicParams default_roce_nic_params();

}  // namespace headroom
