#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "sc_models/core/agenda.h"

namespace headroom {

/// Does what a test says at the times it says, as part of the agenda.
class Script final : private AgendaClient {
 public:
  explicit Script(Agenda& agenda) : agenda_(agenda) {}
  /// The default group comes first among those of an instant.
  void at(Ps time, std::function<void()> action, Rank rank = Rank(Due::kFrame, 0, 0)) {
    actions_.push_back(std::move(action));
    agenda_.at(time, rank, *this, static_cast<AgendaTag>(actions_.size() - 1));
  }

 private:
  void due(Ps, AgendaTag tag) override { actions_[tag](); }
  Agenda& agenda_;
  std::vector<std::function<void()>> actions_;
};

}  // namespace headroom
