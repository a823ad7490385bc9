// Lockstep of rtl_ref/tx_scheduler with the transmit schedulers of sc_models/policy/tx_scheduler.
#include <Vtx_scheduler.h>

#include "rtl_ref/ports.h"
#include "sc_models/policy/tx_scheduler.h"
#include "testbench/rtl/common/lockstep.h"

namespace headroom::rtl {
namespace {

constexpr std::uint64_t kLargestLag = 1;
constexpr unsigned kWeightBits = 16;
constexpr int kNone = -1;

class TxSchedulerBench final : public Lockstep<Vtx_scheduler> {
 public:
  using Lockstep::Lockstep;

 private:
  std::string configure() override {
    const auto mode = static_cast<QueueScheduling>(dice_.pick(3));
    classes_ = static_cast<ClassMask>(dice_.between(1, 255));
    PerClass<std::uint64_t> weights{};
    std::string text;
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      weights[c] = static_cast<std::uint64_t>(dice_.one_in(4) ? dice_.whole(0, 65'535, 1) : dice_.between(0, 4));
      put(model_.weights, c * kWeightBits, kWeightBits, weights[c]);
      text += fmt::format(" {}", weights[c]);
    }
    model_.mode = static_cast<std::uint8_t>(mode);
    model_.classes = static_cast<std::uint8_t>(classes_);
    policy_ = make_tx_scheduler(mode, classes_, weights);
    owed_.clear();
    return fmt::format("mode {}, classes {:#04x}, weights{}", model_.mode, classes_, text);
  }

  void drive() override {
    if (dice_.one_in(64)) waiting_ = static_cast<ClassMask>(dice_.pick(256) & dice_.pick(256));
    model_.ask_valid = ask_.next(dice_);
    model_.grant_ready = ready_.next(dice_);
    model_.eligible = static_cast<std::uint8_t>((dice_.one_in(4) ? dice_.pick(256) : waiting_) & classes_);
  }

  void observe() override {
    owed_.see(report_, cycle_, model_.grant_valid, model_.grant_ready, model_.grant_any ? model_.grant_class : kNone,
              kLargestLag);
    if (!model_.ask_valid || !model_.ask_ready) {
      // A question waits for nothing but the answer before it.
      if (model_.ask_valid) expect("ask_ready", !owed_.empty(), true);
      return;
    }
    const std::optional<unsigned> next = policy_->next(model_.eligible);
    owed_.push(cycle_, next ? static_cast<int>(*next) : kNone);
    report_.count();
  }

  Flow ask_, ready_;
  ClassMask classes_ = 0, waiting_ = 0;
  std::unique_ptr<TxScheduler> policy_;
  Owed<int> owed_;
};

}  // namespace
}  // namespace headroom::rtl

int main(int argc, char** argv) {
  return headroom::rtl::run_bench<headroom::rtl::TxSchedulerBench>("tx_scheduler", argc, argv);
}
