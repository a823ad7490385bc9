#include "sc_models/core/agenda.h"

#include <algorithm>

#include "sc_models/core/check.h"

namespace headroom {

Agenda::Agenda(std::uint32_t first_number) : sequence_(first_number) {
  heap_.reserve(1024);
  decisions_.reserve(64);
}

void Agenda::at(Ps time, Rank rank, AgendaClient& client, AgendaTag tag) {
  HEADROOM_CHECK(time >= now_, "agenda: entry for {} ps at {} ps", time.count(), now_.count());
  if (sequence_ == UINT32_MAX) [[unlikely]]
    renumber();
  const Entry entry{time, agenda_order(rank, sequence_++), &client, tag};
  if (entry.order >= kFirstRecord) ++records_due_;
  if (near_size_ > 0 && entry.before(near_[0])) {
    insert_near(entry);
  } else {
    push_heap(entry);
  }
  if (!serving_ && kernel_) kernel_->arm(time);
}

void Agenda::decide(Decision& decision) {
  if (decision.pending) return;
  decision.pending = true;
  decisions_.push_back(&decision);
  if (!serving_ && kernel_) kernel_->arm(now());
}

inline void Agenda::serve_first() {
  const Entry& entry = near_[--near_size_];
  AgendaClient* const client = entry.client;
  if (entry.order >= kFirstRecord) --records_due_;
  ++served_;
  client->due(now_, entry.tag);
}

inline void Agenda::serve_decision() {
  std::size_t first = 0;
  for (std::size_t i = 1; i < decisions_.size(); ++i) {
    if (decisions_[i]->rank < decisions_[first]->rank) first = i;
  }
  Decision& decision = *decisions_[first];
  for (std::size_t i = first + 1; i < decisions_.size(); ++i) decisions_[i - 1] = decisions_[i];
  decisions_.pop_back();
  decision.pending = false;
  decision.client->due(now_, decision.tag);
}

Ps Agenda::next() const {
  if (!decisions_.empty()) return now_;
  return empty() ? kNever : first().time;
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
    if (near_size_ == 0 && !heap_.empty()) refill();
    const bool due_now = near_size_ > 0 && near_[near_size_ - 1].time <= now_;
    if (due_now && (decisions_.empty() || near_[near_size_ - 1].order < kFirstDecision)) {
      serve_first();
    } else if (!decisions_.empty()) {
      serve_decision();
    } else if (stop_requested_) {
      stopped_ = true;
    } else {
      if (idle() || near_[near_size_ - 1].time > last_ || served_ >= enough) return;
      now_ = near_[near_size_ - 1].time;
      serve_first();
    }
  } while (!stopped_);
}

/// Most entries are due soon, so few have to be passed. A full array gives its later half to the heap.
void Agenda::insert_near(const Entry& entry) {
  if (near_size_ == kNear) {
    constexpr std::size_t kLater = kNear / 2;
    for (std::size_t i = 0; i < kLater; ++i) push_heap(near_[i]);
    std::copy(near_.begin() + kLater, near_.end(), near_.begin());
    near_size_ -= kLater;
    if (!entry.before(near_[0])) return push_heap(entry);
  }
  std::size_t place;
  if (near_[near_size_ / 2].before(entry)) {
    for (place = 0; !near_[place].before(entry);) ++place;
  } else {
    for (place = near_size_; near_[place - 1].before(entry);) --place;
  }
  std::copy_backward(near_.begin() + place, near_.begin() + near_size_, near_.begin() + near_size_ + 1);
  near_[place] = entry;
  ++near_size_;
}

void Agenda::refill() {
  near_size_ = std::min(heap_.size(), kNear / 2);
  for (std::size_t i = near_size_; i-- > 0;) near_[i] = pop_heap();
}

/// Numbers the entries anew, in the order they have; a sorted array is a heap.
void Agenda::renumber() {
  std::sort(heap_.begin(), heap_.end(), [](const Entry& a, const Entry& b) { return a.before(b); });
  sequence_ = 0;
  const auto number = [this](Entry& entry) { entry.order = (entry.order >> 32 << 32) | sequence_++; };
  for (std::size_t i = near_size_; i-- > 0;) number(near_[i]);
  for (Entry& entry : heap_) number(entry);
}

void Agenda::push_heap(const Entry& entry) {
  heap_.push_back(entry);
  Entry* const heap = heap_.data();
  std::size_t i = heap_.size() - 1;
  while (i > 0) {
    const std::size_t parent = (i - 1) / 4;
    if (heap[parent].before(entry)) break;
    heap[i] = heap[parent];
    i = parent;
  }
  heap[i] = entry;
}

Agenda::Entry Agenda::pop_heap() {
  const Entry first = heap_.front(), entry = heap_.back();
  heap_.pop_back();
  Entry* const heap = heap_.data();
  const std::size_t size = heap_.size();
  if (size == 0) return first;
  std::size_t i = 0;
  for (std::size_t child = 1; child < size; child = 4 * i + 1) {
    const Entry* least = heap + child;
    const Entry* const end = heap + std::min(child + 4, size);
    for (const Entry* c = least + 1; c < end; ++c) {
      if (c->before(*least)) least = c;
    }
    if (entry.before(*least)) break;
    heap[i] = *least;
    i = static_cast<std::size_t>(least - heap);
  }
  heap[i] = entry;
  return first;
}

}  // namespace headroom
