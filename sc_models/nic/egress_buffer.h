#pragma once

#include <memory>
#include <systemc>

#include "sc_models/core/agenda.h"
#include "sc_models/core/audit.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/params/nic.h"
#include "sc_models/core/pfc_observer.h"
#include "sc_models/core/ring.h"
#include "sc_models/nic/pfc_ports.h"
#include "sc_models/nic/ports.h"
#include "sc_models/policy/buffer_pools.h"
#include "sc_models/policy/pausable_queues.h"
#include "sc_models/policy/tx_scheduler.h"
#include "tlm_if/frame_link.h"

namespace headroom {

struct EgressBufferParams {
  EgressParams buffer;
  BitRate rate;  ///< of the link; received quanta are counted in its bit times
  Ps delay;      ///< of the link
  NodeId node = 0;
};

/// Holds what the NIC sends: a queue and a pool for each class, and one queue ahead of them for PFC frames and CNPs,
/// without pool and never paused. Whenever the port is idle it gives it the next frame. Drops nothing.
/// Invariant: of each class, the bytes queued and being serialized are at most the bytes reserved.
class EgressBuffer final : public sc_core::sc_module, public EgressRoom, private AgendaClient {
  void on_engine(Frame& frame, FramePhase phase, sc_core::sc_time delay);
  void on_pfc(Frame& frame, FramePhase phase, sc_core::sc_time delay);
  void on_control(Frame& frame, FramePhase phase, sc_core::sc_time delay);
  void on_port(Frame& frame, FramePhase phase, sc_core::sc_time delay);

 public:
  FrameLink::Target<EgressBuffer, &EgressBuffer::on_engine> engine_rx{"engine_rx", *this};
  FrameLink::Target<EgressBuffer, &EgressBuffer::on_pfc> pfc_rx{"pfc_rx", *this};
  FrameLink::Target<EgressBuffer, &EgressBuffer::on_control> control_rx{"control_rx", *this};
  FrameLink::Initiator<EgressBuffer, &EgressBuffer::on_port> port_tx{"port_tx", *this};

  /// `observer` hears of received pauses, together with the occupancy of the receive pools; both or none.
  EgressBuffer(const sc_core::sc_module_name& name, const EgressBufferParams& params, Agenda& agenda, FramePool& frames,
               PfcObserver* observer = nullptr, const PoolOccupancy* receive_pools = nullptr);

  bool reserve(unsigned traffic_class, Bytes size) override;
  void release(unsigned traffic_class, Bytes size) override;
  [[nodiscard]] Bytes reserved(unsigned traffic_class) const override { return pools_.filled(traffic_class); }
  [[nodiscard]] Bytes pool(unsigned traffic_class) const override { return pools_.size(traffic_class); }

  /// Counts of received pauses; what this NIC sends is counted by PfcGenerator.
  [[nodiscard]] const PfcStats& pfc_stats(unsigned traffic_class) const {
    return queues_.pauses().stats(traffic_class);
  }
  [[nodiscard]] bool held(unsigned traffic_class) const { return queues_.pauses().held(traffic_class); }
  [[nodiscard]] PauseClock& pause_clock(unsigned traffic_class) { return queues_.pauses().clock(traffic_class); }
  [[nodiscard]] PoolMeter& meter(unsigned traffic_class) { return pools_.meter(traffic_class); }
  /// Frames of the class that are ready to go.
  [[nodiscard]] std::size_t queued(unsigned traffic_class) const { return queues_.queue(traffic_class).size(); }
  [[nodiscard]] std::size_t queued_ahead() const { return ahead_.size(); }
  void audit(Audit& audit) const;

 private:
  void due(Ps now, AgendaTag tag) override;
  void enqueue(Frame& frame);
  void send_next(Ps now);
  Frame* take_next(Ps now);
  void pause_may_end(Ps now, unsigned traffic_class);
  void decide_if_idle();
  void observe(Ps now, PfcEventKind kind, unsigned traffic_class, std::uint16_t quanta) const;

  const EgressBufferParams params_;
  Agenda& agenda_;
  FramePool& frames_;
  PfcObserver* const observer_;
  const PoolOccupancy* const receive_pools_;
  BufferPools pools_;
  const std::unique_ptr<TxScheduler> scheduler_;
  Decision next_frame_;
  Ring<Frame*> ahead_;  ///< PFC frames and CNPs
  PausableQueues queues_;
  const Frame* sending_ = nullptr;
  std::uint64_t accepted_ = 0, sent_ = 0;
};

}  // namespace headroom
