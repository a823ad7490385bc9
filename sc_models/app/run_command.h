#pragma once

#include "sc_models/app/cli.h"

namespace headroom {

void add_run_command(CLI::App& app, CommandContext& context);

}  // namespace headroom
