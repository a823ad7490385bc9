#pragma once

#include <systemc>

#include "sc_models/core/agenda.h"
#include "sc_models/core/audit.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/ring.h"
#include "sc_models/core/serializer.h"
#include "sc_models/core/stats.h"
#include "sc_models/policy/link_loss.h"
#include "tlm_if/frame_link.h"
#include "tlm_if/time.h"

namespace headroom {

struct MacPortParams {
  BitRate rate;  ///< of the line
  Ps delay;      ///< of the link, both ways
  NodeId node = 0;
  unsigned ifid = 0;
  LinkLoss loss{};              ///< of what this end sends
  FramePool* frames = nullptr;  ///< takes back what the link loses on its way here; may be null where it loses nothing
};

/// One end of an Ethernet link: serializes the frame it is given onto the wire, and sorts what arrives into MAC control
/// frames and all others. Sends one frame at a time; the directions are independent.
/// Invariant: frames handed to the wire = frames sent + the one being serialized; announced by it = received + lost +
/// arriving.
class MacPort final : public sc_core::sc_module, private AgendaClient {
  void on_tx(Frame& frame, FramePhase phase, sc_core::sc_time delay);
  void on_wire(Frame& frame, FramePhase phase, sc_core::sc_time delay);
  void no_reply(Frame& frame, FramePhase phase, sc_core::sc_time delay);

 public:
  FrameLink::Initiator<MacPort, &MacPort::no_reply> wire_tx{"wire_tx", *this};
  FrameLink::Target<MacPort, &MacPort::on_wire> wire_rx{"wire_rx", *this};
  FrameLink::Target<MacPort, &MacPort::on_tx> tx{"tx", *this};                  ///< kSend in, kSent back
  FrameLink::Initiator<MacPort, &MacPort::no_reply> rx{"rx", *this};            ///< kReceived, ordinary frames
  FrameLink::Initiator<MacPort, &MacPort::no_reply> control{"control", *this};  ///< kReceived, MAC control frames

  MacPort(const sc_core::sc_module_name& name, const MacPortParams& params, Agenda& agenda);

  [[nodiscard]] const PortStats& stats() const { return stats_; }
  [[nodiscard]] BitRate rate() const { return params_.rate; }
  [[nodiscard]] Ps delay() const { return params_.delay; }
  [[nodiscard]] bool sending() const { return sending_ != nullptr; }
  /// Frames given to the wire, each at the start of its serialization.
  [[nodiscard]] std::uint64_t handed_over() const { return handed_over_; }
  /// Frames the wire has announced, and of them those whose last bit is still to come.
  [[nodiscard]] std::uint64_t announced() const { return announced_; }
  [[nodiscard]] std::size_t arriving() const { return arriving_.size(); }
  /// Frames the wire has announced and lost, each counted when its last bit would have come.
  [[nodiscard]] std::uint64_t missed() const { return missed_; }
  void audit(Audit& audit) const;

 private:
  struct Arrival {
    Ps time;
    Frame* frame = nullptr;
  };
  void due(Ps now, AgendaTag tag) override;
  void end_of_serialization();
  void receive_due(Ps now);
  void miss(Frame& frame);
  void arm_arrival();

  const MacPortParams params_;
  Agenda& agenda_;
  Serializer serializer_;
  RepeatedTime annotation_;
  Frame* sending_ = nullptr;
  Ring<Arrival> arriving_;  ///< in order, so one agenda entry is enough: for its head
  PortStats stats_;
  LinkLoss loss_;
  std::uint64_t handed_over_ = 0, announced_ = 0, missed_ = 0;
};

}  // namespace headroom
