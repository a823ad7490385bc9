#include "sc_models/nic/ingress_buffer.h"

#include "sc_models/core/check.h"

namespace headroom {
namespace {

PerClass<Bytes> pool_sizes(const IngressParams& params) {
  PerClass<Bytes> sizes;
  for (unsigned c = 0; c < kTrafficClasses; ++c) sizes[c] = params.pool(c);
  return sizes;
}

}  // namespace

IngressBuffer::IngressBuffer(const sc_core::sc_module_name& name, const IngressParams& params, Agenda& agenda,
                             FramePool& frames, PoolWatch& pfc)
    : sc_module(name), params_(params), agenda_(agenda), frames_(frames), pfc_(pfc), pools_(pool_sizes(params)) {}

// A frame that is dropped can cause a pause too [C].
void IngressBuffer::on_port(Frame& frame, FramePhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == FramePhase::kReceived, "{}: unexpected phase at port_rx", name());
  ++arrived_;
  frame.ingress_pool = frame.traffic_class;
  if (is_trimmed(frame.role)) engine_tx.send(frame, FramePhase::kClassify);
  const unsigned c = frame.ingress_pool;
  const Bytes size = frame.charge();
  const Bytes before = pools_.filled(c);
  const bool admitted = pools_.charge(agenda_.now(), c, size);
  pfc_.arrived(c, before, size, admitted);
  if (!admitted) {
    ++rx_drops_;
    frames_.give_back(frame);
    return;
  }
  ++passed_;
  engine_tx.send(frame, FramePhase::kReceived);
}

void IngressBuffer::no_reply(Frame&, FramePhase, sc_core::sc_time) {
  HEADROOM_CHECK(false, "{}: nothing comes back on this path", name());
}

void IngressBuffer::release(unsigned traffic_class, Bytes charge) {
  pools_.release(agenda_.now(), traffic_class, charge);
  pfc_.released(traffic_class, pools_.filled(traffic_class));
}

void IngressBuffer::audit(Audit& audit) const {
  pools_.audit(audit, name());
  audit.balance(name(), "frames arrived = passed on + dropped", static_cast<std::int64_t>(arrived_),
                static_cast<std::int64_t>(passed_ + rx_drops_));
}

}  // namespace headroom
