#include "sc_models/policy/uet/pdc_sender.h"

#include <gtest/gtest.h>

#include <vector>

namespace headroom {
namespace {

using Work = PdcSender::Work;

constexpr std::int64_t kMss = 4'096;

class PdcSenderTest : public ::testing::Test {
 protected:
  PdcSenderTest() { sender_.open(1); }

  void post(std::int64_t length) {
    PdcMessage message;
    message.length = length;
    message.message = ++posted_;
    sender_.post(message);
  }
  /// Issues, commits and serializes the next segment.
  PdcSender::Packet send() {
    const PdcSender::Packet packet = sender_.commit_fetched(sender_.issue(true).psn);
    (void)sender_.sent(packet.psn, Ps{packet.psn});
    return packet;
  }
  PdcSender::Acknowledged acknowledge(Psn named, Psn cumulative) {
    UetHeader ack{};
    ack.cumulative = cumulative;
    ack.sack_base = cumulative + 1;
    return sender_.acknowledge(named, false, ack);
  }
  /// Payloads of the packets of a message of its own.
  std::vector<std::uint32_t> payloads(std::int64_t length) {
    post(length);
    std::vector<std::uint32_t> result;
    while (sender_.work() == Work::kSegment) {
      const PdcSender::Packet packet = send();
      result.push_back(packet.record->payload);
      EXPECT_EQ(packet.record->last, sender_.work() == Work::kNone);
    }
    return result;
  }
  static std::int64_t wire(const std::vector<std::uint32_t>& payloads) {
    std::int64_t sum = 0;
    for (const std::uint32_t payload : payloads) sum += payload + kUetDataOverhead;
    return sum;
  }

