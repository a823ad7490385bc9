// Transmit buffer, wire and receive buffer of a NIC without PFC: pools, strict priority, and a wire that loses or marks
// what a test says.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/core/ring.h"
#include "sc_models/core/serializer.h"
#include "sc_models/nic/ports.h"
#include "tlm_if/frame_link.h"

namespace headroom::test {

/// Receive pools without a limit; remembers the highest sum of charges.
struct FakeIngress final : IngressRoom {
  void charge(Bytes size) {
    filled += size;
    peak = std::max(peak, filled);
  }
  void release(unsigned, Bytes size) override { filled -= size; }
  Bytes filled, peak;
};

class FakePort final : public sc_core::sc_module, public EgressRoom, private AgendaClient {
  void queued(Frame& frame, FramePhase, sc_core::sc_time) {
    queued_frames.push_back(frame);
    (frame.kind == FrameKind::kCnp ? ahead_of_all_ : queues_[frame.traffic_class]).push_back(&frame);
    agenda_.decide(decision_);
  }
  void no_answer(Frame&, FramePhase, sc_core::sc_time) {}

 public:
  FrameLink::Target<FakePort, &FakePort::queued> engine_rx{"engine_rx", *this};
  FrameLink::Initiator<FakePort, &FakePort::no_answer> engine_tx{"engine_tx", *this};

  FakePort(const sc_core::sc_module_name& name, Agenda& agenda, FramePool& frames, NodeId node)
      : sc_module(name),
        agenda_(agenda),
        frames_(frames),
        node_(node),
        decision_{Rank(Due::kPortDecision, node, 0), this, kDecide} {}

  void connect(FakePort& peer) { peer_ = &peer; }
  void hold(unsigned traffic_class, bool held) {
    held_[traffic_class] = held;
    agenda_.decide(decision_);
  }

  std::array<Bytes, kTrafficClasses> pools{Bytes{230'400}, Bytes{25'600}};
  std::function<bool(const Frame&)> lose;  ///< asked at the far end of the wire; unset: nothing is lost
  std::function<bool(const Frame&)> mark;  ///< CE, likewise
  std::vector<Frame> queued_frames;        ///< copies, in the order the engine queued them
  std::vector<Ps> durations;               ///< of the serialization of each data frame
  std::vector<Ps> data_starts;             ///< of the serialization of each data frame
  FakeIngress ingress;
  Bytes egress_peak;

  bool reserve(unsigned c, Bytes size) override {
    if (reserved_[c] + size > pools[c]) return false;
    reserved_[c] += size;
    egress_peak = std::max(egress_peak, reserved_[c]);
    return true;
  }
  void release(unsigned c, Bytes size) override { reserved_[c] -= size; }
  Bytes reserved(unsigned c) const override { return reserved_[c]; }
  Bytes pool(unsigned c) const override { return pools[c]; }

 private:
  static constexpr BitRate kLine{400'000'000'000};
  static constexpr Ps kDelay{100'000};
  enum : AgendaTag { kDecide, kTxEnd, kArrival };

  void due(Ps now, AgendaTag tag) override {
    switch (tag) {
      case kDecide: return start(now);
      case kTxEnd: return transmitted();
      default: return arrived();
    }
  }
  Ring<Frame*>* next_queue() {
    if (!ahead_of_all_.empty()) return &ahead_of_all_;
    for (unsigned c = kTrafficClasses; c-- > 0;) {
      if (!queues_[c].empty() && !held_[c]) return &queues_[c];
    }
    return nullptr;
  }
  void start(Ps now) {
    Ring<Frame*>* const queue = sending_ ? nullptr : next_queue();
    if (!queue) return;
    sending_ = queue->pop_front();
    const bool data = sending_->kind == FrameKind::kData;
    if (data) engine_rx.reply(*sending_, FramePhase::kStarting);
    const Ps end = line_.send(now, sending_->wire(), sending_->rate == BitRate{0} ? kLine : sending_->rate);
    if (data) {
      data_starts.push_back(now);
      durations.push_back(end - now);
    }
    agenda_.at(end, Rank(Due::kTxEnd, node_, 0), *this, kTxEnd);
    peer_->on_wire_.push_back(sending_);
    agenda_.at(end + kDelay, Rank(Due::kFrame, peer_->node_, 0), *peer_, kArrival);
  }
  void transmitted() {
    Frame& frame = *sending_;
    sending_ = nullptr;
    if (frame.kind != FrameKind::kCnp) reserved_[frame.traffic_class] -= frame.wire();
    engine_rx.reply(frame, FramePhase::kSent);
    agenda_.decide(decision_);
  }
  void arrived() {
    Frame& frame = *on_wire_.pop_front();
    if (peer_->lose && peer_->lose(frame)) return frames_.give_back(frame);
    if (peer_->mark && peer_->mark(frame)) frame.ecn = Ecn::kCe;
    ingress.charge(frame.charge());
    engine_tx.send(frame, FramePhase::kReceived);
  }

  Agenda& agenda_;
  FramePool& frames_;
  const NodeId node_;
  Decision decision_;
  FakePort* peer_ = nullptr;
  Serializer line_;
  Frame* sending_ = nullptr;
  std::array<Bytes, kTrafficClasses> reserved_{};
  std::array<bool, kTrafficClasses> held_{};
  std::array<Ring<Frame*>, kTrafficClasses> queues_;
  Ring<Frame*> ahead_of_all_, on_wire_;
};

}  // namespace headroom::test
