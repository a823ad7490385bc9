#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/core/audit.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/ring.h"
#include "sc_models/host/dmi_cache.h"
#include "tlm_if/tlp_link.h"

namespace headroom {

struct RootComplexParams {
  bool carry_data = false;  ///< false: no data moves, the memory is not accessed and every access takes no time
  NodeId node = 0;          ///< of the NIC
};

/// Where the link's messages become accesses to the platform's memory, in the base protocol: writes are reported when
/// the memory has them, reads are answered in the order of their requests. Requests are pipelined in order, one at a
/// time between BEGIN_REQ and END_REQ; a response is consumed as soon as it begins. Ranges that the target has opened
/// are accessed directly while no transaction is under way that such an access could overtake.
/// Invariant: an access that has started and not finished is on the bus or waiting for it, or its time is on the
/// agenda, or it is a read in `answers_` behind one of these.
class RootComplex final : public sc_core::sc_module,
                          private AgendaClient,
                          private tlm::tlm_bw_transport_if<>,
                          private tlm::tlm_mm_interface {
  void from_link(Tlp& tlp, TlpPhase phase, sc_core::sc_time);
  void from_link_back(Tlp&, TlpPhase, sc_core::sc_time) {}

 public:
  TlpLink::Target<RootComplex, &RootComplex::from_link> link_rx{"link_rx", *this};
  TlpLink::Initiator<RootComplex, &RootComplex::from_link_back> link_tx{"link_tx", *this};
  tlm::tlm_initiator_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND> memory{"memory"};

  RootComplex(const sc_core::sc_module_name& name, const RootComplexParams& params, Agenda& agenda);

  void audit(Audit& audit) const;

 private:
  enum class State : std::uint8_t {
    kWaiting,    ///< for its turn on the bus
    kRequested,  ///< BEGIN_REQ sent
    kAccepted,   ///< END_REQ received
    kResponded,  ///< its data has moved; the time at which that counts is on the agenda
    kDone,       ///< a read whose answer waits for the answers before it
  };
  struct Access final : tlm::tlm_generic_payload {
    Tlp* tlp = nullptr;
    AgendaTag number = 0;  ///< its place in `accesses_`, its tag on the agenda
    State state = State::kWaiting;
    bool direct = false;        ///< made through direct access, never on the bus
    bool end_expected = false;  ///< the target waits for END_RESP
  };
  static constexpr AgendaTag kNextRequest = UINT32_MAX;

  void end_of_elaboration() override;
  void due(Ps now, AgendaTag tag) override;
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override { dmi_.invalidate(first, last); }
  void free(tlm::tlm_generic_payload* payload) override;

  [[nodiscard]] bool access_directly(Tlp& tlp);
  void issue();
  void request(Access& access);
  void request_ended(Access& access, Ps when);
  void responded(Access& access, Ps when, bool end_expected);
  void finish(Access& access);
  void end_response(Access& access);
  void check_response(const Access& access) const;
  void deliver(Tlp& tlp);
  [[nodiscard]] Access& take(Tlp& tlp);
  [[nodiscard]] sc_core::sc_time ahead_of_kernel() const;
  [[nodiscard]] Ps model_time(const sc_core::sc_time& delay) const;

  const RootComplexParams params_;
  Agenda& agenda_;
  const Rank rank_;
  DmiCache dmi_;
  std::vector<std::unique_ptr<Access>> accesses_;
  std::vector<Access*> unused_;
  Ring<Access*> requests_;        ///< waiting for the bus
  Ring<Access*> answers_;         ///< reads, in the order of their requests
  Access* requesting_ = nullptr;  ///< between BEGIN_REQ and END_REQ
  bool turn_pending_ = false;     ///< the bus is free at a time that is on the agenda
  bool issuing_ = false;
  std::uint64_t on_bus_ = 0;  ///< or waiting for it
  std::uint64_t started_ = 0, delivered_ = 0, open_ = 0;
};

}  // namespace headroom
