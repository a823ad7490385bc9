#include "sc_models/app/cli.h"

#include <ostream>

#include "sc_models/app/attributes_command.h"
#include "sc_models/app/check_command.h"
#include "sc_models/app/config_command.h"
#include "sc_models/app/records_command.h"
#include "sc_models/app/run_command.h"
#include "sc_models/app/validate_command.h"
#include "sc_models/app/version.h"
#include "sc_models/core/config/json_writer.h"

namespace headroom {

void CommandContext::report(const Faults& faults) {
  err << faults.text();
  if (!faults.ok()) exit_code = kExitRefused;
}

void CommandContext::refuse(const std::string& message) {
  err << message << '\n';
  exit_code = kExitRefused;
}

void CommandContext::print(const nlohmann::ordered_json& json) { out << write_json(from_json(json)); }

namespace {

/// For a command line on which no command was found.
std::string wrong_command(const CLI::App& app, int argc, const char* const* argv) {
  std::string known;
  for (const CLI::App* command : app.get_subcommands(nullptr))
    known += (known.empty() ? "" : ", ") + command->get_name();
  const std::string what = argc > 1 ? std::string(argv[1]) + " is no command" : "a command is missing";
  return what + " (" + known + "; headroom --help)";
}

}  // namespace

int run_cli(int argc, const char* const* argv, std::ostream& out, std::ostream& err) {
  CommandContext context{out, err};
  CLI::App app("A cycle-approximate model of a RoCE NIC, its host and the switch in front of it.", "headroom");
  app.set_version_flag("--version", "headroom " + std::string(kVersion));
  app.require_subcommand(1);
  add_run_command(app, context);
  add_validate_command(app, context);
  add_attributes_command(app, context);
  add_records_command(app, context);
  add_config_command(app, context);
  add_check_command(app, context);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error, out, err);  // --help, --version
    const bool no_command = app.get_subcommands().empty();
    context.refuse("headroom: " + (no_command ? wrong_command(app, argc, argv)
                                              : error.what() + std::string(" (headroom COMMAND --help)")));
  }
  return context.exit_code;
}

}  // namespace headroom
