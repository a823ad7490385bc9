#include "sc_models/policy/equal_cost_paths.h"

#include <algorithm>

namespace headroom {

EqualCostPaths::EqualCostPaths(const SwitchParams& params, std::uint32_t node, RandomStream ties,
                               const std::vector<std::vector<std::uint16_t>>& sets, const EgressPorts& ports)
    : hash_(params.ecmp_hash, node),
      flowlets_(params.load_balancing == LoadBalancing::kFlowlet),
      pfc_aware_(params.flowlet_pfc_aware),
      gap_(params.flowlet_gap),
      ties_(ties),
      ports_(ports),
      slots_(flowlets_ ? std::min(sets.size(), kTables) * kSlots : 0) {
  std::size_t largest = 0;
  for (const std::vector<std::uint16_t>& set : sets) {
    sets_.push_back({set, std::vector<PathStats>(set.size())});
    largest = std::max(largest, set.size());
  }
  formed_.reserve(sets.size());
  best_.reserve(largest);
  paused_.resize(largest);
}

void EqualCostPaths::form(std::uint16_t set, Ps now) {
  SetState& state = sets_[set];
  state.formed = true;
  if (flowlets_ && formed_.size() < kTables) state.slots = &slots_[formed_.size() * kSlots];
  formed_.push_back({set, now, state.slots ? kSlots : 0});
}

EqualCostPaths::Choice EqualCostPaths::choose(std::uint16_t set, const FlowKey& flow, unsigned traffic_class, Ps now) {
  SetState& state = sets_[set];
  if (!state.formed) form(set, now);
  const std::uint16_t hash = hash_.of(flow, state.ports.size());
  Choice choice{0, set, 0, state.slots ? &state.slots[hash % kSlots] : nullptr};
  if (!choice.slot) {
    choice.member = static_cast<std::uint16_t>(hash % state.ports.size());
  } else if (choice.slot->member != kNoMember && now - choice.slot->last < gap_) {
    choice.member = choice.slot->member;
  } else {
    choice.member = least_loaded(state, traffic_class, choice.slot->member);
  }
  choice.port = state.ports[choice.member];
  return choice;
}

/// Paused members are left out unless all are. Of equally loaded ones the flow's current one stays.
std::uint16_t EqualCostPaths::least_loaded(SetState& set, unsigned traffic_class, std::uint16_t current) {
  const std::size_t members = set.ports.size();
  std::size_t paused = 0;
  for (std::size_t m = 0; m < members; ++m) {
    paused_[m] = ports_.paused(set.ports[m], traffic_class) ? 1 : 0;
    paused += paused_[m];
  }
  const bool avoid_paused = pfc_aware_ && paused < members;
  Bytes least;
  best_.clear();
  for (std::size_t m = 0; m < members; ++m) {
    if (avoid_paused && paused_[m] != 0) {
      ++set.stats[m].paused_skips;
      continue;
    }
    const Bytes load = ports_.load(set.ports[m]);
    if (best_.empty() || load < least) {
      best_.clear();
      least = load;
    }
    if (load == least) best_.push_back(static_cast<std::uint16_t>(m));
  }
  const bool stays = std::find(best_.begin(), best_.end(), current) != best_.end();
  const std::uint16_t chosen = stays ? current : best_[best_.size() == 1 ? 0 : ties_.draw(best_.size())];
  if (paused_[chosen] != 0) ++set.stats[chosen].paused_selections;
  return chosen;
}

void EqualCostPaths::admitted(const Choice& choice, Bytes charge, Ps now) {
  std::vector<PathStats>& stats = sets_[choice.set].stats;
  stats[choice.member].bytes += charge;
  ++stats[choice.member].packets;
  if (!choice.slot) return;
  if (choice.slot->member == kNoMember) {
    ++stats[choice.member].assignments;
  } else if (choice.slot->member != choice.member) {
    ++stats[choice.slot->member].moved_out;
    ++stats[choice.member].moved_in;
  }
  *choice.slot = {choice.member, now};
}

}  // namespace headroom
