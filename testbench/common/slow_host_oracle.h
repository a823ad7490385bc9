// An independent event simulation of one NIC whose host is slower than its port, against which the model is compared.
// It is written from the text of [S] with the constants of [R] and shares no code with the model, its units included:
// plain integers of picoseconds, bytes and bit/s.
#pragma once

#include <cstdint>
#include <vector>

namespace headroom {

/// A port that sends frames of one class back to back, the NIC at the other end of the link, and the NIC's path to its
/// host. The defaults are those of the NIC, with a host link of 16 lanes at 7.88 Gbit/s.
struct SlowHost {
  std::int64_t link_bps = 400'000'000'000;
  std::int64_t delay_ps = 100'000;
  std::int64_t payload_bytes = 4096;      ///< of each frame: the largest payload of a packet
  std::int64_t first_frame_ps = 0;        ///< when the sender starts
  std::int64_t stream_bytes = INT64_MAX;  ///< payload to send; the last frame holds the rest
  std::int64_t reverse_frame_bytes = 0;   ///< the NIC itself sends frames of this size without a break; 0: it does not

  std::int64_t pool_bytes = 3'600'000, xoff_bytes = 2'880'000, xon_bytes = 1'440'000;
  std::int64_t quanta = 65'535;
  bool pfc = true;

  std::int64_t host_bps = 16 * 7'880'000'000;
  std::int64_t tx_data_bytes = 256'000;   ///< PCIe transmit buffer toward the host: payload
  std::int64_t tx_header_bytes = 16'000;  ///< and headers, 20 B each

  std::int64_t duration_ps = 1'000'000'000;  ///< what is due at this instant still happens
};

struct SlowHostEvent {
  enum class Kind : std::uint8_t {
    kPause,         ///< sent because of an arrival; occupancy before it
    kRefresh,       ///< the pause sent again
    kXonAtRefresh,  ///< a refresh found the pool below Xoff
    kXonAtRelease,  ///< a release left the pool at or below Xon
    kDrop,          ///< a frame that did not fit
    kHeld,          ///< a pause reaches the sender
    kResumed,       ///< the sender may send again
  };
  std::int64_t time_ps;
  Kind kind;
  std::int64_t occupancy_bytes;
  std::int64_t frames_arrived;  ///< so far, with the one of this event

  bool operator==(const SlowHostEvent&) const = default;
};

struct SlowHostRun {
  std::vector<SlowHostEvent> events;
  std::vector<std::int64_t> accepted_ps;   ///< k-th admitted frame: PCIe has taken its write, the pool is released
  std::vector<std::int64_t> in_memory_ps;  ///< k-th admitted frame: its last byte is in host memory
  std::int64_t pauses = 0;                 ///< pause frames, refreshes among them
  std::int64_t refreshes = 0;
  std::int64_t xons = 0;
  std::int64_t frames_arrived = 0;
  std::int64_t drops = 0;
  std::int64_t peak_bytes = 0;
  std::int64_t occupancy_bytes = 0;                   ///< at the end
  std::int64_t lowest_after_pause_bytes = INT64_MAX;  ///< lowest occupancy at or after the first pause
  std::int64_t host_bytes = 0;                        ///< payload of writes that are wholly in host memory
  std::int64_t sender_held_ps = 0;                    ///< a pause that still lasts counts up to the end

  [[nodiscard]] std::vector<SlowHostEvent> only(SlowHostEvent::Kind kind) const;
};

[[nodiscard]] SlowHostRun run_slow_host(const SlowHost& setup);

}  // namespace headroom
