#include "sc_models/app/attributes_command.h"

#include <memory>
#include <ostream>

#include "sc_models/core/config/listing.h"

namespace headroom {

void add_attributes_command(CLI::App& app, CommandContext& context) {
  struct Options {
    std::string model, format = "table";
  };
  auto options = std::make_shared<Options>();
  std::vector<std::string> names;
  for (const Model* model : all_models()) names.emplace_back(model->name);
  CLI::App* command = app.add_subcommand("attributes", "List every attribute: path, type, default, range, meaning.");
  command->add_option("--model", options->model, "Only this one")->check(CLI::IsMember(names));
  command->add_option("--format", options->format, "table, json, schema (JSON Schema) or markdown")
      ->check(CLI::IsMember({"table", "json", "schema", "markdown"}));
  command->callback([options, &context] {
    const Model* const one = find_model(options->model);
    const ModelList models = one ? ModelList(&one, 1) : all_models();
    if (options->format == "table") context.out << attribute_table(models);
    if (options->format == "markdown") context.out << attribute_markdown(models);
    if (options->format == "json") context.print(attribute_json(models));
    if (options->format == "schema") context.print(one ? model_schema(*one) : file_schema());
  });
}

}  // namespace headroom
