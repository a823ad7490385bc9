#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sc_models/app/debug_memory.h"
#include "sc_models/app/fabric.h"
#include "sc_models/app/message_data.h"
#include "sc_models/app/run_watch.h"
#include "sc_models/app/uet_sink.h"
#include "sc_models/core/params/configuration.h"
#include "sc_models/core/pfc_observer.h"
#include "sc_models/core/records/identity.h"
#include "sc_models/host/server.h"
#include "sc_models/host/workload.h"
#include "sc_models/kernel/agenda_driver.h"

namespace headroom {

/// Takes the PFC events of all ports of a network.
class PfcSink {
 public:
  virtual void pfc_event(const PortIdentity& port, const PfcEvent& event) = 0;

 protected:
  ~PfcSink() = default;
};

/// The model of one configuration, built: servers, cables, switches, workload and the agenda that drives them. The
/// configuration must outlive it.
class Network final : public ProgressSource, private RdmaApplication::Done {
 public:
  explicit Network(const Configuration& configuration);
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  /// Hears of PFC from now on, if the configuration asks for the record.
  void set_pfc_sink(PfcSink* sink) { pfc_sink_ = sink; }
  /// Hears of UET events and packets from now on, of the NICs whose configuration asks for the records.
  void set_uet_sink(UetSink* sink) { uet_sink_ = sink; }

  [[nodiscard]] const Configuration& configuration() const { return configuration_; }
  [[nodiscard]] Agenda& agenda() { return agenda_; }
  [[nodiscard]] AgendaDriver& driver() { return driver_; }
  [[nodiscard]] Workload& workload() { return workload_; }
  [[nodiscard]] const Workload& workload() const { return workload_; }
  [[nodiscard]] std::vector<std::unique_ptr<Server>>& servers() { return servers_; }
  [[nodiscard]] const std::vector<std::unique_ptr<Server>>& servers() const { return servers_; }
  /// The switches; null back to back.
  [[nodiscard]] Fabric* fabric() { return fabric_ ? &*fabric_ : nullptr; }
  [[nodiscard]] const Fabric* fabric() const { return fabric_ ? &*fabric_ : nullptr; }

  [[nodiscard]] const NodeNumbers& numbers() const { return numbers_; }
  [[nodiscard]] NodeIdentity nic_identity(std::uint32_t server) const;
  [[nodiscard]] NodeIdentity host_identity(std::uint32_t server) const;
  [[nodiscard]] PortIdentity nic_port(std::uint32_t server) const;
  /// Rate of the cable of a server: the lower of its two ends.
  [[nodiscard]] BitRate link_rate(std::uint32_t server) const;
  [[nodiscard]] Ps link_delay(std::uint32_t server) const { return nic_params(server).uplink.delay; }
  [[nodiscard]] const NicComponent& nic_component(std::uint32_t server) const {
    return configuration_.nics[configuration_.topology.server_nic[server]];
  }
  [[nodiscard]] const NicParams& nic_params(std::uint32_t server) const { return nic_component(server).common(); }
  /// Settings of the record uet-monitor: those of the UET NIC of the lowest-numbered server, if they switch it on.
  [[nodiscard]] std::optional<UetMonitorParams> uet_monitor() const;

  /// All payload that NICs have accepted is in host memory.
  [[nodiscard]] bool landed() const;
  /// States the conservation laws of every module and of the network as a whole.
  void audit(Audit& audit);

  std::int64_t bytes_delivered() const override;
  std::int64_t bytes_total() const override { return workload_.bytes_total(); }
  std::uint64_t packets_delivered() const override;

 private:
  /// Adds to a port's PFC events whose they are.
  class PfcTap final : public PfcObserver {
   public:
    PfcTap(PortIdentity port, PfcSink* const& sink) : port_(std::move(port)), sink_(sink) {}
    void pfc_event(const PfcEvent& event) override {
      if (sink_) sink_->pfc_event(port_, event);
    }

   private:
    const PortIdentity port_;
    PfcSink* const& sink_;
  };

  void maybe_done() override;
  PfcObserver* tap(const PortIdentity& port);
  void build_servers();
  void build_server(std::uint32_t server);
  [[nodiscard]] UetNicSurroundings uet_surroundings(std::uint32_t server);
  void build_fabric();
  void cable(FrameLink::InitiatorBase& tx, FrameLink::TargetBase& rx) { tx.bind(rx); }
  void create_queue_pairs();
  void add_flows();
  void audit_wires(Audit& audit) const;

  const Configuration& configuration_;
  const FabricPlan plan_;
  const NodeNumbers numbers_;
  Agenda agenda_;
  AgendaDriver driver_;
  FramePool frames_;
  Workload workload_;
  std::optional<CarriedData> data_;
  PfcSink* pfc_sink_ = nullptr;
  UetSink* uet_sink_ = nullptr;
  std::vector<std::unique_ptr<PfcTap>> taps_;
  std::vector<std::unique_ptr<UetTap>> uet_taps_;
  std::vector<std::unique_ptr<Server>> servers_;
  std::vector<std::unique_ptr<DebugMemory>> memories_;
  std::optional<Fabric> fabric_;
};

}  // namespace headroom
