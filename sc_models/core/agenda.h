#pragma once

#include <cstdint>
#include <vector>

#include "sc_models/core/agenda_entry.h"
#include "sc_models/core/soonest_entries.h"
#include "sc_models/core/units.h"

namespace headroom {

/// A decision its owner makes at most once an instant, however often it is asked for.
struct Decision {
  Rank rank;
  AgendaClient* client = nullptr;
  AgendaTag tag = 0;
  bool pending = false;
  Decision* next = nullptr;  ///< the agenda's: the one made after it
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

/// All timing inside the model: entries of (time, rank, number, client, tag), the soonest few in a sorted list, the
/// others in a 4-ary heap, beside the list of decisions of the instant. Order is (time, rank, order of scheduling) and
/// nothing else. Knows no simulation kernel.
/// Invariant: every entry of the list comes before every entry of the heap; the heap is empty when the list is.
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
  [[nodiscard]] Ps now() const { return serving_ ? now_ : now_outside(); }
  /// Time of the next thing due; kNever when nothing is.
  [[nodiscard]] Ps next() const;
  /// Nothing but record rows is due any more.
  [[nodiscard]] bool idle() const { return decisions_ == nullptr && due_ == 0; }

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
  using Entry = AgendaEntry;
  static constexpr std::uint64_t kFirstDecision = agenda_order(Rank(Due::kPcieDecision, 0, 0), 0);
  static constexpr std::uint64_t kFirstRecord = agenda_order(Rank(Due::kRecord, 0, 0), 0);
  // From outside of run(), and what is rare: kept apart, so that the usual way is short.
  [[nodiscard]] Ps now_outside() const;
  void at_outside(Ps time, Rank rank, AgendaClient& client, AgendaTag tag);
  void decide_outside(Decision& decision);
  void make_room(Ps time);

  void serve_first();
  void serve_decision();
  void insert(Ps time, Rank rank, AgendaClient& client, AgendaTag tag);
  void insert(Decision& decision);
  void spill();
  void push_heap(Entry entry);
  void rise(std::size_t hole, const Entry& entry);
  Entry pop_heap();
  void refill();
  void renumber();

  Ps now_{0}, last_{0};
  Decision* decisions_ = nullptr;   ///< of the instant, in the order in which they are made
  Decision* asked_last_ = nullptr;  ///< one of them: the next to be asked for often comes after it
  std::uint64_t served_ = 0;
  std::uint64_t due_ = 0;   ///< entries that are no record rows
  std::uint32_t sequence_;  ///< number of the next entry
  AgendaKernel* kernel_ = nullptr;
  bool serving_ = false, stop_requested_ = false, stopped_ = false;
  SoonestEntries near_;
  std::vector<Entry> heap_;
};

}  // namespace headroom
