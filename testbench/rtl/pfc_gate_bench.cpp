// Lockstep of rtl_ref/pfc_gate with a PfcGate for each class, their refresh timers beside them.
#include <Vpfc_gate.h>

#include <optional>

#include "rtl_ref/ports.h"
#include "sc_models/core/class_mask.h"
#include "sc_models/core/params/nic.h"
#include "sc_models/policy/pfc_gate.h"
#include "testbench/rtl/common/lockstep.h"

namespace headroom::rtl {
namespace {

constexpr std::uint64_t kLargestLag = 1;
constexpr unsigned kByteBits = 24, kCycleBits = 24;
constexpr std::int64_t kMostBytes = (1 << kByteBits) - 1, kMostCycles = (1 << kCycleBits) - 1;

class PfcGateBench final : public Lockstep<Vpfc_gate> {
 public:
  using Lockstep::Lockstep;

 private:
  struct Class {
    PfcGate gate;
    std::int64_t xoff, xon;
    std::uint64_t refresh, due;  ///< cycles from a pause; cycle of the next one
  };

  std::string configure() override {
    const std::int64_t longest = dice_.one_in(8) ? kMostCycles : dice_.scaled(2, 2000);
    std::string text = "xoff/xon/refresh";
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      const std::int64_t xoff = dice_.scaled(0, kMostBytes);
      const std::int64_t xon = dice_.one_in(8) ? dice_.scaled(0, kMostBytes) : dice_.between(0, xoff);
      const auto refresh = static_cast<std::uint64_t>(dice_.scaled(2, longest));
      classes_[c] = {PfcGate(Bytes{xoff}, Bytes{xon}), xoff, xon, refresh, 0};
      put(model_.xoff, c * kByteBits, kByteBits, static_cast<std::uint64_t>(xoff));
      put(model_.xon, c * kByteBits, kByteBits, static_cast<std::uint64_t>(xon));
      put(model_.refresh_cycles, c * kCycleBits, kCycleBits, refresh);
      text += fmt::format(" {}/{}/{}", xoff, xon, refresh);
    }
    model_.enable = static_cast<std::uint8_t>(dice_.pick(256) | dice_.pick(256));
    owed_.clear();
    return fmt::format("{}, enable {:#04x}", text, model_.enable);
  }

  void drive() override {
    const auto c = static_cast<unsigned>(dice_.pick(kTrafficClasses));
    model_.event_valid = event_.next(dice_);
    model_.event_release = dice_.one_in(2);
    model_.event_class = static_cast<std::uint8_t>(c);
    model_.event_filled = static_cast<std::uint32_t>(level(c));
    model_.send_ready = ready_.next(dice_);
    const auto changed = static_cast<unsigned>(dice_.pick(kTrafficClasses));
    put(model_.filled, changed * kByteBits, kByteBits, static_cast<std::uint64_t>(level(changed)));
  }

  void observe() override {
    ClassMask pausing = 0;
    for (unsigned c = 0; c < kTrafficClasses; ++c) pausing |= classes_[c].gate.pausing() ? class_bit(c) : 0;
    expect("pausing", pausing, ClassMask{model_.pausing});
    owed_.see(report_, cycle_, model_.send_valid, model_.send_ready, 2 * model_.send_class + model_.send_xoff,
              kLargestLag);
    const std::optional<unsigned> due = first_due();
    expect("event_ready", owed_.empty() && !due, model_.event_ready != 0);
    if (due && owed_.empty()) {
      decided(*due, classes_[*due].gate.on_refresh(
                        Bytes{static_cast<std::int64_t>(get(model_.filled, *due * kByteBits, kByteBits))}));
      report_.count();
    } else if (model_.event_valid && model_.event_ready) {
      on_event(model_.event_class, Bytes{model_.event_filled});
      report_.count();
    }
  }

  void on_event(unsigned c, Bytes filled) {
    if (model_.event_release) return decided(c, classes_[c].gate.on_release(filled));
    if ((model_.enable & class_bit(c)) != 0) decided(c, classes_[c].gate.on_arrival(filled));
  }
  void decided(unsigned c, PfcGate::Send send) {
    if (send == PfcGate::Send::kNothing) return;
    classes_[c].due = cycle_ + classes_[c].refresh;
    owed_.push(cycle_, static_cast<int>(2 * c) + (send == PfcGate::Send::kXoff));
  }
  [[nodiscard]] std::optional<unsigned> first_due() const {
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      if (classes_[c].gate.pausing() && classes_[c].due <= cycle_) return c;
    }
    return std::nullopt;
  }
  /// At a threshold of the class, or anywhere.
  std::int64_t level(unsigned c) {
    const std::int64_t at = dice_.pick(3);
    const std::int64_t bytes = at == 0   ? dice_.near(classes_[c].xoff)
                               : at == 1 ? dice_.near(classes_[c].xon)
                                         : dice_.scaled(0, kMostBytes);
    return std::clamp<std::int64_t>(bytes, 0, kMostBytes);
  }

  Flow event_, ready_;
  PerClass<Class> classes_{};
  Owed<int> owed_;
};

}  // namespace
}  // namespace headroom::rtl

int main(int argc, char** argv) {
  return headroom::rtl::run_bench<headroom::rtl::PfcGateBench>("pfc_gate", argc, argv);
}