  FramePool frames_;
  PdcSender sender_{Bytes{kMss}, frames_};
  std::uint32_t posted_ = 0;
};

// uet-transport 4
TEST_F(PdcSenderTest, AnEmptyMessageIsOnePacketWithoutPayload) {
  const auto packets = payloads(0);
  EXPECT_EQ(packets, std::vector<std::uint32_t>{0});
  EXPECT_EQ(wire(packets), 106);
  EXPECT_EQ(sender_.nominal_outstanding(), 88);
}

// uet-transport 5
TEST_F(PdcSenderTest, TheLastPacketCarriesWhatIsLeft) {
  const auto packets = payloads(4'097);
  EXPECT_EQ(packets, (std::vector<std::uint32_t>{4'096, 1}));
  EXPECT_EQ(wire(packets), 4'309);
}

// uet-transport 6: 1,075,712 B x 8 / 400 Gbps = 21.514 us
TEST_F(PdcSenderTest, AMebibyteIs256FullPackets) {
  const auto packets = payloads(1 << 20);
  EXPECT_EQ(packets, std::vector<std::uint32_t>(256, 4'096));
  EXPECT_EQ(wire(packets), 1'075'712);
  EXPECT_EQ(wire(packets) * 8 * 1'000 / 400, 21'514'240) << "ps";
}

// uet-transport 13
TEST_F(PdcSenderTest, TheReceiversCounterTellsWhatIsNewlyReceived) {
  EXPECT_EQ(sender_.newly_received(17), 4'352);
  EXPECT_EQ(sender_.newly_received(33), 4'096);
  EXPECT_EQ(sender_.newly_received(50), 4'352);
  EXPECT_EQ(sender_.newly_received(66), 4'096);
  EXPECT_EQ(sender_.newly_received(66), 0) << "an ACK of a duplicate";
  EXPECT_EQ(sender_.newly_received(50), 0) << "an ACK that another has overtaken";
  EXPECT_EQ(sender_.newly_received(67), 256) << "and which is not gone back to";
}

// uet-transport 14
TEST_F(PdcSenderTest, TheReceiversCounterGoesRound) {
  (void)sender_.newly_received(0x7FFFFF);
  (void)sender_.newly_received(0xFFFFF8);
  EXPECT_EQ(sender_.newly_received(0xFFFFF0), 0);
  EXPECT_EQ(sender_.newly_received(0x000008), 4'096);
}

TEST_F(PdcSenderTest, HalfARoundOrMoreIsNotAGain) {
  EXPECT_EQ(sender_.newly_received(0x800000), 0);
  EXPECT_EQ(sender_.newly_received(0x7FFFFF), std::int64_t{0x7FFFFF} * 256);
}

TEST_F(PdcSenderTest, MessagesFollowEachOtherWithoutWaitingForAcks) {
  post(2 * kMss), post(0), post(1);
  for (Psn psn = 1; psn <= 4; ++psn) EXPECT_EQ(send().psn, psn);
  EXPECT_EQ(sender_.packet(1).offset(Bytes{kMss}), 0);
  EXPECT_EQ(sender_.packet(2).offset(Bytes{kMss}), kMss);
  EXPECT_EQ(sender_.packet(3).offset(Bytes{kMss}), 0);
  EXPECT_EQ(sender_.packet(4).message->message, 3u);
}

TEST_F(PdcSenderTest, BeforeTheReceiverIsHeardOfAnOffsetOf12BitsMustTellTheNumber) {
  post(5'000 * kMss);
  for (int i = 0; i < 4'096; ++i) {
    ASSERT_TRUE(sender_.may_number()) << "offset " << i;
    (void)send();
  }
  EXPECT_FALSE(sender_.may_number()) << "offset 4,096";
  sender_.remote = 32'769;
  EXPECT_TRUE(sender_.may_number());
}

TEST_F(PdcSenderTest, NumbersGoNoFurtherThan16384BeyondTheCumulative) {
  sender_.remote = 32'769;
  post(20'000 * kMss);
  for (Psn psn = 1; psn <= 16'384; ++psn) {
    ASSERT_TRUE(sender_.may_number()) << psn;
    (void)send();
  }
  EXPECT_FALSE(sender_.may_number());
  (void)acknowledge(9, 0);
  EXPECT_FALSE(sender_.may_number()) << "an ACK that does not move the cumulative";
  (void)acknowledge(1, 2);
  (void)send(), (void)send();
  EXPECT_FALSE(sender_.may_number());
}

TEST_F(PdcSenderTest, EveryMessageDrawsOneProbeWhetherOrNotItIsCompleteAlready) {
  post(2 * kMss), post(kMss);
  for (int i = 0; i < 3; ++i) (void)send();
  (void)acknowledge(3, 0);  // completes the second message
  EXPECT_TRUE(sender_.draws_probe(3));
  EXPECT_FALSE(sender_.draws_probe(3));
  (void)acknowledge(2, 3);
  EXPECT_TRUE(sender_.draws_probe(2));
  EXPECT_FALSE(sender_.draws_probe(1));
}

TEST_F(PdcSenderTest, AMessageCompletedByAnotherOnesAckStillDrawsItsProbe) {
  post(kMss), post(kMss);
  (void)send(), (void)send();
  UetHeader ack{};  // of number 2 of the second message, which is out of order; it tells so of itself
  ack.cumulative = 0, ack.sack_base = 1, ack.sack_bitmap = 0b10;
  (void)sender_.acknowledge(2, false, ack);
  ASSERT_TRUE(sender_.draws_probe(2));
  ack.cumulative = 2, ack.sack_base = 3, ack.sack_bitmap = 0;
  (void)sender_.acknowledge(2, false, ack);  // a duplicate of 2 brings what completes the first message
  while (sender_.take_complete()) {}
  EXPECT_FALSE(sender_.draws_probe(2));
  EXPECT_TRUE(sender_.draws_probe(1)) << "the ACK of number 1 comes last";
}

TEST_F(PdcSenderTest, AMessageCompletedAheadOfTheCumulativeStillDrawsItsProbe) {
  post(kMss), post(kMss), post(kMss);
  for (int i = 0; i < 3; ++i) (void)send();
  UetHeader ack{};  // numbers 2 and 3 are here, the ACK of 2 is late
  ack.cumulative = 0, ack.sack_base = 1, ack.sack_bitmap = 0b110;
  (void)sender_.acknowledge(3, false, ack);
  EXPECT_TRUE(sender_.draws_probe(3));
  (void)acknowledge(1, 1);
  EXPECT_TRUE(sender_.draws_probe(1));
  while (sender_.take_complete()) {}
  EXPECT_TRUE(sender_.draws_probe(2));
}

TEST_F(PdcSenderTest, RepliesToAnEarlierUseOfTheIdAreToldByTheNumberTheyName) {
  sender_.open(257);
  EXPECT_TRUE(sender_.from_earlier_use(256)) << "the last one of the use before, whose ACKs say 256 in order too";
  EXPECT_FALSE(sender_.from_earlier_use(257));
  sender_.open(0);
  EXPECT_TRUE(sender_.from_earlier_use(0xFFFF'FFFF));
  EXPECT_FALSE(sender_.from_earlier_use(1));
}

}  // namespace
}  // namespace headroom
