// headroom records
#pragma once

#include "sc_models/app/cli.h"

namespace headroom {

void add_records_command(CLI::App& app, CommandContext& context);

}  // namespace headroom
