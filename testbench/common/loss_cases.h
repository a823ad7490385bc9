// One message over an idle wire of 400 Gbps that loses something: what roce-transport.md says becomes of it. The same
// for two engines alone and for two whole servers.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <string>

#include "sc_models/core/frame.h"
#include "sc_models/core/stats.h"

namespace headroom::test {

/// A frame that is lost the first `times` it comes.
struct LostFrame {
  FrameKind kind;
  Psn psn;
  int times = 1;

  bool operator()(const Frame& f) { return f.kind == kind && f.psn == psn && times-- > 0; }
};

struct LossCase {
  std::string name;
  std::optional<LostFrame> data = {}, answer = {};  ///< towards the receiver, and back
  Ps completed;
  Bytes message{1 << 20};  ///< PSN 0 to 255
  Ps retransmit_timeout{64'000'000'000};
  // Of the sender, then of the receiver; nothing where the document gives no number.
  std::optional<std::uint64_t> data_sent = {}, timeouts = {}, go_backs = {}, payload_discards = {};
  std::optional<std::uint64_t> naks = {}, acks_sent = {}, out_of_order = {}, drops_after_nak = {}, duplicates = {};
};

inline std::ostream& operator<<(std::ostream& out, const LossCase& c) { return out << c.name; }

inline const LossCase kLossCases[] = {
    {.name = "T28_TheLastPacketIsRepairedByTheTimer",
     .data = LostFrame{FrameKind::kData, 255},
     .completed = Ps{64'021'975'206},
     .data_sent = 257,
     .timeouts = 1,
     .go_backs = 1,
     .naks = 0},
    {.name = "T29_AShorterTimerRepairsSooner",
     .data = LostFrame{FrameKind::kData, 255},
     .completed = Ps{16'021'975'206},
     .retransmit_timeout = Ps{16'000'000'000}},
    {.name = "T30_APacketInBetweenDrawsOneNakAndGoesBack",
     .data = LostFrame{FrameKind::kData, 99},
     .completed = Ps{23'781'923},
     .data_sent = 282,
     .go_backs = 1,
     .payload_discards = 14,
     .naks = 1,
     .acks_sent = 15,
     .out_of_order = 1,
     .drops_after_nak = 25},
    {.name = "T31_TheFirstPacketIsAnOrdinaryGap",
     .data = LostFrame{FrameKind::kData, 0},
     .completed = Ps{25'432'757},
     .data_sent = 262,
     .payload_discards = 49,
     .drops_after_nak = 5},
    {.name = "T32_ARepeatedPacketIsLeftToTheTimer",
     .data = LostFrame{FrameKind::kData, 99, 2},
     .completed = Ps{64'023'178'984},
     .data_sent = 439,
     .timeouts = 1,
     .go_backs = 2,
     .naks = 1,
     .drops_after_nak = 181},
    {.name = "T33_TheNakIsLeftToTheTimer",
     .data = LostFrame{FrameKind::kData, 99},
     .answer = LostFrame{FrameKind::kNak, 99},
     .completed = Ps{64'021'975'206},
     .data_sent = 427,
     .drops_after_nak = 156,
     .duplicates = 14},
    {.name = "T34_TheLastAckCostsATimeout",
     .answer = LostFrame{FrameKind::kAck, 255},
     .completed = Ps{64'021'975'206},
     .acks_sent = 17,
     .duplicates = 1},
    {.name = "T35_AnAckInBetweenCostsNothing",
     .answer = LostFrame{FrameKind::kAck, 16},
     .completed = Ps{21'621'843},
     .data_sent = 256},
    {.name = "T36_AMessageThatFitsThePoolResendsItsTail",
     .data = LostFrame{FrameKind::kData, 9},
     .completed = Ps{4'481'462},
     .message = Bytes{131'072},
     .data_sent = 40,
     .payload_discards = 15,
     .drops_after_nak = 7},
};

inline void expect_counts(const LossCase& c, const RoceStats& sender, const RoceStats& receiver) {
  const auto expect = [](std::optional<std::uint64_t> count, std::uint64_t is, const char* what) {
    if (!count) return;
    EXPECT_EQ(is, *count) << what;
  };
  expect(c.data_sent, sender.data_sent, "data packets sent");
  expect(c.timeouts, sender.timeouts, "timeouts");
  expect(c.go_backs, sender.go_backs, "go-backs");
  expect(c.payload_discards, sender.payload_discards, "fetched payload discarded");
  expect(c.naks, sender.naks_received, "NAKs received");
  expect(c.naks, receiver.naks_sent, "NAKs sent");
  expect(c.acks_sent, receiver.acks_sent, "ACKs sent");
  expect(c.out_of_order, receiver.out_of_order, "out of order");
  expect(c.drops_after_nak, receiver.drops_after_nak, "drops after the NAK");
  expect(c.duplicates, receiver.duplicates, "duplicates");
}

inline std::string loss_case_name(const testing::TestParamInfo<LossCase>& info) { return info.param.name; }

}  // namespace headroom::test
