#include "sc_models/policy/uet/pdc_sender.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "sc_models/core/check.h"

namespace headroom {
namespace {

using State = SendRecord::State;

/// [C] Widths of psn_offset and of the ACK's signed offsets.
constexpr Psn kLargestSynOffset = 4'095, kLargestWindow = 16'384;
/// An ACK cannot name a number further than this below its CACK.
constexpr Psn kLargestAckOffset = 32'768;
/// Counter of received bytes in ACKs.
constexpr std::uint32_t kReceivedMask = 0xFFFFFF;
constexpr std::int64_t kReceivedUnit = 256;

template <class T>
void clear(Ring<T>& ring) {
  while (!ring.empty()) ring.pop_front();
}

}  // namespace

void PdcSender::open(Psn start) {
  HEADROOM_CHECK(idle(), "PDC sender: opened with {} records and {} messages", records_.size(), open_messages_);
  start_ = oldest_ = start;
  acknowledged_ = start - 1;
  received_ = 0;
  remote = 0;
  clear(prefetched_), clear(retransmissions_), clear(messages_), clear(complete_);
  first_message_ = segmenting_ = 0;
}

void PdcSender::post(const PdcMessage& message) {
  messages_.push_back(message);
  PdcMessage& own = messages_.back();
  own.packets = static_cast<std::uint32_t>(std::max<std::int64_t>(1, (own.length + mss_.count() - 1) / mss_.count()));
  ++open_messages_;
}

PdcSender::Next PdcSender::peek() const {
  if (!retransmissions_.empty()) {
    return {Work::kRetransmission, records_[retransmissions_.front() - oldest_].payload};
  }
  if (!prefetched_.empty()) return {Work::kPrefetched, records_[prefetched_.front() - oldest_].payload};
  if (segmenting_ - first_message_ >= messages_.size()) return {};
  const PdcMessage& message = unfinished();
  const std::int64_t rest = message.length - static_cast<std::int64_t>(message.issued) * mss_.count();
  return {Work::kSegment, static_cast<std::uint32_t>(std::min(rest, mss_.count()))};
}

bool PdcSender::may_number() const {
  if (remote == 0 && next() - start_ > kLargestSynOffset) return false;
  return next() == acknowledged_ + 1 || next() - acknowledged_ <= kLargestWindow;
}

PdcSender::Packet PdcSender::issue(bool counted) {
  const std::uint32_t size = peek().payload;
  const Psn psn = next();
  PdcMessage& of = message(segmenting_);
  if (of.issued++ == 0) of.first = psn;
  SendRecord fetching;
  fetching.message = segmenting_;
  fetching.payload = size;
  fetching.counted = counted;
  fetching.last = of.issued == of.packets;
  records_.push_back(fetching);
  if (of.issued == of.packets) ++segmenting_;
  return {psn, &records_.back(), &of};
}

void PdcSender::prefetched(Psn psn, Frame& frame) {
  SendRecord& fetched = record(psn);
  HEADROOM_CHECK(fetched.state == State::kFetching, "PDC sender: payload of {} has come already", psn);
  fetched.state = State::kPrefetched;
  fetched.kept = &frame;
  prefetched_.push_back(psn);
}

PdcSender::Packet PdcSender::commit(Psn psn) {
  SendRecord& waiting = record(psn);
  HEADROOM_CHECK(waiting.state != State::kCommitted && waiting.state != State::kInFlight,
                 "PDC sender: {} is on its way already", psn);
  waiting.state = State::kCommitted;
  waiting.counted = true;
  ++waiting.transmissions;
  return packet(psn);
}

PdcSender::Packet PdcSender::commit_retransmission() {
  const Packet again = commit(retransmissions_.pop_front());
  drop_stale_retransmissions();
  return again;
}

const SendRecord* PdcSender::sent(Psn psn, Ps now) {
  SendRecord* const committed = find(psn);
  if (committed == nullptr || committed->state != State::kCommitted) return nullptr;
  committed->state = State::kInFlight;
  committed->end = now;
  return committed;
}

std::int64_t PdcSender::newly_received(std::uint32_t field) {
  const std::uint32_t gained = (field - received_) & kReceivedMask;
  if (gained == 0 || gained >= (kReceivedMask + 1) / 2) return 0;
  received_ = field;
  return kReceivedUnit * gained;
}

PdcSender::Acknowledged PdcSender::acknowledge(Psn named, bool retransmission, const UetHeader& ack) {
  Acknowledged result;
  if (const SendRecord* const p = find(named); p != nullptr && p->state == State::kInFlight) {
    if (p->transmissions == (retransmission ? 2u : 1u)) result.sent = p->end;
  }
  if (before(acknowledged_, ack.cumulative)) acknowledged_ = ack.cumulative;
  HEADROOM_CHECK(before(ack.cumulative, next()), "PDC sender: ACK of {}, next is {}", ack.cumulative, next());
  for (Psn psn = oldest_; !before(ack.cumulative, psn); ++psn) retire(psn, result);
  for (std::uint64_t bits = ack.sack_bitmap; bits != 0; bits &= bits - 1) {
    retire(ack.sack_base + static_cast<Psn>(std::countr_zero(bits)), result);
  }
  retire(named, result);
  forget_retired();
  drop_stale_retransmissions();
  return result;
}

void PdcSender::retire(Psn psn, Acknowledged& result) {
  SendRecord* const gone = find(psn);
  if (gone == nullptr) return;
  const std::int64_t nominal = uet_nominal(gone->payload);
  if (gone->counted) result.left_flight += nominal;
  if (gone->state == State::kWaiting) ++result.waiting;
  result.retired += nominal;
  gone->state = State::kRetired;
  gone->counted = false;
  if (gone->kept != nullptr) frames_.give_back(*gone->kept);
  gone->kept = nullptr;
  PdcMessage& of = message(gone->message);
  if (++of.retired == of.packets) complete_.push_back(gone->message);
}

void PdcSender::forget_retired() {
  while (!records_.empty() && records_.front().state == State::kRetired) {
    records_.pop_front();
    ++oldest_;
  }
}

void PdcSender::drop_stale_retransmissions() {
  while (!retransmissions_.empty()) {
    const SendRecord* const head = find(retransmissions_.front());
    if (head != nullptr && head->state == State::kWaiting) return;
    retransmissions_.pop_front();
  }
}

// A message stays for its probe after it is complete, until no ACK can name a number of it any more.
void PdcSender::forget_messages() {
  while (!messages_.empty() && messages_.front().reported) {
    const PdcMessage& head = messages_.front();
    if (!head.probed && before(acknowledged_, head.first + head.packets + kLargestAckOffset)) return;
    messages_.pop_front();
    ++first_message_;
  }
}

PdcSender::Refused PdcSender::refuse(Psn named, bool retransmission) {
  SendRecord* const p = find(named);
  if (p == nullptr || p->state != State::kInFlight || retransmission != (p->transmissions > 1)) return {};
  if (p->transmissions == (retransmission ? 2u : 1u)) return {p, p->end};
  return {p, {}};
}

SendRecord* PdcSender::in_flight(Psn psn, std::uint32_t transmission) {
  SendRecord* const p = find(psn);
  return p != nullptr && p->state == State::kInFlight && p->transmissions == transmission ? p : nullptr;
}

void PdcSender::wait_again(Psn psn, SendRecord& record) {
  record.state = State::kWaiting;
  record.counted = false;
  retransmissions_.push_back(psn);
}

bool PdcSender::draws_probe(Psn named) {
  const std::size_t place = place_of_message(named);
  return place < messages_.size() && !std::exchange(messages_[place].probed, true);
}

std::uint64_t PdcSender::work_request_of(Psn psn) const {
  const std::size_t place = place_of_message(psn);
  return place < messages_.size() ? messages_[place].work_request : 0;
}

// They are in order of their numbers.
std::size_t PdcSender::place_of_message(Psn psn) const {
  std::size_t low = 0, high = messages_.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const PdcMessage& of = messages_[middle];
    if (of.issued == 0 || before(psn, of.first)) {
      high = middle;
    } else if (psn - of.first >= of.issued) {
      low = middle + 1;
    } else {
      return middle;
    }
  }
  return messages_.size();
}

std::optional<PdcMessage> PdcSender::take_complete() {
  if (complete_.empty()) {
    forget_messages();
    return std::nullopt;
  }
  --open_messages_;
  PdcMessage& done = message(complete_.pop_front());
  done.reported = true;
  return done;
}

SendRecord* PdcSender::find(Psn psn) {
  const Psn place = psn - oldest_;
  if (place >= records_.size() || records_[place].state == State::kRetired) return nullptr;
  return &records_[place];
}

std::int64_t PdcSender::nominal_counted() const {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < records_.size(); ++i) sum += records_[i].counted ? uet_nominal(records_[i].payload) : 0;
  return sum;
}

std::int64_t PdcSender::nominal_outstanding() const {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    if (records_[i].state != State::kRetired) sum += uet_nominal(records_[i].payload);
  }
  return sum;
}

std::int64_t PdcSender::wire_not_committed() const {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    const SendRecord& kept = records_[i];
    if (kept.state == State::kFetching || kept.state == State::kPrefetched) sum += kept.payload + kUetDataOverhead;
  }
  return sum;
}

}  // namespace headroom
