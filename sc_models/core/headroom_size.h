// How much of a receive pool must lie above Xoff so that a paused peer loses nothing.
#pragma once

#include "sc_models/core/units.h"

namespace headroom {

/// The rule of thumb [S]: what the link holds both ways, and a largest frame in progress at each end.
[[nodiscard]] constexpr Bytes headroom_guidance(BitRate rate, Ps delay, Bytes mtu) {
  const Int128 bits = 2 * static_cast<Int128>(rate.count()) * delay.count() / kPsPerSecond;
  return Bytes{static_cast<std::int64_t>(bits / 8)} + 2 * mtu;
}

/// Frames of a back-to-back stream that arrive after the one that decided the pause: the pause waits, is serialized and
/// travels, and what is then on its way still comes. `wait`: the rest of the frame being sent and what is ahead of
/// the pause; `frame`: time of one frame of the stream.
[[nodiscard]] constexpr std::int64_t frames_after_pause(Ps wait, Ps pause_frame, Ps delay, Ps frame) {
  const Ps until_obeyed = wait + pause_frame + 2 * delay;
  return (until_obeyed.count() + frame.count() - 1) / frame.count();
}

/// Space above Xoff that those frames need, with the largest overshoot of the one that decided.
[[nodiscard]] constexpr Bytes headroom_needed(Bytes charge, std::int64_t frames_after) {
  return charge - Bytes{1} + frames_after * charge;
}

}  // namespace headroom
