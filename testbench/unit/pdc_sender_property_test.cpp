// The sending end against its oracle, through any sequence of what may happen to it.
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <deque>
#include <tuple>
#include <vector>

#include "sc_models/policy/uet/pdc_sender.h"
#include "testbench/common/pdc_sender_oracle.h"

namespace headroom {
namespace {

using Work = PdcSender::Work;

constexpr std::int64_t kSmallMss = 100;

/// One thing that happens, and numbers to draw its details from.
struct Step {
  unsigned what;
  std::uint32_t a;
  std::uint64_t b;
};

rc::Gen<std::vector<Step>> steps() {
  const auto step = rc::gen::tuple(rc::gen::inRange(0u, 100u), rc::gen::arbitrary<std::uint32_t>(),
                                   rc::gen::arbitrary<std::uint64_t>());
  return rc::gen::map(rc::gen::container<std::vector<std::tuple<unsigned, std::uint32_t, std::uint64_t>>>(step),
                      [](const auto& tuples) {
                        std::vector<Step> result;
                        for (const auto& [what, a, b] : tuples) result.push_back({what, a, b});
                        return result;
                      });
}

class Play {
 public:
  Play(Psn start, bool prefetch) : start_(start), prefetch_(prefetch), sender_(Bytes{kSmallMss}, frames_) {
    sender_.open(start);
  }

  void step(const Step& step) {
    ++now_;
    if (step.what < 8) {
      post(step);
    } else if (step.what < 40) {
      serve();
    } else if (step.what < 52) {
      payload_arrives();
    } else if (step.what < 70) {
      serialization_ends();
    } else if (step.what < 84) {
      acknowledge(step);
    } else if (step.what < 90) {
      nack(step);
    } else {
      time_out(step);
    }
    compare();
  }
  /// Whatever is left is sent and acknowledged.
  void finish() {
    while (!fetching_.empty()) payload_arrives();
    while (sender_.work() != Work::kNone) {
      serve();
      while (!fetching_.empty()) payload_arrives();
    }
    while (!egress_.empty()) serialization_ends();
    if (committed_ > 0) acknowledge_with(committed_ - 1, false, committed_ - 1, 0, 0);
    compare();
    RC_ASSERT(sender_.idle());
    RC_ASSERT(frames_.in_use() == 0u);
  }

 private:
  [[nodiscard]] Psn psn(std::int64_t number) const { return start_ + static_cast<Psn>(number); }

