#pragma once

#include "sc_models/nic/nic_datapath.h"
#include "sc_models/nic/roce_transport_engine.h"

namespace headroom {

/// The RoCE NIC: the datapath with RoCE's transport engine.
class RoceNic final : public NicDatapath {
 public:
  RoceNic(const sc_core::sc_module_name& name, const RoceNicParams& params, const NicPlace& place, Agenda& agenda,
          FramePool& frames, HostNotices& notices);

  /// Numbers count up from 1; the far end comes into being with the first packet that arrives for it, if not before.
  void create_queue_pair(const QueuePairParams& params) { engine_.create_queue_pair(params); }
  [[nodiscard]] Doorbell& doorbell() { return engine_; }

  [[nodiscard]] const RoceNicParams& params() const { return params_; }
  [[nodiscard]] RoceTransportEngine& engine() { return engine_; }
  [[nodiscard]] const RoceTransportEngine& engine() const { return engine_; }
  [[nodiscard]] const PayloadDelivery& delivery() const override { return engine_.delivery(); }
  [[nodiscard]] std::uint64_t packets_accepted() const override { return engine_.stats().in_order; }
  void audit(Audit& audit) const override;

 private:
  const RoceNicParams params_;
  RoceTransportEngine engine_;
};

}  // namespace headroom
