#pragma once

#include <systemc>

#include "sc_models/core/agenda.h"
#include "sc_models/core/audit.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/params/nic.h"
#include "sc_models/nic/pfc_ports.h"
#include "sc_models/nic/ports.h"
#include "sc_models/policy/buffer_pools.h"
#include "tlm_if/frame_link.h"

namespace headroom {

/// Charges each received frame to the pool of its class and hands it to the transport at once, or drops it when the
/// pool cannot hold it; what the transport releases makes room again. The class of trimmed data is the transport's to
/// say. Received data keeps its order whatever its class. Invariant: frames arrived = passed on + dropped.
class IngressBuffer final : public sc_core::sc_module, public ReceivePools, public PoolOccupancy {
  void on_port(Frame& frame, FramePhase phase, sc_core::sc_time delay);
  void no_reply(Frame& frame, FramePhase phase, sc_core::sc_time delay);

 public:
  FrameLink::Target<IngressBuffer, &IngressBuffer::on_port> port_rx{"port_rx", *this};
  FrameLink::Initiator<IngressBuffer, &IngressBuffer::no_reply> engine_tx{"engine_tx", *this};

  IngressBuffer(const sc_core::sc_module_name& name, const IngressParams& params, Agenda& agenda, FramePool& frames,
                PoolWatch& pfc);

  void release(unsigned traffic_class, Bytes charge) override;
  [[nodiscard]] Bytes occupied(unsigned traffic_class) const override { return pools_.filled(traffic_class); }

  /// Frames whose pool could not hold them, and nothing else.
  [[nodiscard]] std::uint64_t rx_drops() const { return rx_drops_; }
  [[nodiscard]] Bytes pool(unsigned traffic_class) const override { return pools_.size(traffic_class); }
  [[nodiscard]] Bytes xoff(unsigned traffic_class) const { return params_.xoff(traffic_class); }
  [[nodiscard]] Bytes xon(unsigned traffic_class) const { return params_.xon(traffic_class); }
  [[nodiscard]] PoolMeter& meter(unsigned traffic_class) { return pools_.meter(traffic_class); }
  void audit(Audit& audit) const;

 private:
  const IngressParams params_;
  Agenda& agenda_;
  FramePool& frames_;
  PoolWatch& pfc_;
  BufferPools pools_;
  std::uint64_t arrived_ = 0, passed_ = 0, rx_drops_ = 0;
};

}  // namespace headroom
