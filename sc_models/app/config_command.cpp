#include "sc_models/app/config_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>

#include "sc_models/app/config_patch_command.h"
#include "sc_models/app/override_options.h"
#include "sc_models/app/version.h"
#include "sc_models/core/config/json_reader.h"
#include "sc_models/core/config/listing.h"
#include "sc_models/core/config/loader.h"
#include "sc_models/core/config/nearest.h"

namespace headroom {
namespace {

using Json = nlohmann::ordered_json;

/// The types, or the categories, that models have.
std::vector<std::string_view> words_of(std::string_view Model::*member) {
  std::vector<std::string_view> words;
  for (const Model* model : offered_models())
    if (std::find(words.begin(), words.end(), model->*member) == words.end()) words.push_back(model->*member);
  return words;
}

/// Refuses a word that no model has; an empty one was not given.
bool unknown_word(std::string_view what, const std::string& word, const std::vector<std::string_view>& known,
                  CommandContext& context) {
  if (word.empty() || std::find(known.begin(), known.end(), word) != known.end()) return false;
  context.refuse(fmt::format("headroom: --{}: {} is no {} of a model ({})", what, word, what, list_of(known)));
  return true;
}

void add_show(CLI::App& config, CommandContext& context) {
  struct Options {
    std::string config;
    Overrides overrides;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = config.add_subcommand("show", "Print the configuration with every default filled in.");
  command->add_option("CONFIG", options->config, "Configuration file")->required();
  add_override_options(*command, options->overrides);
  command->callback([options, &context] {
    const LoadResult result = load_configuration(options->config, options->overrides);
    context.report(result.faults);
    if (result.ok()) context.print(result.effective);
  });
}

void add_schema(CLI::App& config, CommandContext& context) {
  auto name = std::make_shared<std::string>();
  CLI::App* command = config.add_subcommand("schema", "Print a model's typedParameters with every attribute's limits.");
  command->add_option("MODEL", *name, "Model")->required();
  command->callback([name, &context] {
    std::vector<std::string_view> known;
    for (const Model* model : all_models()) known.push_back(model->name);
    if (const Model* model = find_model(*name)) return context.print({{"typedParameters", model_parameters(*model)}});
    context.refuse(fmt::format("headroom: unknown model {} ({})", *name, list_of(known)));
  });
}

void add_models(CLI::App& config, CommandContext& context) {
  struct Options {
    std::string category, type;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = config.add_subcommand("models", "List the models a configuration can name.");
  command->add_option("--category", options->category, "Only this category");
  command->add_option("--type", options->type, "Only this type");
  command->callback([options, &context] {
    if (unknown_word("category", options->category, words_of(&Model::category), context)) return;
    if (unknown_word("type", options->type, words_of(&Model::type), context)) return;
    Json list = Json::array();
    for (const Model* model : offered_models()) {
      if (!options->category.empty() && options->category != model->category) continue;
      if (!options->type.empty() && options->type != model->type) continue;
      list.push_back({{"model", model->name},
                      {"name", model->name},
                      {"type", model->type},
                      {"category", model->category},
                      {"id", model->name},
                      {"latestVersion", kVersion},
                      {"versions", Json::array({kVersion})},
                      {"description", model->description}});
    }
    context.print(list);
  });
}

/// What carries the component, "server0" or "rack0"; several as a list; null when it is placed nowhere.
Json container_of(const Draft& draft, const DraftComponent& component) {
  if (!draft.topology) return nullptr;
  Json places = Json::array();
  const auto add = [&](const Placement& placement, std::string_view holder) {
    for (std::size_t i = 0; i < placement.components.size(); ++i)
      if (placement.components[i] == &component) places.push_back(fmt::format("{}{}", holder, i));
  };
  add(draft.topology->nics, "server");
  add(draft.topology->racks, "rack");
  add(draft.topology->spines, "spine");
  return places.empty() ? Json(nullptr) : places.size() == 1 ? places.front() : places;
}

void add_components(CLI::App& config, CommandContext& context) {
  struct Options {
    std::string config, type;
    bool details = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = config.add_subcommand("components", "List the components of a configuration.");
  command->add_option("CONFIG", options->config, "Configuration file")->required();
  command->add_option("--type", options->type, "Only this type");
  command->add_flag("--details", options->details, "With every attribute");
  command->callback([options, &context] {
    if (unknown_word("type", options->type, words_of(&Model::type), context)) return;
    Faults faults(options->config);
    const std::optional<std::string> text = read_file(options->config, faults);
    const JsonNode root = text ? read_json(*text, Source::kFile, faults) : JsonNode{};
    if (!faults.ok()) return context.report(faults);
    const Draft draft = read_draft(root, options->config, faults);
    if (!faults.ok()) return context.report(faults);
    Json list = Json::array();
    for (const DraftComponent& component : draft.components) {
      const Model& model = component.values.model();
      if (!options->type.empty() && options->type != model.type) continue;
      Json json = {{"name", component.name},
                   {"model", model.name},
                   {"type", model.type},
                   {"version", kVersion},
                   {"container", container_of(draft, component)}};
      if (options->details) json["typedParameters"] = component.values.nested(full_leaf);
      list.push_back(std::move(json));
    }
    context.print({{"components", list}});
  });
}

}  // namespace

void add_config_command(CLI::App& app, CommandContext& context) {
  CLI::App* config = app.add_subcommand("config", "Show and change configurations.");
  config->require_subcommand(1);
  add_show(*config, context);
  add_components(*config, context);
  add_patch_commands(*config, context);
  add_schema(*config, context);
  add_models(*config, context);
}

}  // namespace headroom
