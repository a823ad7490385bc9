// Builds the PFC frames that the specification prints, each at both lengths, with rtl_ref/pfc_frame_tx, compares every
// byte with the printed ones, and writes them to a pcap file: pfc_frames FILE
#include <Vpfc_frame_tx.h>
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "rtl_ref/ports.h"
#include "testbench/rtl/common/pfc_beats.h"

namespace headroom::rtl {
namespace {

struct Printed {
  std::uint8_t classes;
  std::uint16_t quanta_0, quanta_1;
  std::string_view bytes_14_on;  ///< up to the zeros
  std::string_view fcs_84, fcs_64;
};
constexpr Printed kPrinted[] = {
    {0x01, 65'535, 0, "01010001ffff", "18dabd73", "0840dfa5"},
    {0x01, 0, 0, "01010001", "7202d5ee", "6fb20ba0"},
    {0x02, 0, 65'535, "010100020000ffff", "e23df360", "018c7b77"},
    {0x03, 65'535, 65'535, "01010003ffffffff", "548f28ad", "9d88bc35"},
};
constexpr std::uint64_t kSource = 0x0200'2000'0002;

class Block {
 public:
  explicit Block(bool long_frame) {
    model_.long_frame = long_frame;
    model_.source = kSource;
    model_.out_ready = 1;
    model_.rst = 1;
    clock();
    model_.rst = 0;
  }
  std::vector<std::uint8_t> build(const Printed& frame) {
    model_.frame_valid = 1;
    model_.class_enable = frame.classes;
    put(model_.quanta, 0, 16, frame.quanta_0);
    put(model_.quanta, 16, 16, frame.quanta_1);
    clock();
    model_.frame_valid = 0;
    std::vector<std::uint8_t> bytes;
    for (bool last = false; !last; clock()) {
      const BeatData beat = get_beat(model_.out_data);
      bytes.insert(bytes.end(), beat.begin(), beat.begin() + model_.out_bytes);
      last = model_.out_last;
    }
    return bytes;
  }

 private:
  void clock() {
    for (const unsigned level : {0u, 1u}) {
      model_.clk = static_cast<std::uint8_t>(level);
      model_.eval();
    }
  }
  Vpfc_frame_tx model_;
};

std::string printed_bytes(const Printed& frame, std::size_t size) {
  std::string text = fmt::format("0180c2000001{:012x}8808{}", kSource, frame.bytes_14_on);
  text.resize(2 * (size - 4), '0');
  return text.append(size == 84 ? frame.fcs_84 : frame.fcs_64);
}

class Pcap {
 public:
  explicit Pcap(const char* file) : out_(file, std::ios::binary) {
    for (const std::uint32_t word : {0xA1B2C3D4u, 0x0004'0002u, 0u, 0u, 65'535u, 1u}) number(word);  // Ethernet
  }
  void add(const std::vector<std::uint8_t>& bytes) {
    const auto size = static_cast<std::uint32_t>(bytes.size());
    for (const std::uint32_t word : {0u, 0u, size, size}) number(word);
    out_.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(size));
  }

 private:
  void number(std::uint32_t word) { out_.write(reinterpret_cast<const char*>(&word), sizeof word); }
  std::ofstream out_;
};

int run(const char* file) {
  Pcap pcap(file);
  for (const Printed& frame : kPrinted) {
    for (const std::size_t size : {84u, 64u}) {
      const std::vector<std::uint8_t> bytes = Block(size == 84).build(frame);
      std::string text;
      for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
      if (const std::string printed = printed_bytes(frame, size); text != printed) {
        fmt::print("printed {}\nblock   {}\n", printed, text);
        return 1;
      }
      pcap.add(bytes);
    }
  }
  fmt::print("eight frames, every byte as printed\n");
  return 0;
}

}  // namespace
}  // namespace headroom::rtl

int main(int argc, char** argv) { return argc == 2 ? headroom::rtl::run(argv[1]) : 2; }
