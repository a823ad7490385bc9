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

namespace headroom {

/// Where a NIC stands: what its configuration does not say.
struct NicPlace {
  NodeId node = 0;  ///< in the numbering of the records
  Ipv4 address = 0;
  BitRate link_rate;  ///< the lower rate of the two ends of its cable
  Ps link_delay;
  PcieGranularity pcie_granularity = PcieGranularity::kTrain;
  bool carry_data = false;
  PfcObserver* pfc_observer = nullptr;
  LinkLoss link_loss{};  ///< of what the NIC sends
};

/// A NIC with its PCIe link, from the Ethernet wire to the memory of its host, all but the transport engine: that is
/// what the two NICs differ in. Only wires; every behaviour is in the modules it names.
///
///   doorbell ─► engine ─► endpoint ══ link ══ root ─► memory
///                │  ▲                          (any TLM target)
///                ▼  │
///           egress  ingress ─► pfc ─► egress
///                │  ▲
///                ▼  │
///                port ══ wire_tx, wire_rx
class NicDatapath : public sc_core::sc_module {
 public:
  FrameLink::InitiatorBase wire_tx{"wire_tx"};
  FrameLink::TargetBase wire_rx{"wire_rx"};
  /// Base protocol; host addresses as given in the work requests. May stay unbound when no data is carried.
  tlm::tlm_initiator_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND> memory{"memory"};

  [[nodiscard]] const NicParams& common_params() const { return params_; }
  [[nodiscard]] const NicPlace& place() const { return place_; }
  [[nodiscard]] const MacPort& port() const { return port_; }
  [[nodiscard]] EgressBuffer& egress() { return egress_; }
  [[nodiscard]] const EgressBuffer& egress() const { return egress_; }
  [[nodiscard]] IngressBuffer& ingress() { return ingress_; }
  [[nodiscard]] const IngressBuffer& ingress() const { return ingress_; }
  [[nodiscard]] const PfcGenerator& pfc() const { return pfc_; }
  [[nodiscard]] PcieEndpoint& endpoint() { return endpoint_; }
  [[nodiscard]] PcieLink& link() { return link_; }
  [[nodiscard]] const PcieLink& link() const { return link_; }
  /// Counters of one class, both directions.
  [[nodiscard]] PfcStats pfc_stats(unsigned traffic_class) const;
  /// What one end of the PCIe link sends, as of `now`; reads and writes stand with the NIC's end.
  [[nodiscard]] PcieEndStats pcie_stats(PcieEnd end, Ps now);
  void begin_pcie_interval(Ps now);

  // what each transport has of its own
  [[nodiscard]] virtual const PayloadDelivery& delivery() const = 0;
  /// Data packets accepted, each once.
  [[nodiscard]] virtual std::uint64_t packets_accepted() const = 0;
  virtual void audit(Audit& audit) const = 0;

 protected:
  /// `pfc_bytes`: size of the PFC frames it sends.
  NicDatapath(const sc_core::sc_module_name& name, const NicParams& params, const NicPlace& place,
              std::int64_t pfc_bytes, Agenda& agenda, FramePool& frames);
  ~NicDatapath() override = default;

  /// Puts the engine between the buffers and the PCIe link.
  template <class Engine>
  void bind_engine(Engine& engine) {
    engine.egress_tx.bind(egress_.engine_rx);
    ingress_.engine_tx.bind(engine.ingress_rx);
    engine.host_tx.bind(endpoint_.engine_rx);
  }
  void audit_datapath(Audit& audit) const;

 private:
  const NicParams params_;
  const NicPlace place_;
  PfcGenerator pfc_;
  IngressBuffer ingress_;
  EgressBuffer egress_;
  MacPort port_;
  PcieEndpoint endpoint_;
  PcieLink link_;
  RootComplex root_;
};

}  // namespace headroom
