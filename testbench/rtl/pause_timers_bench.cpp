// Lockstep of rtl_ref/pause_timers with sc_models/policy/pause_timers.h and pause_time.h.
#include <Vpause_timers.h>

#include <numeric>
#include <optional>

#include "sc_models/policy/pause_time.h"
#include "sc_models/policy/pause_timers.h"
#include "testbench/rtl/common/lockstep.h"

namespace headroom::rtl {
namespace {

constexpr std::uint64_t kFrameLag = 2, kExpiryLag = 1;
constexpr unsigned kFractionBits = 28;
constexpr std::int64_t kMostDelay = 0xFFFF'FFFF, kMostTick = 0xFFFF;
constexpr std::int64_t kRates[] = {400'000'000'000, 800'000'000'000, 100'000'000'000, 25'781'250'000, 40'000'000'000,
                                   300'000'000'000, 126'080'000'000, 10'000'000'000,  1'000'000'000,  504'320'000'000};

class PauseTimersBench final : public Lockstep<Vpause_timers> {
 public:
  using Lockstep::Lockstep;

 private:
  std::string configure() override {
    rate_ = BitRate{kRates[static_cast<std::size_t>(dice_.pick(std::ssize(kRates)))]};
    tick_ = Ps{dice_.whole(1, kMostTick, 1000)};
    delay_ = Ps{dice_.one_in(4) ? dice_.scaled(0, kMostDelay) : dice_.scaled(0, 4 * tick_.count())};
    const UInt128 scaled = (UInt128{512} * kPsPerSecond) << kFractionBits;
    model_.quantum = static_cast<std::uint64_t>((scaled + UInt128(rate_.count()) - 1) / UInt128(rate_.count()));
    model_.tick = static_cast<std::uint16_t>(tick_.count());
    model_.delay = static_cast<std::uint32_t>(delay_.count());
    policy_ = {};
    start_ = cycle_;
    held_ = expired_ = 0;
    frame_.reset();
    return fmt::format("{} bit/s, tick {} ps, delay {} ps", rate_.count(), tick_.count(), delay_.count());
  }

  void drive() override {
    model_.frame_valid = valid_.next(dice_);
    model_.frame_class = static_cast<std::uint8_t>(dice_.pick(kTrafficClasses));
    model_.frame_quanta = static_cast<std::uint16_t>(dice_.one_in(4) ? dice_.whole(0, 0xFFFF, 0) : dice_.scaled(0, 20));
  }

  void observe() override {
    expect("held", held_, ClassMask{model_.held});
    expect("expired", expired_, ClassMask{model_.expired});
    // What the policy decided on the frame before shows after this edge; what runs out at this edge too.
    if (frame_) {
      held_ = (held_ & ~class_bit(frame_->c)) | (frame_->holds ? class_bit(frame_->c) : 0);
      report_.lag(kFrameLag, kFrameLag);
    }
    frame_.reset();
    const Ps now = tick_ * static_cast<std::int64_t>(cycle_ - start_);
    if (model_.frame_valid) on_frame(now, model_.frame_class, model_.frame_quanta);
    expired_ = 0;
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      if (!policy_.held(c) || policy_.end(c) > now) continue;
      if (!policy_.wake(now, c).resumed) continue;
      expired_ |= class_bit(c);
      report_.lag(kExpiryLag, kExpiryLag);
    }
    held_ &= ~expired_;
  }

  void on_frame(Ps now, unsigned c, std::uint64_t quanta) {
    frame_ = Frame{c, quanta > 0};
    if (quanta == 0) {
      policy_.resume(now, c);
    } else {
      (void)policy_.pause(now, c, pause_time(quanta, rate_, delay_));
    }
    report_.count();
  }

  struct Frame {
    unsigned c;
    bool holds;
  };

  Flow valid_;
  BitRate rate_;
  Ps tick_, delay_;
  PauseTimers policy_;
  std::uint64_t start_ = 0;
  std::optional<Frame> frame_;        ///< sampled at the edge before
  ClassMask held_ = 0, expired_ = 0;  ///< what the block must show
};

}  // namespace
}  // namespace headroom::rtl

int main(int argc, char** argv) {
  return headroom::rtl::run_bench<headroom::rtl::PauseTimersBench>("pause_timers", argc, argv);
}
