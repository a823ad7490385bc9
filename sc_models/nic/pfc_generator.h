#pragma once

#include <systemc>

#include "sc_models/core/agenda.h"
#include "sc_models/core/audit.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/params/nic.h"
#include "sc_models/core/pfc_observer.h"
#include "sc_models/core/stats.h"
#include "sc_models/nic/pfc_ports.h"
#include "sc_models/policy/pfc_gate.h"
#include "tlm_if/frame_link.h"

namespace headroom {

struct PfcGeneratorParams {
  IngressParams buffer;  ///< thresholds, quanta, and which classes send PFC
  BitRate rate;          ///< of the link
  Ps delay;              ///< of the link
  NodeId node = 0;
  std::int64_t frame_bytes = kPfcBytes;  ///< of the frames it sends
};

/// Pauses the peer when a receive pool reaches Xoff, repeats or ends the pause every half pause time, and ends it at
/// once when a release reaches Xon. Its frames go into the transmit buffer's queue ahead of all classes.
class PfcGenerator final : public sc_core::sc_module, public PoolWatch, private AgendaClient {
  void no_reply(Frame& frame, FramePhase phase, sc_core::sc_time delay);

 public:
  FrameLink::Initiator<PfcGenerator, &PfcGenerator::no_reply> egress_tx{"egress_tx", *this};

  PfcGenerator(const sc_core::sc_module_name& name, const PfcGeneratorParams& params, Agenda& agenda, FramePool& frames,
               PfcObserver* observer = nullptr);

  void arrived(unsigned traffic_class, Bytes filled, Bytes size, bool admitted) override;
  void released(unsigned traffic_class, Bytes filled) override;

  /// Counts of sent frames, each when it is queued; what is received is counted by EgressBuffer.
  [[nodiscard]] const PfcStats& stats(unsigned traffic_class) const { return classes_[traffic_class].stats; }
  [[nodiscard]] bool pausing(unsigned traffic_class) const { return classes_[traffic_class].gate.pausing(); }
  void audit(Audit& audit) const;

 private:
  struct Class {
    bool enabled = false;
    std::uint16_t quanta = 0;
    Ps interval;  ///< between refreshes
    PfcGate gate;
    Bytes filled;         ///< what the pool held when last heard of
    Ps refresh = kNever;  ///< when the pause in force is looked at again
    bool armed = false;   ///< an agenda entry is on its way; one for each class, re-armed if it comes early
    PfcStats stats;
  };
  void due(Ps now, AgendaTag traffic_class) override;
  void pause(Ps now, unsigned traffic_class, PfcEventKind kind, Bytes occupancy);
  void resume(Ps now, unsigned traffic_class);
  void arm(unsigned traffic_class);
  void send(Ps now, unsigned traffic_class, PfcEventKind kind, std::uint16_t quanta, Bytes occupancy);

  const NodeId node_;
  const std::uint32_t frame_bytes_;
  Agenda& agenda_;
  FramePool& frames_;
  PfcObserver* const observer_;
  PerClass<Class> classes_;
};

}  // namespace headroom
