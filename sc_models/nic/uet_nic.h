#pragma once

#include "sc_models/core/params/uet_nic.h"
#include "sc_models/nic/nic_datapath.h"
#include "sc_models/nic/uet_transport_engine.h"

namespace headroom {

/// What a UET NIC needs to know besides its place.
struct UetNicSurroundings {
  std::uint32_t server = 0;  ///< numbers the streams of random entropies
  std::uint64_t seed = 1;
  std::string fault = {};  ///< why its first connection stops the run; empty: it does not
  UetEventObserver* events = nullptr;
  UetPacketObserver* packets = nullptr;
};

/// The Ultra Ethernet NIC: the datapath with UET's transport engine.
class UetNic final : public NicDatapath {
 public:
  UetNic(const sc_core::sc_module_name& name, const UetNicParams& params, const NicPlace& place,
         const UetNicSurroundings& surroundings, Agenda& agenda, FramePool& frames, HostNotices& notices,
         PdcNotices& pdc_notices);

  [[nodiscard]] PdcDoorbell& doorbell() { return engine_; }

  [[nodiscard]] const UetNicParams& params() const { return params_; }
  [[nodiscard]] UetTransportEngine& engine() { return engine_; }
  [[nodiscard]] const UetTransportEngine& engine() const { return engine_; }
  [[nodiscard]] const PayloadDelivery& delivery() const override { return engine_.delivery(); }
  [[nodiscard]] std::uint64_t packets_accepted() const override { return engine_.packets_accepted(); }
  void audit(Audit& audit) const override;

 private:
  const UetNicParams params_;
  UetTransportEngine engine_;
};

}  // namespace headroom
