#pragma once

#include "sc_models/app/network.h"
#include "sc_models/app/uet_sink.h"
#include "sc_models/core/records/recorder.h"

namespace headroom {

/// Passes what the model tells its observers on to the records.
class RecordTap final : public PfcSink, public WorkloadObserver, public UetSink {
 public:
  explicit RecordTap(Recorder& recorder) : recorder_(recorder) {}
  void pfc_event(const PortIdentity& port, const PfcEvent& event) override {
    if (PfcEvents* const events = recorder_.pfc_events()) events->write(port.node.name, port.ifid, event);
  }
  void uet_event(const NodeIdentity& nic, const UetEvent& event) override {
    if (UetEvents* const events = recorder_.uet_events()) events->write(nic, event);
  }
  void uet_packet(const NodeIdentity& nic, const UetPacketView& packet) override {
    if (UetMonitor* const monitor = recorder_.uet_monitor()) monitor->write(nic, packet);
  }
  void message_acknowledged(const FlowProgress& flow, std::uint32_t message, const MessageTimes& times) override {
    recorder_.message_acknowledged(instants(flow, message, times));
  }
  void message_done(const FlowProgress& flow, std::uint32_t message, const MessageTimes& times) override {
    recorder_.message_complete(instants(flow, message, times));
  }

 private:
  static MessageInstants instants(const FlowProgress& flow, std::uint32_t message, const MessageTimes& t) {
    return {flow.index, message, t.post, t.start, t.sent, t.received, t.acknowledged};
  }
  Recorder& recorder_;
};

}  // namespace headroom
