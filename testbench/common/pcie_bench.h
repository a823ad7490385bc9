// The host side as modules - endpoint, link, root complex - between an engine of the test's own and a memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <systemc>
#include <utility>
#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/core/audit.h"
#include "sc_models/host/pcie_link.h"
#include "sc_models/host/root_complex.h"
#include "sc_models/nic/pcie_endpoint.h"
#include "testbench/common/pcie_oracle.h"
#include "tlm_if/tlp_link.h"

namespace headroom::test {

/// Offers reads and writes at given times, and remembers what becomes of them.
class PcieEngine final : public sc_core::sc_module, private AgendaClient {
  void back(Tlp& tlp, TlpPhase phase, sc_core::sc_time) {
    using enum oracle::PcieSight;
    const bool write = tlp.kind == TlpKind::kWrite;
    const auto sight = phase == TlpPhase::kAccepted ? kWriteAccepted : write ? kWriteArrived : kAnswerArrived;
    events.push_back({agenda_.now().count(), sight, tlp.context});
  }

 public:
  TlpLink::Initiator<PcieEngine, &PcieEngine::back> endpoint_tx{"endpoint_tx", *this};

  PcieEngine(const sc_core::sc_module_name& name, Agenda& agenda) : sc_module(name), agenda_(agenda) {}

  /// `time` must not come before that of the job before.
  Tlp& add(const oracle::PcieJob& job, std::uint64_t address = 0, std::byte* data = nullptr) {
    Tlp& tlp = jobs_.emplace_back();
    tlp.kind = job.read ? TlpKind::kRead : TlpKind::kWrite;
    tlp.length = Bytes(job.length);
    tlp.address = address;
    tlp.data = data;
    tlp.context = job.read ? reads_++ : writes_++;
    agenda_.at(Ps{job.time}, Rank(Due::kFrame, 0, 0), *this, 0);
    return tlp;
  }

  std::vector<oracle::PcieEvent> events;

 private:
  void due(Ps, AgendaTag) override { endpoint_tx.send(jobs_[next_++], TlpPhase::kOffer); }

  Agenda& agenda_;
  std::deque<Tlp> jobs_;  // addresses stay valid
  std::size_t next_ = 0;
  std::uint32_t reads_ = 0, writes_ = 0;
};

/// Sees requests arrive at the host; changes nothing.
class RequestTap final : public sc_core::sc_module {
  void forward(Tlp& tlp, TlpPhase phase, sc_core::sc_time) {
    if (tlp.kind == TlpKind::kRead) {
      events.push_back({agenda_.now().count(), oracle::PcieSight::kRequestArrived, tlp.context});
    }
    root_tx.send(tlp, phase);
  }
  void back(Tlp& tlp, TlpPhase phase, sc_core::sc_time) { link_rx.reply(tlp, phase); }

 public:
  TlpLink::Target<RequestTap, &RequestTap::forward> link_rx{"link_rx", *this};
  TlpLink::Initiator<RequestTap, &RequestTap::back> root_tx{"root_tx", *this};
  RequestTap(const sc_core::sc_module_name& name, Agenda& agenda) : sc_module(name), agenda_(agenda) {}
  std::vector<oracle::PcieEvent> events;

 private:
  Agenda& agenda_;
};

inline PcieLinkParams link_params(const oracle::PcieSetup& setup, PcieGranularity granularity) {
  PcieLinkParams params;
  params.nic = {Bytes(setup.down.rx_header), Bytes(setup.up.tx_header), Bytes(setup.down.rx_data),
                Bytes(setup.up.tx_data),     BitRate(setup.up.rate),    1};
  params.host = {Bytes(setup.up.rx_header), Bytes(setup.down.tx_header), Bytes(setup.up.rx_data),
                 Bytes(setup.down.tx_data), BitRate(setup.down.rate),    1};
  params.read_request_size = Bytes(setup.request_size);
  params.granularity = granularity;
  return params;
}

SC_MODULE(PcieBench) {
  PcieBench(sc_core::sc_module_name, Agenda & agenda, const oracle::PcieSetup& setup, PcieGranularity granularity,
            bool carry_data = false)
      : engine("engine", agenda),
        endpoint("endpoint", agenda),
        link("link", link_params(setup, granularity), agenda),
        tap("tap", agenda),
        root("root", RootComplexParams{carry_data, 0}, agenda) {
    engine.endpoint_tx.bind(endpoint.engine_rx);
    endpoint.link_tx.bind(link.nic_rx);
    link.nic_tx.bind(endpoint.link_rx);
    link.host_tx.bind(tap.link_rx);
    tap.root_tx.bind(root.link_rx);
    root.link_tx.bind(link.host_rx);
  }
  [[nodiscard]] std::vector<oracle::PcieEvent> seen() const {
    std::vector<oracle::PcieEvent> all = engine.events;
    all.insert(all.end(), tap.events.begin(), tap.events.end());
    std::sort(all.begin(), all.end());
    return all;
  }
  [[nodiscard]] std::vector<std::string> violated() const {
    Audit audit;
    endpoint.audit(audit);
    link.audit(audit);
    root.audit(audit);
    return audit.violated();
  }
  PcieEngine engine;
  PcieEndpoint endpoint;
  PcieLink link;
  RequestTap tap;
  RootComplex root;
};

}  // namespace headroom::test
