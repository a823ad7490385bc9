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
  const Place end = values.place("Duration");
  for (const std::string_view key : {"WarmUp", "RunTime", "CoolDown"}) {
    if (!values.at(key).present) continue;
    const bool end_came_later = end.source > values.place(key).source;
    faults.error(end_came_later ? end : values.place(key), values.path(end_came_later ? "Duration" : key), "STOP_TIME",
                 fmt::format("and {} both set the end (one way or the other)", end_came_later ? key : "Duration"));
  }
}

}  // namespace

void check_simulation(BoundValues& simulation, const std::string& default_name, Faults& faults) {
  check_name(simulation, default_name, faults);
  check_stop(simulation, faults);
}

void read_simulation(const JsonNode& root, const std::string& default_name, Draft& draft, Faults& faults) {
  if (const JsonNode* simulation = root.find("simulation")) {
    if (simulation->is(JsonKind::kObject)) {
      draft.simulation = BoundValues(kGlobalModel, simulation->place, "simulation");
      bind_values(*simulation, Form::kFile, draft.simulation, faults);
    } else {
      draft.simulation.refuse("");
      faults.error(simulation->place, "simulation", "TYPE_MISMATCH",
                   fmt::format("is {} (an object of global parameters)", simulation->kind_name()));
    }
  }
  check_simulation(draft.simulation, default_name, faults);
}

}  // namespace headroom
