// Sockets for protocols of our own: payloads that have no address, non-blocking transport only, one phase a hop.
#pragma once

#include <tlm>

namespace headroom {

/// The types of a protocol with payload `P` and phases `Ph`.
template <class P, class Ph>
struct Nonblocking {
  struct Types {
    using tlm_payload_type = P;
    using tlm_phase_type = Ph;
  };
  // The base sockets name the protocol by a type inside their interfaces.
  struct Fw : tlm::tlm_fw_nonblocking_transport_if<P, Ph> {
    using protocol_types = Types;
  };
  struct Bw : tlm::tlm_bw_nonblocking_transport_if<P, Ph> {
    using protocol_types = Types;
  };
  using InitiatorBase = tlm::tlm_base_initiator_socket<0, Fw, Bw, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
  using TargetBase = tlm::tlm_base_target_socket<0, Fw, Bw, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

  /// Target socket of `Owner`, which takes what comes in with `On(payload, phase, delay)`; several of them can stand in
  /// one module. `reply` goes back along the path the payload came on.
  template <class Owner, void (Owner::*On)(P&, Ph, sc_core::sc_time)>
  class Target final : public TargetBase, private Fw {
   public:
    [[gnu::noinline]] Target(const char* name, Owner& owner) : TargetBase(name), owner_(owner) {
      this->bind(static_cast<Fw&>(*this));
    }
    using TargetBase::bind;
    void reply(P& payload, Ph phase, sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
      (*this)->nb_transport_bw(payload, phase, delay);
    }

   private:
    tlm::tlm_sync_enum nb_transport_fw(P& payload, Ph& phase, sc_core::sc_time& delay) override {
      (owner_.*On)(payload, phase, delay);
      return tlm::TLM_COMPLETED;
    }
    Owner& owner_;
  };

  /// Initiator socket of `Owner`, which takes what comes back with `On(payload, phase, delay)`.
  template <class Owner, void (Owner::*On)(P&, Ph, sc_core::sc_time)>
  class Initiator final : public InitiatorBase, private Bw {
   public:
    // Not inlined: g++ 12 otherwise sees an overrun in the library's std::string that is none (array-bounds).
    [[gnu::noinline]] Initiator(const char* name, Owner& owner) : InitiatorBase(name), owner_(owner) {
      this->bind(static_cast<Bw&>(*this));
    }
    using InitiatorBase::bind;
    void send(P& payload, Ph phase, sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
      (*this)->nb_transport_fw(payload, phase, delay);
    }

   private:
    tlm::tlm_sync_enum nb_transport_bw(P& payload, Ph& phase, sc_core::sc_time& delay) override {
      (owner_.*On)(payload, phase, delay);
      return tlm::TLM_COMPLETED;
    }
    Owner& owner_;
  };
};

}  // namespace headroom
