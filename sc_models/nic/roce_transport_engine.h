#pragma once

#include <array>
#include <optional>
#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/core/audit.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/params/nic.h"
#include "sc_models/core/pool.h"
#include "sc_models/core/ring.h"
#include "sc_models/core/stats.h"
#include "sc_models/nic/ports.h"
#include "sc_models/nic/roce_queue_pair.h"
#include "sc_models/policy/ready_queue.h"
#include "tlm_if/frame_link.h"
#include "tlm_if/tlp_link.h"

namespace headroom {

struct RoceTransportEngineParams {
  RoceTransportParams transport;
  RateLoopParams rate_loop;
  BitRate line_rate;
  NodeId node = 0;
  Ipv4 address = 0;
  bool carry_data = false;
  Psn initial_psn = 0;  ///< first number of every queue pair, in both directions
};

/// Turns messages into packets and packets into host memory writes, reliably: reserves room, fetches payload, numbers
/// and sends it; accepts, acknowledges and writes what arrives; goes back on a NAK or a timer; slows down on CNPs.
/// Invariant: a queue pair is in the ready queue exactly while it has a segment to generate.
class RoceTransportEngine final : public sc_core::sc_module, public Doorbell, private AgendaClient {
  void egress_reply(Frame& frame, FramePhase phase, sc_core::sc_time);
  void receive(Frame& frame, FramePhase phase, sc_core::sc_time);
  void host_reply(Tlp& tlp, TlpPhase phase, sc_core::sc_time);

 public:
  FrameLink::Initiator<RoceTransportEngine, &RoceTransportEngine::egress_reply> egress_tx{"egress_tx", *this};
  FrameLink::Target<RoceTransportEngine, &RoceTransportEngine::receive> ingress_rx{"ingress_rx", *this};
  TlpLink::Initiator<RoceTransportEngine, &RoceTransportEngine::host_reply> host_tx{"host_tx", *this};

  RoceTransportEngine(const sc_core::sc_module_name& name, const RoceTransportEngineParams& params, Agenda& agenda,
                      FramePool& frames, EgressRoom& egress, IngressRoom& ingress, HostNotices& notices);

  /// Numbers count up from 1 [C]; one that is left out is reserved, and may be created later. The far side need not
  /// exist: a NIC creates its side of a pair when the first data packet for it arrives.
  void create_queue_pair(const QueuePairParams& params);
  /// The pair must have no work left, so that fetches still under way are stale. Its number never comes back: what
  /// still arrives for it is discarded.
  void close_queue_pair(QpNumber local);
  void post(const WorkRequest& request) override;

  [[nodiscard]] const RoceStats& stats() const { return stats_; }
  [[nodiscard]] RoceGauges gauges(Ps now) const;
  /// Data packets that a queue pair has sent again.
  [[nodiscard]] std::uint64_t retransmitted(QpNumber local) const { return queue_pairs_.at(local - 1).retransmitted; }
  /// From the end of a packet's serialization to the arrival of the ACK that names it.
  [[nodiscard]] DelaySamples& rtt() { return rtt_; }
  [[nodiscard]] const PayloadDelivery& delivery() const { return delivery_; }
  /// Nothing to send, nothing being fetched or written.
  [[nodiscard]] bool quiet() const;
  void audit(Audit& audit) const;

 private:
  enum Reminder : AgendaTag { kGeneration, kTransportTimer, kAckTimer, kRateHalf };
  static constexpr unsigned kReminderBits = 2;
  void due(Ps now, AgendaTag tag) override;
  void remind(Ps time, Reminder what, QpNumber local = 0);

  [[nodiscard]] RoceQueuePair& queue_pair(QpNumber local) { return queue_pairs_[local - 1]; }
  [[nodiscard]] RoceQueuePair* find(QpNumber local);
  [[nodiscard]] bool never_existed(QpNumber local);
  [[nodiscard]] RoceQueuePair* create_far_side(const Frame& first);

  // sending
  void make_ready(RoceQueuePair& qp);
  void generate(Ps now);
  [[nodiscard]] Frame& new_data_frame(const RoceQueuePair& qp, const QpSender::Segment& segment);
  void fetch(Frame& frame, const QpSender::Segment& segment, const OutgoingMessage& message, std::uint32_t epoch);
  void payload_arrived(RoceQueuePair& qp, Frame& frame, std::uint32_t epoch);
  void sent(const Frame& frame);
  void after_release(unsigned traffic_class);
  void acknowledged(RoceQueuePair& qp, Psn named);
  void complete(RoceQueuePair& qp);
  void refused(RoceQueuePair& qp, Psn named);
  void gone_back(RoceQueuePair& qp);
  void start_transport_timer(RoceQueuePair& qp);
  void transport_timer_due(RoceQueuePair& qp, Ps now);
  void rate_half_due(RoceQueuePair& qp, Ps now);

  // receiving
  void receive_data(RoceQueuePair& qp, Frame& frame);
  void receive_cnp(RoceQueuePair& qp);
  void accept(Frame& frame);
  void discard(Frame& frame);
  void write_accepted(const Frame& frame);
  void consider_ack(RoceQueuePair& qp, bool last_of_message);
  void ack_timer_due(RoceQueuePair& qp, Ps now);
  void answer(RoceQueuePair& qp, FrameKind kind, Psn named);
  void send_control(const RoceQueuePair& qp, FrameKind kind, Psn named, std::int64_t wire_bytes);

  const RoceTransportEngineParams params_;
  const RateLoopRules rate_rules_;
  const AckCoalescer::Rules ack_rules_;
  Agenda& agenda_;
  FramePool& frames_;
  EgressRoom& egress_;
  IngressRoom& ingress_;
  HostNotices& notices_;

  std::vector<RoceQueuePair> queue_pairs_;  ///< index is the local number less 1
  ReadyQueue ready_;
  std::optional<unsigned> stopped_;  ///< class whose full pool holds generation
  Ps stopped_since_{0};
  bool generation_due_ = false;
  std::array<Ring<QpNumber>, kTrafficClasses> pending_answers_;
  Pool<Tlp> tlps_;

  RoceStats stats_;
  DelaySamples rtt_;
  PayloadDelivery delivery_;
  std::uint64_t data_received_ = 0, naks_obeyed_ = 0, reads_open_ = 0, writes_open_ = 0;
};

}  // namespace headroom
