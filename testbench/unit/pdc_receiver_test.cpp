#include "sc_models/policy/uet/pdc_receiver.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

namespace headroom {
namespace {

using Verdict = PdcReceiver::Verdict;

constexpr std::int64_t kFull = 4'184;
constexpr PdcId kOwn = 32'769;

class PdcReceiverTest : public ::testing::Test {
 protected:
  Verdict receive(Psn psn, std::int64_t nominal = kFull) {
    return receiver_.receive({.psn = psn, .nominal = nominal, .last = false, .end = {}}, completed_);
  }
  Verdict receive_last(Psn psn, std::uint32_t message) {
    return receiver_.receive(
        {.psn = psn, .nominal = kFull, .last = true, .end = {.last = psn, .flow = 0, .message = message, .length = 0}},
        completed_);
  }
  void receive_all(Psn first, Psn last) {
    for (Psn psn = first; psn != last + 1; ++psn) (void)receive(psn);
  }
  UetHeader ack() {
    UetHeader header{};
    receiver_.report_selective(header);
    return header;
  }
  /// Messages completed since the last call.
  std::vector<std::uint32_t> completed() {
    std::vector<std::uint32_t> result;
    for (const MessageEnd& end : completed_) result.push_back(end.message);
    completed_.clear();
    return result;
  }

