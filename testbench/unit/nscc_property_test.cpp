#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <algorithm>

#include "testbench/common/nscc_script.h"

namespace headroom {
namespace {

using namespace test;

NsccParams any_params() {
  NsccParams params = default_nscc();
  params.enable = *rc::gen::weightedElement<bool>({{9, true}, {1, false}});
  params.initial_base_rtt = Ps(*rc::gen::inRange<std::int64_t>(60'000, 50'000'000));
  params.reference_rtt = Ps(*rc::gen::inRange<std::int64_t>(1, 80'000'000));
  params.override_target_queue_delay = *rc::gen::arbitrary<bool>();
  params.disable_quick_adapt = *rc::gen::weightedElement<bool>({{5, false}, {1, true}});
  params.quick_adapt_gate = *rc::gen::inRange<std::uint64_t>(0, 32);
  params.override_maximum_window = *rc::gen::arbitrary<bool>();
  params.maximum_window = *rc::gen::inRange<std::uint64_t>(1, 4'097);
  params.fast_increase_multiplier = *rc::gen::element(0.01, 1.0, 100.0);
  params.delay_alpha = *rc::gen::element(0.0, 0.25, 1.0);
  params.gamma = *rc::gen::element(0.001, 0.8, 1.0);
  params.maximum_decrease_jump = *rc::gen::element(0.001, 0.5, 1.0);
  return params;
}

std::int64_t moved(const UetWindowCounts& c) {
  return (c.added_proportional + c.added_fair + c.added_fast + c.added_eta - c.cut_decrease - c.cut_quick_adapt -
          c.cut_trim - c.cut_timeout - c.cut_penalty - c.cut_base_rtt)
      .count();
}

RC_GTEST_PROP(NsccProperty, TheWindowStaysInBoundsAndItsMovesAreAccountedFor, ()) {
  const NsccParams params = any_params();
  Nscc nscc(params, kUetMss, *rc::gen::arbitrary<bool>(), kUetLine, Ps{});
  const std::int64_t first = nscc.window();
  std::int64_t in_flight = 0, fetched = 0;
  Ps now, base = nscc.base_rtt();
  bool restored = false;
  for (const unsigned event : *rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0u, 100u))) {
    now += Ps(*rc::gen::inRange<std::int64_t>(0, 8'000'000));
    const auto rtt =
        rc::gen::map(rc::gen::inRange<std::int64_t>(1, 120'000'000), [](std::int64_t ps) { return Ps(ps); });
    const std::int64_t nominal = *rc::gen::inRange<std::int64_t>(88, 4'185);
    const bool marked = *rc::gen::arbitrary<bool>();
    if (event < 60) {
      const unsigned penalty = std::max(0, *rc::gen::inRange(-300, 128));
      const bool restore = *rc::gen::arbitrary<bool>();
      restored = restored || restore;
      const auto sample = *rc::gen::maybe(rtt);
      nscc.on_ack(now, 256 * (nominal / 256), marked, sample ? std::optional<Ps>(*sample) : std::nullopt, penalty,
                  restore);
    } else if (event < 70) {
      nscc.on_trim(now, nominal, std::nullopt);
    } else if (event < 75) {
      nscc.on_timeout(nominal);
    } else if (event < 80) {
      nscc.offer(*rtt);
    } else if (event < 90) {
      nscc.committed(nominal), in_flight += nominal;
      nscc.fetched(nominal), fetched += nominal;
    } else {
      nscc.left_flight(nominal), in_flight -= nominal;
      nscc.retired(nominal), fetched -= nominal;
    }
    RC_ASSERT(nscc.window() >= 4'184);
    RC_ASSERT(nscc.window() <= std::max<std::int64_t>(4'184, nscc.max_window()));
    RC_ASSERT(nscc.in_flight() == in_flight);
    RC_ASSERT(nscc.bytes_fetched() == fetched);
    RC_ASSERT(nscc.base_rtt() <= base);
    base = nscc.base_rtt();
    RC_ASSERT(nscc.average_delay() >= 0);
    if (!restored) RC_ASSERT(nscc.window() == first + moved(nscc.counts()));
    if (!params.enable)
      RC_ASSERT(nscc.window() == std::max<std::int64_t>(4'184, nscc.max_window()) || params.override_maximum_window);
  }
}

RC_GTEST_PROP(NsccProperty, QuickAdaptAndCutsNeverRaiseTheWindow, ()) {
  NsccScript group(default_nscc(), *rc::gen::arbitrary<bool>());
  Ps now;
  for (const unsigned event : *rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0u, 3u))) {
    now += Ps(*rc::gen::inRange<std::int64_t>(0, 8'000'000));
    const std::int64_t before = group.window();
    const std::uint64_t adapts = group.nscc.counts().quick_adapts;
    if (event == 0) {
      group.trim(now);
    } else if (event == 1) {
      group.timeout();
    } else {
      const auto reaction =
          group.ack(now, Ps(*rc::gen::inRange<std::int64_t>(0, 90'000'000)), *rc::gen::arbitrary<bool>());
      if (group.nscc.counts().quick_adapts == adapts && reaction.routine != UetRoutine::kMd) continue;
      if (reaction.fulfil != 0) continue;  // what had gathered comes after the decrease
    }
    RC_ASSERT(group.window() <= before);
  }
}

}  // namespace
}  // namespace headroom
