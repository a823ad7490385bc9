// Lockstep of rtl_ref/buffer_pools with sc_models/policy/buffer_pools.h.
#include <Vbuffer_pools.h>

#include <optional>

#include "rtl_ref/ports.h"
#include "sc_models/policy/buffer_pools.h"
#include "testbench/rtl/common/lockstep.h"

namespace headroom::rtl {
namespace {

constexpr std::uint64_t kLargestLag = 1;
constexpr unsigned kByteBits = 24;
constexpr std::int64_t kMostBytes = (1 << kByteBits) - 1;

class BufferPoolsBench final : public Lockstep<Vbuffer_pools> {
 public:
  using Lockstep::Lockstep;

 private:
  std::string configure() override {
    PerClass<Bytes> sizes{};
    std::string text = "pools";
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      sizes[c] = Bytes{dice_.whole(0, kMostBytes, 40'000)};
      put(model_.pool_size, c * kByteBits, kByteBits, static_cast<std::uint64_t>(sizes[c].count()));
      text += fmt::format(" {}", sizes[c].count());
    }
    policy_.emplace(sizes);
    owed_.clear();
    gives_too_much_ = dice_.one_in(16);
    failed_ = false;
    return text;
  }

  void drive() override {
    const auto asked = static_cast<unsigned>(dice_.pick(kTrafficClasses));
    const std::int64_t room = (policy_->size(asked) - policy_->filled(asked)).count();
    model_.ask_valid = ask_.next(dice_);
    model_.ask_probe = dice_.one_in(4);
    model_.ask_class = static_cast<std::uint8_t>(asked);
    model_.ask_bytes = bytes(dice_.one_in(4) ? dice_.near(room) : dice_.whole(0, kMostBytes, 4136));
    model_.answer_ready = ready_.next(dice_);

    // Mostly the class that is asked for, because that is where the order of the two matters.
    const unsigned given = dice_.one_in(2) ? asked : static_cast<unsigned>(dice_.pick(kTrafficClasses));
    const std::int64_t filled = policy_->filled(given).count();
    model_.release_valid = release_.next(dice_);
    model_.release_class = static_cast<std::uint8_t>(given);
    model_.release_bytes = bytes(std::min(filled, dice_.one_in(4) ? filled : dice_.scaled(0, kMostBytes)));
    if (gives_too_much_ && dice_.one_in(500)) {
      model_.release_bytes = bytes(dice_.one_in(2) ? filled + 1 : dice_.scaled(filled, kMostBytes));
    }
  }

  void observe() override {
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      expect("filled", policy_->filled(c).count(),
             static_cast<std::int64_t>(get(model_.filled, c * kByteBits, kByteBits)));
    }
    expect("fault", failed_, model_.fault != 0);
    if (failed_) {
      failed_ = false;
      return restart();
    }
    owed_.see(report_, cycle_, model_.answer_valid, model_.answer_ready, model_.answer_fits != 0, kLargestLag);
    if (model_.release_valid) release();
    if (!model_.ask_valid) return;
    expect("ask_ready", owed_.empty(), model_.ask_ready != 0);
    if (model_.ask_ready) ask();
  }

  void ask() {
    const Bytes wanted{model_.ask_bytes};
    owed_.push(cycle_, model_.ask_probe ? policy_->fits(model_.ask_class, wanted)
                                        : policy_->charge(Ps{0}, model_.ask_class, wanted));
    report_.count();
  }
  void release() {
    try {
      policy_->release(Ps{0}, model_.release_class, Bytes{model_.release_bytes});
    } catch (const ModelError&) { failed_ = true; }
  }
  static std::uint32_t bytes(std::int64_t count) {
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(count, 0, kMostBytes));
  }

  Flow ask_, ready_, release_;
  std::optional<BufferPools> policy_;
  Owed<bool> owed_;
  bool gives_too_much_ = false, failed_ = false;
};

}  // namespace
}  // namespace headroom::rtl

int main(int argc, char** argv) {
  return headroom::rtl::run_bench<headroom::rtl::BufferPoolsBench>("buffer_pools", argc, argv);
}
