#include "sc_models/app/override_options.h"

namespace headroom {

void add_override_options(CLI::App& command, Overrides& overrides) {
  command
      .add_option("--set", overrides.sets,
                  "PATH=VALUE, in place of the file's, as components.Nic.ScalaRoceQpManager.MSS=2048B; repeatable")
      ->allow_extra_args(false);
  command.add_option("--seed", overrides.seed, "In place of simulation.Seed");
  command.add_option("--until", overrides.until, "In place of simulation.Duration, as 5ms");
}

}  // namespace headroom
