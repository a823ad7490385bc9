#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/core/audit.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/params/switch.h"
#include "sc_models/fabric/switch_core.h"
#include "sc_models/fabric/switch_port.h"
#include "sc_models/policy/buffer_samples.h"
#include "sc_models/policy/ecn_marker.h"
#include "sc_models/policy/equal_cost_paths.h"
#include "sc_models/policy/route_table.h"
#include "sc_models/policy/shared_buffer.h"

namespace headroom {

/// Who a switch is: for order and records, and for random numbers, whose nodes are numbered differently.
struct SwitchIdentity {
  NodeId node = 0;
  std::uint32_t random_node = 0;
  std::uint64_t seed = 0;
};

/// A store-and-forward switch with one shared buffer: admits each frame that has arrived to the account of its ingress
/// port and to its egress queue, or cuts it short, or drops it; chooses among equal ways; pauses the senders of ports
/// that hold too much of a lossless pool; marks what leaves long queues. Forwarding takes no time and is limited by the
/// ports alone.
/// Invariant: frames received = dropped + forwarded + inside, PFC frames apart.
class Switch final : public sc_core::sc_module, private SwitchCore, private EgressPorts {
 public:
  Switch(const sc_core::sc_module_name& name, const SwitchParams& params, const std::vector<SwitchPortParams>& ports,
         const RouteTable& routes, const SwitchIdentity& identity, Agenda& agenda, FramePool& frames);

  [[nodiscard]] std::uint32_t ports() const { return static_cast<std::uint32_t>(ports_.size()); }
  /// A port; its MAC's wire sockets are what a link binds to.
  [[nodiscard]] SwitchPort& port(std::uint32_t ifid) { return *ports_[ifid]; }
  [[nodiscard]] const SwitchPort& port(std::uint32_t ifid) const { return *ports_[ifid]; }
  [[nodiscard]] MacPort& mac(std::uint32_t ifid) { return ports_[ifid]->mac(); }

  [[nodiscard]] const SharedBuffer& buffer() const { return buffer_; }
  [[nodiscard]] const EcnMarker& marker() const { return marker_; }
  /// Packets that came in through the port and found no room in headroom or pool.
  [[nodiscard]] std::uint64_t rx_drops(std::uint32_t ifid) const { return drops_[ifid].rx; }
  /// Packets that were to leave by the port and were over its queue's limit or the pool.
  [[nodiscard]] std::uint64_t tx_drops(std::uint32_t ifid) const { return drops_[ifid].tx; }
  /// Packets that found no room in the pool, or in the headroom of a port beside it.
  [[nodiscard]] std::uint64_t pool_drops(unsigned pool) const { return pool_drops_[pool]; }
  /// What the port has cut to make room.
  [[nodiscard]] const TrimStats& trimmed(std::uint32_t ifid) const { return trimmed_[ifid]; }
  /// The sets of equal ways that packets have used.
  [[nodiscard]] const EqualCostPaths& paths() const { return paths_; }
  /// Frames other than PFC whose serialization has ended, all ports.
  [[nodiscard]] std::uint64_t forwarded() const;
  /// Ports and pools that pause their sender without holding a lossless byte: nothing will resume it [R].
  [[nodiscard]] std::uint64_t stuck_pauses() const;
  [[nodiscard]] const BufferSamples& samples() const { return samples_; }
  /// Starts a new interval of the buffer samples.
  void begin_sample_interval() { samples_.begin_interval(); }
  void audit(Audit& audit) const;

 private:
  struct Drops {
    std::uint64_t rx = 0, tx = 0;
  };
  void arrived(std::uint32_t port, Frame& frame) override;
  bool marks(std::uint32_t port, const Frame& frame) override;
  void departed(std::uint32_t port, const Frame& frame) override;
  Bytes occupancy(std::uint32_t port, unsigned pool) const override { return buffer_.occupancy(port, pool); }
  unsigned pool_of(unsigned traffic_class) const override { return buffer_.plan().class_pool[traffic_class]; }
  Bytes load(std::uint32_t port) const override { return buffer_.egress_load(port); }
  bool paused(std::uint32_t port, unsigned traffic_class) const override { return ports_[port]->held(traffic_class); }

  bool admit_ingress(std::uint32_t port, Frame& frame);
  void forward_by_set(std::uint16_t set, Frame& frame);
  bool forward(std::uint32_t port, Frame& frame);
  bool admit_egress(std::uint32_t port, Frame& frame);
  bool admit_trimmed(std::uint32_t port, Frame& frame);
  void enqueued(std::uint32_t port, unsigned pool, Frame& frame);
  void release_ingress(const Frame& frame, Bytes charge);
  void audit_accounts(Audit& audit) const;
  void audit_pools(Audit& audit) const;
  void audit_paths(Audit& audit) const;

  const bool uet_policy_, trimming_;
  Agenda& agenda_;
  FramePool& frames_;
  SharedBuffer buffer_;
  EcnMarker marker_;
  const RouteTable routes_;
  EqualCostPaths paths_;
  Bytes through_sets_;  ///< admitted to a port chosen from a set
  BufferSamples samples_;
  std::vector<Drops> drops_;
  std::vector<TrimStats> trimmed_;
  PerClass<std::uint64_t> pool_drops_{};
  std::vector<std::unique_ptr<SwitchPort>> ports_;
};

}  // namespace headroom
