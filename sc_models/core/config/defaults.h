// Parameters with every attribute at its default, for programs that build a NIC without a configuration file.
#pragma once

#include "sc_models/core/params/nic.h"
#include "sc_models/core/params/uet_nic.h"

namespace headroom {

/// What a NIC of the model without a single attribute written has. Whoever changes a value answers for the rules that
/// span attributes: only a configuration file is checked against them.
[[nodiscard]] RoceNicParams default_roce_nic_params();
[[nodiscard]] UetNicParams default_uet_nic_params();

}  // namespace headroom
