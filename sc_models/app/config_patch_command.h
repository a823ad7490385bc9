// headroom config patch and patch-global
#pragma once

#include "sc_models/app/cli.h"

namespace headroom {

void add_patch_commands(CLI::App& config, CommandContext& context);

}  // namespace headroom