  using Messages = std::vector<std::uint32_t>;
  ReorderSets sets_;
  PdcReceiver receiver_{sets_, kOwn, 1};
  std::vector<MessageEnd> completed_;
};

TEST_F(PdcReceiverTest, BeginsOneBelowItsFirstNumber) {
  EXPECT_EQ(receiver_.cumulative(), 0u);
  EXPECT_EQ(ack().received, 0u);
  EXPECT_EQ(receive(1), Verdict::kInOrder);
  EXPECT_EQ(ack().cumulative, 1u);
}

// uet-transport 13: 4,184, 8,368, 12,552, 16,736 B in steps of 256 B, rounded up
TEST_F(PdcReceiverTest, CountsNominalBytesRoundedUpTo256) {
  std::vector<std::uint32_t> fields;
  for (Psn psn = 1; psn <= 4; ++psn) {
    (void)receive(psn);
    fields.push_back(ack().received);
  }
  EXPECT_EQ(fields, (std::vector<std::uint32_t>{17, 33, 50, 66}));
}

TEST_F(PdcReceiverTest, CountsEachPacketOnceWhenItArrivesInOrderOrNot) {
  EXPECT_EQ(receive(2), Verdict::kOutOfOrder);
  EXPECT_EQ(receive(2), Verdict::kDuplicate);
  EXPECT_EQ(receive(1, 88), Verdict::kInOrder);
  EXPECT_EQ(receive(1), Verdict::kDuplicate);
  EXPECT_EQ(receive(2), Verdict::kDuplicate) << "in order by now";
  EXPECT_EQ(receive(0), Verdict::kDuplicate) << "before the first: a late packet of an earlier use";
  EXPECT_EQ(receiver_.received_bytes(), kFull + 88);
  EXPECT_EQ(receiver_.cumulative(), 2u);
}

TEST_F(PdcReceiverTest, TheByteCounterHas24Bits) {
  receive_all(1, 1);
  (void)receive(2, (std::int64_t{1} << 32) - kFull);  // 2^32 B together: 2^24 counts
  EXPECT_EQ(ack().received, 0u);
  (void)receive(3, 1);
  EXPECT_EQ(ack().received, 1u);
}

// uet-transport 66
TEST_F(PdcReceiverTest, ReportsBlocksInTurnWhenOneBitmapIsTooSmall) {
  receive_all(1, 10);
  (void)receive(12), (void)receive(13), (void)receive(75);
  UetHeader header = ack();
  EXPECT_EQ(header.cumulative, 10u);
  EXPECT_EQ(header.sack_base, 11u);
  EXPECT_EQ(header.sack_bitmap, 0b110u);
  EXPECT_EQ(header.out_of_order, 3);
  header = ack();
  EXPECT_EQ(header.sack_base, 75u);
  EXPECT_EQ(header.sack_bitmap, 0b1u);
  EXPECT_EQ(ack().sack_base, 11u) << "then from the start again";
}

TEST_F(PdcReceiverTest, OneBitmapReachesSixtyFourNumbersBeyondTheCumulative) {
  receive_all(1, 10);
  (void)receive(74);  // 74 - 10 = 64
  for (int i = 0; i < 2; ++i) {
    const UetHeader header = ack();
    EXPECT_EQ(header.sack_base, 11u);
    EXPECT_EQ(header.sack_bitmap, std::uint64_t{1} << 63);
  }
}

TEST_F(PdcReceiverTest, ABlockThatTheCumulativeHasPassedIsGivenUp) {
  receive_all(1, 10);
  (void)receive(140);
  EXPECT_EQ(ack().sack_base, 11u);  // the cursor is at 75 now
  receive_all(11, 74);
  EXPECT_EQ(ack().sack_base, 75u) << "the cursor is just beyond the cumulative";
  receive_all(75, 75);  // 140 - 75 = 65; the cursor is at 139
  EXPECT_EQ(ack().sack_base, 139u);
  (void)receive(300);  // the cursor is at 203, not beyond the highest
  EXPECT_EQ(ack().sack_base, 203u);
}

TEST_F(PdcReceiverTest, AnAnswerToAProbeLeavesTheBlocksAlone) {
  receive_all(1, 10);
  (void)receive(12), (void)receive(75);
  UetHeader answer{};
  receiver_.report(answer);
  EXPECT_EQ(answer.cumulative, 10u);
  EXPECT_EQ(answer.received, (12 * kFull + 255) / 256);
  EXPECT_EQ(answer.sack_bitmap, 0u);
  EXPECT_EQ(ack().sack_base, 11u);
}

TEST_F(PdcReceiverTest, TheCountOfHeldPacketsIsCapped) {
  for (Psn psn = 2; psn < 2 + 65'533; ++psn) (void)receive(psn);
  EXPECT_EQ(ack().out_of_order, 65'533);
  (void)receive(70'000), (void)receive(70'001);
  EXPECT_EQ(receiver_.out_of_order(), 65'535u);
  EXPECT_EQ(ack().out_of_order, 65'534);
}

TEST_F(PdcReceiverTest, AMessageIsCompleteWhenItsEndIsHereAndNothingBeforeIsMissing) {
  (void)receive(1);
  EXPECT_EQ(receive_last(3, 8), Verdict::kOutOfOrder);
  EXPECT_EQ(completed(), Messages{}) << "its second packet is missing";
  (void)receive(2);
  EXPECT_EQ(completed(), Messages{8});
  EXPECT_EQ(receive_last(3, 8), Verdict::kDuplicate);
  EXPECT_EQ(completed(), Messages{}) << "once";
}

TEST_F(PdcReceiverTest, OverlappingMessagesCompleteInOrderOfTheirNumbers) {
  // 1 2 | 3 | 4 5 | 6 of messages 0 to 3; all but number 1 arrive, ends first and backwards
  EXPECT_EQ(receive_last(6, 3), Verdict::kOutOfOrder);
  (void)receive_last(5, 2), (void)receive_last(3, 1), (void)receive_last(2, 0);
  EXPECT_EQ(completed(), Messages{});
  (void)receive(1);
  EXPECT_EQ(completed(), (Messages{0, 1})) << "number 4 of message 2 is missing";
  (void)receive(4);
  EXPECT_EQ(completed(), (Messages{2, 3}));
}

TEST_F(PdcReceiverTest, AnEmptyMessageIsItsOnePacket) {
  (void)receive_last(1, 5);
  EXPECT_EQ(completed(), Messages{5});
}

TEST_F(PdcReceiverTest, ALingeringEndGoesOnAnsweringAndTakesNothing) {
  (void)receive(1), (void)receive(3);
  receiver_.close();
  EXPECT_EQ(receive(1), Verdict::kDuplicate);
  EXPECT_EQ(receive(3), Verdict::kDuplicate);
  EXPECT_EQ(receive_last(2, 0), Verdict::kDiscarded);
  EXPECT_EQ(completed(), Messages{});
  const UetHeader header = ack();
  EXPECT_EQ(header.cumulative, 1u);
  EXPECT_EQ(header.sack_bitmap, 0b10u);
  EXPECT_EQ(receiver_.received_bytes(), 2 * kFull);
}

TEST_F(PdcReceiverTest, TheFirstNumberTellsTheUsesOfAnIdApart) {
  PdcReceiver later(sets_, kOwn, 257);
  EXPECT_EQ(later.use_of(PdcReceiver::start_of(300, 43)), PdcReceiver::Use::kThis);
  EXPECT_EQ(later.use_of(PdcReceiver::start_of(300, 299)), PdcReceiver::Use::kEarlier);
  EXPECT_EQ(later.use_of(PdcReceiver::start_of(300, 0)), PdcReceiver::Use::kLater);
  PdcReceiver wrapped(sets_, kOwn, 0xFFFF'FFF0);
  EXPECT_EQ(wrapped.use_of(PdcReceiver::start_of(5, 5)), PdcReceiver::Use::kLater);
}

TEST_F(PdcReceiverTest, ALaterUseBeginsAfresh) {
  (void)receive(1), (void)receive_last(3, 0), (void)receive(100);
  receiver_.close();
  receiver_.reopen(32'770, 201);
  EXPECT_EQ(sets_.in_use(), 0u);
  EXPECT_TRUE(receiver_.open());
  EXPECT_EQ(receiver_.own(), 32'770);
  EXPECT_EQ(receiver_.cumulative(), 200u);
  EXPECT_EQ(receiver_.received_bytes(), 0);
  EXPECT_EQ(receive(203), Verdict::kOutOfOrder);
  (void)receive(201), (void)receive(202);
  EXPECT_EQ(receiver_.cumulative(), 203u);
  EXPECT_EQ(completed(), Messages{}) << "nothing of the earlier use completes";
}

TEST_F(PdcReceiverTest, OnlyAnEndWithAGapHoldsAReorderSet) {
  receive_all(1, 100);
  EXPECT_EQ(sets_.in_use(), 0u);
  (void)receive(102);
  EXPECT_EQ(sets_.in_use(), 1u);
  (void)receive(101);
  EXPECT_EQ(sets_.in_use(), 0u);
}

TEST_F(PdcReceiverTest, NumbersGoOnAfterTheEndOf32Bits) {
  receiver_.reopen(kOwn, 0xFFFF'FFFE);
  EXPECT_EQ(receive(0), Verdict::kOutOfOrder);
  EXPECT_EQ(receive_last(1, 4), Verdict::kOutOfOrder);
  UetHeader header = ack();
  EXPECT_EQ(header.cumulative, 0xFFFF'FFFDu);
  EXPECT_EQ(header.sack_base, 0xFFFF'FFFEu);
  EXPECT_EQ(header.sack_bitmap, 0b1100u);
  receive_all(0xFFFF'FFFE, 0xFFFF'FFFF);
  EXPECT_EQ(receiver_.cumulative(), 1u);
  EXPECT_EQ(completed(), Messages{4});
}

}  // namespace
}  // namespace headroom
