// headroom validate CONFIG
#pragma once

#include "sc_models/app/cli.h"

namespace headroom {

void add_validate_command(CLI::App& app, CommandContext& context);

}  // namespace headroom
