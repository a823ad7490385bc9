// headroom check --block BLOCK --config CONFIG TRACE
#pragma once

#include "sc_models/app/cli.h"

namespace headroom {

void add_check_command(CLI::App& app, CommandContext& context);

}  // namespace headroom
