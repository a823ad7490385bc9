#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "sc_models/core/agenda.h"

namespace headroom {

/// Does what a test says at the times it says, as part of the agenda.
class Script final : private AgendaClient {
 public:
  /// Its place among what is due at one instant; the default comes first.
  explicit Script(Agenda& agenda, Rank rank = Rank(Due::kFrame, 0, 0)) : agenda_(agenda), rank_(rank) {}
  void at(Ps time, std::function<void()> action) { at(time, std::move(action), rank_); }
  void at(Ps time, std::function<void()> action, Rank rank) {
    actions_.push_back(std::move(action));
    agenda_.at(time, rank, *this, static_cast<AgendaTag>(actions_.size() - 1));
  }

 private:
  void due(Ps, AgendaTag tag) override { actions_[tag](); }
  Agenda& agenda_;
  const Rank rank_;
  std::vector<std::function<void()>> actions_;
};

}  // namespace headroom
