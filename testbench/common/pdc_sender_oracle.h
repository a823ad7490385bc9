// A sending end kept as plainly as possible: a map of records, lists of numbers, and the words of the document.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "sc_models/policy/uet/pdc_sender.h"

namespace headroom {

class PdcSenderOracle {
 public:
  using State = SendRecord::State;
  struct Record {
    State state = State::kFetching;
    std::int64_t payload = 0;
    std::size_t message = 0;
    std::uint32_t transmissions = 0;
    std::int64_t end = 0;
    bool counted = false, last = false;
    [[nodiscard]] std::int64_t nominal() const { return payload + 88; }
  };
  struct Message {
    std::int64_t length = 0;
    std::uint32_t name = 0;
    std::set<std::int64_t> numbers{};  ///< issued
    std::set<std::int64_t> missing{};  ///< of those, not retired
    bool issued = false, complete = false, probed = false;
  };
  struct Acknowledged {
    std::int64_t left_flight = 0, retired = 0;
    std::uint32_t waiting = 0;
    std::optional<std::int64_t> sent;
  };

  explicit PdcSenderOracle(std::int64_t mss) : mss_(mss) {}

  void post(std::int64_t length, std::uint32_t name) { messages_.push_back({.length = length, .name = name}); }
  [[nodiscard]] PdcSender::Work work() const {
    if (!waiting().empty()) return PdcSender::Work::kRetransmission;
    if (!prefetched.empty()) return PdcSender::Work::kPrefetched;
    return segmenting() < messages_.size() ? PdcSender::Work::kSegment : PdcSender::Work::kNone;
  }
  [[nodiscard]] std::int64_t payload() const {
    if (!waiting().empty()) return records.at(waiting().front()).payload;
    if (!prefetched.empty()) return records.at(prefetched.front()).payload;
    return next_payload();
  }
  std::int64_t issue(bool counted) {
    const std::size_t m = segmenting();
    Record record{.payload = next_payload(), .message = m, .counted = counted};
    Message& message = messages_[m];
    message.numbers.insert(next), message.missing.insert(next);
    message.issued = record.last = offset(message) + record.payload == message.length;
    records[next] = record;
    return next++;
  }
  void commit(std::int64_t number) {
    Record& record = records.at(number);
    record.state = State::kCommitted;
    record.counted = true;
    ++record.transmissions;
  }
  std::int64_t commit_prefetched() {
    const std::int64_t number = prefetched.front();
    prefetched.pop_front();
    commit(number);
    return number;
  }
  std::int64_t commit_retransmission() {
    const std::int64_t number = waiting().front();
    queued_.erase(std::find(queued_.begin(), queued_.end(), number));
    commit(number);
    return number;
  }
  bool sent(std::int64_t number, std::int64_t now) {
    const auto at = records.find(number);
    if (at == records.end() || at->second.state != State::kCommitted) return false;
    at->second.state = State::kInFlight;
    at->second.end = now;
    return true;
  }
  [[nodiscard]] bool in_flight(std::int64_t number) const {
    const auto at = records.find(number);
    return at != records.end() && at->second.state == State::kInFlight;
  }
  [[nodiscard]] std::optional<std::int64_t> sample(std::int64_t number, bool retransmission) const {
    if (!in_flight(number)) return {};
    const Record& record = records.at(number);
    const bool sure = (record.transmissions == 1 && !retransmission) || (record.transmissions == 2 && retransmission);
    return sure ? std::optional(record.end) : std::nullopt;
  }
  [[nodiscard]] bool stale_nack(std::int64_t number, bool retransmission) const {
    return !in_flight(number) || retransmission != (records.at(number).transmissions > 1);
  }
  void wait_again(std::int64_t number) {
    Record& record = records.at(number);
    record.state = State::kWaiting;
    record.counted = false;
    queued_.push_back(number);
  }
  Acknowledged acknowledge(std::int64_t named, bool retransmission, std::int64_t cumulative,
                           const std::vector<std::int64_t>& selected) {
    Acknowledged result;
    result.sent = sample(named, retransmission);
    std::vector<std::int64_t> gone;
    for (const auto& [number, record] : records) {
      if (number <= cumulative) gone.push_back(number);
    }
    gone.insert(gone.end(), selected.begin(), selected.end());
    gone.push_back(named);
    for (const std::int64_t number : gone) retire(number, result);
    return result;
  }
  bool draws_probe(std::int64_t named) {
    for (Message& message : messages_) {
      if (!message.numbers.contains(named)) continue;
      const bool first = !message.probed;
      message.probed = true;
      return first;
    }
    return false;
  }
  std::vector<std::uint32_t> take_complete() {
    std::vector<std::uint32_t> result;
    result.swap(complete_);
    return result;
  }
  [[nodiscard]] std::uint32_t open_messages() const {
    return static_cast<std::uint32_t>(
        std::count_if(messages_.begin(), messages_.end(), [](const Message& message) { return !message.complete; }));
  }
  [[nodiscard]] std::int64_t counted() const {
    std::int64_t sum = 0;
    for (const auto& [number, record] : records) sum += record.counted ? record.nominal() : 0;
    return sum;
  }
  [[nodiscard]] std::int64_t outstanding() const {
    std::int64_t sum = 0;
    for (const auto& [number, record] : records) sum += record.nominal();
    return sum;
  }

  std::map<std::int64_t, Record> records;  ///< of those not retired
  std::deque<std::int64_t> prefetched;
  std::int64_t next = 0;  ///< numbers count from 0 at the first one

 private:
  [[nodiscard]] std::deque<std::int64_t> waiting() const {
    std::deque<std::int64_t> result;
    for (const std::int64_t number : queued_) {
      if (records.contains(number)) result.push_back(number);
    }
    return result;
  }
  [[nodiscard]] std::size_t segmenting() const {
    return static_cast<std::size_t>(
        std::find_if(messages_.begin(), messages_.end(), [](const Message& message) { return !message.issued; }) -
        messages_.begin());
  }
  [[nodiscard]] std::int64_t offset(const Message& message) const {
    // The number just inserted is not counted yet when its own payload is asked for.
    return static_cast<std::int64_t>(message.numbers.size() - (message.numbers.contains(next) ? 1 : 0)) * mss_;
  }
  [[nodiscard]] std::int64_t next_payload() const {
    const Message& message = messages_[segmenting()];
    return std::min(mss_, message.length - offset(message));
  }
  void retire(std::int64_t number, Acknowledged& result) {
    const auto at = records.find(number);
    if (at == records.end()) return;
    const Record& record = at->second;
    if (record.counted) result.left_flight += record.nominal();
    if (record.state == State::kWaiting) ++result.waiting;
    result.retired += record.nominal();
    Message& message = messages_[record.message];
    message.missing.erase(number);
    if (message.issued && message.missing.empty()) {
      message.complete = true;
      complete_.push_back(message.name);
    }
    records.erase(at);
  }

  std::int64_t mss_;
  std::vector<Message> messages_;
  std::deque<std::int64_t> queued_;
  std::vector<std::uint32_t> complete_;
};

}  // namespace headroom
