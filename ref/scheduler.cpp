#include "ref/guard.h"
#include "sc_models/policy/tx_scheduler.h"

using namespace headroom::reference;

struct headroom_scheduler {
  headroom::ClassMask classes;
  std::unique_ptr<headroom::TxScheduler> policy;
};

extern "C" {

headroom_scheduler* headroom_scheduler_new(int mode, int classes, const int64_t* weights) {
  return guarded("headroom_scheduler_new", [=] {
    require(mode >= HEADROOM_STRICT_PRIORITY && mode <= HEADROOM_WEIGHTED_ROUND_ROBIN, "mode {} (0 to 2)", mode);
    require(classes >= 1 && classes <= 255, "classes {} (a mask, 1 to 255)", classes);
    require(weights != nullptr, "weights is null");
    headroom::PerClass<std::uint64_t> turns;
    for (unsigned c = 0; c < headroom::kTrafficClasses; ++c)
      turns[c] = static_cast<std::uint64_t>(whole("weight", weights[c]));
    const auto mask = static_cast<headroom::ClassMask>(classes);
    return new headroom_scheduler{
        mask, headroom::make_tx_scheduler(static_cast<headroom::QueueScheduling>(mode), mask, turns)};
  });
}
void headroom_scheduler_delete(headroom_scheduler* scheduler) { delete scheduler; }

int headroom_scheduler_next(headroom_scheduler* scheduler, int eligible) {
  return guarded("headroom_scheduler_next", [=] {
    headroom_scheduler& state = live(scheduler);
    const auto mask = static_cast<headroom::ClassMask>(eligible);
    require((mask & ~state.classes) == 0, "eligible {} (a subset of {})", eligible, state.classes);
    const std::optional<unsigned> next = state.policy->next(mask);
    return next ? static_cast<int>(*next) : HEADROOM_NO_CLASS;
  });
}
}
