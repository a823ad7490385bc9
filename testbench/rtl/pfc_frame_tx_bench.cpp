// Lockstep of rtl_ref/pfc_frame_tx with write_pfc_frame.
#include <Vpfc_frame_tx.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "rtl_ref/ports.h"
#include "sc_models/core/frame.h"
#include "testbench/rtl/common/lockstep.h"
#include "testbench/rtl/common/pfc_beats.h"

namespace headroom::rtl {
namespace {

constexpr std::uint64_t kLargestLag = 1;

class PfcFrameTxBench final : public Lockstep<Vpfc_frame_tx> {
 public:
  using Lockstep::Lockstep;

 private:
  using Beat = std::vector<std::uint8_t>;

  std::string configure() override {
    size_ = dice_.one_in(2) ? kPfcBytes : kStandardPfcBytes;
    source_ = random_fields(dice_).source;
    model_.long_frame = size_ == kPfcBytes;
    for (std::size_t k = 0; k < source_.size(); ++k) put(model_.source, 8 * (5 - k), 8, source_[k]);
    owed_.clear();
    return fmt::format("{} B, source {:02x}", size_, fmt::join(source_, ":"));
  }

  void drive() override {
    fields_ = random_fields(dice_);
    fields_.source = source_;
    model_.frame_valid = frame_.next(dice_);
    model_.class_enable = fields_.class_enable;
    for (unsigned c = 0; c < kTrafficClasses; ++c) put(model_.quanta, 16 * c, 16, fields_.quanta[c]);
    model_.out_ready = ready_.next(dice_);
  }

  void observe() override {
    if (model_.out_valid) {
      expect("out_last", owed_.size() == 1, model_.out_last != 0);
      const BeatData beat = get_beat(model_.out_data);
      expect("zeros after the frame", std::count(beat.begin() + model_.out_bytes, beat.end(), 0),
             std::int64_t{kBeatBytes} - model_.out_bytes);
    }
    owed_.see(report_, cycle_, model_.out_valid, model_.out_ready, bytes(), kLargestLag);
    if (!model_.frame_valid) return;
    expect("frame_ready", owed_.empty(), model_.frame_ready != 0);
    if (!model_.frame_ready) return;
    const Beat frame = write_pfc_frame(fields_, size_);
    for (std::size_t at = 0; at < size_; at += kBeatBytes) {
      const auto rest = std::min(kBeatBytes, size_ - at);
      owed_.push(cycle_, Beat(frame.begin() + static_cast<std::ptrdiff_t>(at),
                              frame.begin() + static_cast<std::ptrdiff_t>(at + rest)));
    }
    report_.count();
  }

  [[nodiscard]] Beat bytes() const {
    const BeatData beat = get_beat(model_.out_data);
    return Beat(beat.begin(), beat.begin() + (model_.out_valid ? model_.out_bytes : 0));
  }

  Flow frame_, ready_;
  std::size_t size_ = 0;
  MacAddress source_{};
  PfcFields fields_;
  Owed<Beat> owed_;
};

}  // namespace
}  // namespace headroom::rtl

int main(int argc, char** argv) {
  return headroom::rtl::run_bench<headroom::rtl::PfcFrameTxBench>("pfc_frame_tx", argc, argv);
}
