// Random settings and random lives of a REPS load balancer; events that end freezing often come exactly when it may
// end, just before or just after.
#pragma once

#include "testbench/common/dice.h"
#include "testbench/common/uet_oracle_reps.h"

namespace headroom::oracle {

struct RepsSetup {
  SprayingParams params;
  std::uint64_t seed = 0;
  std::int64_t exploration = 0;
};

inline RepsSetup random_reps(Dice& dice) {
  RepsSetup s;
  // A large cache is seldom filled in a short life, and takes long to make.
  s.params.reps_buffer_size_mask_bits = static_cast<std::uint64_t>(dice.one_in(500) ? dice.pick(17) : dice.pick(5));
  s.params.entropy_value_set_size = static_cast<std::uint64_t>(dice.whole(1, 65'536, 65'536));
  s.params.freezing_timeout = Ps{dice.whole(0, std::int64_t{1} << 40, 100'000'000)};
  s.seed = group_seed(static_cast<std::uint64_t>(dice.pick(1'000)), static_cast<std::uint64_t>(dice.pick(1'000)),
                      static_cast<std::uint64_t>(dice.pick(1'000)));
  s.exploration = dice.one_in(2) ? dice.pick(24) : dice.whole(0, std::int64_t{1} << 26, 71);
  return s;
}

enum class RepsEventKind : std::uint8_t { kNext, kAck, kNack, kFailure };

struct RepsEvent {
  RepsEventKind kind = RepsEventKind::kNext;
  std::int64_t now = 0;
  std::uint16_t value = 0;
  bool marked = false;  ///< of a NACK: trimmed on the last hop
  int times = 1;
};

class RepsLife {
 public:
  RepsLife(Dice& dice, const RepsOracle& balancer) : dice_(dice), b_(balancer) {}

  RepsEvent next() {
    using enum RepsEventKind;
    constexpr RepsEventKind kKinds[] = {kNext, kNext, kNext, kAck, kAck, kAck, kNack, kFailure};
    now_ = time();
    const int times = dice_.one_in(4) ? static_cast<int>(dice_.between(2, 12)) : 1;
    return {.kind = kKinds[dice_.pick(8)],
            .now = now_,
            .value = static_cast<std::uint16_t>(dice_.pick(65'536)),
            .marked = dice_.one_in(3),
            .times = times};
  }

 private:
  std::int64_t time() {
    switch (dice_.pick(6)) {
      case 0: return now_ + dice_.scaled(0, std::int64_t{1} << 38);
      case 1:
      case 2: return std::max(now_, dice_.near(b_.freeze_start + b_.p.freezing_timeout.count()));
      case 3: return now_ + dice_.between(0, 100'000);
      default: return now_;
    }
  }

  Dice& dice_;
  const RepsOracle& b_;
  std::int64_t now_ = 0;
};

}  // namespace headroom::oracle
