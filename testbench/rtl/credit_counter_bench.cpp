// Lockstep of rtl_ref/credit_counter with sc_models/policy/credit_counter.h.
#include <Vcredit_counter.h>

#include <optional>
#include <vector>

#include "sc_models/policy/credit_counter.h"
#include "testbench/rtl/common/lockstep.h"

namespace headroom::rtl {
namespace {

constexpr std::uint64_t kLargestLag = 0;
constexpr std::int64_t kMostSlots = (1 << 14) - 1, kMostBytes = (1 << 20) - 1;

class CreditCounterBench final : public Lockstep<Vcredit_counter> {
 public:
  using Lockstep::Lockstep;

 private:
  std::string configure() override {
    fills_slots_ = dice_.one_in(64);
    longest_ = fills_slots_ ? 4 * kMostSlots : 4096;
    const std::int64_t slots = fills_slots_ ? kMostSlots : dice_.whole(2, kMostSlots, 800);
    bytes_ = dice_.whole(512, kMostBytes, 256'000);
    // A buffer is full after few transfers or after many.
    largest_payload_ = fills_slots_      ? 0
                       : dice_.one_in(2) ? 512
                                         : std::max<std::int64_t>(512, bytes_ / dice_.between(1, 40));
    model_.slots = static_cast<std::uint16_t>(slots);
    model_.bytes = static_cast<std::uint32_t>(bytes_);
    policy_.emplace(slots, Bytes{bytes_});
    taken_.clear();
    gives_too_much_ = dice_.one_in(16);
    failed_ = false;
    return fmt::format("{} slots, {} B", slots, bytes_);
  }

  void drive() override {
    model_.take_valid = take_.next(dice_);
    model_.take_data = !dice_.one_in(3);
    model_.take_bytes = static_cast<std::uint32_t>(std::clamp<std::int64_t>(
        dice_.one_in(4) ? dice_.near(bytes_ - policy_->bytes_taken().count()) : dice_.between(0, largest_payload_), 0,
        kMostBytes));
    model_.give_valid = !taken_.empty() && give_.next(dice_) && !(fills_slots_ && dice_.one_in(2));
    if (model_.give_valid) {
      std::swap(taken_.back(), taken_[static_cast<std::size_t>(dice_.pick(std::ssize(taken_)))]);
      model_.give_bytes = static_cast<std::uint32_t>(taken_.back());
    }
    if (gives_too_much_ && dice_.one_in(500)) {
      model_.give_valid = true;
      const std::int64_t too_much = policy_->slots_taken() == 0 ? 0 : policy_->bytes_taken().count() + 1;
      model_.give_bytes = static_cast<std::uint32_t>(dice_.whole(std::min(too_much, kMostBytes), kMostBytes, too_much));
    }
  }

  void observe() override {
    expect("slots_taken", policy_->slots_taken(), std::int64_t{model_.slots_taken});
    expect("bytes_taken", policy_->bytes_taken().count(), std::int64_t{model_.bytes_taken});
    expect("fault", failed_, model_.fault != 0);
    if (failed_) {
      failed_ = false;
      return restart();
    }
    if (model_.give_valid) give();
    if (!model_.take_valid) return;
    const Bytes payload{model_.take_bytes};
    const bool taken = model_.take_data ? policy_->take_data(payload) : policy_->take_header();
    expect("take_ready", taken, model_.take_ready != 0);
    if (taken) taken_.push_back(model_.take_data ? payload.count() : 0);
    report_.lag(0, kLargestLag);
    report_.count();
  }

  void give() {
    try {
      policy_->give_back(Bytes{model_.give_bytes});
      taken_.pop_back();
    } catch (const ModelError&) { failed_ = true; }
  }

  Flow take_, give_;
  std::int64_t bytes_ = 0, largest_payload_ = 0;
  std::optional<CreditCounter> policy_;
  std::vector<std::int64_t> taken_;  ///< payload of each transfer that holds room
  bool fills_slots_ = false, gives_too_much_ = false, failed_ = false;
};

}  // namespace
}  // namespace headroom::rtl

int main(int argc, char** argv) {
  return headroom::rtl::run_bench<headroom::rtl::CreditCounterBench>("credit_counter", argc, argv);
}
