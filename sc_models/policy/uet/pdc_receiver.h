#pragma once

#include <cstdint>
#include <vector>

#include "sc_models/core/frame.h"
#include "sc_models/policy/uet/reorder_set.h"

namespace headroom {

/// Receiving end of a PDC: what has arrived of it, and what its acknowledgements say. Accepts packets in any order and
/// each once. Numbers are 32-bit serial numbers.
/// Invariant: every number from start() to cumulative() has arrived, cumulative() + 1 has not, and the reorder set
/// holds those beyond it that have.
class PdcReceiver {
 public:
  enum class State : std::uint8_t {
    kOpen,
    kLingering,  ///< closed by the host: goes on answering, delivers nothing [C]
  };
  /// Which use of a sender's id a packet with syn belongs to, compared with the end that has been found.
  enum class Use : std::uint8_t { kThis, kEarlier, kLater };
  enum class Verdict : std::uint8_t {
    kInOrder,     ///< new: deliver it
    kOutOfOrder,  ///< new and ahead of its turn: deliver it too, and it is one of the out-of-order events
    kDuplicate,
    kDiscarded,  ///< never received, and too late: the end lingers
  };
  struct Packet {
    Psn psn = 0;
    std::int64_t nominal = 0;  ///< size as an IP datagram
    bool last = false;         ///< of its message
    MessageEnd end;            ///< of the message; `last` packets only
  };

  /// An end for the use of the sender's id that begins with number `start`. `own`: the id this NIC gives the end.
  PdcReceiver(ReorderSets& sets, PdcId own, Psn start)
      : sets_(&sets), own_(own), start_(start), cumulative_(start - 1), highest_(start - 1), cursor_(start) {}

  /// A later use of the sender's id takes the place of this one.
  void reopen(PdcId own, Psn start);
  /// Start_PSN of the PDC that a packet with syn belongs to.
  [[nodiscard]] static constexpr Psn start_of(Psn psn, std::uint16_t psn_offset) { return psn - psn_offset; }
  [[nodiscard]] Use use_of(Psn start) const {
    return start == start_ ? Use::kThis : before(start, start_) ? Use::kEarlier : Use::kLater;
  }

  /// Takes an untrimmed data packet. Messages that it completes are appended to `completed`, in order of their numbers.
  Verdict receive(const Packet& packet, std::vector<MessageEnd>& completed);
  /// The host has closed it. Its id is free, and it leaves its group.
  void close() { state_ = State::kLingering; }

  /// Fills what every acknowledgement says of the PDC: highest number in order, bytes received, packets held.
  void report(UetHeader& ack) const;
  /// The same, with the next block of the selective acknowledgement: of data ACKs. Those that follow report the blocks
  /// after it while one bitmap is too small.
  void report_selective(UetHeader& ack);

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool open() const { return state_ == State::kOpen; }
  [[nodiscard]] PdcId own() const { return own_; }
  [[nodiscard]] Psn start() const { return start_; }
  [[nodiscard]] Psn cumulative() const { return cumulative_; }
  [[nodiscard]] Psn highest() const { return highest_; }
  [[nodiscard]] bool received(Psn psn) const {
    return !before(cumulative_, psn) || (set_ != nullptr && set_->contains(psn, cumulative_ + 1));
  }
  /// Packets held beyond the one expected next.
  [[nodiscard]] std::size_t out_of_order() const { return set_ == nullptr ? 0 : set_->size(); }
  /// Nominal bytes, each packet once.
  [[nodiscard]] std::int64_t received_bytes() const { return received_bytes_; }

 private:
  static bool before(Psn a, Psn b) { return static_cast<std::int32_t>(a - b) < 0; }
  void advance(std::vector<MessageEnd>& completed);
  void drop_set();

  ReorderSets* sets_;
  ReorderSet* set_ = nullptr;  ///< only while something is missing
  State state_ = State::kOpen;
  PdcId own_;
  Psn start_, cumulative_, highest_;
  Psn cursor_;  ///< where the next block of the selective acknowledgement begins
  std::int64_t received_bytes_ = 0;
};

}  // namespace headroom
