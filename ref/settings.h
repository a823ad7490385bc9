// The attributes that congestion control and load balancing take their settings from.
#pragma once

#include "ref/guard.h"
#include "sc_models/core/config/binder.h"

struct headroom_settings {
  headroom::BoundValues values;
};

namespace headroom::reference {

/// As the model's parameters; an error if the settings are another model's.
template <class Params>
[[nodiscard]] Params params_of(headroom_settings* settings, const Model& model) {
  const BoundValues& values = live(settings).values;
  require(&values.model() == &model, "settings of {} ({})", values.model().name, model.name);
  return values.make<Params>();
}

}  // namespace headroom::reference
