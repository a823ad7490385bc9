#include "sc_models/policy/tx_scheduler.h"

#include <array>

#include "sc_models/core/check.h"
#include "sc_models/policy/tx_scheduler/round_robin.h"
#include "sc_models/policy/tx_scheduler/strict_priority.h"
#include "sc_models/policy/tx_scheduler/weighted_round_robin.h"

namespace headroom {
namespace {

using Weights = PerClass<std::uint64_t>;

struct Entry {
  QueueScheduling type;
  std::unique_ptr<TxScheduler> (*make)(ClassMask, const Weights&);
};

constexpr std::array<Entry, 3> kSchedulers = {{
    {QueueScheduling::kStrictPriority,
     [](ClassMask, const Weights&) -> std::unique_ptr<TxScheduler> { return std::make_unique<StrictPriority>(); }},
    {QueueScheduling::kRoundRobin,
     [](ClassMask, const Weights&) -> std::unique_ptr<TxScheduler> { return std::make_unique<RoundRobin>(); }},
    {QueueScheduling::kWeightedRoundRobin,
     [](ClassMask classes, const Weights& weights) -> std::unique_ptr<TxScheduler> {
       return std::make_unique<WeightedRoundRobin>(classes, weights);
     }},
}};

}  // namespace

std::unique_ptr<TxScheduler> make_tx_scheduler(QueueScheduling type, ClassMask classes, const Weights& weights) {
  HEADROOM_CHECK(classes != 0, "a transmit scheduler needs at least one class");
  for (const Entry& entry : kSchedulers) {
    if (entry.type == type) return entry.make(classes, weights);
  }
  throw ModelError("no transmit scheduler of this type");
}

}  // namespace headroom
