// Cost of one direction of a PCIe link without agenda and modules: writes of 4,096 B, woken as each form asks.
#include <benchmark/benchmark.h>

#include "sc_models/policy/pcie_direction.h"

namespace headroom {
namespace {

std::unique_ptr<PcieDirection> direction(bool every_transfer) {
  return PcieDirection::make({BitRate(504'320'000'000), Bytes(16'000), Bytes(256'000), Bytes(16'000), Bytes(256'000),
                              Bytes(64), true, every_transfer});
}

/// Offers a write for each that arrives, with `state.range(1)` of them under way.
void PcieDirectionWrites(benchmark::State& state) {
  const auto made = direction(state.range(0) != 0);
  PcieDirection& up = *made;
  for (std::int64_t i = 0; i < state.range(1); ++i) (void)up.offer_data(Ps{0}, Bytes(4'096));
  up.decide(Ps{0});
  std::uint64_t accepted = up.take_accepted(), writes = 0;
  for (auto _ : state) {
    const Ps now = up.next();
    up.advance(now);
    for (std::uint64_t n = up.take_arrived(); n > 0; --n, ++writes) {
      (void)up.offer_data(now, Bytes(4'096));
      up.decide(now);
    }
    if (up.go_on(now)) up.decide(now);
    accepted += up.take_accepted();
  }
  benchmark::DoNotOptimize(accepted);
  state.counters["writes"] = benchmark::Counter(static_cast<double>(writes), benchmark::Counter::kIsRate);
}
BENCHMARK(PcieDirectionWrites)->ArgNames({"tlp", "open"})->ArgsProduct({{0, 1}, {8, 100}});

}  // namespace
}  // namespace headroom
