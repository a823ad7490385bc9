#include "sc_models/core/agenda.h"

#include <algorithm>

#include "sc_models/core/check.h"

namespace headroom {

Agenda::Agenda() {
  heap_.reserve(1024);
  decisions_.reserve(64);
}

void Agenda::at(Ps time, Rank rank, AgendaClient& client, AgendaTag tag) {
  HEADROOM_CHECK(time >= now_, "agenda: entry for {} ps at {} ps", time.count(), now_.count());
  if (rank.group() == Due::kRecord) ++records_due_;
  const Entry entry{time, rank, tag, sequence_++, &client};
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
  constexpr Rank kFirstDecision(Due::kPcieDecision, 0, 0);
  last_ = last;
  while (!stopped_) {
    const bool due_now = !heap_.empty() && heap_.front().time <= now_;
    if (due_now && (decisions_.empty() || heap_.front().rank < kFirstDecision)) {
      serve_top();
    } else if (!decisions_.empty()) {
      serve_decision();
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
  if (entry.rank.group() == Due::kRecord) --records_due_;
  ++served_;
  hole_ = true;
  entry.client->due(now_, entry.tag);
  if (!hole_) return;
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
  decisions_.erase(decisions_.begin() + static_cast<std::ptrdiff_t>(first));
  decision.pending = false;
  decision.client->due(now_, decision.tag);
}

void Agenda::sift_up(Entry entry) {
  std::size_t i = heap_.size() - 1;
  while (i > 0) {
    const std::size_t parent = (i - 1) / 4;
    if (!before(entry, heap_[parent])) break;
    heap_[i] = heap_[parent];
    i = parent;
  }
  heap_[i] = entry;
}

void Agenda::sift_down(Entry entry) {
  std::size_t i = 0;
  const std::size_t size = heap_.size();
  for (;;) {
    const std::size_t child = 4 * i + 1;
    if (child >= size) break;
    std::size_t least = child;
    const std::size_t end = std::min(child + 4, size);
    for (std::size_t c = child + 1; c < end; ++c) {
      if (before(heap_[c], heap_[least])) least = c;
    }
    if (!before(heap_[least], entry)) break;
    heap_[i] = heap_[least];
    i = least;
  }
  heap_[i] = entry;
}

}  // namespace headroom
