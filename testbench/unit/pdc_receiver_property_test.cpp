// The receiving end against a set of all numbers received, kept without any thought of speed.
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "sc_models/policy/uet/pdc_receiver.h"

namespace headroom {
namespace {

using Verdict = PdcReceiver::Verdict;

/// Section 3 of the document in the words of sets. Numbers count from 0 at the first one.
class Oracle {
 public:
  Verdict receive(std::int64_t number, std::int64_t nominal) {
    if (number < 0 || !received_.insert(number).second) return Verdict::kDuplicate;
    bytes_ += nominal;
    return number == next_before(number) ? Verdict::kInOrder : Verdict::kOutOfOrder;
  }
  void add_end(std::int64_t number) { ends_.insert(number); }
  [[nodiscard]] std::int64_t next() const { return next_before(-1); }
  [[nodiscard]] std::int64_t highest() const { return received_.empty() ? -1 : *received_.rbegin(); }
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  [[nodiscard]] std::int64_t held() const { return static_cast<std::int64_t>(received_.size()) - next(); }
  [[nodiscard]] bool has(std::int64_t number) const { return received_.contains(number); }
  /// Ends that have become complete since the last call.
  std::vector<std::int64_t> take_complete() {
    std::vector<std::int64_t> result;
    while (!ends_.empty() && *ends_.begin() < next()) {
      result.push_back(*ends_.begin());
      ends_.erase(ends_.begin());
    }
    return result;
  }
  struct Block {
    std::int64_t base;
    std::uint64_t bits = 0;
  };
  Block block() {
    const std::int64_t cumulative = next() - 1;
    Block result{next()};
    if (highest() - cumulative > 64) {
      if (cumulative < cursor_ && cursor_ <= highest()) result.base = cursor_;
      cursor_ = result.base + 64;
    }
    for (int i = 0; i < 64; ++i) {
      if (result.base + i > cumulative && has(result.base + i)) result.bits |= std::uint64_t{1} << i;
    }
    return result;
  }

