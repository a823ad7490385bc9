#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace headroom {

/// The PDCs of one group that have something to send, in order of creation, and whose turn is next. The pointer is a
/// place in that order, so it stays on the successor when a PDC closes [C].
class PdcTurns {
 public:
  enum class Verdict : std::uint8_t { kSend, kHeldByWindow, kLacksPrefetchSpace };
  struct Member {
    std::uint64_t creation = 0;
    std::uint32_t number = 0;
  };
  struct Pick {
    enum class Result : std::uint8_t { kSend, kNone, kPrefetchFull } result{};
    Member member;  ///< kSend only
  };

  /// No effect on one that has joined already.
  void join(Member member) {
    const auto place = find(member.creation);
    if (place == members_.end() || place->creation != member.creation) members_.insert(place, member);
  }
  void leave(std::uint64_t creation) {
    const auto place = find(creation);
    if (place != members_.end() && place->creation == creation) members_.erase(place);
  }
  [[nodiscard]] bool contains(std::uint64_t creation) const {
    const auto place = std::lower_bound(members_.begin(), members_.end(), creation, earlier);
    return place != members_.end() && place->creation == creation;
  }
  [[nodiscard]] bool empty() const { return members_.empty(); }
  [[nodiscard]] std::size_t size() const { return members_.size(); }

  /// Asks `judge` about each member once, in turn, until one may send.
  template <class Judge>
  [[nodiscard]] Pick pick(Judge judge) {
    const std::size_t n = members_.size();
    std::size_t place = static_cast<std::size_t>(find(pointer_) - members_.begin());
    bool lacks_space = false;
    for (std::size_t i = 0; i < n; ++i, ++place) {
      const Member member = members_[place < n ? place : place - n];
      switch (judge(member.number)) {
        case Verdict::kSend: return {Pick::Result::kSend, member};
        case Verdict::kLacksPrefetchSpace: lacks_space = true; break;
        case Verdict::kHeldByWindow: break;
      }
    }
    return {lacks_space ? Pick::Result::kPrefetchFull : Pick::Result::kNone, {}};
  }
  /// The member has sent: its turn comes again after all others.
  void passed(Member member) { pointer_ = member.creation + 1; }

 private:
  static bool earlier(const Member& member, std::uint64_t creation) { return member.creation < creation; }
  [[nodiscard]] std::vector<Member>::iterator find(std::uint64_t creation) {
    return std::lower_bound(members_.begin(), members_.end(), creation, earlier);
  }

  std::vector<Member> members_;
  std::uint64_t pointer_ = 0;
};

}  // namespace headroom
