#include "sc_models/core/agenda.h"

#include <algorithm>

#include "sc_models/core/check.h"

namespace headroom {

Agenda::Agenda(std::uint32_t first_number) : sequence_(first_number) { heap_.reserve(1024); }

Ps Agenda::now_outside() const { return kernel_ ? std::max(now_, kernel_->kernel_now()) : now_; }

void Agenda::at(Ps time, Rank rank, AgendaClient& client, AgendaTag tag) {
  if (!serving_ || time < now_ || near_.full() || sequence_ == UINT32_MAX) [[unlikely]]
    return at_outside(time, rank, client, tag);
  insert(time, rank, client, tag);
}

void Agenda::at_outside(Ps time, Rank rank, AgendaClient& client, AgendaTag tag) {
  make_room(time);
  insert(time, rank, client, tag);
  if (!serving_ && kernel_) kernel_->arm(time);
}

/// For an entry at `time`.
void Agenda::make_room(Ps time) {
  HEADROOM_CHECK(time >= now_, "agenda: entry for {} ps at {} ps", time.count(), now_.count());
  if (sequence_ == UINT32_MAX) renumber();
  if (near_.full()) spill();
}

inline void Agenda::insert(Ps time, Rank rank, AgendaClient& client, AgendaTag tag) {
  const Entry entry{time, agenda_order(rank, sequence_++), &client, tag};
  due_ += entry.order < kFirstRecord;
  if (heap_.empty() || entry.before(heap_.front())) {
    near_.insert(entry);
  } else {
    push_heap(entry);
  }
}

void Agenda::decide(Decision& decision) {
  if (decision.pending) return;
  if (!serving_) [[unlikely]]
    return decide_outside(decision);
  insert(decision);
}

void Agenda::decide_outside(Decision& decision) {
  insert(decision);
  if (kernel_) kernel_->arm(now());
}

inline void Agenda::insert(Decision& decision) {
  decision.pending = true;
  const bool after = asked_last_ != nullptr && !(decision.rank < asked_last_->rank);
  Decision** place = after ? &asked_last_->next : &decisions_;
  while (*place != nullptr && !(decision.rank < (*place)->rank)) place = &(*place)->next;
  decision.next = *place;
  *place = &decision;
  asked_last_ = &decision;
}

inline void Agenda::serve_first() {
  const Entry& entry = near_.first();
  AgendaClient* const client = entry.client;
  const AgendaTag tag = entry.tag;
  due_ -= entry.order < kFirstRecord;
  near_.drop_first();
  if (near_.empty()) refill();
  ++served_;
  client->due(now_, tag);
}

inline void Agenda::serve_decision() {
  Decision& decision = *decisions_;
  decisions_ = decision.next;
  if (asked_last_ == &decision) asked_last_ = nullptr;
  decision.pending = false;
  decision.client->due(now_, decision.tag);
}

Ps Agenda::next() const {
  if (decisions_ != nullptr) return now_;
  return near_.first().time;
}

void Agenda::run(Ps last, std::uint64_t budget) {
  struct Serving {
    bool& flag;
    explicit Serving(bool& f) : flag(f) { flag = true; }
    ~Serving() { flag = false; }
  };
  if (kernel_ && now_ < kernel_->kernel_now()) now_ = kernel_->kernel_now();
  const Serving serving(serving_);
  const std::uint64_t enough = budget < UINT64_MAX - served_ ? served_ + budget : UINT64_MAX;
  last_ = last;
  if (stopped_) return;
  do {
    const Entry& first = near_.first();
    if (first.time <= now_ && (decisions_ == nullptr || first.order < kFirstDecision)) {
      serve_first();
    } else if (decisions_ != nullptr) {
      serve_decision();
    } else if (stop_requested_) {
      stopped_ = true;
    } else {
      if (due_ == 0 || first.time > last_ || served_ >= enough) return;
      now_ = first.time;
      serve_first();
    }
  } while (!stopped_);
}

/// A full list gives its later half to the heap.
void Agenda::spill() {
  near_.cut(SoonestEntries::kCapacity / 2, [this](const Entry& entry) { push_heap(entry); });
}

/// Leaves room for what is soon put in.
void Agenda::refill() {
  near_.fill(std::min(heap_.size(), SoonestEntries::kCapacity * 3 / 4), [this] { return pop_heap(); });
}

/// Numbers the entries anew, in the order they have; a sorted array is a heap.
void Agenda::renumber() {
  std::sort(heap_.begin(), heap_.end(), [](const Entry& a, const Entry& b) { return a.before(b); });
  sequence_ = 0;
  const auto number = [this](Entry& entry) { entry.order = (entry.order >> 32 << 32) | sequence_++; };
  near_.for_each(number);
  for (Entry& entry : heap_) number(entry);
}

[[gnu::noinline]] void Agenda::push_heap(Entry entry) {
  heap_.push_back(entry);
  rise(heap_.size() - 1, entry);
}

/// The hole moves up until the entry may stand in it.
inline void Agenda::rise(std::size_t hole, const Entry& entry) {
  Entry* const heap = heap_.data();
  while (hole > 0) {
    const std::size_t parent = (hole - 1) / 4;
    if (heap[parent].before(entry)) break;
    heap[hole] = heap[parent];
    hole = parent;
  }
  heap[hole] = entry;
}

/// The hole that the first leaves moves down to a leaf, and the last entry from there up: it seldom gets far.
Agenda::Entry Agenda::pop_heap() {
  const Entry first = heap_.front(), last = heap_.back();
  heap_.pop_back();
  Entry* const heap = heap_.data();
  const std::size_t size = heap_.size();
  if (size == 0) return first;
  const auto sooner = [heap](std::size_t a, std::size_t b) { return heap[b].before(heap[a]) ? b : a; };
  std::size_t hole = 0, child = 1;
  for (; child + 3 < size; child = 4 * hole + 1) {
    const std::size_t least = sooner(sooner(child, child + 1), sooner(child + 2, child + 3));
    heap[hole] = heap[least];
    hole = least;
  }
  if (child < size) {
    std::size_t least = child;
    while (++child < size) least = sooner(least, child);
    heap[hole] = heap[least];
    hole = least;
  }
  rise(hole, last);
  return first;
}

}  // namespace headroom
