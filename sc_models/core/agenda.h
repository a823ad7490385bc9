#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sc_models/core/units.h"

namespace headroom {

/// Groups of things due at one picosecond, in the order in which they are served [C]. Decisions come after everything
/// else of an instant, so that they see all of it; record rows come last of all.
enum class Due : std::uint8_t {
  kFrame,            ///< last bit of a frame has arrived
  kPcie,             ///< end of a PCIe transfer
  kTxEnd,            ///< end of a serialization on a network port
  kPauseEnd,         ///< a received pause runs out
  kPfcRefresh,       ///< a sent pause is looked at again
  kTransportTimer,   ///< retransmission
  kFailureDeadline,  ///< a path is suspected to have failed
  kAckTimer,         ///< held acknowledgements
  kRateLoop,         ///< half of a control interval
  kPost,             ///< the workload rings a doorbell
  kGenerate,         ///< packet generation starts
  kPcieDecision,     ///< entries into PCIe transmit buffers, next transfer; sub 0 host to NIC, sub 1 NIC to host
  kPortDecision,     ///< next frame of a port
  kRecord,           ///< rows of periodic records
};

/// Place of an entry among those of its picosecond: group, then node, then a number inside the node.
class Rank {
 public:
  static constexpr unsigned kNodeBits = 14, kSubBits = 13;
  constexpr Rank() = default;
  constexpr Rank(Due group, std::uint32_t node, std::uint32_t sub)
      : value_(static_cast<std::uint32_t>(group) << (kNodeBits + kSubBits) | node << kSubBits | sub) {}
  [[nodiscard]] constexpr Due group() const { return static_cast<Due>(value_ >> (kNodeBits + kSubBits)); }
  [[nodiscard]] constexpr std::uint32_t value() const { return value_; }
  constexpr auto operator<=>(const Rank&) const = default;

 private:
  std::uint32_t value_ = 0;
};

/// Place of an entry among those of its picosecond: rank, then number.
[[nodiscard]] constexpr std::uint64_t agenda_order(Rank rank, std::uint32_t number) {
  return std::uint64_t{rank.value()} << 32 | number;
}

/// What a client wants to be reminded of; its meaning is the client's own.
using AgendaTag = std::uint32_t;

/// Something the agenda wakes. `now` is model time.
class AgendaClient {
 public:
  virtual void due(Ps now, AgendaTag tag) = 0;

 protected:
  ~AgendaClient() = default;
};

/// A decision its owner makes at most once an instant, however often it is asked for.
struct Decision {
  Rank rank;
  AgendaClient* client = nullptr;
  AgendaTag tag = 0;
  bool pending = false;
};

/// The kernel that an agenda runs inside, as far as the agenda knows it.
class AgendaKernel {
 public:
  virtual Ps kernel_now() const = 0;
  /// Something was put on the agenda from outside, due at `next`.
  virtual void arm(Ps next) = 0;
  /// Last instant the agenda may serve before the kernel has to act again.
  virtual Ps horizon() const = 0;

 protected:
  ~AgendaKernel() = default;
};

/// All timing inside the model: entries of (time, rank, number, client, tag), the soonest few in a sorted array, the
/// others in a 4-ary heap, beside the list of decisions of the instant. Order is (time, rank, order of scheduling) and
/// nothing else. Knows no simulation kernel. Invariant: every entry of the array comes before every entry of the heap.
class Agenda {
 public:
  /// `first_number`: of the first entry. Entries are numbered in 32 bits, and anew when those are used up.
  explicit Agenda(std::uint32_t first_number = 0);
  Agenda(const Agenda&) = delete;
  Agenda& operator=(const Agenda&) = delete;

  /// Wakes `client` at `time`, which must not be in the past.
  void at(Ps time, Rank rank, AgendaClient& client, AgendaTag tag);
  /// Wakes the decision's client after everything else of this instant; nothing if it is pending already.
  void decide(Decision& decision);

  /// Model time. May be ahead of the kernel's, as in temporal decoupling.
  [[nodiscard]] Ps now() const { return serving_ || !kernel_ ? now_ : later(now_, kernel_->kernel_now()); }
  /// Time of the next thing due; kNever when nothing is.
  [[nodiscard]] Ps next() const;
  /// Nothing but record rows is due any more.
  [[nodiscard]] bool idle() const { return decisions_.empty() && near_size_ + heap_.size() == records_due_; }

  /// Serves what is due up to and including `last`, whole instants at a time, until about `budget` entries are served.
  /// Rows of records alone do not make time pass: when nothing else is due, it returns.
  void run(Ps last, std::uint64_t budget = UINT64_MAX);
  /// A handler has notified the kernel or called out of the model: serve no further than the kernel allows.
  void kernel_touched() {
    if (kernel_ && kernel_->horizon() < last_) last_ = kernel_->horizon();
  }
  /// Ends the run once everything due at this instant has been served.
  void stop() { stop_requested_ = true; }
  [[nodiscard]] bool stopped() const { return stopped_; }

  /// Entries served, decisions not counted.
  [[nodiscard]] std::uint64_t served() const { return served_; }
  void attach(AgendaKernel* kernel) { kernel_ = kernel; }

 private:
  struct Entry {
    Ps time;
    std::uint64_t order;  ///< among those of its time
    AgendaClient* client;
    AgendaTag tag;

    [[nodiscard]] bool before(const Entry& other) const {
      return time != other.time ? time < other.time : order < other.order;
    }
  };
  static constexpr std::uint64_t kFirstDecision = agenda_order(Rank(Due::kPcieDecision, 0, 0), 0);
  static constexpr std::uint64_t kFirstRecord = agenda_order(Rank(Due::kRecord, 0, 0), 0);
  static Ps later(Ps a, Ps b) { return a < b ? b : a; }

  [[nodiscard]] bool empty() const { return near_size_ == 0 && heap_.empty(); }
  [[nodiscard]] const Entry& first() const { return near_size_ > 0 ? near_[near_size_ - 1] : heap_.front(); }
  void serve_first();
  void serve_decision();
  void insert_near(const Entry& entry);
  void push_heap(const Entry& entry);
  Entry pop_heap();
  void refill();
  void renumber();

  static constexpr std::size_t kNear = 16;
  std::array<Entry, kNear> near_;  ///< the soonest last
  std::size_t near_size_ = 0;
  std::vector<Entry> heap_;
  std::vector<Decision*> decisions_;
  Ps now_{0}, last_{0};
  std::uint32_t sequence_;  ///< number of the next entry
  std::uint64_t served_ = 0, records_due_ = 0;
  AgendaKernel* kernel_ = nullptr;
  bool serving_ = false, stop_requested_ = false, stopped_ = false;
};

}  // namespace headroom
