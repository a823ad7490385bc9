#pragma once

#include <cstdint>
#include <optional>

#include "sc_models/core/frame.h"
#include "sc_models/core/ring.h"
#include "sc_models/core/units.h"

namespace headroom {

/// A message as a PDC sends it: the work request, and what has become of its packets.
struct PdcMessage {
  std::uint32_t flow = 0, message = 0;  ///< of the workload
  std::int64_t length = 0;              ///< bytes, 0 to 2^32 - 1
  std::uint64_t local_address = 0, remote_address = 0;
  std::uint64_t work_request = 0;  ///< the NIC's count of them
  Psn first = 0;                   ///< number of its first packet, known once that has been issued
  std::uint32_t packets = 0, issued = 0, retired = 0;
  bool reported = false;  ///< handed out as complete
  bool probed = false;    ///< its first data ACK has come and drawn the probe
};

/// What the sender keeps of a packet until it is retired.
struct SendRecord {
  enum class State : std::uint8_t { kFetching, kPrefetched, kCommitted, kInFlight, kWaiting, kRetired };
  Ps end;                     ///< of the serialization of its latest transmission
  Frame* kept = nullptr;      ///< holds the payload: prefetched, or for retransmissions when data is carried
  std::uint32_t message = 0;  ///< count of the PDC's messages before its own
  std::uint32_t payload = 0;
  std::uint32_t transmissions = 0;  ///< committed
  std::uint16_t entropy = 0;        ///< of its latest transmission
  State state = State::kFetching;
  bool counted = false;  ///< in the bytes in flight
  bool last = false;     ///< of its message
};

/// Nominal size of a packet: an IP datagram. The unit in which windows count.
[[nodiscard]] constexpr std::int64_t uet_nominal(std::int64_t payload) {
  return payload + kUetDataOverhead - kEthernetOverhead;
}

/// Sending end of a PDC: numbers packets, remembers each until it is acknowledged, and knows which comes next. Knows no
/// window, no room and no time of its own. Numbers are 32-bit serial numbers and go on where the id's use before ended.
/// Invariant: records exist for the numbers from oldest() to next() - 1; those in the middle may be retired already.
class PdcSender {
 public:
  /// What a PDC would send now; it never skips to a later kind while an earlier one waits.
  enum class Work : std::uint8_t { kNone, kRetransmission, kPrefetched, kSegment };
  struct Packet {
    Psn psn = 0;
    SendRecord* record = nullptr;
    PdcMessage* message = nullptr;
    [[nodiscard]] std::int64_t offset(Bytes mss) const {
      return static_cast<std::int64_t>(psn - message->first) * mss.count();
    }
  };
  struct Acknowledged {
    std::int64_t left_flight = 0, retired = 0;  ///< nominal bytes: of those counted in flight, of all
    std::uint32_t waiting = 0;                  ///< retransmissions that are not needed any more
    std::optional<Ps> sent;                     ///< end of the transmission that the ACK answers, if it is sure which
  };
  struct Refused {
    SendRecord* record = nullptr;  ///< null: stale
    std::optional<Ps> sent;
  };

  PdcSender(Bytes mss, FramePool& frames) : mss_(mss), frames_(frames) {}

  /// A new use of this object; nothing of the one before is left.
  void open(Psn start);
  [[nodiscard]] Psn start() const { return start_; }
  void post(const PdcMessage& message);

  struct Next {
    Work work = Work::kNone;
    std::uint32_t payload = 0;
  };
  [[nodiscard]] Work work() const {
    if (!retransmissions_.empty()) return Work::kRetransmission;
    if (!prefetched_.empty()) return Work::kPrefetched;
    return segmenting_ - first_message_ < messages_.size() ? Work::kSegment : Work::kNone;
  }
  [[nodiscard]] Next peek() const;
  /// The field widths of the headers allow another number [C].
  [[nodiscard]] bool may_number() const;

  /// Numbers the next segment; its payload is to be fetched. `counted`: it is in flight from now on.
  Packet issue(bool counted);
  /// The payload of the packet has come and waits in `frame` to be committed.
  void prefetched(Psn psn, Frame& frame);
  /// The packet whose payload has just come is handed to the egress queue.
  Packet commit_fetched(Psn psn) { return commit(psn); }
  Packet commit_prefetched() { return commit(prefetched_.pop_front()); }
  Packet commit_retransmission();
  /// Its serialization has ended. Its record; null: the packet was retired while it waited.
  const SendRecord* sent(Psn psn, Ps now);

