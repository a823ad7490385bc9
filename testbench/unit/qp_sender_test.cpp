#include "sc_models/policy/qp_sender.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <deque>

#include "sc_models/core/check.h"
#include "sc_models/core/frame.h"
#include "sc_models/policy/qp_receiver.h"

namespace headroom {
namespace {

using Answer = QpSender::Answer;

OutgoingMessage message(std::int64_t length) { return {.flow = 0, .message = 0, .length = length}; }

QpSender busy_sender(std::int64_t length, Psn initial = 0, std::int64_t mss = 4096) {
  QpSender sender(initial, Bytes{mss});
  EXPECT_TRUE(sender.post(message(length)));
  return sender;
}

/// Generates and assigns `n` packets, or all there are.
void send(QpSender& sender, std::int64_t n = INT64_MAX) {
  while (n-- > 0 && sender.can_generate()) {
    const auto segment = sender.segment();
    sender.advance();
    (void)sender.assign(segment.psn);
  }
}

struct Sum {
  std::int64_t packets = 0, wire = 0, charge = 0;
  std::uint32_t last_payload = 0;
};
Sum sum_of(std::int64_t length) {
  QpSender sender = busy_sender(length);
  Sum sum;
  while (sender.packets() > sum.packets) {
    const auto segment = sender.segment();
    EXPECT_EQ(segment.offset, sum.packets * 4096);
    EXPECT_EQ(segment.last, sum.packets + 1 == sender.packets());
    sender.advance();
    ++sum.packets;
    sum.wire += segment.payload + kDataOverhead;
    sum.charge += segment.payload + kDataOverhead - kEthernetOverhead;
    sum.last_payload = segment.payload;
  }
  return sum;
}

TEST(QpSender, CutsMessagesIntoFullPacketsAndARest) {  // T2, T5, T6, T7; times at 20 ps a byte
  EXPECT_EQ(sum_of(0).wire, 58);
  EXPECT_EQ(sum_of(0).packets, 1);
  EXPECT_EQ(sum_of(1).wire, 59);
  EXPECT_EQ(sum_of(4097).packets, 2);
  EXPECT_EQ(sum_of(4097).wire, 4213);
  EXPECT_EQ(sum_of(4097).charge, 4177);
  const Sum megabyte = sum_of(1'000'000);
  EXPECT_EQ(megabyte.packets, 245);
  EXPECT_EQ(megabyte.last_payload, 576u);
  EXPECT_EQ(megabyte.wire, 1'014'210);
  EXPECT_EQ(megabyte.charge, 1'009'800);
  const Sum mebibyte = sum_of(1 << 20);
  EXPECT_EQ(mebibyte.packets, 256);
  EXPECT_EQ(mebibyte.last_payload, 4096u) << "a multiple of the largest payload ends in a full packet";
  EXPECT_EQ(mebibyte.wire, 1'063'424);
  EXPECT_EQ(mebibyte.charge, 1'058'816);
}

TEST(QpSender, CountsThePacketsOfTwoGibibytes) {  // T8
  const QpSender sender = busy_sender(std::int64_t{1} << 31);
  EXPECT_EQ(sender.packets(), 524'288);
  EXPECT_EQ((std::int64_t{1} << 31) + kDataOverhead * sender.packets(), 2'177'892'352);
}

TEST(FrameSizes, TakeTheDocumentedTimesAtLineRate) {  // T1, T2, T3
  constexpr BitRate kLine{400'000'000'000};
  EXPECT_EQ(duration(Bytes{4096 + kDataOverhead}, kLine), Ps{83'080});
  EXPECT_EQ(duration(Bytes{kDataOverhead}, kLine), Ps{1'160});
  EXPECT_EQ(duration(Bytes{1 + kDataOverhead}, kLine), Ps{1'180});
  EXPECT_EQ(duration(Bytes{4125 + kDataOverhead}, kLine), Ps{83'660});
  EXPECT_EQ(duration(Bytes{kAckBytes}, kLine), Ps{2'520});
  EXPECT_EQ(duration(Bytes{kCnpBytes}, kLine), Ps{2'440});
  EXPECT_EQ(duration(Bytes{kPfcBytes}, kLine), Ps{1'680});
  EXPECT_EQ(kAckBytes - kEthernetOverhead, 108);
  EXPECT_EQ(kCnpBytes - kEthernetOverhead, 104);
}

TEST(FrameSizes, LeaveTheDocumentedPayloadRate) {  // T9
  for (const auto& [mss, gbps] : {std::pair{4096, 394.415}, {2048, 388.984}, {1024, 378.558}, {256, 326.115}}) {
    EXPECT_NEAR(400.0 * mss / (mss + kDataOverhead), gbps, 0.0005);
  }
}

TEST(QpSender, NumbersRunThroughTheWrap) {  // T10
  QpSender sender = busy_sender(4 * 4096, 0xFFFFFE);
  std::vector<Psn> numbers;
  while (sender.can_generate()) {
    const auto segment = sender.segment();
    sender.advance();
    EXPECT_TRUE(sender.assign(segment.psn));
    numbers.push_back(to_wire(segment.psn));
  }
  EXPECT_EQ(numbers, (std::vector<Psn>{0xFFFFFE, 0xFFFFFF, 0, 1}));
  EXPECT_EQ(sender.on_ack(0xFFFFFF), Answer::kRetired);
  EXPECT_FALSE(sender.complete());
  EXPECT_EQ(sender.on_ack(1), Answer::kRetired);
  EXPECT_TRUE(sender.complete());
}

TEST(QpSender, TheNextMessageBeginsWhenTheLastPacketIsAcknowledged) {
  QpSender sender = busy_sender(2 * 4096);
  EXPECT_FALSE(sender.post(message(4096)));
  send(sender);
  EXPECT_FALSE(sender.can_generate());
  EXPECT_EQ(sender.waiting(), 1u);
  EXPECT_EQ(sender.on_ack(1), Answer::kRetired);
  ASSERT_TRUE(sender.complete());
  EXPECT_TRUE(sender.begin_next());
  EXPECT_EQ(sender.segment().psn, 2) << "numbers run on from message to message";
  EXPECT_TRUE(sender.segment().first_ever);
}

TEST(QpSender, AnAnswerForAPacketNeverSentIsAGhost) {  // T37
  QpSender sender = busy_sender(256 * 4096);
  send(sender, 100);
  EXPECT_EQ(sender.on_ack(300), Answer::kGhost);
  EXPECT_EQ(sender.on_ack(100), Answer::kGhost);
  EXPECT_EQ(sender.on_nak(100), Answer::kGhost);
  EXPECT_EQ(sender.on_ack(99), Answer::kRetired);
  EXPECT_EQ(sender.on_ack(99), Answer::kOld);
  EXPECT_EQ(sender.on_nak(99), Answer::kOld) << "what it asks for is acknowledged";
  EXPECT_EQ(sender.on_ack(0xFFFFFF), Answer::kOld);
}

TEST(QpSender, ANakRetiresWhatIsBeforeItAndMakesFetchesStale) {
  QpSender sender = busy_sender(10 * 4096);
  send(sender, 6);
  const std::uint32_t epoch = sender.epoch();
  const auto fetching = sender.segment();
  sender.advance();
  EXPECT_EQ(sender.on_nak(3), Answer::kGoBack);
  EXPECT_EQ(sender.oldest(), 3);
  EXPECT_TRUE(sender.window_empty());
  EXPECT_EQ(sender.segment().psn, 3);
  EXPECT_EQ(sender.highest(), 6);
  EXPECT_TRUE(sender.stale(epoch, fetching.psn));
  EXPECT_FALSE(sender.stale(sender.epoch(), 3));
  EXPECT_FALSE(sender.assign(3)) << "not for the first time";
  EXPECT_EQ(sender.on_nak(3), Answer::kGoBack) << "a second one for the same packet goes back again";
}

TEST(QpSender, AnAckOfOldCopiesMovesALaterCursorUp) {
  QpSender sender = busy_sender(10 * 4096);
  send(sender, 6);
  sender.go_back();
  EXPECT_EQ(sender.segment().psn, 0);
  EXPECT_EQ(sender.on_ack(4), Answer::kRetired);
  EXPECT_EQ(sender.segment().psn, 5);
  EXPECT_TRUE(sender.window_empty());
  EXPECT_TRUE(sender.stale(sender.epoch(), 4));
}

TEST(QpSender, PayloadOutOfOrderIsAContradiction) {
  QpSender sender = busy_sender(10 * 4096);
  sender.advance();
  sender.advance();
  EXPECT_THROW((void)sender.assign(1), ModelError);
}

TEST(QpSender, AMessageMayHaveMorePacketsThanTheWireHasNumbers) {
  constexpr std::int64_t kLength = std::int64_t{1} << 32;  // 4 GiB in packets of 256 B: 2^24 packets
  QpSender sender = busy_sender(kLength, 5, 256);
  EXPECT_EQ(sender.packets(), 1 << 24);
  std::int64_t bytes = 0;
  while (!sender.complete()) {
    const auto segment = sender.segment();
    sender.advance();
    (void)sender.assign(segment.psn);
    bytes += segment.payload;
    if (segment.psn % 4096 == 0 || segment.last) (void)sender.on_ack(to_wire(segment.psn));
  }
  EXPECT_EQ(bytes, kLength);
  EXPECT_EQ(sender.oldest(), 5 + (1 << 24));
}

TEST(QpSender, StopsHalfARingAheadOfTheOldestUnacknowledgedPacket) {
  QpSender sender = busy_sender(std::int64_t{1} << 32, 0, 256);
  send(sender);
  EXPECT_EQ(sender.next(), kPsnWindow + 1);
  EXPECT_EQ(sender.on_ack(0), Answer::kRetired);
  EXPECT_TRUE(sender.can_generate());
  send(sender);
  EXPECT_EQ(sender.next(), kPsnWindow + 2);
}

// A sender with a fetch queue and a receiver, joined by first-in first-out channels that lose what the test draws. When
// nothing moves any more, the timer expires.
RC_GTEST_PROP(QpSender, AnyLossPatternDeliversEveryByteOnceAndInOrder, ()) {
  const auto initial = *rc::gen::element<Psn>(0, 0xFFFFF0, 12345);
  const auto lengths = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange(0, 60)));
  const auto lost = *rc::gen::container<std::vector<bool>>(rc::gen::weightedElement<bool>({{1, true}, {4, false}}));
  const auto ack_every = *rc::gen::inRange(1, 5);
  struct Packet {
    Psn psn;
    std::int64_t offset;
    std::uint32_t payload;
    bool last;
  };
  struct Reply {
    bool nak;
    Psn psn;
  };
  struct Fetch {
    std::uint32_t epoch;
    QpSender::Segment segment;
  };
  QpSender sender(initial, Bytes{4});
  QpReceiver receiver(initial);
  std::deque<Fetch> fetches;
  std::deque<Packet> wire;
  std::deque<Reply> replies;
  std::size_t draw = 0, completed = 0, arriving = 0;
  std::int64_t arrived = 0;
  int held = 0;
  const auto loses = [&] { return draw < lost.size() && lost[draw++]; };
  for (const std::int64_t length : lengths) (void)sender.post(message(length));
  while (sender.busy()) {
    const int turn = *rc::gen::inRange(0, 4);
    if (turn == 0 && sender.can_generate()) {
      fetches.push_back({sender.epoch(), sender.segment()});
      sender.advance();
    } else if (turn <= 1 && !fetches.empty()) {
      const Fetch fetch = fetches.front();
      fetches.pop_front();
      if (sender.stale(fetch.epoch, fetch.segment.psn)) continue;
      (void)sender.assign(fetch.segment.psn);
      wire.push_back({to_wire(fetch.segment.psn), fetch.segment.offset, fetch.segment.payload, fetch.segment.last});
    } else if (turn <= 2 && !wire.empty()) {
      const Packet packet = wire.front();
      wire.pop_front();
      if (loses()) continue;
      const auto verdict = receiver.on_data(packet.psn);
      if (verdict == QpReceiver::Verdict::kAccept) {
        RC_ASSERT(arriving < lengths.size());
        RC_ASSERT(packet.offset == arrived);
        arrived += packet.payload;
        RC_ASSERT(packet.last == (arrived == lengths[arriving]));
        if (packet.last) ++arriving, arrived = 0;
      } else if (verdict == QpReceiver::Verdict::kNewGap) {
        replies.push_back({true, receiver.expected()});
        continue;
      } else if (verdict == QpReceiver::Verdict::kBehindGap) {
        continue;
      }
      if (packet.last || ++held >= ack_every) {
        held = 0;
        replies.push_back({false, receiver.last_in_order()});
      }
    } else if (!replies.empty()) {
      const Reply reply = replies.front();
      replies.pop_front();
      if (loses()) continue;
      RC_ASSERT((reply.nak ? sender.on_nak(reply.psn) : sender.on_ack(reply.psn)) != Answer::kGhost);
      if (sender.complete()) ++completed, (void)sender.begin_next();
    } else if (wire.empty() && fetches.empty() && !sender.can_generate()) {
      sender.go_back();
    }
    RC_ASSERT(sender.oldest() <= sender.next() && sender.next() <= sender.highest());
  }
  RC_ASSERT(completed == lengths.size());
  RC_ASSERT(arriving == lengths.size());
}

}  // namespace
}  // namespace headroom
