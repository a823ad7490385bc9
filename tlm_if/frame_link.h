// How frames cross sockets: on a wire between two ports, and from module to module inside a NIC or a switch.
#pragma once

#include "sc_models/core/frame.h"
#include "tlm_if/nonblocking.h"

namespace headroom {

// clang-format off
/// | phase      | path | from, to                                      | annotated delay and ownership                     |
/// | kWire      | fw   | port, port at the other end of the wire       | to the last bit's arrival; at the start of the     |
/// |            |      |                                               | serialization; the receiver owns it from arrival   |
/// | kReceived  | fw   | port, receive buffer; receive buffer, engine  | 0; the frame is the callee's                       |
/// | kClassify  | fw   | receive buffer, engine (trimmed data only)    | 0; the engine sets `ingress_pool`, the class whose |
/// |            |      |                                               | pool is charged; kReceived follows unless it is full |
/// | kQueue     | fw   | engine or PFC generator, transmit buffer      | 0; the frame is the callee's                       |
/// | kSend      | fw   | transmit buffer, port that is idle            | 0; starts serializing now                          |
/// | kStarting  | bw   | transmit buffer, engine (data frames only)    | 0; the engine may set `rate`                       |
/// | kSent      | bw   | port, transmit buffer, engine                 | 0; serialization has ended; read only              |
/// A sender never waits: whoever calls `kQueue` has reserved the room, and a port is given a frame only when it is idle.
// clang-format on
enum class FramePhase : std::uint8_t { kWire, kReceived, kClassify, kQueue, kSend, kStarting, kSent };

using FrameLink = Nonblocking<Frame, FramePhase>;

}  // namespace headroom