  /// The ACK or NACK answers a packet of an earlier use of the id, whose receiving end may know nothing of this one: it
  /// has no effect, or the PDC would take that end's id for its own receiver's. The cumulative number does not tell, as
  /// the last ACKs of a use have the one that the first of the next begin with [C].
  [[nodiscard]] bool from_earlier_use(Psn named) const { return before(named, start_); }
  /// Bytes that the receiver's counter has gained since the last ACK that raised it.
  [[nodiscard]] std::int64_t newly_received(std::uint32_t field);
  Acknowledged acknowledge(Psn named, bool retransmission, const UetHeader& ack);
  /// A trimmed packet: not in flight any more. What follows is wait_again().
  Refused refuse(Psn named, bool retransmission);
  /// The timer started by transmission number `transmission`: the record, if it is still in flight.
  [[nodiscard]] SendRecord* in_flight(Psn psn, std::uint32_t transmission);
  /// Queues a packet that was in flight for retransmission.
  void wait_again(Psn psn, SendRecord& record);

  /// First data ACK of the message that holds the number: true once for each message.
  [[nodiscard]] bool draws_probe(Psn named);
  /// A message of which every packet has been retired, each once, in order of completion.
  [[nodiscard]] std::optional<PdcMessage> take_complete();

  [[nodiscard]] Psn oldest() const { return oldest_; }
  [[nodiscard]] Psn next() const { return oldest_ + static_cast<Psn>(records_.size()); }
  [[nodiscard]] std::size_t outstanding() const { return records_.size(); }
  /// Messages posted and not complete.
  [[nodiscard]] std::uint32_t open_messages() const { return open_messages_; }
  /// Nothing is kept: no record, no message.
  [[nodiscard]] bool idle() const { return records_.empty() && open_messages_ == 0; }
  [[nodiscard]] Packet packet(Psn psn) { return {psn, &record(psn), &message(record(psn).message)}; }
  /// The record of a number; null when it is retired or was never given.
  [[nodiscard]] SendRecord* find(Psn psn);
  /// Sums over the records, for conservation laws.
  [[nodiscard]] std::int64_t nominal_counted() const;
  [[nodiscard]] std::int64_t nominal_outstanding() const;

  /// On the wire: of packets numbered and never committed.
  [[nodiscard]] std::int64_t wire_not_committed() const;
  /// Work request of the message that holds the number; 0: none that is remembered.
  [[nodiscard]] std::uint64_t work_request_of(Psn psn) const;

  PdcId remote = 0;  ///< the receiver's id; 0: not heard of yet, so packets carry syn

 private:
  static bool before(Psn a, Psn b) { return static_cast<std::int32_t>(a - b) < 0; }
  [[nodiscard]] SendRecord& record(Psn psn) { return records_[psn - oldest_]; }
  [[nodiscard]] PdcMessage& message(std::uint32_t count) { return messages_[count - first_message_]; }
  [[nodiscard]] const PdcMessage& unfinished() const { return messages_[segmenting_ - first_message_]; }
  Packet commit(Psn psn);
  /// Index of the message that holds the number; that of the end when it is not remembered.
  [[nodiscard]] std::size_t place_of_message(Psn psn) const;
  void retire(Psn psn, Acknowledged& result);
  void forget_retired();
  void forget_messages();
  void drop_stale_retransmissions();

  Bytes mss_;
  FramePool& frames_;
  Psn start_ = 0, oldest_ = 0;
  Psn acknowledged_ = 0;        ///< highest CACK heard
  std::uint32_t received_ = 0;  ///< the receiver's counter as last heard
  Ring<SendRecord> records_;
  Ring<Psn> prefetched_;       ///< in order of arrival
  Ring<Psn> retransmissions_;  ///< in order of queueing; retired ones are skipped
  Ring<PdcMessage> messages_;
  std::uint32_t first_message_ = 0;  ///< count of the first of messages_
  std::uint32_t segmenting_ = 0;     ///< count of the first message with segments to issue
  std::uint32_t open_messages_ = 0;
  Ring<std::uint32_t> complete_;
};

}  // namespace headroom