  void post(const Step& step) {
    PdcMessage message;
    message.length = step.a % (5 * kSmallMss + 1);
    message.message = ++posted_;
    sender_.post(message);
    oracle_.post(message.length, message.message);
  }
  void serve() {
    switch (sender_.work()) {
      case Work::kNone: return;
      case Work::kSegment: {
        const PdcSender::Packet packet = sender_.issue(!prefetch_);
        const std::int64_t number = oracle_.issue(!prefetch_);
        RC_ASSERT(packet.psn == psn(number));
        RC_ASSERT(packet.record->last == oracle_.records.at(number).last);
        fetching_.push_back(number);
        return;
      }
      case Work::kPrefetched: {
        const PdcSender::Packet packet = sender_.commit_prefetched();
        frames_.give_back(*std::exchange(packet.record->kept, nullptr));
        return committed(packet, oracle_.commit_prefetched());
      }
      case Work::kRetransmission: {
        const PdcSender::Packet packet = sender_.commit_retransmission();
        return committed(packet, oracle_.commit_retransmission());
      }
    }
  }
  void payload_arrives() {
    if (fetching_.empty()) return;
    const std::int64_t number = fetching_.front();
    fetching_.pop_front();
    if (prefetch_) {
      sender_.prefetched(psn(number), frames_.take());
      oracle_.records.at(number).state = SendRecord::State::kPrefetched;
      oracle_.prefetched.push_back(number);
    } else {
      const PdcSender::Packet packet = sender_.commit_fetched(psn(number));
      oracle_.commit(number);
      committed(packet, number);
    }
  }
  void committed(const PdcSender::Packet& packet, std::int64_t number) {
    RC_ASSERT(packet.psn == psn(number));
    RC_ASSERT(packet.record->transmissions == oracle_.records.at(number).transmissions);
    egress_.push_back(number);
    committed_ = std::max(committed_, number + 1);
  }
  void serialization_ends() {
    if (egress_.empty()) return;
    const std::int64_t number = egress_.front();
    egress_.pop_front();
    RC_ASSERT((sender_.sent(psn(number), Ps{now_}) != nullptr) == oracle_.sent(number, now_));
  }
  /// One of the numbers that have been on their way, more often one of the latest.
  [[nodiscard]] std::int64_t some(std::uint32_t a) const {
    return a % 4 == 0 ? a / 4 % committed_ : committed_ - 1 - a / 4 % std::min<std::int64_t>(committed_, 12);
  }
  void acknowledge(const Step& step) {
    if (committed_ == 0) return;
    const std::int64_t named = some(step.a);
    // A cumulative number from before the first to the latest one sent.
    const std::int64_t cumulative = static_cast<std::int64_t>(step.b >> 8) % (committed_ + 1) - 1;
    const bool old = (step.b & 0x80) != 0;
    const std::int64_t base = cumulative + 1 + static_cast<std::int64_t>(step.b & 7);
    acknowledge_with(named, (step.b & 0x40) != 0, old ? std::min<std::int64_t>(cumulative, acknowledged_) : cumulative,
                     base, step.b & (step.b >> 17));
  }
  void acknowledge_with(std::int64_t named, bool retransmission, std::int64_t cumulative, std::int64_t base,
                        std::uint64_t bits) {
    acknowledged_ = std::max(acknowledged_, cumulative);
    UetHeader header{};
    header.cumulative = psn(cumulative);
    header.sack_base = psn(base);
    std::vector<std::int64_t> selected;
    for (int i = 0; i < 64; ++i) {
      if ((bits >> i & 1) == 0 || base + i >= committed_) continue;
      header.sack_bitmap |= std::uint64_t{1} << i;
      selected.push_back(base + i);
    }
    const auto gone = sender_.acknowledge(psn(named), retransmission, header);
    const auto expected = oracle_.acknowledge(named, retransmission, cumulative, selected);
    RC_ASSERT(gone.left_flight == expected.left_flight);
    RC_ASSERT(gone.retired == expected.retired);
    RC_ASSERT(gone.waiting == expected.waiting);
    RC_ASSERT(gone.sent.has_value() == expected.sent.has_value());
    if (gone.sent) RC_ASSERT(gone.sent->count() == *expected.sent);
    RC_ASSERT(sender_.draws_probe(psn(named)) == oracle_.draws_probe(named));
    for (const std::uint32_t name : oracle_.take_complete()) {
      const auto complete = sender_.take_complete();
      RC_ASSERT(complete.has_value());
      RC_ASSERT(complete->message == name);
    }
    RC_ASSERT(!sender_.take_complete().has_value());
  }
  void nack(const Step& step) {
    if (committed_ == 0) return;
    const std::int64_t named = some(step.a);
    const bool retransmission = (step.b & 1) != 0;
    const PdcSender::Refused refused = sender_.refuse(psn(named), retransmission);
    RC_ASSERT((refused.record == nullptr) == oracle_.stale_nack(named, retransmission));
    if (refused.record == nullptr) return;
    const auto expected = oracle_.sample(named, retransmission);
    RC_ASSERT(refused.sent.has_value() == expected.has_value());
    if (expected) RC_ASSERT(refused.sent->count() == *expected);
    sender_.wait_again(psn(named), *refused.record);
    oracle_.wait_again(named);
  }
  void time_out(const Step& step) {
    if (committed_ == 0) return;
    const std::int64_t number = some(step.a);
    const bool in_flight = oracle_.in_flight(number);
    const std::uint32_t transmissions = in_flight ? oracle_.records.at(number).transmissions : 1;
    RC_ASSERT(sender_.in_flight(psn(number), transmissions + 1) == nullptr);
    if (transmissions > 1) RC_ASSERT(sender_.in_flight(psn(number), transmissions - 1) == nullptr);
    SendRecord* const record = sender_.in_flight(psn(number), transmissions);
    RC_ASSERT((record != nullptr) == in_flight);
    if (record == nullptr) return;
    sender_.wait_again(psn(number), *record);
    oracle_.wait_again(number);
  }
  void compare() {
    RC_ASSERT(sender_.next() == psn(oracle_.next));
    RC_ASSERT(sender_.work() == oracle_.work());
    if (oracle_.work() != Work::kNone) RC_ASSERT(sender_.peek().payload == oracle_.payload());
    RC_ASSERT(sender_.nominal_counted() == oracle_.counted());
    RC_ASSERT(sender_.nominal_outstanding() == oracle_.outstanding());
    RC_ASSERT(sender_.open_messages() == oracle_.open_messages());
    const std::int64_t oldest = oracle_.records.empty() ? oracle_.next : oracle_.records.begin()->first;
    RC_ASSERT(sender_.oldest() == psn(oldest));
    for (std::int64_t number = -1; number <= oracle_.next; ++number) {
      const auto at = oracle_.records.find(number);
      const SendRecord* const record = sender_.find(psn(number));
      RC_ASSERT((record == nullptr) == (at == oracle_.records.end()));
      if (record == nullptr) continue;
      RC_ASSERT(record->state == at->second.state);
      RC_ASSERT(record->counted == at->second.counted);
      RC_ASSERT(record->payload == at->second.payload);
    }
  }

  Psn start_;
  bool prefetch_;
  FramePool frames_;
  PdcSender sender_;
  PdcSenderOracle oracle_{kSmallMss};
  std::deque<std::int64_t> fetching_, egress_;
  std::int64_t committed_ = 0;  ///< numbers committed at least once
  std::int64_t acknowledged_ = -1;
  std::uint32_t posted_ = 0;
  std::int64_t now_ = 0;
};

RC_GTEST_PROP(PdcSender, AgreesWithItsOracleThroughAnySequence, ()) {
  const auto start = *rc::gen::element<Psn>(1, 0xFFFF'FFF0, 0x7FFF'FFF8, 12'345);
  const auto prefetch = *rc::gen::arbitrary<bool>();
  const auto script = *rc::gen::scale(4.0, steps());
  Play play(start, prefetch);
  for (const Step& step : script) play.step(step);
  play.finish();
}

}  // namespace
}  // namespace headroom
