#pragma once

#include <systemc>

#include "sc_models/core/agenda.h"
#include "sc_models/core/audit.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/params/switch.h"
#include "sc_models/core/pfc_observer.h"
#include "sc_models/core/ring.h"
#include "sc_models/core/stats.h"
#include "sc_models/fabric/switch_core.h"
#include "sc_models/nic/mac_port.h"
#include "sc_models/policy/pausable_queues.h"
#include "sc_models/policy/tx_scheduler/strict_priority.h"
#include "sc_models/policy/upstream_pause.h"
#include "tlm_if/frame_link.h"

namespace headroom {

/// One port of a switch as its topology describes it.
struct SwitchPortParams {
  BitRate rate;  ///< of the link
  Ps delay;      ///< of the link
  LinkDirection direction = LinkDirection::kDown;
  PfcObserver* observer = nullptr;  ///< hears of the port's pauses, both directions
  bool faces_nic = true;
  LinkLoss loss{};  ///< of what the port sends
};

/// One port of a switch: its MAC, a queue for each class served by strict priority, and a queue of PFC frames ahead of
/// them that nothing pauses. Pauses its own sender when the switch says so and repeats that until told to stop; obeys
/// the pauses of its peer. Has no buffer of its own.
/// Invariant: frames queued = forwarded + waiting + the one being serialized, PFC frames apart.
class SwitchPort final : public sc_core::sc_module, private AgendaClient {
  void on_frame(Frame& frame, FramePhase phase, sc_core::sc_time delay);
  void on_control(Frame& frame, FramePhase phase, sc_core::sc_time delay);
  void on_mac(Frame& frame, FramePhase phase, sc_core::sc_time delay);

 public:
  FrameLink::Target<SwitchPort, &SwitchPort::on_frame> mac_rx{"mac_rx", *this};
  FrameLink::Target<SwitchPort, &SwitchPort::on_control> mac_control{"mac_control", *this};
  FrameLink::Initiator<SwitchPort, &SwitchPort::on_mac> mac_tx{"mac_tx", *this};

  /// `pool_classes`: for each pool, the lossless classes that a pause of the pool names.
  SwitchPort(const sc_core::sc_module_name& name, const SwitchPortParams& params, NodeId node, std::uint32_t ifid,
             const PerClass<std::uint8_t>& pool_classes, SwitchCore& core, Agenda& agenda, FramePool& frames);

  /// Takes an admitted frame into its class queue.
  void enqueue(Frame& frame);
  /// Pauses the sender at the other end for every lossless class of the pool. `occupancy`: of this port in the pool,
  /// without the packet that is the reason.
  void pause_sender(unsigned pool, Bytes occupancy);
  /// Ends that pause.
  void resume_sender(unsigned pool);

  [[nodiscard]] MacPort& mac() { return mac_; }
  [[nodiscard]] const MacPort& mac() const { return mac_; }
  [[nodiscard]] LinkDirection direction() const { return params_.direction; }
  [[nodiscard]] bool faces_nic() const { return params_.faces_nic; }
  [[nodiscard]] PfcStats pfc_stats(unsigned traffic_class) const;
  [[nodiscard]] PauseClock& pause_clock(unsigned traffic_class) { return queues_.pauses().clock(traffic_class); }
  /// The peer has paused the class.
  [[nodiscard]] bool held(unsigned traffic_class) const { return queues_.pauses().held(traffic_class); }
  [[nodiscard]] std::size_t queued(unsigned traffic_class) const { return queues_.queue(traffic_class).size(); }
  /// Frames other than PFC whose serialization has ended.
  [[nodiscard]] std::uint64_t forwarded() const { return forwarded_; }
  /// PFC frames received.
  [[nodiscard]] std::uint64_t consumed() const { return consumed_; }
  [[nodiscard]] bool refresh_pending(unsigned pool) const { return upstream_[pool].active(); }

  /// Calls `visit` for every frame that has a place in the switch's buffer: waiting, or being serialized.
  template <class Visit>
  void for_each_inside(Visit visit) const {
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      const Ring<Frame*>& queue = queues_.queue(c);
      for (std::size_t i = 0; i < queue.size(); ++i) visit(*queue[i]);
    }
    if (sending_ != nullptr && sending_->kind != FrameKind::kPfc) visit(*sending_);
  }
  void audit(Audit& audit) const;

 private:
  void due(Ps now, AgendaTag tag) override;
  void send_next(Ps now);
  Frame* take_next(Ps now);
  void decide_if_idle();
  void pause_may_end(Ps now, unsigned traffic_class);
  void refresh_may_be_due(Ps now, unsigned pool);
  void arm_refresh(unsigned pool);
  void send_pause(Ps now, unsigned pool, Bytes occupancy, PfcEventKind kind, std::uint16_t quanta);
  void observe(Ps now, PfcEventKind kind, unsigned traffic_class, Bytes occupancy, std::uint16_t quanta) const;

  const SwitchPortParams params_;
  const NodeId node_;
  const std::uint32_t ifid_;
  const Ps refresh_interval_;
  const PerClass<std::uint8_t> pool_classes_;
  SwitchCore& core_;
  Agenda& agenda_;
  FramePool& frames_;
  MacPort mac_;
  StrictPriority scheduler_;
  Decision next_frame_;
  const Frame* sending_ = nullptr;
  Ring<Frame*> pfc_;
  PausableQueues queues_;
  PerClass<UpstreamPause> upstream_;  ///< by pool
  PerClass<PfcStats> sent_{};         ///< what this port sends and marks; the rest is counted by queues_
  std::uint64_t enqueued_ = 0, forwarded_ = 0, consumed_ = 0;
};

}  // namespace headroom
