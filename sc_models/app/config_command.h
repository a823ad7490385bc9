// headroom config show|components|patch|patch-global|schema|models
#pragma once

#include "sc_models/app/cli.h"

namespace headroom {

void add_config_command(CLI::App& app, CommandContext& context);

}  // namespace headroom
