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
  if (hole_) {  // the entry being served left the root free: one walk down instead of two
    hole_ = false;
    sift_down(entry);
  } else {
    heap_.push_back(entry);
    sift_up(entry);
  }
  if (!serving_ && kernel_) kernel_->arm(time);
}

void Agenda::decide(Decision& decision) {
  if (decision.pending) return;
  decision.pending = true;
  decisions_.push_back(&decision);
  if (!serving_ && kernel_) kernel_->arm(now());
}

Ps Agenda::next() const {
  if (!decisions_.empty()) return now_;
  return heap_.empty() ? kNever : heap_.front().time;
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
  while (!stopped_) {
    const bool due_now = !heap_.empty() && heap_.front().time <= now_;
    if (!decisions_.empty()) {
      if (due_now && heap_.front().order < kFirstDecision) {
        serve_top();
      } else {
        serve_decision();
      }
    } else if (due_now) {
      serve_top();
    } else if (stop_requested_) {
      stopped_ = true;
    } else {
      if (idle() || heap_.front().time > last_ || served_ >= enough) return;
      now_ = heap_.front().time;
    }
  }
}

void Agenda::serve_top() {
  const Entry entry = heap_.front();
  if (entry.order >= kFirstRecord) --records_due_;
  ++served_;
  hole_ = true;
  entry.client->due(now_, entry.tag);
  if (hole_) close_hole();
}

void Agenda::close_hole() {
  hole_ = false;
  const Entry last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) sift_down(last);
}

void Agenda::serve_decision() {
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

/// Numbers the entries on the heap anew, in the order they have; a sorted array is a heap.
void Agenda::renumber() {
  if (hole_) close_hole();
  std::sort(heap_.begin(), heap_.end(), [](const Entry& a, const Entry& b) { return a.before(b); });
  sequence_ = 0;
  for (Entry& entry : heap_) entry.order = (entry.order >> 32 << 32) | sequence_++;
}

void Agenda::sift_up(const Entry& entry) {
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

void Agenda::sift_down(const Entry& entry) {
  Entry* const heap = heap_.data();
  const std::size_t size = heap_.size();
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
}

}  // namespace headroom
