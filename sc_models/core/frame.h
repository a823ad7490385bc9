#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sc_models/core/dscp.h"
#include "sc_models/core/uet_header.h"
#include "sc_models/core/units.h"

namespace headroom {

using NodeId = std::uint32_t;  ///< numbering of the records: switches, NICs, hosts
using Ipv4 = std::uint32_t;    ///< most significant octet first; server i is 32.0.0.(i+1)
using QpNumber = std::uint32_t;
using Psn = std::uint32_t;  ///< RoCE: 24 bits, UET: 32 bits

enum class FrameKind : std::uint8_t { kData, kAck, kNak, kCnp, kPfc, kUetData, kUetAck, kUetNack, kUetProbe };
enum class Ecn : std::uint8_t { kNotEct = 0, kEct1 = 1, kEct0 = 2, kCe = 3 };

/// Sizes of the frames of the RoCE NIC [R].
inline constexpr std::int64_t kEthernetOverhead = 18;  ///< header and frame check sequence, never charged
inline constexpr std::int64_t kDataOverhead = 58;
inline constexpr std::int64_t kAckBytes = 126;
inline constexpr std::int64_t kCnpBytes = 122;
inline constexpr std::int64_t kPfcBytes = 84;
/// UDP ports of its packets: the destination's is RoCE's own, the source's comes from the queue pair of the sender [C].
inline constexpr std::uint16_t kRocePort = 4791;
[[nodiscard]] constexpr std::uint16_t roce_source_port(QpNumber local) {
  return static_cast<std::uint16_t>(49'152 + local % 16'384);
}
/// Sizes of the frames of the UET NIC [S][R].
inline constexpr std::int64_t kUetDataOverhead = 106;
inline constexpr std::int64_t kUetAckBytes = 78;
inline constexpr std::int64_t kUetControlBytes = 62;  ///< NACK, probe, trimmed data
inline constexpr std::int64_t kUetPfcBytes = 64;

/// A frame on its way, from the queue it is put in to the place that consumes it. Sizes are those of the model; bytes
/// exist only when data is carried. Whoever removes it from its last queue gives it back to the pool it came from.
struct Frame {
  // where it goes
  Ipv4 source, destination;
  QpNumber destination_qp;
  Psn psn;                   ///< data: its number; ACK, NAK: the number it names
  std::uint32_t wire_bytes;  ///< with Ethernet header and frame check sequence
  std::uint32_t payload_bytes;
  FrameKind kind;
  std::uint8_t traffic_class;  ///< upper half of the DSCP
  DscpRole role;               ///< lower half of the DSCP
  Ecn ecn;
  std::uint16_t udp_source, udp_destination;  ///< what switches hash to choose among equal paths
  bool last_of_message;                       ///< SE: solicited event
  bool retransmission;
  bool lost;  ///< the link it is on has lost it: it does not arrive
  // who sent it, so that its sender can account for it when its serialization ends
  QpNumber source_qp;
  std::uint32_t flow, message;   ///< of the workload; for observers, no rule of the model reads them
  std::uint64_t uid;             ///< counts the run's frames from 1 in the order of their creation; for observers
  BitRate rate;                  ///< rate of its serialization; 0: that of the line
  std::uint64_t remote_address;  ///< where the payload goes in the destination's host memory
  std::byte* data;               ///< payload_bytes bytes when data is carried, else null
  UetHeader uet;                 ///< UET frames only
  // PFC frames only
  std::uint8_t class_enable;  ///< bit c: class c is named
  std::array<std::uint16_t, kTrafficClasses> quanta;
  // a switch's account of it while it is inside
  std::uint16_t ingress_port;
  std::uint8_t ingress_pool, egress_pool;
  std::uint8_t switch_class;  ///< class of its queue there
  std::uint32_t ingress_charge, egress_charge;

  [[nodiscard]] Bytes wire() const { return Bytes(wire_bytes); }
  /// What it counts for in a receive pool: without Ethernet header and frame check sequence.
  [[nodiscard]] Bytes charge() const { return Bytes(wire_bytes - kEthernetOverhead); }
};

/// Lends frames and takes them back; allocates only while more are in flight than ever before.
class FramePool {
 public:
  /// `data_bytes`: room for payload in each frame; 0 when no data is carried.
  explicit FramePool(std::size_t data_bytes = 0) : data_bytes_(data_bytes) {}
  FramePool(const FramePool&) = delete;
  FramePool& operator=(const FramePool&) = delete;

  /// A frame with every field zero but its own number (and room for payload, if data is carried).
  [[nodiscard]] Frame& take() {
    if (free_.empty()) allocate();
    Frame& frame = *free_.back();
    free_.pop_back();
    std::byte* const data = frame.data;
    frame = Frame{};
    frame.data = data;
    frame.uid = ++lent_;
    return frame;
  }
  void give_back(Frame& frame) { free_.push_back(&frame); }
  /// Frames lent and not given back.
  [[nodiscard]] std::size_t in_use() const { return blocks_.size() * kBlock - free_.size(); }

 private:
  static constexpr std::size_t kBlock = 256;
  void allocate() {
    blocks_.push_back(std::make_unique<Frame[]>(kBlock));
    if (data_bytes_ > 0) data_.push_back(std::make_unique<std::byte[]>(kBlock * data_bytes_));
    free_.reserve(blocks_.size() * kBlock);
    for (std::size_t i = kBlock; i-- > 0;) {
      Frame& frame = blocks_.back()[i];
      frame.data = data_bytes_ > 0 ? data_.back().get() + i * data_bytes_ : nullptr;
      free_.push_back(&frame);
    }
  }

  const std::size_t data_bytes_;
  std::uint64_t lent_ = 0;
  std::vector<std::unique_ptr<Frame[]>> blocks_;
  std::vector<std::unique_ptr<std::byte[]>> data_;
  std::vector<Frame*> free_;
};

}  // namespace headroom
