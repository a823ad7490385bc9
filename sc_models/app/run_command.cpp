#include "sc_models/app/run_command.h"

#include <memory>
#include <string>

#include "sc_models/app/override_options.h"
#include "sc_models/app/run_session.h"

namespace headroom {

void add_run_command(CLI::App& app, CommandContext& context) {
  CLI::App* const command = app.add_subcommand("run", "Simulate a configuration and write its records.");
  const auto options = std::make_shared<RunOptions>();
  command->add_option("CONFIG", options->config, "Configuration file")->required();
  command->add_option("--out", options->out, "Folder for the records (default: headroom-out/<configuration name>)");
  add_override_options(*command, options->overrides);
  const auto progress = std::make_shared<std::string>("auto");
  command->add_option("--progress", *progress, "auto (when stderr is a terminal), on or off")
      ->check(CLI::IsMember({"auto", "on", "off"}).description(""))
      ->option_text("MODE");
  command->add_flag("--quiet", options->quiet, "No progress and no table at the end");
  command->add_flag("--force", options->force, "Write into an existing folder that headroom did not make");
  command->footer(
      "Exit codes: 0 done, also at --until; 1 the simulation failed; 2 command line or configuration refused; 130 "
      "interrupted.\nOn 1 and 130 the records up to that moment are complete.");
  command->callback([options, progress, &context] {
    if (*progress != "auto") options->progress = *progress == "on" ? ProgressMode::kOn : ProgressMode::kOff;
    context.exit_code = run_session(*options);
  });
}

}  // namespace headroom
