// Lockstep of rtl_ref/pfc_frame_rx with read_pfc_frame.
#include <Vpfc_frame_rx.h>

#include <algorithm>
#include <span>
#include <vector>

#include "rtl_ref/ports.h"
#include "sc_models/core/crc32.h"
#include "sc_models/core/frame.h"
#include "testbench/rtl/common/lockstep.h"
#include "testbench/rtl/common/pfc_beats.h"

namespace headroom::rtl {
namespace {

constexpr std::uint64_t kLargestLag = 1;

/// What the block says of a frame; all zero if it is no intact PFC frame.
struct Answer {
  bool pfc = false;
  PfcFields fields;
  friend bool operator==(const Answer&, const Answer&) = default;
};
std::string describe(const Answer& answer) {
  std::string text = fmt::format("{} classes {:#04x} source", answer.pfc ? "PFC" : "other", answer.fields.class_enable);
  for (const auto byte : answer.fields.source) text += fmt::format(" {:02x}", byte);
  text += " quanta";
  for (const auto quanta : answer.fields.quanta) text += fmt::format(" {}", quanta);
  return text;
}

class PfcFrameRxBench final : public Lockstep<Vpfc_frame_rx> {
 public:
  using Lockstep::Lockstep;

 private:
  std::string configure() override {
    frame_.clear();
    owed_.clear();
    return "no configuration";
  }

  void drive() override {
    if (at_ >= frame_.size()) {
      frame_ = random_frame();
      at_ = 0;
    }
    const std::size_t rest = frame_.size() - at_;
    model_.in_valid = valid_.next(dice_);
    model_.in_last = rest <= kBeatBytes;
    model_.in_bytes = static_cast<std::uint8_t>(model_.in_last ? rest : static_cast<std::size_t>(dice_.pick(128)));
    BeatData beat;
    for (std::size_t k = std::min(rest, kBeatBytes); k < kBeatBytes; ++k) {  // what is behind the frame is anything
      beat[k] = static_cast<std::uint8_t>(dice_.pick(256));
    }
    std::ranges::copy(std::span(frame_).subspan(at_, std::min(rest, kBeatBytes)), beat.begin());
    put_beat(model_.in_data, beat);
    model_.answer_ready = ready_.next(dice_);
  }

  void observe() override {
    owed_.see(report_, cycle_, model_.answer_valid, model_.answer_ready, answer(), kLargestLag);
    if (!model_.in_valid) return;
    expect("in_ready", !model_.in_last || owed_.empty(), model_.in_ready != 0);
    if (!model_.in_ready) return;
    at_ += kBeatBytes;
    if (!model_.in_last) return;
    const std::optional<PfcFields> fields = read_pfc_frame(frame_);
    owed_.push(cycle_, fields ? Answer{true, *fields} : Answer{});
    report_.count();
  }

  [[nodiscard]] Answer answer() const {
    Answer answer{.pfc = model_.answer_pfc != 0, .fields = {}};
    answer.fields.class_enable = model_.answer_enable;
    for (unsigned k = 0; k < 6; ++k)
      answer.fields.source[k] = static_cast<std::uint8_t>(model_.answer_source >> 8 * (5 - k));
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      answer.fields.quanta[c] = static_cast<std::uint16_t>(get(model_.answer_quanta, 16 * c, 16));
    }
    return answer;
  }

  /// An intact PFC frame, one with a fault of one kind, or something else.
  std::vector<std::uint8_t> random_frame() {
    const std::int64_t kind = dice_.pick(8);
    if (kind == 0)
      return other_frame(static_cast<std::size_t>(dice_.one_in(8) ? dice_.between(1, 1600) : dice_.between(1, 200)));
    const bool usual = !dice_.one_in(3);
    std::vector<std::uint8_t> bytes = write_pfc_frame(
        random_fields(dice_), usual ? (dice_.one_in(2) ? kPfcBytes : kStandardPfcBytes)
                                    : static_cast<std::size_t>(dice_.between(64, dice_.one_in(4) ? 300 : 130)));
    if (kind == 1) flip(bytes, bytes.size());  // in the check sequence, or what it covers
    if (kind == 2) {                           // intact, but one bit of the header is another frame's
      flip(bytes, 18);
      seal(bytes);
    }
    if (kind == 3) {  // intact, but too short
      bytes.resize(static_cast<std::size_t>(dice_.between(22, 63)));
      seal(bytes);
    }
    return bytes;
  }
  std::vector<std::uint8_t> other_frame(std::size_t size) {
    std::vector<std::uint8_t> bytes(size);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(dice_.pick(256));
    if (size >= 4 && dice_.one_in(2)) seal(bytes);
    return bytes;
  }
  void flip(std::vector<std::uint8_t>& bytes, std::size_t below) {
    bytes[static_cast<std::size_t>(dice_.pick(static_cast<std::int64_t>(below)))] ^=
        static_cast<std::uint8_t>(1u << dice_.pick(8));
  }
  static void seal(std::vector<std::uint8_t>& bytes) {
    const std::uint32_t crc = crc32(std::span(bytes).first(bytes.size() - 4));
    for (unsigned k = 0; k < 4; ++k) bytes[bytes.size() - 4 + k] = static_cast<std::uint8_t>(crc >> 8 * k);
  }

  Flow valid_, ready_;
  std::vector<std::uint8_t> frame_;
  std::size_t at_ = 0;  ///< first byte of the next beat
  Owed<Answer> owed_;
};

}  // namespace
}  // namespace headroom::rtl

int main(int argc, char** argv) {
  return headroom::rtl::run_bench<headroom::rtl::PfcFrameRxBench>("pfc_frame_rx", argc, argv);
}
