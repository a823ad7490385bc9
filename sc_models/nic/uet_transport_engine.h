#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/core/audit.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/params/uet_nic.h"
#include "sc_models/core/pool.h"
#include "sc_models/core/ring.h"
#include "sc_models/core/slots.h"
#include "sc_models/core/uet_observer.h"
#include "sc_models/core/uet_stats.h"
#include "sc_models/nic/pdc_ports.h"
#include "sc_models/nic/uet_ends.h"
#include "sc_models/policy/uet/ack_hold.h"
#include "sc_models/policy/uet/deadlines.h"
#include "sc_models/policy/uet/group_scheduler.h"
#include "sc_models/policy/uet/pdc_ids.h"
#include "sc_models/policy/uet/prefetch_buffer.h"
#include "sc_models/policy/uet/receiver_penalty.h"
#include "sc_models/policy/uet/receiving_ends.h"
#include "sc_models/policy/uet/reorder_set.h"
#include "tlm_if/frame_link.h"
#include "tlm_if/tlp_link.h"

namespace headroom {

struct UetTransportEngineParams {
  PdsParams pds;
  SprayingParams spraying;
  NsccParams nscc;
  BitRate line_rate, pcie_rate;  ///< of the NIC's end
  NodeId node = 0;
  Ipv4 address = 0;
  bool carry_data = false;
  std::uint32_t server = 0;  ///< numbers the random streams
  std::uint64_t seed = 1;
  std::string fault = {};  ///< why the first connection may not be opened; empty: it may
  UetEventObserver* events = nullptr;
  UetPacketObserver* packets = nullptr;
};

/// Turns messages into packets of PDCs and packets into host memory writes, each delivered once and in any order. It
/// only moves packets between its policies: who sends next, what each PDC has sent and received, window, entropy,
/// timers. Invariant: outside of a pass a group that could send is in the scheduler, or an ACK, a release or a timer
/// will come that puts it there.
class UetTransportEngine final : public sc_core::sc_module, public PdcDoorbell, private AgendaClient {
  void egress_reply(Frame& frame, FramePhase phase, sc_core::sc_time);
  void receive(Frame& frame, FramePhase phase, sc_core::sc_time);
  void host_reply(Tlp& tlp, TlpPhase phase, sc_core::sc_time);

 public:
  FrameLink::Initiator<UetTransportEngine, &UetTransportEngine::egress_reply> egress_tx{"egress_tx", *this};
  FrameLink::Target<UetTransportEngine, &UetTransportEngine::receive> ingress_rx{"ingress_rx", *this};
  TlpLink::Initiator<UetTransportEngine, &UetTransportEngine::host_reply> host_tx{"host_tx", *this};

  UetTransportEngine(const sc_core::sc_module_name& name, const UetTransportEngineParams& params, Agenda& agenda,
                     FramePool& frames, EgressRoom& egress, ReceivePools& ingress, HostNotices& notices,
                     PdcNotices& pdc_notices);

  [[nodiscard]] PdcHandle open(const PdcParams& params) override;
  void post(const WorkRequest& request) override;
  void close(PdcHandle sending_end) override;
  void close_receiving_end(PdcHandle receiving_end) override;

  /// As of now, open groups included.
  [[nodiscard]] UetStats stats() const;
  void begin_stats_interval() { stats_.begin_interval(); }
  [[nodiscard]] const PayloadDelivery& delivery() const { return delivery_; }
  /// Data packets accepted, each once.
  [[nodiscard]] std::uint64_t packets_accepted() const { return accepted_; }
  /// Data packets of a flow of the workload that were sent again.
  [[nodiscard]] std::uint64_t retransmitted(std::uint32_t flow) const {
    return flow < retransmitted_.size() ? retransmitted_[flow] : 0;
  }
  /// Ends of PDCs that are open, of both kinds.
  [[nodiscard]] std::size_t open_ends() const { return sending_ids_.in_use() + receiving_ids_.in_use(); }
  /// PDCs of which this NIC has been or is the receiving end.
  [[nodiscard]] std::uint64_t pdcs_received() const { return pdcs_received_; }
  /// Nothing to send, nothing being fetched or written.
  [[nodiscard]] bool quiet() const;
  void audit(Audit& audit) const;

 private:
  enum Reminder : AgendaTag { kPass, kRetransmission, kFailure, kAckRelease };
  enum class Turn : std::uint8_t { kHead, kTail };
  void due(Ps now, AgendaTag tag) override;

  // PDCs and groups
  void check_connection();
  bool connect(PdcHandle sending_end);
  void accept_post(const WorkRequest& request);
  void disconnect(PdcHandle sending_end);
  void serve_waiting_posts();
  [[nodiscard]] std::uint32_t join_group(Ipv4 remote);
  void leave_group(std::uint32_t group);
  [[nodiscard]] std::uint32_t make_group(Ipv4 remote);
  [[nodiscard]] PdcHandle sending_end(PdcId id) const { return id < sending_by_id_.size() ? sending_by_id_[id] : 0; }
  [[nodiscard]] UetSendingEnd* find_sending(PdcId id) {
    const PdcHandle handle = sending_end(id);
    return handle != 0 ? &sending_[handle] : nullptr;
  }
  [[nodiscard]] const UetSendingEnd* find_sending(PdcId id) const {
    const PdcHandle handle = sending_end(id);
    return handle != 0 ? &sending_[handle] : nullptr;
  }

