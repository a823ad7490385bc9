#pragma once

#include <utility>

#include "sc_models/core/records/identity.h"
#include "sc_models/core/uet_observer.h"

namespace headroom {

/// Takes the events and packets of all UET engines of a network.
class UetSink {
 public:
  virtual void uet_event(const NodeIdentity& nic, const UetEvent& event) = 0;
  virtual void uet_packet(const NodeIdentity& nic, const UetPacketView& packet) = 0;

 protected:
  ~UetSink() = default;
};

/// Adds to what one engine tells whose it is. The sink may come later, or not at all.
class UetTap final : public UetEventObserver, public UetPacketObserver {
 public:
  UetTap(NodeIdentity nic, UetSink* const& sink) : nic_(std::move(nic)), sink_(sink) {}
  void uet_event(const UetEvent& event) override {
    if (sink_) sink_->uet_event(nic_, event);
  }
  void uet_packet(const UetPacketView& packet) override {
    if (sink_) sink_->uet_packet(nic_, packet);
  }

 private:
  const NodeIdentity nic_;
  UetSink* const& sink_;
};

}  // namespace headroom