 private:
  /// The first number that has not been received, `number` not counted.
  [[nodiscard]] std::int64_t next_before(std::int64_t number) const {
    std::int64_t expected = 0;
    while (expected != number && received_.contains(expected)) ++expected;
    return expected;
  }
  std::set<std::int64_t> received_, ends_;
  std::int64_t bytes_ = 0, cursor_ = 0;
};

struct Arrival {
  std::int64_t number;
  std::int64_t payload;
  bool ack;
};

/// Numbers near the one that a sender without losses would be at, some of them far ahead, some late, some twice.
rc::Gen<std::vector<Arrival>> arrivals() {
  const auto jumps = rc::gen::weightedOneOf<int>({{20, rc::gen::just(0)},
                                                  {6, rc::gen::inRange(-3, 4)},
                                                  {3, rc::gen::inRange(-70, 140)},
                                                  {1, rc::gen::inRange(-400, 1'500)}});
  const auto step = rc::gen::tuple(jumps, rc::gen::inRange<std::int64_t>(0, 4'097), rc::gen::arbitrary<bool>());
  return rc::gen::map(rc::gen::container<std::vector<std::tuple<int, std::int64_t, bool>>>(step),
                      [](const auto& steps) {
                        std::vector<Arrival> result;
                        std::int64_t at = 0;
                        for (const auto& [jump, payload, ack] : steps) result.push_back({at++ + jump, payload, ack});
                        return result;
                      });
}

void compare(const PdcReceiver& receiver, Oracle& oracle, Psn start) {
  RC_ASSERT(receiver.cumulative() == start + static_cast<Psn>(oracle.next() - 1));
  RC_ASSERT(receiver.highest() == start + static_cast<Psn>(std::max(oracle.highest(), oracle.next() - 1)));
  RC_ASSERT(receiver.out_of_order() == static_cast<std::size_t>(oracle.held()));
  RC_ASSERT(receiver.received_bytes() == oracle.bytes());
}

void compare_ack(PdcReceiver& receiver, Oracle& oracle, Psn start) {
  UetHeader header{};
  receiver.report_selective(header);
  const Oracle::Block block = oracle.block();
  RC_ASSERT(header.cumulative == receiver.cumulative());
  RC_ASSERT(header.sack_base == start + static_cast<Psn>(block.base));
  RC_ASSERT(header.sack_bitmap == block.bits);
  RC_ASSERT(header.out_of_order == oracle.held());
  RC_ASSERT(header.received == static_cast<std::uint32_t>((oracle.bytes() + 255) / 256));
}

RC_GTEST_PROP(PdcReceiver, AgreesWithTheSetOfAllNumbersReceived, ()) {
  const auto start = *rc::gen::weightedOneOf<Psn>({{1, rc::gen::just(Psn{1})},
                                                   {1, rc::gen::arbitrary<Psn>()},
                                                   {2, rc::gen::inRange<Psn>(0xFFFF'FE00, 0xFFFF'FFFF)}});
  const auto script = *rc::gen::scale(5.0, arrivals());
  const auto message_length = *rc::gen::inRange(1, 40);
  ReorderSets sets;
  PdcReceiver receiver(sets, 32'769, start);
  Oracle oracle;
  std::vector<MessageEnd> completed;
  for (const Arrival& arrival : script) {
    const Psn psn = start + static_cast<Psn>(arrival.number);
    const bool last = arrival.number % message_length == message_length - 1;
    const PdcReceiver::Packet packet{
        psn, arrival.payload + 88, last, {psn, 3, static_cast<std::uint32_t>(arrival.number), 9}};
    const Verdict verdict = receiver.receive(packet, completed);
    RC_ASSERT(verdict == oracle.receive(arrival.number, packet.nominal));
    if (last && verdict != Verdict::kDuplicate) oracle.add_end(arrival.number);
    const std::vector<std::int64_t> expected = oracle.take_complete();
    RC_ASSERT(completed.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      RC_ASSERT(completed[i].message == static_cast<std::uint32_t>(expected[i]));
      RC_ASSERT(completed[i].last == start + static_cast<Psn>(expected[i]));
    }
    completed.clear();
    compare(receiver, oracle, start);
    if (arrival.ack) compare_ack(receiver, oracle, start);
    for (const std::int64_t near : {-1, 0, 1, 63, 64, 65, 500}) {
      const std::int64_t number = arrival.number + near;
      RC_ASSERT(receiver.received(start + static_cast<Psn>(number)) == (number < 0 || oracle.has(number)));
    }
    RC_ASSERT(sets.in_use() == (oracle.held() > 0 ? 1u : 0u));
  }
}

// Every number of a window, in any order: the sizes at which words and the ring's growth meet.
RC_GTEST_PROP(PdcReceiver, AnyOrderOfAWindowEndsWithNothingHeld, ()) {
  const auto start = *rc::gen::arbitrary<Psn>();
  const auto size = *rc::gen::inRange<std::size_t>(1, 700);
  const auto windows = *rc::gen::inRange(1, 4);
  ReorderSets sets;
  PdcReceiver receiver(sets, 32'769, start);
  std::vector<MessageEnd> completed;
  Psn base = start;
  for (int w = 0; w < windows; ++w) {
    std::vector<Psn> order(size);
    for (std::size_t i = 0; i < size; ++i) order[i] = base + static_cast<Psn>(i);
    const auto keys = *rc::gen::container<std::vector<std::uint32_t>>(size, rc::gen::arbitrary<std::uint32_t>());
    std::sort(order.begin(), order.end(), [&](Psn a, Psn b) { return keys[a - base] < keys[b - base]; });
    for (const Psn psn : order) {
      RC_ASSERT(receiver.receive({psn, 88, true, {psn, 0, psn, 0}}, completed) != Verdict::kDuplicate);
    }
    base += static_cast<Psn>(size);
    RC_ASSERT(receiver.cumulative() == base - 1);
    RC_ASSERT(receiver.out_of_order() == 0u);
    RC_ASSERT(sets.in_use() == 0u);
  }
  RC_ASSERT(completed.size() == size * static_cast<std::size_t>(windows));
  for (std::size_t i = 0; i < completed.size(); ++i) RC_ASSERT(completed[i].message == start + static_cast<Psn>(i));
}

}  // namespace
}  // namespace headroom