  // sending
  void ask_pass();
  void pass();
  void take_turns(const UetSendingEnd& end);
  struct Choice {
    PdcTurns::Pick pick;
    PdcSender::Next packet;  ///< of the one picked
  };
  static constexpr Choice kNoChoice{{PdcTurns::Pick::Result::kNone, {}}, {}};
  [[nodiscard]] bool held_back(const UetGroup& group) const;
  [[nodiscard]] Choice choose(UetGroup& group);
  [[nodiscard]] PdcTurns::Verdict judge(const UetGroup& group, const PdcSender& sender, PdcSender::Next next) const;
  void execute(UetGroup& group, UetSendingEnd& end, const Choice& choice);
  void issue_segment(UetGroup& group, UetSendingEnd& end, PdcHandle handle);
  [[nodiscard]] Frame& data_frame(const UetSendingEnd& end, const PdcSender::Packet& packet);
  void payload_arrived(UetSendingEnd& end, Frame& frame);
  void transmit(UetSendingEnd& end, const PdcSender::Packet& packet, Frame& frame);
  void sent(const Frame& frame);
  void prefetch_released();
  void after_release(unsigned traffic_class);
  void send_control(Frame& frame);
  void hand_over_control(Frame& frame);
  [[nodiscard]] Frame& control_frame(Ipv4 destination, unsigned traffic_class, FrameKind kind);

  // what comes back
  void receive_ack(Frame& frame);
  void receive_probe_answer(UetSendingEnd& end, const Frame& frame);
  void receive_data_ack(PdcHandle handle, UetSendingEnd& end, const Frame& frame);
  void complete_messages(PdcHandle handle, UetSendingEnd& end);
  void send_probe(UetSendingEnd& end);
  void receive_nack(Frame& frame);
  void retransmissions_due(Ps now);
  void failures_due(Ps now);
  void timed_out(UetSendingEnd& end, const Deadlines::Entry& entry, SendRecord& record);
  void next_is(UetSendingEnd& end);
  [[nodiscard]] bool met(const Deadlines::Entry& entry);
  void arm(Deadlines& deadlines, Reminder what);

  // receiving
  void classify(Frame& frame);
  void receive_data(Frame& frame);
  void complete_received(PdcHandle handle, const UetReceivingEnd& end);
  [[nodiscard]] PdcHandle find_receiving_end(const Frame& frame);
  [[nodiscard]] PdcHandle open_receiving_end(const Frame& frame, PdcHandle old);
  void receive_probe(Frame& frame);
  void send_nack(const UetReceivingEnd& end, const Frame& trimmed);
  void hold_ack(UetReceivingEnd& end, const Frame& data);
  [[nodiscard]] Frame& answer_frame(const UetReceivingEnd& end, FrameKind kind, const Frame& drawn_by);
  void remind_acks();
  void acks_due(Ps now);
  void deliver(Frame& frame);
  void discard(Frame& frame);

  // observers
  void event(UetEventKind kind, const UetSendingEnd& end, std::uint64_t wqe = 0, std::int64_t bytes = 0);
  void event(UetEventKind kind, const UetReceivingEnd& end, std::int64_t bytes = 0);
  [[nodiscard]] UetPacketView view(const UetReceivingEnd& end, const Frame& frame, UetDirection direction) const;
  [[nodiscard]] UetPacketView view(const UetSendingEnd& end, const Frame& frame, UetDirection direction) const;
  void observe_received(const UetReceivingEnd& end, const Frame& frame) const;
  void observe_nack(const UetReceivingEnd& end, const Frame& nack) const;
  void observe_reply(const UetSendingEnd& end, const Frame& frame, std::optional<Ps> round_trip,
                     const Nscc::Reaction& reaction) const;
  void observe_sent(const Frame& frame) const;

  const UetTransportEngineParams params_;
  Agenda& agenda_;
  FramePool& frames_;
  EgressRoom& egress_;
  ReceivePools& ingress_;
  HostNotices& notices_;
  PdcNotices& pdc_notices_;

  Slots<UetSendingEnd> sending_;
  Slots<UetReceivingEnd> receiving_;
  Slots<UetGroup> groups_;
  std::vector<PdcHandle> sending_by_id_;
  ReceivingEnds receiving_by_sender_;
  std::vector<std::pair<Ipv4, std::uint32_t>> group_by_remote_;  ///< in order of addresses
  PdcIds sending_ids_, receiving_ids_;
  StartPsns start_psns_;
  ReorderSets reorder_sets_;
  std::vector<MessageEnd> received_messages_;  ///< by the packet being processed
  Ring<WorkRequest> waiting_posts_;            ///< for an id

  GroupScheduler scheduler_;
  PrefetchBuffer prefetch_;
  Deadlines retransmission_timers_, failure_deadlines_;
  AckHold ack_hold_;
  const ReceiverPenalty penalty_;
  std::array<Ring<Frame*>, kTrafficClasses> waiting_control_;
  Decision pass_;  ///< asked for at this instant
  Ps doorbell_pass_{-1};
  bool passing_ = false, connected_ = false;
  PdcHandle processing_ = 0;  ///< PDC whose completions the host is being told
  Pool<Tlp> tlps_;

  UetStats stats_;
  PayloadDelivery delivery_;
  std::vector<std::uint64_t> retransmitted_;  ///< by flow
  std::uint32_t group_serial_ = 0;
  std::uint64_t work_requests_ = 0, accepted_ = 0, trimmed_ = 0, unwanted_ = 0, orphans_ = 0, pdcs_received_ = 0;
  std::uint64_t reads_open_ = 0, writes_open_ = 0;
  std::uint16_t probe_tag_ = 0;
};

}  // namespace headroom
