#include "sc_models/app/config_patch_command.h"

#include <iostream>
#include <iterator>
#include <memory>

#include "sc_models/app/file_update.h"
#include "sc_models/core/config/loader.h"
#include "sc_models/core/config/patch.h"

namespace headroom {
namespace {

struct PatchOptions {
  std::string config, component, patch, output;
  bool dry_run = false;
};

/// The patch's text, from its file or, named `-`, from stdin.
std::optional<std::string> patch_text(const std::string& name, Faults& faults) {
  if (name != "-") return read_file(name, faults);
  return std::string(std::istreambuf_iterator<char>(std::cin), {});
}

void run_patch(const PatchOptions& options, CommandContext& context) {
  const bool in_place = options.output.empty() && !options.dry_run;
  FileLock lock;
  if (in_place) {
    if (const auto problem = lock.take(options.config)) return context.refuse(options.config + ": " + *problem);
  }
  Faults reading(options.config), patch_reading(options.patch);
  const std::optional<std::string> text = read_file(options.config, reading);
  if (!text) return context.report(reading);
  const std::optional<std::string> patch = patch_text(options.patch, patch_reading);
  if (!patch) return context.report(patch_reading);
  const PatchInput input{*text, options.config, *patch, options.patch == "-" ? "stdin" : options.patch};
  const PatchResult result =
      options.component.empty() ? patch_global(input) : patch_component(input, options.component);
  context.report(result.faults);
  if (!result.faults.ok()) return;
  if (!options.dry_run) {
    const std::string target = options.output.empty() ? options.config : options.output;
    if (const auto problem = replace_file(target, result.text)) return context.refuse(target + ": " + *problem);
    if (result.lost_comments) context.err << target << ": note: comments are not kept\n";
  }
  context.print({{"typedParameters", result.parameters}});
}

void add_patch(CLI::App& config, CommandContext& context, bool global) {
  auto options = std::make_shared<PatchOptions>();
  CLI::App* command =
      global ? config.add_subcommand("patch-global", "Merge a patch into the global parameters.")
             : config.add_subcommand("patch", "Merge a patch into a component's attributes: all of it or nothing.");
  command->add_option("CONFIG", options->config, "Configuration file, rewritten without its comments")->required();
  if (!global) command->add_option("COMPONENT", options->component, "Name of the component")->required();
  command->add_option("PATCH", options->patch, "JSON file with the attributes to change; - reads stdin")->required();
  command->add_option("--output", options->output, "Write here instead of CONFIG");
  command->add_flag("--dry-run", options->dry_run, "Write nothing");
  command->callback([options, &context] { run_patch(*options, context); });
}

}  // namespace

void add_patch_commands(CLI::App& config, CommandContext& context) {
  add_patch(config, context, false);
  add_patch(config, context, true);
}

}  // namespace headroom
