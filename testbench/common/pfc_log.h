#pragma once

#include <vector>

#include "sc_models/core/pfc_observer.h"

namespace headroom {

/// Remembers what PFC does on one port.
struct PfcLog final : PfcObserver {
  void pfc_event(const PfcEvent& event) override { events.push_back(event); }
  [[nodiscard]] std::vector<PfcEvent> of(PfcEventKind kind) const {
    std::vector<PfcEvent> found;
    for (const PfcEvent& event : events) {
      if (event.kind == kind) found.push_back(event);
    }
    return found;
  }
  [[nodiscard]] std::vector<Ps> times(PfcEventKind kind) const {
    std::vector<Ps> times;
    for (const PfcEvent& event : of(kind)) times.push_back(event.time);
    return times;
  }
  std::vector<PfcEvent> events;
};

}  // namespace headroom
