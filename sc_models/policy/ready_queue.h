#pragma once

#include <cstdint>
#include <vector>

#include "sc_models/core/check.h"

namespace headroom {

/// Members that wait for their turn, first in first out, each at most once. Any of them can leave from the middle; all
/// of it takes constant time. Members are numbered from 1; number 0 is the anchor of the circular list.
class ReadyQueue {
 public:
  ReadyQueue() : links_(1) {}

  /// Makes room for the next member; it is not queued yet.
  void add_member() { links_.push_back({kOut, kOut}); }
  [[nodiscard]] bool empty() const { return links_[0].next == 0; }
  [[nodiscard]] std::uint32_t head() const { return links_[0].next; }
  [[nodiscard]] bool contains(std::uint32_t member) const { return links_[member].next != kOut; }

  void join(std::uint32_t member) {
    HEADROOM_CHECK(!contains(member), "ready queue: member {} is queued already", member);
    const std::uint32_t tail = links_[0].previous;
    links_[member] = {0, tail};
    links_[tail].next = member;
    links_[0].previous = member;
  }
  /// Ahead of all others.
  void join_head(std::uint32_t member) {
    HEADROOM_CHECK(!contains(member), "ready queue: member {} is queued already", member);
    const std::uint32_t head = links_[0].next;
    links_[member] = {head, 0};
    links_[head].previous = member;
    links_[0].next = member;
  }
  void leave(std::uint32_t member) {
    const Links links = links_[member];
    HEADROOM_CHECK(links.next != kOut, "ready queue: member {} is not queued", member);
    links_[links.previous].next = links.next;
    links_[links.next].previous = links.previous;
    links_[member] = {kOut, kOut};
  }
  /// The head has had its turn and goes to the tail.
  void rotate() {
    const std::uint32_t member = head();
    if (member == links_[0].previous) return;
    leave(member);
    join(member);
  }

 private:
  static constexpr std::uint32_t kOut = UINT32_MAX;
  struct Links {
    std::uint32_t next = 0, previous = 0;
  };
  std::vector<Links> links_;
};

}  // namespace headroom
