#pragma once

#include <cstdint>
#include <systemc>

#include "sc_models/core/agenda.h"
#include "sc_models/core/audit.h"
#include "sc_models/core/stats.h"
#include "tlm_if/tlp_link.h"

namespace headroom {

/// The NIC's end of the PCIe link: passes the engine's reads and writes on to the link, brings back what becomes of
/// them, and keeps the account of their delays.
/// Invariant: reads issued = completed + open; writes offered >= accepted >= completed.
class PcieEndpoint final : public sc_core::sc_module {
  void from_engine(Tlp& tlp, TlpPhase phase, sc_core::sc_time);
  void from_link_back(Tlp& tlp, TlpPhase phase, sc_core::sc_time);
  void from_link(Tlp& tlp, TlpPhase phase, sc_core::sc_time);

 public:
  TlpLink::Target<PcieEndpoint, &PcieEndpoint::from_engine> engine_rx{"engine_rx", *this};
  TlpLink::Initiator<PcieEndpoint, &PcieEndpoint::from_link_back> link_tx{"link_tx", *this};
  TlpLink::Target<PcieEndpoint, &PcieEndpoint::from_link> link_rx{"link_rx", *this};

  PcieEndpoint(const sc_core::sc_module_name& name, Agenda& agenda) : sc_module(name), agenda_(agenda) {}

  /// Puts reads and writes, which the link does not tell apart, into the account of the NIC's end.
  void add_to(PcieEndStats& stats) const;
  void begin_interval();
  [[nodiscard]] std::uint64_t reads_open() const { return reads_issued_ - reads_completed_; }
  [[nodiscard]] const DelaySamples& read_latency() const { return read_latency_; }
  [[nodiscard]] const DelaySamples& write_wait() const { return write_wait_; }
  [[nodiscard]] Bytes bytes_written() const { return bytes_written_; }  ///< payload that has reached host memory
  [[nodiscard]] Bytes bytes_fetched() const { return bytes_fetched_; }
  void audit(Audit& audit) const;

 private:
  Agenda& agenda_;
  std::uint64_t reads_issued_ = 0, reads_completed_ = 0, reads_open_max_ = 0;
  std::uint64_t writes_offered_ = 0, writes_accepted_ = 0, writes_completed_ = 0;
  Bytes bytes_written_, bytes_fetched_;
  DelaySamples read_latency_, write_wait_;
};

}  // namespace headroom
