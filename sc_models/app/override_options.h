// --set, --seed and --until, shared by the commands that read a configuration.
#pragma once

#include <CLI/CLI.hpp>

#include "sc_models/core/config/overrides.h"

namespace headroom {

/// `overrides` must live as long as the command.
void add_override_options(CLI::App& command, Overrides& overrides);

}  // namespace headroom
