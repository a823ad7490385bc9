#pragma once

#include <systemc>
#include <tlm>

#include "sc_models/core/params/configuration.h"
#include "sc_models/host/pcie_link.h"
#include "sc_models/host/root_complex.h"
#include "sc_models/nic/egress_buffer.h"
#include "sc_models/nic/ingress_buffer.h"
#include "sc_models/nic/mac_port.h"
#include "sc_models/nic/pcie_endpoint.h"
#include "sc_models/nic/pfc_generator.h"
#include "sc_models/nic/roce_transport_engine.h"

namespace headroom {

/// Where a NIC stands: what its configuration does not say.
struct RoceNicPlace {
  NodeId node = 0;  ///< in the numbering of the records
  Ipv4 address = 0;
  BitRate link_rate;  ///< the lower rate of the two ends of its cable
  Ps link_delay;
  PcieGranularity pcie_granularity = PcieGranularity::kTrain;
  bool carry_data = false;
  PfcObserver* pfc_observer = nullptr;
};

/// The RoCE NIC with its PCIe link, from the Ethernet wire to the memory of its host. Only wires; every behaviour is in
/// the modules it names.
///
///   doorbell ─► engine ─► endpoint ══ link ══ root ─► memory
///                │  ▲                          (any TLM target)
///                ▼  │
///           egress  ingress ─► pfc ─► egress
///                │  ▲
///                ▼  │
///                port ══ wire_tx, wire_rx
class RoceNic final : public sc_core::sc_module {
 public:
  FrameLink::InitiatorBase wire_tx{"wire_tx"};
  FrameLink::TargetBase wire_rx{"wire_rx"};
  /// Base protocol; host addresses as given in the work requests. May stay unbound when no data is carried.
  tlm::tlm_initiator_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND> memory{"memory"};

  RoceNic(const sc_core::sc_module_name& name, const RoceNicParams& params, const RoceNicPlace& place, Agenda& agenda,
          FramePool& frames, HostNotices& notices);

  /// Numbers count up from 1; the far end comes into being with the first packet that arrives for it, if not before.
  void create_queue_pair(const QueuePairParams& params) { engine_.create_queue_pair(params); }
  [[nodiscard]] Doorbell& doorbell() { return engine_; }

  [[nodiscard]] const RoceNicParams& params() const { return params_; }
  [[nodiscard]] const RoceNicPlace& place() const { return place_; }
  [[nodiscard]] const MacPort& port() const { return port_; }
  [[nodiscard]] EgressBuffer& egress() { return egress_; }
  [[nodiscard]] IngressBuffer& ingress() { return ingress_; }
  [[nodiscard]] const PfcGenerator& pfc() const { return pfc_; }
  [[nodiscard]] RoceTransportEngine& engine() { return engine_; }
  [[nodiscard]] const RoceTransportEngine& engine() const { return engine_; }
  [[nodiscard]] PcieEndpoint& endpoint() { return endpoint_; }
  [[nodiscard]] PcieLink& link() { return link_; }
  [[nodiscard]] const PcieLink& link() const { return link_; }
  /// Counters of one class, both directions.
  [[nodiscard]] PfcStats pfc_stats(unsigned traffic_class) const;
  /// What one end of the PCIe link sends, as of `now`; reads and writes stand with the NIC's end.
  [[nodiscard]] PcieEndStats pcie_stats(PcieEnd end, Ps now);
  void begin_pcie_interval(Ps now);
  void audit(Audit& audit) const;

 private:
  const RoceNicParams params_;
  const RoceNicPlace place_;
  PfcGenerator pfc_;
  IngressBuffer ingress_;
  EgressBuffer egress_;
  MacPort port_;
  RoceTransportEngine engine_;
  PcieEndpoint endpoint_;
  PcieLink link_;
  RootComplex root_;
};

}  // namespace headroom
