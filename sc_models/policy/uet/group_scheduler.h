#pragma once

#include <cstdint>
#include <optional>

#include "sc_models/policy/ready_queue.h"

namespace headroom {

/// Whose turn it is to send, among the groups of a NIC: those that may have something to send, those that wait for room
/// in the prefetch buffer, and whether a full egress pool holds all of them. A group is in at most one of the queues.
class GroupScheduler {
 public:
  /// Makes room for the next group; groups are numbered from 1.
  void add_group() {
    ready_.add_member();
    waiting_.add_member();
  }
  [[nodiscard]] bool contains(std::uint32_t group) const { return ready_.contains(group); }
  [[nodiscard]] bool empty() const { return ready_.empty(); }
  [[nodiscard]] std::uint32_t head() const { return ready_.head(); }

  /// An acknowledgement or a timeout: the group is next.
  void to_head(std::uint32_t group) {
    leave(group);
    ready_.join_head(group);
  }
  /// A doorbell, or a payload in the prefetch buffer: the group is last, unless it has a place already.
  void to_tail(std::uint32_t group) {
    if (waiting_.contains(group)) waiting_.leave(group);
    if (!ready_.contains(group)) ready_.join(group);
  }
  /// The head has had its turn.
  void rotate() { ready_.rotate(); }
  void leave(std::uint32_t group) {
    if (ready_.contains(group)) ready_.leave(group);
    if (waiting_.contains(group)) waiting_.leave(group);
  }
  /// All that the head could send are fetches for which the prefetch buffer has no room.
  void head_waits_for_prefetch() {
    const std::uint32_t group = ready_.head();
    ready_.leave(group);
    waiting_.join(group);
  }
  /// The prefetch buffer has room again. True: somebody had waited for it.
  bool prefetch_has_room() {
    if (waiting_.empty()) return false;
    while (!waiting_.empty()) to_tail(waiting_.head());
    return true;
  }
  [[nodiscard]] bool waiting_for_prefetch() const { return !waiting_.empty(); }

  /// The class whose full egress pool has ended a pass.
  [[nodiscard]] const std::optional<unsigned>& blocked() const { return blocked_; }
  void block(unsigned traffic_class) { blocked_ = traffic_class; }
  void unblock() { blocked_.reset(); }

 private:
  ReadyQueue ready_, waiting_;
  std::optional<unsigned> blocked_;
};

}  // namespace headroom
