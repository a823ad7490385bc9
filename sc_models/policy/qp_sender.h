#pragma once

#include <cstdint>

#include "sc_models/core/ring.h"
#include "sc_models/core/units.h"
#include "sc_models/policy/psn.h"

namespace headroom {

/// A message as a queue pair sends it.
struct OutgoingMessage {
  std::uint32_t flow = 0, message = 0;  ///< of the workload
  std::int64_t length = 0;              ///< bytes, 0 to 2^32
  std::uint64_t local_address = 0, remote_address = 0;
};

/// Sending half of a queue pair: one message at a time, cut into packets; go-back-N with cumulative acknowledgement.
/// Knows no time and no buffers.
/// Invariant: oldest() <= next() <= highest(); they are equal when no message is in progress.
class QpSender {
 public:
  struct Segment {
    PsnCount psn;           ///< the number it will get
    std::int64_t offset;    ///< in the message
    std::uint32_t payload;  ///< bytes
    bool last;              ///< of its message
    bool first_ever;        ///< nothing of its message has been generated before
  };
  enum class Answer : std::uint8_t {
    kGhost,    ///< names a packet that was never sent: discard it
    kOld,      ///< says nothing new
    kRetired,  ///< an ACK: at least one packet more is acknowledged
    kGoBack,   ///< a NAK: the sender has gone back to the packet it names
  };

  QpSender(Psn initial, Bytes mss)
      : mss_(mss.count()), first_(initial), oldest_(initial), next_(initial), highest_(initial) {}

  /// Appends a message. True: no other was in progress, and it is the current one now.
  [[nodiscard]] bool post(const OutgoingMessage& message) {
    queue_.push_back(message);
    return !busy_ && begin_next();
  }
  /// A message is in progress.
  [[nodiscard]] bool busy() const { return busy_; }
  [[nodiscard]] const OutgoingMessage& current() const { return current_; }
  [[nodiscard]] std::size_t waiting() const { return queue_.size(); }

  /// There is a segment to generate. A segment too far from the oldest unacknowledged packet has to wait.
  [[nodiscard]] bool can_generate() const {
    return busy_ && cursor_ < packets_ && first_ + cursor_ - oldest_ <= kPsnWindow;
  }
  /// The segment to generate next.
  [[nodiscard]] Segment segment() const {
    const std::int64_t offset = cursor_ * mss_, rest = current_.length - offset;
    return {first_ + cursor_, offset, static_cast<std::uint32_t>(rest < mss_ ? rest : mss_), cursor_ + 1 == packets_,
            cursor_ == 0 && highest_ == first_};
  }
  void advance() { ++cursor_; }

  /// The payload fetched for `psn` in `epoch` is not wanted any more.
  [[nodiscard]] bool stale(std::uint32_t epoch, PsnCount psn) const { return epoch != epoch_ || psn < oldest_; }
  /// `psn`, whose payload has come, is assigned and becomes outstanding. True: for the first time.
  bool assign(PsnCount psn);

  [[nodiscard]] Answer on_ack(Psn named);
  [[nodiscard]] Answer on_nak(Psn named);
  /// The timer has expired: sends everything from the oldest unacknowledged packet again.
  void go_back() { go_back_to(oldest_); }
  /// Every packet of the current message is acknowledged.
  [[nodiscard]] bool complete() const { return busy_ && oldest_ == first_ + packets_; }
  /// The current message is done with. True: the next one is the current one now.
  bool begin_next();

  [[nodiscard]] PsnCount oldest() const { return oldest_; }    ///< not acknowledged
  [[nodiscard]] PsnCount next() const { return next_; }        ///< to be assigned
  [[nodiscard]] PsnCount highest() const { return highest_; }  ///< ever assigned, plus 1
  [[nodiscard]] bool window_empty() const { return next_ == oldest_; }
  [[nodiscard]] std::uint32_t epoch() const { return epoch_; }
  /// Packets of the current message.
  [[nodiscard]] std::int64_t packets() const { return packets_; }

 private:
  void retire(PsnCount first_unacknowledged);
  void go_back_to(PsnCount psn);

  std::int64_t mss_;
  PsnCount first_;  ///< number of the current message's first packet
  PsnCount oldest_, next_, highest_;
  std::int64_t packets_ = 0, cursor_ = 0;  ///< of the current message; index of the segment to generate next
  std::uint32_t epoch_ = 0;                ///< counts go-backs
  bool busy_ = false;
  OutgoingMessage current_;
  Ring<OutgoingMessage> queue_;
};

}  // namespace headroom
