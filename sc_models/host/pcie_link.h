#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <systemc>

#include "sc_models/core/agenda.h"
#include "sc_models/core/audit.h"
#include "sc_models/core/params/configuration.h"
#include "sc_models/core/ring.h"
#include "sc_models/core/stats.h"
#include "sc_models/policy/pcie_direction.h"
#include "tlm_if/tlp_link.h"

namespace headroom {

struct PcieLinkParams {
  PcieEndParams nic, host;
  Bytes read_request_size;
  PcieGranularity granularity{};
  NodeId node = 0;  ///< of the NIC
};

enum class PcieEnd : std::uint8_t { kNic, kHost };

/// The link between a NIC and its host: read requests and writes go up, answers to the requests go down, each direction
/// through the transmit buffer of the end that sends. A request holds its header slot at the host until its answer has
/// been accepted; answers must be offered in the order of the requests.
/// Invariant: `up_.data` and `down_.data` hold the messages offered and not arrived, the accepted ones in front.
class PcieLink final : public sc_core::sc_module, private AgendaClient {
  void from_endpoint(Tlp& tlp, TlpPhase phase, sc_core::sc_time);
  void to_endpoint_back(Tlp&, TlpPhase, sc_core::sc_time) {}
  void from_root_complex(Tlp& tlp, TlpPhase phase, sc_core::sc_time);
  void to_root_complex_back(Tlp& tlp, TlpPhase phase, sc_core::sc_time);

 public:
  TlpLink::Target<PcieLink, &PcieLink::from_endpoint> nic_rx{"nic_rx", *this};
  TlpLink::Initiator<PcieLink, &PcieLink::to_endpoint_back> nic_tx{"nic_tx", *this};
  TlpLink::Target<PcieLink, &PcieLink::from_root_complex> host_rx{"host_rx", *this};
  TlpLink::Initiator<PcieLink, &PcieLink::to_root_complex_back> host_tx{"host_tx", *this};

  PcieLink(const sc_core::sc_module_name& name, const PcieLinkParams& params, Agenda& agenda);

  /// What `end` sends and how full its two buffers were, as of `now` after everything of that instant. Reads and
  /// writes are the endpoint's to count.
  [[nodiscard]] PcieEndStats stats(PcieEnd end, Ps now);
  void begin_interval(Ps now);
  /// Transfers started in both directions up to `now`.
  [[nodiscard]] std::uint64_t tlps(Ps now);
  /// Largest number of requests that have waited at the host for their answers to be accepted.
  [[nodiscard]] std::int64_t requests_held_max() const { return up_.direction.requests_held_max(); }
  void audit(Audit& audit) const;

 private:
  /// Tags of the agenda; the lower bit is the direction.
  enum Tag : AgendaTag { kDown = 0, kUp = 1, kDecision = 2 };

  struct Lane {
    Lane(PcieLink& link, const PcieDirectionParams& params, NodeId node, AgendaTag own)
        : owned(PcieDirection::make(params)),
          direction(*owned),
          rank(Due::kPcie, node, own),
          decision{Rank(Due::kPcieDecision, node, own), &link, kDecision | own},
          tag(own) {}
    const std::unique_ptr<PcieDirection> owned;
    PcieDirection& direction;
    const Rank rank;
    Decision decision;
    const AgendaTag tag;
    Ps armed = kNever;         ///< earliest entry on the agenda; later ones are stale
    Ring<Tlp*> data;           ///< offered, not arrived
    std::size_t accepted = 0;  ///< of them
  };

  void due(Ps now, AgendaTag tag) override;
  void advance_up(Ps now);
  void advance_down(Ps now);
  void decide_up(Ps now);
  void decide_down(Ps now);
  void decided_down(Ps now);
  void settle(Lane& lane, Ps now);
  void arm(Lane& lane);

  Agenda& agenda_;
  Lane down_, up_;
  Ring<Tlp*> requests_;  ///< offered, not arrived
  std::uint64_t offered_ = 0, arrived_ = 0;
};

}  // namespace headroom
