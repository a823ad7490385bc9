#include <fmt/format.h>

#include "sc_models/core/config/draft.h"
#include "sc_models/core/config/list_text.h"

namespace headroom {
namespace {

constexpr std::size_t kLongestRunName = 255;

void check_name(BoundValues& values, const std::string& default_name, Faults& faults) {
  constexpr std::string_view kName = "Name";
  const Value& name = values.at(kName);
  if (!name.present) {
    Value value;
    value.present = true;
    value.text = default_name;
    values.fill(kName, std::move(value));
  } else if (!is_name(name.text, kLongestRunName)) {
    faults.error(values.place(kName), values.path(kName), "BAD_STRING",
                 fmt::format("is \"{}\" (1 to {} letters, digits, - and _, first a letter or digit)", name.text,
                             kLongestRunName));
  }
}

void check_stop(const BoundValues& values, Faults& faults) {
  if (!values.at("Duration").present) return;
  for (const std::string_view key : {"WarmUp", "RunTime", "CoolDown"})
    if (values.at(key).present)
      faults.error(values.place(key), values.path(key), "STOP_TIME",
                   "and Duration both set the end (one way or the other)");
}

}  // namespace

void read_simulation(const JsonNode& root, const std::string& default_name, Draft& draft, Faults& faults) {
  const std::size_t before = faults.error_count();
  if (const JsonNode* simulation = root.find("simulation")) {
    if (simulation->is(JsonKind::kObject)) {
      draft.simulation = BoundValues(kGlobalModel, simulation->place, "simulation");
      bind_values(*simulation, Form::kFile, draft.simulation, faults);
    } else {
      faults.error(simulation->place, "simulation", "TYPE_MISMATCH",
                   fmt::format("is {} (an object of global parameters)", simulation->kind_name()));
    }
  }
  check_name(draft.simulation, default_name, faults);
  check_stop(draft.simulation, faults);
  draft.simulation_sound = faults.error_count() == before;
}

}  // namespace headroom
