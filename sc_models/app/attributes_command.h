// headroom attributes
#pragma once

#include "sc_models/app/cli.h"

namespace headroom {

void add_attributes_command(CLI::App& app, CommandContext& context);

}  // namespace headroom
