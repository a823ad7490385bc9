#pragma once

#include <cstdint>

namespace headroom {

/// Decides which of the packets that a queue pair accepts, duplicates included, draw an ACK: by count, by the last
/// packet of a message, by a timer that its owner keeps.
class AckCoalescer {
 public:
  struct Rules {
    bool enabled = true;
    std::uint64_t threshold = 16;  ///< packets held without an ACK; the next one draws it
  };
  enum class Action : std::uint8_t {
    kHold,              ///< nothing to send; the timer runs already
    kHoldStartTimer,    ///< nothing to send; start the timer
    kSend,              ///< send an ACK; the timer is not used
    kSendRestartTimer,  ///< send an ACK and start the timer anew
  };

  [[nodiscard]] Action on_packet(const Rules& rules, bool last_of_message) {
    if (!rules.enabled) return Action::kSend;
    if (last_of_message || held_ >= rules.threshold) {
      held_ = 0;
      timer_runs_ = true;
      return Action::kSendRestartTimer;
    }
    ++held_;
    if (timer_runs_) return Action::kHold;
    timer_runs_ = true;
    return Action::kHoldStartTimer;
  }
  /// A NAK says all that an ACK would: nothing is held any more, and the owner must stop the timer.
  void on_nak() {
    held_ = 0;
    timer_runs_ = false;
  }
  /// The timer has run out. True: send an ACK.
  [[nodiscard]] bool on_timer() {
    timer_runs_ = false;
    const bool send = held_ > 0;
    held_ = 0;
    return send;
  }
  [[nodiscard]] std::uint64_t held() const { return held_; }
  [[nodiscard]] bool timer_runs() const { return timer_runs_; }

 private:
  std::uint64_t held_ = 0;
  bool timer_runs_ = false;
};

}  // namespace headroom
