#include "sc_models/app/validate_command.h"

#include <memory>
#include <ostream>

#include "sc_models/app/override_options.h"
#include "sc_models/core/config/loader.h"

namespace headroom {
namespace {

using Json = nlohmann::ordered_json;

Json fault_json(const Fault& fault) {
  const auto text_or_null = [](std::string text) { return text.empty() ? Json(nullptr) : Json(std::move(text)); };
  return {{"severity", fault.severity == Severity::kError ? "error" : "warning"},
          {"code", fault.code},
          {"component", text_or_null(fault.component())},
          {"parameter", text_or_null(fault.parameter())},
          {"path", text_or_null(fault.json_path())},
          {"message", fault.message},
          {"x_file", fault.file},
          {"x_line", fault.line == 0 ? Json(nullptr) : Json(fault.line)}};
}

Json report_json(const Faults& faults) {
  Json errors = Json::array(), warnings = Json::array();
  for (const Fault& fault : faults.errors()) errors.push_back(fault_json(fault));
  for (const Fault& fault : faults.warnings()) warnings.push_back(fault_json(fault));
  const char* const status = !errors.empty() ? "error" : warnings.empty() ? "valid" : "warning";
  return {{"valid", errors.empty()},
          {"status", status},
          {"errors", errors},
          {"warnings", warnings},
          {"info", Json::array()}};
}

}  // namespace

void add_validate_command(CLI::App& app, CommandContext& context) {
  struct Options {
    std::string config, format = "text";
    Overrides overrides;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("validate", "Check a configuration without running it; all faults at once.");
  command->add_option("CONFIG", options->config, "Configuration file")->required();
  command->add_option("--format", options->format, "text (errors on stderr) or json")
      ->check(CLI::IsMember({"text", "json"}));
  add_override_options(*command, options->overrides);
  command->callback([options, &context] {
    const LoadResult result = load_configuration(options->config, options->overrides);
    if (options->format == "json") {
      context.print(report_json(result.faults));
      if (!result.ok()) context.exit_code = kExitRefused;
      return;
    }
    context.report(result.faults);
    if (result.ok()) context.out << options->config << ": valid\n";
  });
}

}  // namespace headroom
